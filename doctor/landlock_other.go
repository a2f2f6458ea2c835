//go:build !linux

package doctor

import "errors"

// landlockABI fails: only Linux has Landlock.
func landlockABI() (int, error) { return 0, errors.ErrUnsupported }
