package runner

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// closeOnExec marks all descriptors but the standard streams as not for other programs.
// It does so one by one: close_range(2) ends an app of Android 12 or older.
func closeOnExec() error {
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return err
	}
	for _, name := range open {
		if fd, err := strconv.Atoi(name.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
	return nil
}
