//go:build !linux

package sandbox

import "errors"

// HasProot says that proot cannot be started here: it is a program of Linux'.
const HasProot = false

// startTranslated fails: the filter is seccomp(2), which is Linux' own.
func startTranslated(func() error, <-chan struct{}) error { return errors.ErrUnsupported }
