package sandbox

import "golang.org/x/sys/unix"

// auditArch is the machine as filters see it. x32 says that it also has calls with numbers of
// their own for 32-bit pointers.
const (
	auditArch = unix.AUDIT_ARCH_X86_64
	x32       = true
)
