package host

import (
	"os"
	"path/filepath"
)

// Executable returns the file of the running program, with every link resolved. Programs
// built with it lie beside it. On Linux, macOS and FreeBSD the kernel knows the file; on
// OpenBSD it is the argv[0] that the caller chose. No decision may depend on it.
func Executable() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	if file, ok := loadedFrom(path); ok {
		path = file
	}
	return filepath.EvalSymlinks(path)
}
