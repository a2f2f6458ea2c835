package launch

import (
	"strconv"
	"syscall"
)

// namesFD reports whether an argument names the descriptor as a file; see /proc/pid/fd in
// proc(5).
func namesFD(argv []string, fd int) bool {
	if fd <= 2 {
		return false
	}
	number := strconv.Itoa(fd)
	for _, arg := range argv[1:] {
		if arg == "/proc/self/fd/"+number || arg == "/dev/fd/"+number {
			return true
		}
	}
	return false
}

// isScript reports whether fd is a readable regular file. A pipe does not count: its first
// reader empties it, and nobody judged its content.
func isScript(fd int) bool {
	var st syscall.Stat_t
	if syscall.Fstat(fd, &st) != nil || st.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return false
	}
	flags, errno := control(fd, syscall.F_GETFL, 0)
	return errno == 0 && flags&syscall.O_ACCMODE != syscall.O_WRONLY
}

// closeOnExec sets or clears the close-on-exec flag.
func closeOnExec(fd int, gone bool) error {
	flags := 0
	if gone {
		flags = syscall.FD_CLOEXEC
	}
	if _, errno := control(fd, syscall.F_SETFD, flags); errno != 0 {
		return errno
	}
	return nil
}
