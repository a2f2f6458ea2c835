package host

import (
	"time"

	"golang.org/x/sys/unix"
)

// EndAfter ends this process after limit, as SIGKILL does, whatever it waits for or
// computes. If the kernel has timers for that, EndAfter ends even a stopped process.
func EndAfter(limit time.Duration) {
	if kernelTimer(limit) != nil {
		time.AfterFunc(limit, func() { _ = unix.Kill(unix.Getpid(), unix.SIGKILL) })
	}
}
