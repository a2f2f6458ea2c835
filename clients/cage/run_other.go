//go:build !linux

package cage

import (
	"context"
	"errors"
)

// Possible says that no cage can be made on this system.
func Possible() error { return errors.ErrUnsupported }

// Run needs Linux.
func (Cage) Run(context.Context, Command) (Result, error) { return Result{}, errors.ErrUnsupported }

// Inside returns: there are no cages on this system.
func Inside() {}
