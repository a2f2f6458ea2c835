//go:build !linux

package sandbox

import (
	"errors"
	"io"
)

// Try fails: this system has no backend to prove.
func Try(io.Writer, []string) error { return errors.New("no backend to try on this system") }
