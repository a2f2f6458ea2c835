//go:build !linux

package doctor

import "errors"

// landlockABI fails: Landlock is Linux' own.
func landlockABI() (int, error) { return 0, errors.ErrUnsupported }
