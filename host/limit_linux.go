package host

import (
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// kernelTimer sends this process SIGKILL after limit (timer_create(2)).
func kernelTimer(limit time.Duration) error {
	event := struct { // sigevent(3type), as large as the kernel's
		value          uintptr
		signal, notify int32
		_              [64]byte
	}{signal: int32(unix.SIGKILL)}
	var id int32
	if _, _, errno := unix.Syscall(unix.SYS_TIMER_CREATE, unix.CLOCK_MONOTONIC, uintptr(unsafe.Pointer(&event)), uintptr(unsafe.Pointer(&id))); errno != 0 {
		return errno
	}
	spec := unix.ItimerSpec{Value: unix.NsecToTimespec(int64(limit))}
	if _, _, errno := unix.Syscall6(unix.SYS_TIMER_SETTIME, uintptr(id), 0, uintptr(unsafe.Pointer(&spec)), 0, 0, 0); errno != 0 {
		return errno
	}
	return nil
}
