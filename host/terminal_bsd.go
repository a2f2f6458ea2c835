//go:build darwin || freebsd || openbsd || netbsd || dragonfly

package host

import "golang.org/x/sys/unix"

// The requests that only a terminal answers (tty(4), tcgetattr(3)).
const (
	getTermios         = unix.TIOCGETA
	setTermios         = unix.TIOCSETA
	setTermiosAndFlush = unix.TIOCSETAF // throws away what was not read
)
