package host

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Map returns the content of an opened file, of which only what is looked at is read.
// It holds until Unmap, and only for a file that is replaced whole and never changed.
func Map(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() <= 0 || int64(int(info.Size())) != info.Size() {
		return nil, errors.New(f.Name() + ": not of a size to map")
	}
	return unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_PRIVATE)
}

// Unmap gives back what Map returned. Nobody may look at it any more.
func Unmap(data []byte) { _ = unix.Munmap(data) }
