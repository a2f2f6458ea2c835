//go:build amd64 || arm64

package supervise

import (
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox/ptrace"
)

// opening is a file that a thread opens itself for reading, and the file that it must be.
type opening struct {
	fd    int // the supervisor's
	modes uint32
	file  unix.Stat_t
}

// openItself lets the kernel open a file for reading, and checks afterwards: until then only
// this thread could use the descriptor. If it is another file than the one decided about, the
// tracer closes it and gives the thread the right one.
func (t *tracer) openItself(h *waiter, r reply) {
	o := &opening{modes: r.modes}
	fd, err := unix.FcntlInt(uintptr(r.fd), unix.F_DUPFD_CLOEXEC, 0)
	if err == nil {
		o.fd, err = fd, unix.Fstat(fd, &o.file)
	}
	if err == nil {
		err = h.Leave()
	}
	if err != nil {
		h.Return(ending(refusal(err)))
		return
	}
	t.traced[h.thread].opens = o
}

// opened checks the file that a thread has opened.
func (t *tracer) opened(e ptrace.Event, who *tracee) {
	o := who.opens
	who.opens = nil
	defer unix.Close(o.fd)
	stop, number, err := ptrace.Left(e.Thread)
	if err != nil {
		return
	}
	if number < 0 {
		ptrace.Resume(e)
		return
	}
	var st unix.Stat_t
	r := request{thread: e.Thread}
	if unix.Stat(r.proc("fd/"+strconv.FormatInt(number, 10)), &st) == nil && st.Dev == o.file.Dev && st.Ino == o.file.Ino {
		ptrace.Resume(e)
		return
	}
	h := &waiter{Stop: stop, thread: e.Thread}
	err = h.Borrow(func() error {
		_, err := h.Do(unix.SYS_CLOSE, uint64(number))
		return err
	})
	switch {
	case t.isOver(h, err):
		return
	case err != nil:
		_ = unix.Kill(e.Thread, unix.SIGKILL)
		return
	}
	given, err := t.give(h, o.fd, o.modes)
	switch {
	case t.isOver(h, err):
	case err != nil:
		h.Return(ending(refusal(err)))
	default:
		h.Return(int64(given))
	}
}
