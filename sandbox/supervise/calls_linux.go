//go:build amd64 || arm64

package supervise

import "golang.org/x/sys/unix"

// Calls are those that a filter must hand to the supervisor, whatever their arguments.
// Those that open files and connect are not among them.
func Calls() []uint32 {
	return append([]uint32{
		unix.SYS_TRUNCATE, unix.SYS_MKDIRAT, unix.SYS_MKNODAT, unix.SYS_SYMLINKAT, unix.SYS_LINKAT, unix.SYS_UNLINKAT,
		unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2,
		unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
		unix.SYS_BIND, unix.SYS_CONNECT,
	}, olderCalls()...)
}

// Opens are the calls that open files, and which of their arguments has the flags.
func Opens() map[uint32]int { return openCalls() }

// here is AT_FDCWD as an argument.
var here = ^uint64(99) // -100

// modernCommon is modern for what all machines have.
func modernCommon(nr uintptr, a [6]uint64) call {
	switch nr {
	case unix.SYS_RENAMEAT:
		return call{unix.SYS_RENAMEAT2, [6]uint64{a[0], a[1], a[2], a[3], 0}}
	case unix.SYS_FCHMODAT:
		return call{unix.SYS_FCHMODAT2, [6]uint64{a[0], a[1], a[2], 0}}
	case unix.SYS_UTIMENSAT:
		return call{unix.SYS_UTIMENSAT, [6]uint64{a[0], a[1], a[2], a[3], 0}} // what is behind its arguments is no form
	}
	return call{nr, a}
}
