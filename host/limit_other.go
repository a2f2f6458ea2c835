//go:build !linux

package host

import (
	"errors"
	"time"
)

// kernelTimer is for systems that can send SIGKILL when a time is up.
func kernelTimer(time.Duration) error { return errors.ErrUnsupported }
