//go:build !linux

package sandbox

import "errors"

// HasProot says that this system cannot run proot, which needs Linux.
const HasProot = false

// startTranslated fails: seccomp(2) exists only on Linux.
func startTranslated(func() error, <-chan struct{}) error { return errors.ErrUnsupported }
