package host

import "golang.org/x/sys/unix"

const (
	// openDir reaches through a directory without reading it, which is all a
	// phone app may do with / and /data (open(2), O_PATH).
	openDir = unix.O_PATH | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC

	// The requests that only a terminal answers (ioctl_tty(2)).
	getTermios         = unix.TCGETS
	setTermios         = unix.TCSETS
	setTermiosAndFlush = unix.TCSETSF // throws away what was not read
)
