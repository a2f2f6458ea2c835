package runner

import (
	"golang.org/x/sys/unix"
)

// memory makes the bytes the standard input.
func memory(data []byte) error {
	fd, err := memoryFile(data)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return unix.Dup3(fd, 0, 0)
}

// memoryFile returns a descriptor of an anonymous file with these bytes, at
// its beginning (memfd_create(2)).
func memoryFile(data []byte) (int, error) {
	fd, err := unix.MemfdCreate("script", unix.MFD_CLOEXEC)
	if err != nil {
		return -1, err
	}
	for rest := data; len(rest) > 0; {
		n, err := unix.Write(fd, rest)
		if err != nil {
			unix.Close(fd)
			return -1, err
		}
		rest = rest[n:]
	}
	if _, err := unix.Seek(fd, 0, 0); err != nil {
		unix.Close(fd)
		return -1, err
	}
	return fd, nil
}
