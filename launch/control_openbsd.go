package launch

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// control is fcntl(2) through the C library: OpenBSD allows system calls from there only.
func control(fd, command, argument int) (int, syscall.Errno) {
	r, err := unix.FcntlInt(uintptr(fd), command, argument)
	errno, _ := err.(syscall.Errno)
	return r, errno
}
