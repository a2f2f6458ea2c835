//go:build amd64 || arm64

package supervise

import (
	"errors"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Probe tries what [Serve] needs: a notification whose answer brings a descriptor, and copies of
// descriptors of another process. It is for a process that was started for this alone: a system
// may end it.
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
	go asks(listeners, came)
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

// asks makes a call that its own filter has notified, and says whether a descriptor came.
func asks(listeners chan<- int, came chan<- error) {
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
		errno = unix.EBADF // 0 would be no number that came with it
	}
	if errno != 0 {
		came <- errno
		return
	}
	came <- unix.Close(int(fd))
}
