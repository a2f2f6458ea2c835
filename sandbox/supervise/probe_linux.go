//go:build amd64 || arm64

package supervise

import (
	"errors"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Probe tries what [Serve] needs: a notification answered with a descriptor, and copies of
// another process's descriptors. It needs a process of its own, because a system may kill it.
func Probe() error {
	process, err := unix.PidfdOpen(os.Getpid(), 0)
	if err != nil {
		return err
	}
	null, err := unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	if _, err := unix.PidfdGetfd(process, null, 0); err != nil {
		return err
	}
	listeners, came := make(chan int), make(chan error)
	go callNotified(listeners, came)
	l := listener(<-listeners)
	if l < 0 {
		return errors.New("no listener")
	}
	n, err := l.next()
	if err == nil {
		l.answer(n.id, reply{fd: null})
		err = <-came
	}
	return err
}

// callNotified makes a call that its own filter notifies, and reports whether a descriptor came back.
func callNotified(listeners chan<- int, came chan<- error) {
	runtime.LockOSThread()
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_TRUNCATE, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_USER_NOTIF},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != nil {
		listeners <- -1
		return
	}
	l, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		listeners <- -1
		return
	}
	listeners <- int(l)
	fd, _, errno := unix.Syscall(unix.SYS_TRUNCATE, 0, 0, 0)
	if errno == 0 && fd == 0 {
		errno = unix.EBADF // a descriptor that came back cannot have the number 0
	}
	if errno != 0 {
		came <- errno
		return
	}
	came <- unix.Close(int(fd))
}
