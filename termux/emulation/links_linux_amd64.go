package emulation

import "golang.org/x/sys/unix"

// links are the calls that make a hard link.
var links = [...]uintptr{unix.SYS_LINKAT, unix.SYS_LINK}

// architecture is the value that a filter sees for a native call. Calls of the x32 interface
// also have the bit x32Bit set.
const (
	architecture = unix.AUDIT_ARCH_X86_64
	x32Bit       = 0x40000000
)
