package host

import (
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// IsTerminal says whether fd is connected to a terminal (tcgetattr(3)).
func IsTerminal(fd int) bool {
	_, err := unix.IoctlGetTermios(fd, getTermios)
	return err == nil
}

// Ask prints a question on a terminal and returns the line that is typed as its
// answer, without the newline. What was typed before the question was there is
// thrown away, and so is what stands behind the answer: neither was meant for it, and
// a shell would run it. The terminal is in line mode for as long, and as it was after
// (termios(3)). A process in the background is stopped as one that reads is.
func Ask(tty *os.File, question string) (string, error) {
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
	var line [4096]byte // more than a terminal keeps of a line
	n, err := tty.Read(line[:])
	answer, _, _ := strings.Cut(string(line[:n]), "\n")
	return answer, err
}

// Modes returns what a terminal's modes are, as a function that sets them again; it
// does nothing for what is no terminal.
func Modes(fd int) (restore func()) {
	was, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return func() {}
	}
	return func() { _ = unix.IoctlSetTermios(fd, setTermios, was) }
}
