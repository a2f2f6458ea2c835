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

// Terminal is a pseudo-terminal that is connected with a person's.
type Terminal struct {
	// Inside is the program's end. Connect and Close close it.
	Inside *os.File

	outside *os.File // our end
	person  *os.File
	restore func()        // sets the modes of the person's terminal as they were
	quit    io.Closer     // ends the reading of keys
	gone    chan struct{} // is closed when the person's terminal is gone
	done    chan struct{} // is closed when the program has ended
	shown   chan struct{} // is closed when all that it has shown was handed on
	last    atomic.Bool   // the program has ended: what it has shown is there already
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

// pollable returns another descriptor of a file, one that the runtime can wait for: to close
// it, or a deadline, ends a read.
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
// What the program shows is written to show. Gone is closed when the person's terminal is.
func (t *Terminal) Connect(show io.Writer) (gone <-chan struct{}, err error) {
	t.Inside.Close() // the program has it
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

// settle is how long what a program has shown may take to come through once it has ended,
// where another process still has its terminal open; and atMost, where that process goes on
// writing.
const (
	settle = 100 * time.Millisecond
	atMost = 2 * time.Second
)

// Close hands on what the program, which has ended, has shown, and gives the person's
// terminal back as it was. What still runs on the program's terminal is hung up.
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

// show hands on what is shown, until nobody has the terminal open any more.
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

// hand hands keys on until quit is closed, of which it has the other end. Where there is no
// terminal any more that they could come from, it hangs up the program's.
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

// look is how often it is looked whether the program has stopped. A shell inside takes its
// terminal back from a job that has stopped in much less.
const look = 500 * time.Millisecond

// watch lets the size follow, and the person have their terminal where the program stops.
func (t *Terminal) watch() {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, unix.SIGWINCH, unix.SIGTSTP)
	defer signal.Stop(signals)
	t.resize() // it may have changed before
	looks := time.NewTicker(look)
	defer looks.Stop()
	stopped := 0 // the process group that had stopped when it was looked at last
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

// stop gives the person's terminal back, stops this process, and takes the terminal again
// when it goes on.
func (t *Terminal) stop() {
	t.restore()
	host.StopHere()
	if _, err := host.Raw(int(t.person.Fd())); err == nil {
		t.resize()
	}
}

// resize gives the terminal the size of the person's. The kernel signals the program.
func (t *Terminal) resize() {
	size, err := unix.IoctlGetWinsize(int(t.person.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return
	}
	t.control(func(fd int) { _ = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, size) })
}

// foreground returns the process group that keys on the terminal signal: tcgetpgrp(3). 0 is
// none.
func (t *Terminal) foreground() (group int) {
	t.control(func(fd int) {
		if is, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP); err == nil {
			group = is
		}
	})
	return group
}

// control calls do with our end, as long as that is open.
func (t *Terminal) control(do func(fd int)) {
	if raw, err := t.outside.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { do(int(fd)) })
	}
}
