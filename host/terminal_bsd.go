//go:build darwin || freebsd || openbsd || netbsd || dragonfly

package host

import "golang.org/x/sys/unix"

// getTermios is the request that only a terminal answers (tty(4), tcgetattr(3)).
const getTermios = unix.TIOCGETA
