package host

import (
	"errors"
	"os"
)

// Exists reports whether a name exists. A link to nothing exists, too.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// CheckDirectory returns why a path is not a directory.
func CheckDirectory(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil && errors.Unwrap(err) != nil:
		return errors.Unwrap(err)
	case err == nil && !info.IsDir():
		return errors.New("not a directory")
	}
	return err
}
