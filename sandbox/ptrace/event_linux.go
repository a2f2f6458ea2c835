//go:build amd64 || arm64

package ptrace

import (
	"errors"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A Kind says what happened to a thread.
type Kind uint8

// The kinds. Of all but Ended and None the thread is stopped.
const (
	None      Kind = iota // nothing yet
	Ended                 // it is gone
	Asked                 // its filter asks about a call
	Boundary              // it enters or leaves a call, in [Stop.Do]
	Started               // it has started Other
	Became                // it runs another program; it was Other
	Paused                // job control stopped it
	Noticed               // it was just started, or is no longer paused
	Signalled             // it is about to get Signal
)

// An Event is what happened to a thread.
type Event struct {
	Thread int
	Kind   Kind
	Signal unix.Signal
	Other  int
}

const options = unix.PTRACE_O_TRACESECCOMP | unix.PTRACE_O_TRACEFORK | unix.PTRACE_O_TRACEVFORK | unix.PTRACE_O_TRACECLONE |
	unix.PTRACE_O_TRACEEXEC | unix.PTRACE_O_EXITKILL | unix.PTRACE_O_TRACESYSGOOD

// Seize makes the calling thread the tracer of another one, and of all that it starts.
func Seize(thread int) error { return request(unix.PTRACE_SEIZE, thread, 0, options) }

// request is ptrace(2). What is behind a pointer stays where it is meanwhile.
//
//go:uintptrescapes
func request(what, thread int, at, data uintptr) error {
	if _, _, errno := unix.RawSyscall6(unix.SYS_PTRACE, uintptr(what), uintptr(thread), at, data, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

// Suits reports whether the calling thread can be a tracer: it has no children that [Wait]
// would take for traced ones, and inherits none, as a process's first thread does.
func Suits() bool {
	how := unix.WEXITED | unix.WSTOPPED | unix.WNOWAIT | unix.WNOHANG | unix.WALL | unix.WNOTHREAD
	return unix.Gettid() != unix.Getpid() && errors.Is(unix.Waitid(unix.P_ALL, 0, nil, how, nil), unix.ECHILD)
}

// Wait waits for an event of a thread, or of any for -1. Where it is not to block, the event
// is None if nothing has happened. The error is ECHILD where nothing is traced.
func Wait(thread int, block bool) (Event, error) {
	how := unix.WALL | unix.WNOTHREAD
	if !block {
		how |= unix.WNOHANG
	}
	for {
		var w unix.WaitStatus
		id, err := unix.Wait4(thread, &w, how, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return Event{}, err
		case id == 0:
			return Event{}, nil
		default:
			return eventOf(id, w), nil
		}
	}
}

// eventOf is what a status says.
func eventOf(thread int, w unix.WaitStatus) Event {
	e := Event{Thread: thread, Signal: w.StopSignal()}
	if !w.Stopped() {
		e.Kind = Ended
		return e
	}
	switch int(w) >> 16 {
	case unix.PTRACE_EVENT_SECCOMP:
		e.Kind = Asked
	case unix.PTRACE_EVENT_FORK, unix.PTRACE_EVENT_VFORK, unix.PTRACE_EVENT_CLONE:
		e.Kind, e.Other = Started, message(thread)
	case unix.PTRACE_EVENT_EXEC:
		e.Kind, e.Other = Became, message(thread)
	case unix.PTRACE_EVENT_STOP:
		if e.Kind = Paused; e.Signal == unix.SIGTRAP {
			e.Kind = Noticed
		}
	case 0:
		if e.Kind = Signalled; e.Signal == unix.SIGTRAP|0x80 {
			e.Kind = Boundary
		}
	default:
		e.Kind = Noticed
	}
	return e
}

// message is what comes with an event, 0 where the thread is gone.
func message(thread int) int {
	var value uint64
	if request(unix.PTRACE_GETEVENTMSG, thread, 0, uintptr(unsafe.Pointer(&value))) != nil {
		return 0
	}
	return int(value)
}

// Resume lets a thread go on after an event, as it would without a tracer. That it is gone
// since is no matter: its end is an event of its own.
func Resume(e Event) {
	switch e.Kind {
	case Paused:
		_ = request(unix.PTRACE_LISTEN, e.Thread, 0, 0)
	case Signalled:
		_ = request(unix.PTRACE_CONT, e.Thread, 0, uintptr(e.Signal))
	case None, Ended:
	default:
		_ = request(unix.PTRACE_CONT, e.Thread, 0, 0)
	}
}
