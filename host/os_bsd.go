//go:build openbsd || netbsd || dragonfly

package host

import "golang.org/x/sys/unix"

// openDir opens a directory for reading: these systems have no flag for searching only,
// or none that Go knows (open(2)).
const openDir = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
