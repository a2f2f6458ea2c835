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

// Messages of the process that becomes the command: one byte, and with it the listener of its
// filter, a spare file for a program, or a text.
const (
	msgListener = 'L' // with its process id; without a listener: it is traced and has installed its filter
	msgThread   = 'T' // it asks to be traced
	msgSpare    = 'S'
	msgFailure  = 'F' // nothing has run
	msgCommand  = 'C' // everything is set up, but the command could not be started
)

// socketPair returns two ends over which descriptors can be passed.
func socketPair() (own, other *os.File, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	_ = unix.SetNonblock(fds[0], true)
	return os.NewFile(uintptr(fds[0]), "status"), os.NewFile(uintptr(fds[1]), "status"), nil
}

// watcher reads the messages of the sandboxed side and starts the supervisor once it has the
// listener.
type watcher struct {
	serving chan struct{} // closed when the supervisor answers, or no more messages can come
	over    chan struct{} // closed when no more messages can come: all processes have ended
	serves  bool
	failed  error
	super   *supervise.Supervisor
}

func watch(status *os.File, rules supervise.Rules) *watcher {
	w := &watcher{serving: make(chan struct{}), over: make(chan struct{})}
	go w.readMessages(status, rules)
	return w
}

func (w *watcher) readMessages(status *os.File, rules supervise.Rules) {
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
		text, fd, err := readMessage(conn.Read)
		if err != nil || text == "" {
			return
		}
		switch {
		case text[0] == msgListener && fd >= 0 && w.super == nil:
			rules.First, _ = strconv.Atoi(text[1:])
			w.super, w.serves = supervise.Serve(fd, rules), true
			close(w.serving)
		case text[0] == msgListener && w.super != nil && !w.serves:
			w.serves = true
			close(w.serving)
		case text[0] == msgThread && w.super == nil:
			w.trace(conn, text[1:], rules)
		case text[0] == msgSpare && fd >= 0 && !w.serves:
			rules.Spare = append(rules.Spare, fd)
		case text[0] == msgFailure && w.failed == nil:
			w.failed = fmt.Errorf("%w: %s", ErrDidNotStart, text[1:])
		case text[0] == msgCommand:
			w.failed = errors.New(strings.ToValidUTF8(text[1:], "?"))
		}
	}
}

// trace starts tracing a thread, and tells it so. On failure it sends an empty message, and
// that thread gives up.
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
		said = nil // the thread reads this as end of file
	}
	_ = conn.Write(func(fd uintptr) bool {
		_ = unix.Sendmsg(int(fd), said, nil, nil, unix.MSG_NOSIGNAL)
		return true
	})
}

// readMessage receives one message and its descriptor, or -1.
func readMessage(read func(func(fd uintptr) bool) error) (text string, fd int, err error) {
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
		return w.startError()
	}
	return nil
}

func (w *watcher) startError() error {
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
		return nil // a process hangs in the kernel, and ends as soon as the kernel lets it
	}
	if !w.serves {
		return w.startError()
	}
	return w.failed
}

// denials returns what was refused.
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

// endedWithin is how long killed processes may take to end.
const endedWithin = 5 * time.Second
