package host

import (
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// IsTerminal reports whether fd is a terminal (tcgetattr(3)).
func IsTerminal(fd int) bool {
	_, err := unix.IoctlGetTermios(fd, getTermios)
	return err == nil
}

// Ask prints a question on a terminal and returns the line typed as its answer, without the
// newline. It discards what was typed before the question and after the answer: neither was
// meant for it, and a shell would run it. Meanwhile the terminal is in line mode; then it
// gets its old modes back (termios(3)). The kernel stops a background process that calls
// Ask, as one that reads.
func Ask(tty *os.File, question string) (string, error) {
	return ask(tty, question, func() error { return nil })
}

// AskWithin is Ask with a time limit. If no answer comes in time, it returns
// [os.ErrDeadlineExceeded].
func AskWithin(tty *os.File, question string, within time.Duration) (string, error) {
	return ask(tty, question, func() error { return awaitLine(int(tty.Fd()), time.Now().Add(within)) })
}

// awaitLine waits until the terminal has something to read, in line mode a line. It uses
// select(2), since poll(2) does not support terminals on macOS.
func awaitLine(fd int, until time.Time) error {
	for fd < unix.FD_SETSIZE {
		var set unix.FdSet
		set.Set(fd)
		left := unix.NsecToTimeval(max(time.Until(until), 0).Nanoseconds())
		n, err := unix.Select(fd+1, &set, nil, nil, &left)
		switch {
		case err == unix.EINTR: // a signal came, or this process was stopped
		case err != nil:
			return os.NewSyscallError("select", err)
		case n == 0:
			return os.ErrDeadlineExceeded
		default:
			return nil
		}
	}
	return os.NewSyscallError("select", unix.EINVAL)
}

// ask is Ask with a function that waits for the answer.
func ask(tty *os.File, question string, wait func() error) (string, error) {
	fd := int(tty.Fd())
	was, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return "", err
	}
	lines := *was
	lines.Lflag |= unix.ICANON | unix.ECHO | unix.ISIG
	lines.Iflag |= unix.ICRNL
	if err := unix.IoctlSetTermios(fd, setTermiosAndFlush, &lines); err != nil {
		return "", err
	}
	defer unix.IoctlSetTermios(fd, setTermiosAndFlush, was)
	if _, err := io.WriteString(tty, question); err != nil {
		return "", err
	}
	if err := wait(); err != nil {
		return "", err
	}
	var line [4096]byte // longer than a line that a terminal buffers
	n, err := tty.Read(line[:])
	answer, _, _ := strings.Cut(string(line[:n]), "\n")
	return answer, err
}

// Modes returns a function that restores a terminal's current modes; it does nothing for
// other files.
func Modes(fd int) (restore func()) {
	was, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return func() {}
	}
	return func() { _ = unix.IoctlSetTermios(fd, setTermios, was) }
}

// CopyModes gives a terminal the modes of another.
func CopyModes(to, from int) error {
	modes, err := unix.IoctlGetTermios(from, getTermios)
	if err != nil {
		return os.NewSyscallError("tcgetattr", err)
	}
	return os.NewSyscallError("tcsetattr", unix.IoctlSetTermios(to, setTermios, modes))
}

// Raw puts a terminal into raw mode (cfmakeraw, termios(3)) and returns a function that
// restores its modes.
func Raw(fd int) (restore func(), err error) {
	was, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return nil, os.NewSyscallError("tcgetattr", err)
	}
	raw := *was
	raw.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
	raw.Oflag &^= unix.OPOST
	raw.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
	raw.Cflag = raw.Cflag&^(unix.CSIZE|unix.PARENB) | unix.CS8
	raw.Cc[unix.VMIN], raw.Cc[unix.VTIME] = 1, 0
	if err := unix.IoctlSetTermios(fd, setTermios, &raw); err != nil {
		return nil, os.NewSyscallError("tcsetattr", err)
	}
	return func() { _ = unix.IoctlSetTermios(fd, setTermios, was) }, nil
}

// StopHere stops this process, as the terminal's suspend key does (SIGSTOP, signal(7)),
// and returns when it continues. It does not stop a session's first process, which nobody
// could continue.
func StopHere() {
	if sid, err := unix.Getsid(0); err != nil || sid == unix.Getpid() {
		return
	}
	goes := make(chan os.Signal, 1)
	signal.Notify(goes, unix.SIGCONT)
	defer signal.Stop(goes)
	if unix.Kill(unix.Getpid(), unix.SIGSTOP) == nil {
		<-goes // this goroutine may get here before the process stops
	}
}
