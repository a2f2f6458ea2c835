//go:build amd64 || arm64

package supervise

import (
	"path"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// directory opens a directory by a path, without following links to descriptors of a process.
func (r *request) directory(base int, name string) (int, error) {
	if r.rules.Alone {
		return r.walk(base, name)
	}
	how := unix.OpenHow{Flags: unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_MAGICLINKS}
	return r.keep(unix.Openat2(base, name, &how))
}

// beneath opens a directory below another, by a clean path without links.
func (r *request) beneath(root int, name string) (fd int, err error) {
	fd = root
	for part := range strings.SplitSeq(strings.Trim(name, "/"), "/") {
		if part == "" {
			continue
		}
		if fd, err = r.keep(unix.Openat(fd, part, unix.O_PATH|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)); err != nil {
			return -1, err
		}
	}
	return fd, nil
}

// walk does what openat2(2) does, for kernels without it, and for Android, which kills an app
// that calls it: it opens name by name, and follows each link by its text.
func (r *request) walk(base int, name string) (int, error) {
	at, err := base, error(nil)
	if strings.HasPrefix(name, "/") {
		if at, err = r.root(); err != nil {
			return -1, err
		}
	}
	left := strings.Split(name, "/")
	for links := 0; len(left) > 0; {
		part := left[0]
		left = left[1:]
		if part == "" || part == "." {
			continue
		}
		next, err := r.keep(unix.Openat(at, part, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0))
		if err != nil {
			return -1, err
		}
		var st unix.Stat_t
		if err := unix.Fstat(next, &st); err != nil {
			return -1, err
		}
		if st.Mode&unix.S_IFMT != unix.S_IFLNK {
			at = next
			continue
		}
		dir, err := nameOf(at)
		if err != nil {
			return -1, err
		}
		to, err := r.link(at, dir, part)
		if links++; err == nil && links > mostLinks {
			err = unix.ELOOP
		}
		if err == nil && strings.HasPrefix(to, "/") {
			at, err = r.root()
		}
		if err != nil {
			return -1, err
		}
		left = append(strings.Split(to, "/"), left...)
	}
	if at == unix.AT_FDCWD { // the path was empty
		return -1, unix.ENOENT
	}
	return r.keep(unix.Openat(at, ".", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)) // fails if it is not a directory
}

func (r *request) root() (int, error) {
	return r.keep(unix.Open("/", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0))
}

// link returns the text of a link as the caller sees it: /proc/self is about the reader.
func (r *request) link(at int, dir, name string) (string, error) {
	if r.rules.Alone && dir == "/proc" && (name == "self" || name == "thread-self") {
		first, err := r.status("Tgid", 10)
		if err != nil {
			return "", unix.ENOENT
		}
		if name == "self" {
			return strconv.Itoa(first), nil
		}
		return path.Join(strconv.Itoa(first), "task", strconv.Itoa(r.thread)), nil
	}
	text := make([]byte, longest)
	n, err := unix.Readlinkat(at, name, text)
	return string(text[:max(n, 0)]), err
}
