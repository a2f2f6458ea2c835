//go:build amd64 || arm64

package supervise

import (
	"errors"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// notice is struct seccomp_notif: a waiting call.
type notice struct {
	id     uint64
	thread uint32
	flags  uint32
	nr     int32
	arch   uint32
	at     uint64
	args   [6]uint64
}

// response is struct seccomp_notif_resp.
type response struct {
	id    uint64
	value int64
	errno int32
	flags uint32
}

// injection is struct seccomp_notif_addfd.
type injection struct {
	id              uint64
	flags           uint32
	from, to, modes uint32
}

const (
	notifyAddFD    = 0x40182103 // SECCOMP_IOCTL_NOTIF_ADDFD
	notifyIsValid  = 0x40082102 // SECCOMP_IOCTL_NOTIF_ID_VALID
	notifySetFlags = 0x40082104 // SECCOMP_IOCTL_NOTIF_SET_FLAGS
	addAndAnswer   = 2          // SECCOMP_ADDFD_FLAG_SEND
	restartSys     = 512        // ERESTARTSYS, which no program sees while it has a signal to handle
)

// listener is the kernel's listener of a filter.
type listener int

func (l listener) ioctl(what uintptr, with unsafe.Pointer) (int, error) {
	for {
		n, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(l), what, uintptr(with))
		switch {
		case errno == 0:
			return int(n), nil
		case !errors.Is(errno, unix.EINTR):
			return 0, errno
		}
	}
}

// inject gives a caller a descriptor and ends its wait. No signal may interrupt it, such as
// those by which Go stops goroutines: the kernel would then have ended the wait with 0, which
// the caller takes for its descriptor, without giving it one.
func (l listener) inject(add *injection) (int, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var all, before unix.Sigset_t
	for i := range all.Val {
		all.Val[i] = ^all.Val[i]
	}
	if err := unix.PthreadSigmask(unix.SIG_SETMASK, &all, &before); err != nil {
		return 0, err
	}
	defer func() { _ = unix.PthreadSigmask(unix.SIG_SETMASK, &before, nil) }()
	return l.ioctl(notifyAddFD, unsafe.Pointer(add))
}

// next waits for a call. It fails when no process is left that could make one.
func (l listener) next() (n notice, err error) {
	for {
		n = notice{}
		_, err = l.ioctl(unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n))
		switch {
		case !errors.Is(err, unix.ENOENT):
			return n, err
		case l.over(): // else the caller was killed meanwhile
			return n, unix.EPIPE
		}
	}
}

// over reports whether no supervised process is left.
func (l listener) over() bool {
	fds := []unix.PollFd{{Fd: int32(l)}}
	n, err := unix.Poll(fds, 0)
	return err == nil && n > 0 && fds[0].Revents&unix.POLLHUP != 0
}

// waits reports whether a call is still waiting. If so, what was read of its process before
// belongs to it, and not to another process that got its id.
func (l listener) waits(id uint64) bool {
	_, err := l.ioctl(notifyIsValid, unsafe.Pointer(&id))
	return err == nil
}

// answer ends the wait of a call, and reports whether it still waited.
func (l listener) answer(id uint64, r reply) bool {
	if r.fd >= 0 {
		add := injection{id: id, flags: addAndAnswer, from: uint32(r.fd), modes: r.modes}
		_, err := l.inject(&add)
		_ = unix.Close(r.fd)
		if err == nil || errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ESRCH) {
			return err == nil
		}
		r = refusal(err) // it has too many descriptors
	}
	out := response{id: id, value: r.value, errno: -int32(r.errno)}
	if r.restarts {
		out.errno = -restartSys
	}
	if r.pass {
		out = response{id: id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
	}
	_, err := l.ioctl(unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&out))
	return err == nil
}

// copyOf needs pidfd_getfd(2), which the kernel allows a process that may trace the caller.
func (listener) copyOf(r *request, number int) (int, error) {
	process, err := unix.PidfdOpen(r.thread, unix.O_EXCL) // PIDFD_THREAD
	if errors.Is(err, unix.EINVAL) {                      // before Linux 6.9
		var first int
		if first, err = r.status("Tgid", 10); err == nil {
			process, err = unix.PidfdOpen(first, 0)
		}
	}
	if err != nil {
		return 0, err
	}
	defer unix.Close(process)
	return unix.PidfdGetfd(process, number, 0)
}

func (listener) pidfd(process int) (int, error) { return unix.PidfdOpen(process, 0) }

func (l listener) replace(r *request, number, fd int, modes uint32) error {
	const inPlace = 1 // SECCOMP_ADDFD_FLAG_SETFD
	add := injection{id: r.id, flags: inPlace, from: uint32(fd), to: uint32(number), modes: modes}
	_, err := l.ioctl(notifyAddFD, unsafe.Pointer(&add))
	return err
}

// syncWakeUp makes the kernel wake the supervisor on the caller's processor (Linux 6.6).
func (l listener) syncWakeUp() {
	_, _, _ = unix.Syscall(unix.SYS_IOCTL, uintptr(l), notifySetFlags, unix.SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP)
}

// A reply says how a call ends.
type reply struct {
	value    int64
	errno    unix.Errno
	pass     bool   // the kernel makes the call, by its own rules
	fd       int    // a descriptor that the caller gets, or -1; answering closes it
	modes    uint32 // O_CLOEXEC
	later    bool   // somebody else answers it
	own      bool   // the caller may open the file itself, if that turns out to be the same file
	restarts bool   // in place of errno, where that can be said: as sigaction(2) says for the signal, EINTR or the call again
}

// passed lets the kernel decide.
func passed() reply { return reply{pass: true, fd: -1} }

// done is the reply for a call that succeeded.
func done() reply { return reply{fd: -1} }

// refusal is the reply for the result of an act.
func refusal(err error) reply {
	if err == nil {
		return done()
	}
	var errno unix.Errno
	if !errors.As(err, &errno) {
		errno = unix.EACCES
	}
	return reply{errno: errno, fd: -1}
}
