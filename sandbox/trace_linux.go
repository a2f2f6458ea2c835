//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox/supervise"
)

// trace asks the supervisor to trace this thread, and installs the filter.
func (c confinement) trace() error {
	if err := unix.Sendmsg(statusFD, append([]byte{msgThread}, strconv.Itoa(unix.Gettid())...), nil, nil, 0); err != nil {
		return err
	}
	var said [1]byte
	if n, err := unix.Read(statusFD, said[:]); err != nil || n != 1 {
		return errors.Join(errNotTraced, err)
	}
	_, err := c.take(0)
	if err == nil {
		err = supervise.Answered()
	}
	if err != nil {
		return err
	}
	return unix.Sendmsg(statusFD, []byte{msgListener}, nil, nil, 0)
}

// errNotTraced says that nobody traces this process.
var errNotTraced = errors.New("ptrace is refused")

// take installs the filter on this thread, and returns its listener if flags ask for one.
func (c confinement) take(flags uintptr) (int, error) {
	filter := c.filter()
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	fd, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(filter)
	if errno != 0 {
		return -1, fmt.Errorf("the filter of system calls: %w", errno)
	}
	return int(fd), nil
}
