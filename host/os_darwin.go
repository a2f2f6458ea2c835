package host

import "golang.org/x/sys/unix"

const (
	// openDir reaches through a directory without reading it (open(2), O_SEARCH).
	openDir = unix.O_SEARCH | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC

	// getTermios is the request that only a terminal answers (tty(4)).
	getTermios = unix.TIOCGETA
)
