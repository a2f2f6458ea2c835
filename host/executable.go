package host

import (
	"os"
	"path/filepath"
)

// Executable returns the file of the program that runs, with every link resolved:
// what was built with it lies beside it. Linux, macOS and FreeBSD have it from the
// kernel; OpenBSD does not tell, and there it is what the caller wrote into argv[0].
// Nothing that decides may be taken from it.
func Executable() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}
