package overlay

import (
	"bytes"
	"encoding/binary"
	"iter"

	"golang.org/x/sys/unix"
)

// A listing is the output of getdents(2) for a directory: names with their inodes. A stat of
// each of thousands of files would be expensive.
type listing []byte

// listed reads a directory, as far as that is possible. It takes its memory from the end of
// pool, and returns the rest of the pool.
func listed(dir string, pool []byte) (all listing, left []byte) {
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, pool
	}
	defer unix.Close(fd)
	size := 0
	for size < len(pool) {
		n, err := unix.Getdents(fd, pool[size:])
		if err != nil || n <= 0 {
			break
		}
		size += n
	}
	return pool[:size:size], pool[size:]
}

// A dirEntry is one name of a listing.
type dirEntry struct {
	name  []byte
	inode uint64
}

// entries yields the entries of a listing.
func (l listing) entries() iter.Seq[dirEntry] {
	const sizeAt, nameAt = 16, 19 // after the inode and the offset; the type is between them
	return func(yield func(dirEntry) bool) {
		for rest := l; len(rest) > nameAt; {
			size := int(binary.NativeEndian.Uint16(rest[sizeAt:]))
			if size <= nameAt || size > len(rest) {
				return
			}
			name, _, _ := bytes.Cut(rest[nameAt:size], []byte{0})
			if !yield(dirEntry{name, binary.NativeEndian.Uint64(rest)}) {
				return
			}
			rest = rest[size:]
		}
	}
}
