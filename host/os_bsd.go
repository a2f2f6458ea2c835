//go:build openbsd || netbsd || dragonfly

package host

import "golang.org/x/sys/unix"

// openDir opens a directory that may be read: these systems have no flag for one
// that may only be passed through, or none that Go knows of (open(2)).
const openDir = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
