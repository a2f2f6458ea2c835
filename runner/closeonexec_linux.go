package runner

import (
	"math"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// closeOnExec marks all descriptors but the standard streams as not for other programs:
// close_range(2), and one by one where the kernel is older than 5.11.
func closeOnExec() error {
	if unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC) == nil {
		return nil
	}
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
