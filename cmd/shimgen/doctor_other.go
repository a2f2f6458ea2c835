//go:build !linux

package main

import "errors"

// landlockABI fails: Landlock is Linux' own.
func landlockABI() (int, error) { return 0, errors.ErrUnsupported }
