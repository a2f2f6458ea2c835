package emulation

import "golang.org/x/sys/unix"

// links are the calls that make a hard link.
var links = [...]uintptr{unix.SYS_LINKAT}

// architecture is what a filter sees of a native call. There is no second interface: no
// number has the bit other.
const (
	architecture = unix.AUDIT_ARCH_AARCH64
	other        = 0x40000000
)
