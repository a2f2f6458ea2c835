package runner

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// closeOnExec marks all descriptors except the standard streams as close-on-exec. It does so
// one by one: Android 12 and older kill an app that calls close_range(2).
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
