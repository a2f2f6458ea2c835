//go:build amd64 || arm64

package ptrace

import (
	"errors"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A Stop is a thread before a call that its filter asks about.
type Stop struct {
	thread  int
	regs    registers // before the call
	skipped bool      // the call is behind it, and was not made
	paused  bool      // job control wants it to stop
	stopped bool      // a SIGSTOP is due
}

// Stopped returns the stop of a thread of which an event was Asked.
func Stopped(thread int) (*Stop, error) {
	s := &Stop{thread: thread}
	return s, s.regs.load(thread)
}

// CallOf is the system call that a stopped thread is in.
func CallOf(thread int) (nr uintptr, args [6]uint64, err error) {
	var r registers
	err = r.load(thread)
	return r.number(), r.arguments(), err
}

// Call is the call that is asked about. Its arguments are in registers, which nothing can
// change while the thread is stopped.
func (s *Stop) Call() (nr uintptr, args [6]uint64) { return s.regs.number(), s.regs.arguments() }

// Pass lets the kernel make the call.
func (s *Stop) Pass() { _ = request(unix.PTRACE_CONT, s.thread, 0, 0) }

// Leave lets the kernel make the call, and the thread stop behind it: an event that is
// Boundary. It is for kernels from 4.8 on; the older ones have one before it, too.
func (s *Stop) Leave() error { return request(unix.PTRACE_SYSCALL, s.thread, 0, 0) }

// Left returns the stop of a thread that is behind a call, and what came of that.
func Left(thread int) (*Stop, int64, error) {
	s := &Stop{thread: thread, skipped: true}
	err := s.regs.load(thread)
	return s, s.regs.result(), err
}

// Return ends the call with a value, or an errno as a negative one, without making it.
func (s *Stop) Return(value int64) {
	s.regs.setResult(value)
	if s.regs.store(s.thread) != nil || !s.skipped && skip(s.thread) != nil {
		_ = unix.Kill(s.thread, unix.SIGKILL) // else the kernel would make the call
	}
	if s.stopped {
		_ = unix.Kill(s.thread, unix.SIGSTOP)
	}
	if s.paused {
		_ = request(unix.PTRACE_INTERRUPT, s.thread, 0, 0)
	}
	_ = request(unix.PTRACE_CONT, s.thread, 0, 0)
}

// An Interrupted says that something else happened to a thread than what it was to do: it was
// killed, or another one of its process runs another program. The event is to be handled.
type Interrupted struct{ Event }

// Error says so.
func (Interrupted) Error() string { return "the thread did something else" }

// ErrForeign says that a thread made another call than it was to make: somebody changed its
// program's text. Its process was killed.
var ErrForeign = errors.New("another system call than the one that was asked for")

// Borrow runs a function that has the thread make calls, during which no signal reaches it.
func (s *Stop) Borrow(do func() error) error {
	const size = 8 // of a set of signals
	var before, all uint64
	all = ^all
	if err := request(unix.PTRACE_GETSIGMASK, s.thread, size, uintptr(unsafe.Pointer(&before))); err != nil {
		return err
	}
	if err := request(unix.PTRACE_SETSIGMASK, s.thread, size, uintptr(unsafe.Pointer(&all))); err != nil {
		return err
	}
	err := do()
	_ = request(unix.PTRACE_SETSIGMASK, s.thread, size, uintptr(unsafe.Pointer(&before)))
	return err
}

// Do has the thread make a call, and returns what comes of it. The call must not block. The
// instruction is the one that the thread stands behind; what runs is checked before the kernel
// makes it.
func (s *Stop) Do(nr uintptr, args ...uint64) (uint64, error) {
	if !s.skipped {
		if err := skip(s.thread); err != nil {
			return 0, err
		}
		if err := s.boundary(nil); err != nil {
			return 0, err
		}
		s.skipped = true
	}
	want := s.regs
	var all [6]uint64
	copy(all[:], args)
	want.setCall(nr, all)
	if err := want.store(s.thread); err != nil {
		return 0, err
	}
	want.advance()
	if err := s.boundary(&want); err != nil { // it enters the call
		return 0, err
	}
	if err := s.check(&want); err != nil {
		return 0, err
	}
	if err := s.boundary(&want); err != nil { // it leaves it
		return 0, err
	}
	var now registers
	if err := now.load(s.thread); err != nil {
		return 0, err
	}
	if value := now.result(); value < 0 && value >= -4095 {
		return 0, unix.Errno(-value)
	}
	return uint64(now.result()), nil
}

// check kills the process of a thread that makes another call than the one wanted.
func (s *Stop) check(want *registers) error {
	var now registers
	if err := now.load(s.thread); err != nil {
		return err
	}
	if now.number() != want.number() || now.arguments() != want.arguments() || now.counter() != want.counter() {
		_ = unix.Kill(s.thread, unix.SIGKILL)
		return ErrForeign
	}
	return nil
}

// boundary runs the thread to the next beginning or end of a call. The filter may ask about
// the call that is wanted, and about no other.
func (s *Stop) boundary(want *registers) error {
	for {
		if err := request(unix.PTRACE_SYSCALL, s.thread, 0, 0); err != nil {
			return err
		}
		e, err := Wait(s.thread, true)
		if err != nil {
			return err
		}
		switch {
		case e.Kind == Boundary:
			return nil
		case e.Kind == Asked && want != nil:
			if err := s.check(want); err != nil {
				return err
			}
		case e.Kind == Paused:
			s.paused = true
		case e.Kind == Noticed:
		case e.Kind == Signalled && e.Signal == unix.SIGSTOP:
			s.stopped = true // no mask holds it off
		case e.Kind == Signalled || e.Kind == Asked || e.Kind == Started:
			_ = unix.Kill(s.thread, unix.SIGKILL) // a fault, where there was the instruction
			return ErrForeign
		default:
			return Interrupted{e}
		}
	}
}
