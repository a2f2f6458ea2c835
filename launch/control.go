//go:build !openbsd

package launch

import "syscall"

// control is fcntl(2).
func control(fd, command, argument int) (int, syscall.Errno) {
	r, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), uintptr(command), uintptr(argument))
	return int(r), errno
}
