//go:build amd64 || arm64

package supervise

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// read opens a file for reading, if no rules of the kernel say what may be read.
func (r *request) read(name string, flags int) reply {
	follow := flags&unix.O_NOFOLLOW == 0
	for range mostLinks {
		p, err := r.find(r.fd(0), name, follow)
		if err != nil {
			return refusal(err)
		}
		out := r.readAt(p, flags, strings.HasSuffix(name, "/"))
		if out.errno != unix.ELOOP || !follow {
			return out
		}
	}
	return refusal(unix.ELOOP)
}

// readAt opens a place for reading.
func (r *request) readAt(p place, flags int, slash bool) reply {
	how := flags | unix.O_NOFOLLOW | unix.O_NOCTTY | unix.O_CLOEXEC
	if slash {
		how |= unix.O_DIRECTORY
	}
	f, st, err := r.fix(p)
	if err != nil {
		return refusal(err)
	}
	at := p.path()
	switch kind := st.Mode & unix.S_IFMT; {
	case r.rules.partOf(at) == hidden || r.isSecret(st):
		return r.deny("read", at, unix.EACCES)
	case r.isPrivate(at) || kind == unix.S_IFREG && strings.HasPrefix(at, "/dev/"): // the machine's shared memory
		return refusal(unix.EACCES)
	case kind == unix.S_IFCHR:
		return r.device(f, how, flags)
	case kind == unix.S_IFLNK:
		return refusal(unix.ELOOP)
	case kind == unix.S_IFBLK:
		return refusal(unix.EACCES)
	case kind == unix.S_IFIFO:
		return r.pipe(f, flags)
	}
	fd, err := f.open(how, 0)
	if err != nil {
		return refusal(err)
	}
	plain := st.Mode&unix.S_IFMT == unix.S_IFREG || st.Mode&unix.S_IFMT == unix.S_IFDIR
	return reply{fd: fd, modes: uint32(flags & unix.O_CLOEXEC), own: plain && !strings.HasPrefix(at, "/proc/")}
}

// public are the files of a process in /proc that everybody may read; ps(1) does.
var public = [...]string{"stat", "statm", "status", "cmdline", "comm", "cgroup", "limits", "mountinfo", "mounts", "task", "."}

// isPrivate reports whether a path is a file of an outside process that only its owner may
// read.
func (r *request) isPrivate(name string) bool {
	rest, is := strings.CutPrefix(name, "/proc/")
	if !is {
		return false
	}
	who, rest, _ := strings.Cut(rest, "/")
	process, err := strconv.Atoi(who)
	if err != nil || r.isInside(process) {
		return false
	}
	if rest, is = strings.CutPrefix(rest, "task/"); is {
		_, rest, _ = strings.Cut(rest, "/")
	}
	return !slices.Contains(public[:], path.Clean(rest))
}

// isInside reports whether a process, or the process of a thread, is confined.
func (r *request) isInside(process int) bool {
	for at := process; at > 1 && r.above > 1; {
		parent, err := (&request{thread: at}).status("PPid", 10)
		if err != nil || parent == at {
			return false
		}
		if parent == r.above {
			return true
		}
		at = parent
	}
	return false
}
