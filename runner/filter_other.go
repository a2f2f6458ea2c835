//go:build !linux

package runner

import "errors"

// refuse needs seccomp(2), which is Linux's.
func refuse(numbers []uintptr) error {
	if len(numbers) == 0 {
		return nil
	}
	return errors.ErrUnsupported
}
