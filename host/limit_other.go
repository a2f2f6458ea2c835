//go:build !linux

package host

import (
	"errors"
	"time"
)

// kernelTimer exists only on systems whose timers can send SIGKILL.
func kernelTimer(time.Duration) error { return errors.ErrUnsupported }
