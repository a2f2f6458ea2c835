//go:build !linux

package cage

import (
	"context"
	"errors"
)

// Possible says that there can be none.
func Possible() error { return errors.ErrUnsupported }

// Run needs Linux.
func (Cage) Run(context.Context, Command) (Result, error) { return Result{}, errors.ErrUnsupported }

// Inside returns: there is no cage.
func Inside() {}
