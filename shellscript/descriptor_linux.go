package shellscript

import (
	"golang.org/x/sys/unix"
)

// memoryFile returns a descriptor of an anonymous file (memfd_create(2)).
func memoryFile() (int, error) { return unix.MemfdCreate("script", unix.MFD_CLOEXEC) }

// inPlace puts a descriptor in another one's place.
func inPlace(fd, place int) error { return unix.Dup3(fd, place, 0) } // not every machine has dup2(2)

// openFiles is where a program finds its open files by number (proc(5)).
const openFiles = "/proc/self/fd/"

// opensAnew says that a file opened there is read from its beginning.
const opensAnew = true
