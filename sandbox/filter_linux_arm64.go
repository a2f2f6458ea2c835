package sandbox

import "golang.org/x/sys/unix"

// The machine as the kernel names it to a filter.
const (
	auditArch = unix.AUDIT_ARCH_AARCH64
	x32       = false
)
