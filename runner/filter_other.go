//go:build !linux

package runner

import "errors"

// filters says that proot cannot be started here: it is a program of Linux'.
const filters = false

// filter fails: the filter is seccomp(2), which is Linux' own.
func filter() error { return errors.ErrUnsupported }
