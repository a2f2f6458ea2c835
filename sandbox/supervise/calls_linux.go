//go:build amd64 || arm64

package supervise

import "golang.org/x/sys/unix"

// Calls returns the calls that a filter must pass to the supervisor, whatever their arguments.
// Calls that open files are not among them: see Opens.
func Calls() []uint32 {
	return append([]uint32{
		unix.SYS_TRUNCATE, unix.SYS_MKDIRAT, unix.SYS_MKNODAT, unix.SYS_SYMLINKAT, unix.SYS_LINKAT, unix.SYS_UNLINKAT,
		unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2,
		unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
		unix.SYS_BIND, unix.SYS_CONNECT,
	}, olderCalls()...)
}

// Opens returns the calls that open files, with the index of the argument that has the flags.
func Opens() map[uint32]int { return openCalls() }

// here is AT_FDCWD as an argument.
var here = ^uint64(99) // -100

// modernCommon is modern for the calls that all machines have.
func modernCommon(nr uintptr, a [6]uint64) call {
	switch nr {
	case unix.SYS_RENAMEAT:
		return call{unix.SYS_RENAMEAT2, [6]uint64{a[0], a[1], a[2], a[3], 0}}
	case unix.SYS_FCHMODAT:
		return call{unix.SYS_FCHMODAT2, [6]uint64{a[0], a[1], a[2], 0}}
	case unix.SYS_UTIMENSAT:
		return call{unix.SYS_UTIMENSAT, [6]uint64{a[0], a[1], a[2], a[3], 0}} // the call has no fifth argument: what is there is no form of times
	}
	return call{nr, a}
}
