package host

import "golang.org/x/sys/unix"

const (
	// openDir opens a directory for lookups only, which is all that a phone app may do
	// with / and /data (open(2), O_PATH).
	openDir = unix.O_PATH | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC

	// The requests that only terminals support (ioctl_tty(2)).
	getTermios         = unix.TCGETS
	setTermios         = unix.TCSETS
	setTermiosAndFlush = unix.TCSETSF // discards unread input
)
