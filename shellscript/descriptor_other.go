//go:build !linux

package shellscript

import (
	"os"

	"golang.org/x/sys/unix"
)

// memoryFile returns a descriptor of a file that has no name any more. These
// systems have no files of memory that a Go program without C can make. The
// directory is not the environment's to choose.
func memoryFile() (int, error) {
	f, err := os.CreateTemp("/tmp", ".shimgen-script-*")
	if err != nil {
		return -1, err
	}
	defer f.Close()
	if err := os.Remove(f.Name()); err != nil {
		return -1, err
	}
	return unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 3)
}

// inPlace puts a descriptor in another one's place.
func inPlace(fd, place int) error { return unix.Dup2(fd, place) }

// openFiles is where a program finds its open files by number (fd(4)). What is
// opened there shares its position with the descriptor, which therefore stands
// at the beginning when it is handed over.
const openFiles = "/dev/fd/"

// opensAnew says that a file opened there is read from its beginning.
const opensAnew = false
