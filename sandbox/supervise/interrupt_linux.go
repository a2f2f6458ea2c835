//go:build amd64 || arm64

package supervise

import (
	"errors"
	"maps"
	"os"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// interrupts are the calls that wait for another process, so that a signal has to end them. Their
// threads get none meanwhile: a tracer has them stopped, and the kernel was told to leave them in
// their call (see [ListenerFlags]).
type interrupts struct {
	mu    sync.Mutex
	calls map[uint64]int // the thread of each
	looks bool           // somebody looks for signals
}

// signalEvery is the interval at which pending signals are looked for, while few calls wait.
const signalEvery = 10 * time.Millisecond

// untilSignalled says that a call waits for another process from here on.
func (r *request) untilSignalled() {
	r.interrupts.mu.Lock()
	defer r.interrupts.mu.Unlock()
	r.interrupts.calls[r.id] = r.thread
	if !r.interrupts.looks {
		r.interrupts.looks = true
		go r.endSignalled()
	}
}

// endSignalled ends calls for whose threads a signal is pending, until none waits.
func (s *Supervisor) endSignalled() {
	for left := 1; left > 0; {
		time.Sleep(signalEvery * time.Duration(1+left/16))
		s.interrupts.mu.Lock()
		calls := maps.Clone(s.interrupts.calls)
		s.interrupts.mu.Unlock()
		for id, thread := range calls {
			if !s.waits(id) || s.endIfSignalled(id, thread) {
				s.interrupts.mu.Lock()
				delete(s.interrupts.calls, id)
				s.interrupts.mu.Unlock()
			}
		}
		s.interrupts.mu.Lock()
		left = len(s.interrupts.calls)
		s.interrupts.looks = left > 0
		s.interrupts.mu.Unlock()
	}
}

func (s *Supervisor) endIfSignalled(id uint64, thread int) bool {
	found, own := (&request{thread: thread}).signalled()
	if found {
		s.answer(id, reply{errno: unix.EINTR, restarts: own, fd: -1})
	}
	return found
}

// signalled reports whether a signal is pending that the caller neither blocks nor ignores, and
// whether no other thread can take it. It says so of a caller of whom it can find out nothing:
// a call that could not be ended would wait for ever.
func (r *request) signalled() (found, own bool) {
	text, err := os.ReadFile(r.proc("status"))
	if err != nil {
		return true, false
	}
	set := func(field string) uint64 {
		value, _ := fieldOf(text, field)
		bits, wrong := strconv.ParseUint(string(value), 16, 64)
		err = errors.Join(err, wrong)
		return bits
	}
	pending, shared, blocked, ignored, caught := set("SigPnd"), set("ShdPnd"), set("SigBlk"), set("SigIgn"), set("SigCgt")
	if err != nil {
		return true, false
	}
	for _, s := range []unix.Signal{unix.SIGCHLD, unix.SIGURG, unix.SIGWINCH, unix.SIGCONT} { // these do nothing by default
		ignored |= 1 << (s - 1) &^ caught
	}
	counts := ^(blocked | ignored)
	threads, _ := fieldOf(text, "Threads")
	return (pending|shared)&counts != 0, pending&counts != 0 || string(threads) == "1"
}

// ListenerFlags returns the flags of seccomp(2) for a filter whose listener [Serve] gets; the first
// that the kernel knows are the best. By SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (Linux 5.19) only a
// signal that kills ends a call that the supervisor has received. Without it any signal does, and
// then the kernel makes the call again: a directory that was made for the first call exists at
// the second.
func ListenerFlags() [2]uintptr {
	const listener = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER
	return [2]uintptr{listener | unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, listener}
}
