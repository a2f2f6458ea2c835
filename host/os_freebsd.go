package host

import "golang.org/x/sys/unix"

// openDir opens a directory for searching, not reading (open(2), O_SEARCH).
const openDir = unix.O_SEARCH | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
