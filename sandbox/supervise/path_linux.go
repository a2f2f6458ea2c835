//go:build amd64 || arm64

package supervise

import (
	"errors"
	"os"
	"path"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// A place is where a path leads: a name in an open directory, or an open file itself.
type place struct {
	fd       int
	dir      string // the kernel's name of the directory
	name     string // "" means the open file itself
	writable bool   // the caller has it open for writing
}

// path returns the kernel's name of the place.
func (p place) path() string {
	if p.name == "" {
		return p.dir
	}
	return path.Join(p.dir, p.name)
}

// self returns a path to an open file that renaming cannot change.
func self(fd int) string { return "/proc/self/fd/" + strconv.Itoa(fd) }

// nameOf returns the kernel's name of an open file.
func nameOf(fd int) (string, error) { return os.Readlink(self(fd)) }

// mostLinks is how many symbolic links the kernel follows.
const mostLinks = 40

// find follows a path of the caller's. If follow is false and the last part is a link, it does
// not follow that one.
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
			return r.spooled(p) // not a link, or it does not exist
		}
		base = p.fd
		if slash := strings.HasSuffix(name, "/"); slash {
			to += "/"
		}
		name = to
	}
	return place{}, unix.ELOOP
}

// base opens the directory where a relative path begins.
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

// parent opens the directory of a path. It does not follow links to descriptors of a process
// (proc_pid_fd(5)): they would be this process's.
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

// errOthers says that a path leads through a descriptor of another process. It is no errno, so
// that nobody takes it for one of the kernel's: the kernel would follow such a path.
var errOthers = errors.New("a descriptor of another process")

// magic returns the caller's own descriptor if a place is one: /dev/stderr leads to
// /proc/self/fd/2, which the kernel has resolved to this process's.
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
		return p, true, errOthers
	}
	to, err = r.descriptor(number)
	return to, true, err
}

// descriptor returns the place that a descriptor of the caller's has open.
func (r *request) descriptor(number int) (place, error) {
	fd, err := r.keep(unix.Open(r.proc("fd/"+strconv.Itoa(number)), unix.O_PATH|unix.O_CLOEXEC, 0))
	if err != nil {
		return place{}, unix.EBADF
	}
	real, err := os.Readlink(self(fd))
	if err != nil {
		return place{}, err
	}
	return place{fd: fd, dir: strings.TrimSuffix(real, " (deleted)"), writable: r.canWrite(number)}, nil
}

// file returns a descriptor of what is at a place, opened with O_PATH: what has the name later is
// nothing to it.
func (r *request) file(p place) (int, error) {
	if p.name == "" {
		return p.fd, nil
	}
	return r.keep(unix.Openat(p.fd, p.name, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0))
}

// fix returns what is at a place as the open file itself, with the same path.
func (r *request) fix(p place) (f place, st unix.Stat_t, err error) {
	fd, err := r.file(p)
	if err == nil {
		err = unix.Fstat(fd, &st)
	}
	return place{fd: fd, dir: p.path(), writable: p.writable}, st, err
}

// canWrite reports whether a descriptor of the caller's is open for writing.
func (r *request) canWrite(number int) bool {
	flags, err := r.modes(number)
	return err == nil && flags&unix.O_PATH == 0 && flags&unix.O_ACCMODE != unix.O_RDONLY
}

// spooled returns the place in a spool, if the path lies where one is.
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
