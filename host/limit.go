package host

import (
	"time"

	"golang.org/x/sys/unix"
)

// EndAfter ends this process when a time is up, as SIGKILL does: whatever it waits
// for or computes then, and where the kernel has a timer for that, while it is stopped
// too.
func EndAfter(limit time.Duration) {
	if kernelTimer(limit) != nil {
		time.AfterFunc(limit, func() { _ = unix.Kill(unix.Getpid(), unix.SIGKILL) })
	}
}
