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

// Target returns path with every symbolic link resolved, as [Canonical] does, and whether a file exists
// there. A path that cannot be resolved leads to none.
func Target(path string) (real string, exists bool) {
	real, err := Canonical(path)
	return real, err == nil && Exists(real)
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
