package runner

import (
	"golang.org/x/sys/unix"
)

// memoryFile returns a descriptor of an anonymous file (memfd_create(2)).
func memoryFile() (int, error) { return unix.MemfdCreate("script", unix.MFD_CLOEXEC) }

// asStdin makes a descriptor the standard input.
func asStdin(fd int) error { return unix.Dup3(fd, 0, 0) } // not every machine has dup2(2)

// openFiles is where a program finds its open files by number (proc(5)).
const openFiles = "/proc/self/fd/"
