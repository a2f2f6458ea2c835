//go:build darwin || freebsd

package review

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ctime returns the time of a file's last change of any kind.
func ctime(st *syscall.Stat_t) time.Time { return time.Unix(st.Ctimespec.Unix()) }

// available returns the free bytes in the file system of a directory.
func available(dir string) (int64, error) {
	var free unix.Statfs_t
	err := unix.Statfs(dir, &free)
	return int64(free.Bavail) * int64(free.Bsize), err
}
