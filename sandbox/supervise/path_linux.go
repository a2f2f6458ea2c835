//go:build amd64 || arm64

package supervise

import (
	"os"
	"path"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// A place is where a path leads: a name in an open directory, or what is open itself.
type place struct {
	fd   int
	dir  string // what the kernel calls the directory
	name string // "" is what is open itself
	held bool   // the caller has it open, and may write to it
}

// path is what the kernel would call the place.
func (p place) path() string {
	if p.name == "" {
		return p.dir
	}
	return path.Join(p.dir, p.name)
}

// self is a path that leads to what is open, whatever is renamed.
func self(fd int) string { return "/proc/self/fd/" + strconv.Itoa(fd) }

// nameOf is what the kernel calls what is open.
func nameOf(fd int) (string, error) { return os.Readlink(self(fd)) }

// mostLinks is how many symbolic links the kernel follows.
const mostLinks = 40

// find follows a path of the caller's. Its last part is not followed if it is a link and
// follow is false.
func (r *request) find(dirfd int, name string, follow bool) (place, error) {
	if name == "" {
		return place{}, unix.ENOENT
	}
	base, err := r.base(dirfd, name)
	if err != nil {
		return place{}, err
	}
	for range mostLinks {
		p, err := r.parent(base, name)
		if err != nil {
			return p, err
		}
		if p, ok, err := r.magic(p); ok {
			return p, err
		}
		if p.name == "" || !follow && !strings.HasSuffix(name, "/") {
			return r.spooled(p)
		}
		to, err := r.link(p.fd, p.dir, p.name)
		if err != nil {
			return r.spooled(p) // no link, or nothing at all
		}
		base = p.fd
		if slash := strings.HasSuffix(name, "/"); slash {
			to += "/"
		}
		name = to
	}
	return place{}, unix.ELOOP
}

// base is where a relative path begins.
func (r *request) base(dirfd int, name string) (int, error) {
	if strings.HasPrefix(name, "/") {
		return unix.AT_FDCWD, nil
	}
	at := "cwd"
	if dirfd != unix.AT_FDCWD {
		at = "fd/" + strconv.Itoa(dirfd)
	}
	fd, err := unix.Open(r.proc(at), unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err == unix.ENOENT {
		err = unix.EBADF
	}
	return r.keep(fd, err)
}

// parent opens the directory of a path. It goes through no descriptor of a process
// (proc_pid_fd(5)), for it would be this one's.
func (r *request) parent(base int, name string) (place, error) {
	dir, last := path.Split(strings.TrimRight(name, "/"))
	switch {
	case strings.TrimRight(name, "/") == "":
		dir, last = "/", ""
	case last == "." || last == "..":
		dir, last = dir+last, ""
	case dir == "":
		dir = "."
	}
	fd, err := r.directory(base, dir)
	if err != nil {
		return place{}, err
	}
	real, err := nameOf(fd)
	return place{fd: fd, dir: real, name: last}, err
}

// magic is the caller's own descriptor, where a place is one: /dev/stderr leads to
// /proc/self/fd/2, and the kernel took that for this process's.
func (r *request) magic(p place) (to place, ok bool, err error) {
	rest, is := strings.CutPrefix(p.dir, "/proc/")
	if !is {
		return p, false, nil
	}
	who, rest, _ := strings.Cut(rest, "/")
	number, err := strconv.Atoi(p.name)
	own := rest == "fd" || strings.HasPrefix(rest, "task/") && strings.HasSuffix(rest, "/fd")
	if !own || err != nil {
		return p, false, nil
	}
	if caller, err := r.status("Tgid", 10); err != nil || who != strconv.Itoa(caller) && who != strconv.Itoa(os.Getpid()) {
		return p, true, unix.EACCES
	}
	to, err = r.descriptor(number)
	return to, true, err
}

// descriptor is what the caller has open.
func (r *request) descriptor(number int) (place, error) {
	fd, err := r.keep(unix.Open(r.proc("fd/"+strconv.Itoa(number)), unix.O_PATH|unix.O_CLOEXEC, 0))
	if err != nil {
		return place{}, unix.EBADF
	}
	real, err := os.Readlink(self(fd))
	if err != nil {
		return place{}, err
	}
	return place{fd: fd, dir: strings.TrimSuffix(real, " (deleted)"), held: r.canWrite(number)}, nil
}

// canWrite reports whether the caller may write to a descriptor of its own.
func (r *request) canWrite(number int) bool {
	flags, err := r.modes(number)
	return err == nil && flags&unix.O_PATH == 0 && flags&unix.O_ACCMODE != unix.O_RDONLY
}

// spooled is the place in the spool for one that has one.
func (r *request) spooled(p place) (place, error) {
	for _, s := range r.rules.Spools {
		if !pathname.In(p.dir, s.At) {
			continue
		}
		root, err := r.keep(unix.Open(s.From, unix.O_PATH|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0))
		if err != nil {
			return p, err
		}
		fd, err := r.beneath(root, strings.TrimPrefix(p.dir, s.At))
		return place{fd: fd, dir: s.From + strings.TrimPrefix(p.dir, s.At), name: p.name}, err
	}
	return p, nil
}
