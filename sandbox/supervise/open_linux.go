//go:build amd64 || arm64

package supervise

import (
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// changing are the flags of open(2) that ask for more than reading.
const changing = unix.O_ACCMODE | unix.O_CREAT | unix.O_TRUNC

// ifMissing are the flags for creating a file that must not exist.
const ifMissing = unix.O_CREAT | unix.O_EXCL

func (r *request) openat() reply {
	name, err := r.text(r.args[1])
	if err != nil {
		return refusal(err)
	}
	flags := int(int32(r.args[2]))
	switch {
	case flags&unix.O_PATH != 0:
		return passed()
	case name == "/dev/null": // what shells open most
		fd, err := unix.Open(name, flags&^ifMissing|unix.O_CLOEXEC, 0)
		return opened(fd, err, flags|unix.O_NONBLOCK)
	}
	switch {
	case flags&changing == 0 && r.rules.Alone:
		return r.read(name, flags)
	case flags&changing == 0:
		return r.look(name, flags)
	}
	follow := flags&unix.O_NOFOLLOW == 0 && flags&ifMissing != ifMissing
	for range mostLinks { // if the name became a link meanwhile, look again
		p, err := r.find(r.fd(0), name, follow)
		if err != nil {
			return refusal(err)
		}
		if from, is := r.rules.sealedFrom(p.path()); is && flags&changing == unix.O_RDWR {
			return r.sealedCopy(from)
		}
		out := r.open(p, flags, r.args[3], strings.HasSuffix(name, "/"))
		if out.errno != unix.ELOOP || !follow {
			return out
		}
	}
	return refusal(unix.ELOOP)
}

// open opens a place for more than reading.
func (r *request) open(p place, flags int, mode uint64, slash bool) reply {
	how := flags | unix.O_NOFOLLOW | unix.O_NOCTTY | unix.O_CLOEXEC
	if slash {
		how |= unix.O_DIRECTORY
	}
	for range mostLinks { // if somebody makes the file meanwhile, look again
		f, st, missing := r.fix(p)
		if missing == nil {
			return r.openFile(f, st, flags, how, mode)
		}
		out := r.create(p, flags, how, mode, missing)
		if out.errno != unix.EEXIST || flags&unix.O_EXCL != 0 {
			return out
		}
	}
	return refusal(unix.EEXIST)
}

// openFile opens a file that exists.
func (r *request) openFile(f place, st unix.Stat_t, flags, how int, mode uint64) reply {
	switch kind := st.Mode & unix.S_IFMT; {
	case kind == unix.S_IFCHR:
		return r.device(f, how, flags)
	case !r.mayOpen(f, false):
		return r.refuseOpen(f, flags, nil)
	case flags&ifMissing == ifMissing:
		return refusal(unix.EEXIST)
	case r.isSecret(st):
		return r.deny(operation(flags), f.path(), unix.EACCES)
	case kind == unix.S_IFLNK:
		return refusal(unix.ELOOP)
	case kind == unix.S_IFIFO:
		return r.pipe(f, flags)
	case flags&unix.O_TMPFILE == unix.O_TMPFILE:
		perm, err := r.mode(mode)
		if err != nil {
			return refusal(err)
		}
		return r.made(f, flags, how, perm)
	}
	fd, err := f.open(how, 0)
	return opened(fd, err, flags|unix.O_NONBLOCK)
}

// create makes a file that does not exist, and opens it. It fails with EEXIST if the file exists.
func (r *request) create(p place, flags, how int, mode uint64, missing error) reply {
	switch {
	case !r.mayOpen(p, true):
		return r.refuseOpen(p, flags, missing)
	case flags&unix.O_CREAT == 0 || missing != unix.ENOENT:
		return refusal(missing)
	case how&^flags&unix.O_DIRECTORY != 0:
		return refusal(unix.EISDIR) // its path ends with a slash
	}
	perm, err := r.mode(mode)
	if err != nil {
		return refusal(err)
	}
	return r.made(p, flags, how|unix.O_EXCL, perm)
}

// made opens a file that the kernel makes for it, and keeps this process's umask from changing the
// mode.
func (r *request) made(p place, flags, how int, perm uint32) reply {
	fd, err := p.open(how, perm)
	if err == nil && perm&r.umask != 0 {
		_ = unix.Fchmod(fd, perm)
	}
	return opened(fd, err, flags|unix.O_NONBLOCK)
}

// operation returns what a call with flags wants to do, as a denial says it.
func operation(flags int) string {
	if flags&changing == 0 {
		return "read"
	}
	return "write"
}

// isSecret reports whether a file is a hidden one, perhaps under another name: a second link, or
// a name that somebody outside gave it.
func (r *request) isSecret(st unix.Stat_t) bool {
	return slices.Contains(r.rules.Secret, File{uint64(st.Dev), st.Ino})
}

// hides reports whether what is at a place is hidden, by its path or by another name.
func (r *request) hides(p place) bool {
	st, err := p.stat()
	return r.rules.partOf(p.path()) == hidden || err == nil && r.isSecret(st)
}

// mayOpen reports whether a place may be changed. For a name that does not exist, its directory
// must be writable.
func (r *request) mayOpen(p place, missing bool) bool {
	if missing && p.name != "" && r.rules.partOf(p.dir) != written {
		return false
	}
	return p.writable || r.rules.partOf(p.path()) == written
}

// refuseOpen refuses to open a place as the kernel would: first for reasons that apply without
// a sandbox.
func (r *request) refuseOpen(p place, flags int, missing error) reply {
	name := p.path()
	switch {
	case missing != nil && flags&unix.O_CREAT == 0:
		return refusal(missing)
	case missing == nil && flags&ifMissing == ifMissing:
		return refusal(unix.EEXIST)
	case r.rules.partOf(name) == hidden:
		return r.deny(operation(flags), name, unix.EACCES)
	}
	at := p.name
	if missing != nil {
		at = ""
	}
	if err := p.access(at); err != nil {
		return refusal(err)
	}
	return r.deny("write", name, unix.EROFS)
}

// access returns why a place cannot be written even without a sandbox. faccessat(2) checks the
// real user, which here is the effective one; not every kernel has faccessat2(2).
func (p place) access(name string) error {
	if name == "" {
		return unix.Faccessat(unix.AT_FDCWD, self(p.fd), unix.W_OK, 0)
	}
	return unix.Faccessat(p.fd, name, unix.W_OK, 0)
}

func (p place) stat() (st unix.Stat_t, err error) {
	if p.name == "" {
		return st, unix.Fstat(p.fd, &st)
	}
	return st, unix.Fstatat(p.fd, p.name, &st, unix.AT_SYMLINK_NOFOLLOW)
}

// open opens what is there, or creates it.
func (p place) open(how int, mode uint32) (int, error) {
	if p.name == "" {
		return unix.Open(self(p.fd), how&^(unix.O_NOFOLLOW|unix.O_CREAT), mode)
	}
	return unix.Openat(p.fd, p.name, how, mode)
}

// opened is the reply for a descriptor that was opened with O_NONBLOCK.
func opened(fd int, err error, flags int) reply {
	if err != nil {
		return refusal(err)
	}
	if flags&unix.O_NONBLOCK == 0 {
		_ = unix.SetNonblock(fd, false)
	}
	return reply{fd: fd, modes: uint32(flags & unix.O_CLOEXEC)}
}

// systemDirs are system directories without links to work directories. The kernel decides about
// reading there.
var systemDirs = [...]string{"/usr/", "/lib/", "/lib64/", "/etc/", "/bin/", "/sbin/", "/sys/", "/opt/"}

// look opens a file for reading, if the kernel's rules cannot say that it may be read. For all
// else it lets the kernel decide, by rules that grant nothing hidden: so a path that is
// replaced after look cannot lead to anything hidden.
func (r *request) look(name string, flags int) reply {
	here := len(r.rules.Around) > 0 && !slices.ContainsFunc(systemDirs[:], func(dir string) bool { return strings.HasPrefix(name, dir) })
	if !here && !r.mayLead(name) {
		return passed()
	}
	p, err := r.find(r.fd(0), name, flags&unix.O_NOFOLLOW == 0)
	if err != nil {
		return passed()
	}
	if at := p.path(); here && r.rules.opensForReading(at) {
		if out := r.open(p, flags, 0, strings.HasSuffix(name, "/")); out.errno != unix.ELOOP {
			return out
		}
		return passed() // it became a link, or is one that must not be followed
	}
	return r.list(p, flags)
}

// mayLead reports whether a path can lead to one of the directories that may be listed, by its
// last part. A link to one of them under another name cannot be used for listing.
func (r *request) mayLead(name string) bool {
	last := path.Base(name)
	return last == "." || last == ".." || last == "/" || slices.ContainsFunc(r.rules.Open, func(dir string) bool { return path.Base(dir) == last })
}

// list opens a directory for listing, if the kernel's rules cannot allow listing it without its
// hidden entries.
func (r *request) list(p place, flags int) reply {
	if !slices.Contains(r.rules.Open, p.path()) || r.rules.partOf(p.path()) == hidden {
		return passed()
	}
	fd, err := p.open(flags|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_DIRECTORY, 0)
	if err != nil {
		return refusal(err)
	}
	return reply{fd: fd, modes: uint32(flags & unix.O_CLOEXEC)}
}
