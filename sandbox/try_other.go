//go:build !linux

package sandbox

import (
	"errors"
	"io"
)

// Try is the inside of [Prove]. No backend of this system has one.
func Try(io.Writer, []string) error { return errors.New("no backend to try on this system") }
