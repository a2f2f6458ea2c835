//go:build !linux

package cage

import (
	"context"
	"errors"
)

// Run needs Linux.
func (Cage) Run(context.Context, Command) (Result, error) { return Result{}, errors.ErrUnsupported }

// Inside returns: there is no cage.
func Inside() {}
