package terminal

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
)

// Terminal is a pseudo-terminal connected to a person's terminal.
type Terminal struct {
	// Inside is the program's end. Connect and Close close it.
	Inside *os.File

	outside *os.File // our end
	person  *os.File
	restore func()        // restores the modes of the person's terminal
	quit    io.Closer     // stops the reading of keys
	gone    chan struct{} // closed when the person's terminal is gone
	done    chan struct{} // closed when the program has ended
	shown   chan struct{} // closed when all its output was passed on
	last    atomic.Bool   // the program has ended, so all its output is already in the buffer
	at      sync.WaitGroup
}

// Open makes a terminal with the modes and the size of another one.
func Open(like *os.File) (*Terminal, error) {
	blocking, inside, err := pty.Open()
	if err != nil {
		return nil, err
	}
	outside, err := pollable(blocking)
	blocking.Close()
	if err != nil {
		return nil, errors.Join(err, inside.Close())
	}
	t := &Terminal{Inside: inside, outside: outside, person: like}
	if err := host.CopyModes(int(inside.Fd()), int(like.Fd())); err != nil {
		return nil, errors.Join(err, inside.Close(), outside.Close())
	}
	t.resize()
	return t, nil
}

// pollable returns another descriptor of a file, which the runtime polls: closing it, or
// a deadline, ends a read.
func pollable(f *os.File) (*os.File, error) {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		return nil, errors.Join(os.NewSyscallError("fcntl", err), unix.Close(fd))
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// Connect connects the terminal, on which a program has been started, with the person's.
// It writes the program's output to show. gone is closed when the person's terminal is
// gone.
func (t *Terminal) Connect(show io.Writer) (gone <-chan struct{}, err error) {
	t.Inside.Close() // the program has its own descriptor
	keys, quit, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	if t.restore, err = host.Raw(int(t.person.Fd())); err != nil {
		return nil, errors.Join(err, keys.Close(), quit.Close())
	}
	t.quit, t.gone, t.done, t.shown = quit, make(chan struct{}), make(chan struct{}), make(chan struct{})
	t.at.Go(func() { t.hand(keys) })
	t.at.Go(t.watch)
	go t.show(show)
	return t.gone, nil
}

// settle is how long to wait for a program's output after it has ended, if another
// process still has its terminal open; atMost is the limit if that process keeps writing.
const (
	settle = 100 * time.Millisecond
	atMost = 2 * time.Second
)

// Close passes on the remaining output of the program, which has ended, and restores the
// person's terminal. Processes still on the program's terminal get SIGHUP.
func (t *Terminal) Close() {
	t.Inside.Close()
	if t.done != nil {
		close(t.done)
		t.last.Store(true)
		_ = t.outside.SetReadDeadline(time.Now().Add(settle))
		select {
		case <-t.shown:
		case <-time.After(atMost):
		}
		t.quit.Close()
	}
	t.outside.Close()
	t.at.Wait()
	if t.restore != nil {
		t.restore()
	}
}

// show passes output on until nobody has the terminal open.
func (t *Terminal) show(to io.Writer) {
	defer close(t.shown)
	for buffer := make([]byte, 32<<10); ; {
		n, err := t.outside.Read(buffer)
		if _, failed := to.Write(buffer[:n]); failed != nil || err != nil {
			return
		}
		if t.last.Load() {
			_ = t.outside.SetReadDeadline(time.Now().Add(settle))
		}
	}
}

// hand passes keys on until quit, the other end of a pipe, is closed. If the person's
// terminal is gone, it hangs up the program's.
func (t *Terminal) hand(quit *os.File) {
	defer quit.Close()
	from := int(t.person.Fd())
	wait := []unix.PollFd{{Fd: int32(from), Events: unix.POLLIN}, {Fd: int32(quit.Fd()), Events: unix.POLLIN}}
	for buffer := make([]byte, 4096); ; {
		if _, err := unix.Poll(wait, -1); errors.Is(err, unix.EINTR) {
			continue
		} else if err != nil || wait[1].Revents != 0 {
			return
		}
		switch n, err := unix.Read(from, buffer); {
		case n > 0:
			if _, err := t.outside.Write(buffer[:n]); err != nil {
				return
			}
		case !errors.Is(err, unix.EINTR) && !errors.Is(err, unix.EAGAIN):
			close(t.gone)
			t.outside.Close()
			return
		}
	}
}

// look is the interval between checks whether the program has stopped. A shell inside
// takes its terminal back from a stopped job much faster.
const look = 500 * time.Millisecond

// watch copies size changes, and returns the terminal to the person while the program is
// stopped.
func (t *Terminal) watch() {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, unix.SIGWINCH, unix.SIGTSTP)
	defer signal.Stop(signals)
	t.resize() // the size may have changed before
	looks := time.NewTicker(look)
	defer looks.Stop()
	stopped := 0 // the process group that was stopped at the last check
	for {
		select {
		case <-t.done:
			return
		case sig := <-signals:
			if sig == unix.SIGTSTP {
				t.stop()
			} else {
				t.resize()
			}
		case <-looks.C:
			group := t.foreground()
			if !hasStopped(group) {
				stopped = 0
				continue
			}
			if stopped == group {
				t.stop()
				_ = unix.Kill(-group, unix.SIGCONT)
				group = 0
			}
			stopped = group
		}
	}
}

// stop returns the person's terminal, stops this process, and takes the terminal again
// when the process continues.
func (t *Terminal) stop() {
	t.restore()
	host.StopHere()
	if _, err := host.Raw(int(t.person.Fd())); err == nil {
		t.resize()
	}
}

// resize copies the size of the person's terminal. The kernel signals the program.
func (t *Terminal) resize() {
	size, err := unix.IoctlGetWinsize(int(t.person.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return
	}
	t.control(func(fd int) { _ = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, size) })
}

// foreground returns the terminal's foreground process group, which keys signal:
// tcgetpgrp(3). 0 means none.
func (t *Terminal) foreground() (group int) {
	t.control(func(fd int) {
		if is, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP); err == nil {
			group = is
		}
	})
	return group
}

// control calls do with our end, if that is still open.
func (t *Terminal) control(do func(fd int)) {
	if raw, err := t.outside.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { do(int(fd)) })
	}
}
