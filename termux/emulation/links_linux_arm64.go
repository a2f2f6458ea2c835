package emulation

import "golang.org/x/sys/unix"

// links are the calls that make a hard link.
var links = [...]uintptr{unix.SYS_LINKAT}

// architecture is the value that a filter sees for a native call. There is no second
// interface, so no number has the bit x32Bit set.
const (
	architecture = unix.AUDIT_ARCH_AARCH64
	x32Bit       = 0x40000000
)
