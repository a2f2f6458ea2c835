//go:build darwin || freebsd || openbsd || netbsd || dragonfly

package host

import "golang.org/x/sys/unix"

// The requests that only terminals support (tty(4), tcgetattr(3)).
const (
	getTermios         = unix.TIOCGETA
	setTermios         = unix.TIOCSETA
	setTermiosAndFlush = unix.TIOCSETAF // discards unread input
)
