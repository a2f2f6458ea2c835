package review

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ctime is when a file was last changed in any way.
func ctime(st *syscall.Stat_t) time.Time { return time.Unix(st.Ctim.Unix()) }

// available is how many bytes may still be written to the file system of a directory.
func available(dir string) (int64, error) {
	var free unix.Statfs_t
	err := unix.Statfs(dir, &free)
	return int64(free.Bavail) * int64(free.Bsize), err
}
