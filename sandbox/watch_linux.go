//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox/supervise"
)

// What the process that becomes a command tells before it does: one byte, and with it the
// listener of its filter, a spare file for a program, or a text.
const (
	toldListener = 'L' // and its process; without a listener, that it is traced and has its filter
	toldThread   = 'T' // that it is to be traced
	toldSpare    = 'S'
	toldFailure  = 'F' // nothing has run
	toldCommand  = 'C' // all was done, and the command could not be started
)

// socketPair is two ends over which a descriptor can be handed.
func socketPair() (own, other *os.File, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	_ = unix.SetNonblock(fds[0], true)
	return os.NewFile(uintptr(fds[0]), "status"), os.NewFile(uintptr(fds[1]), "status"), nil
}

// watcher reads what the sandboxed side reports and starts the supervisor once it has the listener.
type watcher struct {
	serving chan struct{} // closed when the supervisor answers, or nothing is told any more
	over    chan struct{} // closed when nothing is told any more: all processes have ended
	serves  bool
	failed  error
	super   *supervise.Supervisor
}

func watch(status *os.File, rules supervise.Rules) *watcher {
	w := &watcher{serving: make(chan struct{}), over: make(chan struct{})}
	go w.hear(status, rules)
	return w
}

func (w *watcher) hear(status *os.File, rules supervise.Rules) {
	defer close(w.over)
	defer func() {
		if !w.serves {
			close(w.serving)
		}
	}()
	conn, err := status.SyscallConn()
	if err != nil {
		w.failed = err
		return
	}
	for {
		text, fd, err := hearOne(conn.Read)
		if err != nil || text == "" {
			return
		}
		switch {
		case text[0] == toldListener && fd >= 0 && w.super == nil:
			rules.First, _ = strconv.Atoi(text[1:])
			w.super, w.serves = supervise.Serve(fd, rules), true
			close(w.serving)
		case text[0] == toldListener && w.super != nil && !w.serves:
			w.serves = true
			close(w.serving)
		case text[0] == toldThread && w.super == nil:
			w.trace(conn, text[1:], rules)
		case text[0] == toldSpare && fd >= 0 && !w.serves:
			rules.Spare = append(rules.Spare, fd)
		case text[0] == toldFailure && w.failed == nil:
			w.failed = fmt.Errorf("%w: %s", ErrDidNotStart, text[1:])
		case text[0] == toldCommand:
			w.failed = errors.New(strings.ToValidUTF8(text[1:], "?"))
		}
	}
}

// trace begins to trace a thread, and says so. Else that thread begins nothing.
func (w *watcher) trace(conn syscall.RawConn, thread string, rules supervise.Rules) {
	first, err := strconv.Atoi(thread)
	if err == nil {
		w.super, err = supervise.Trace(first, rules)
	}
	if err != nil {
		w.failed = fmt.Errorf("%w: supervisor: tracing it: %w", ErrDidNotStart, err)
	}
	said := []byte{0}
	if err != nil {
		said = nil // which is read as an end
	}
	_ = conn.Write(func(fd uintptr) bool {
		_ = unix.Sendmsg(int(fd), said, nil, nil, unix.MSG_NOSIGNAL)
		return true
	})
}

// hearOne receives one message and the descriptor that came with it, or -1.
func hearOne(read func(func(fd uintptr) bool) error) (text string, fd int, err error) {
	buf, control := make([]byte, 8<<10), make([]byte, unix.CmsgSpace(4))
	n, got := 0, 0
	waited := read(func(at uintptr) bool {
		n, got, _, _, err = unix.Recvmsg(int(at), buf, control, unix.MSG_CMSG_CLOEXEC)
		return !errors.Is(err, unix.EAGAIN)
	})
	if err = errors.Join(waited, err); err != nil {
		return "", -1, err
	}
	fd = -1
	if messages, wrong := unix.ParseSocketControlMessage(control[:got]); wrong == nil && len(messages) == 1 {
		if fds, wrong := unix.ParseUnixRights(&messages[0]); wrong == nil && len(fds) == 1 {
			fd = fds[0]
		}
	}
	return string(buf[:n]), fd, nil
}

// ready waits until the supervisor answers.
func (w *watcher) ready() error {
	select {
	case <-w.serving:
	case <-time.After(servedWithin):
		return fmt.Errorf("supervisor: %w", ErrDidNotStart)
	}
	if !w.serves {
		return w.notBegun()
	}
	return nil
}

func (w *watcher) notBegun() error {
	if w.failed != nil {
		return w.failed
	}
	return ErrDidNotStart
}

// began waits until all processes have ended, and returns why the command did not start.
func (w *watcher) began() error {
	select {
	case <-w.over:
	case <-time.After(endedWithin):
		return nil // what is left is stopped in the kernel, and ends as soon as it is not
	}
	if !w.serves {
		return w.notBegun()
	}
	return w.failed
}

// denials are what was refused.
func (w *watcher) denials() []supervise.Denial {
	select {
	case <-w.over:
		if w.super != nil {
			return w.super.Denials()
		}
	default:
	}
	return nil
}

// servedWithin is how long a command's process may take to confine itself.
const servedWithin = 30 * time.Second

// endedWithin is how long processes that were killed may take to be gone.
const endedWithin = 5 * time.Second
