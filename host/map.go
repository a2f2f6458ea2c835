package host

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Map maps an open file into memory, so only the pages that are used are read. It is
// valid until Unmap, and only for a file that is replaced whole and never modified.
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

// Unmap releases what Map returned. Nobody may read it afterwards.
func Unmap(data []byte) { _ = unix.Munmap(data) }
