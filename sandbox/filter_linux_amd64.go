package sandbox

import "golang.org/x/sys/unix"

// The machine as the kernel names it to a filter, and whether it knows calls with
// numbers of their own for pointers of 32 bits.
const (
	auditArch = unix.AUDIT_ARCH_X86_64
	x32       = true
)
