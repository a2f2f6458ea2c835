package sandbox

import "golang.org/x/sys/unix"

// auditArch is the machine as filters see it. It has no calls with numbers of their own for
// 32-bit pointers.
const (
	auditArch = unix.AUDIT_ARCH_AARCH64
	x32       = false
)
