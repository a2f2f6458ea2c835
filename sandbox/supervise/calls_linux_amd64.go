package supervise

import "golang.org/x/sys/unix"

func olderCalls() []uint32 {
	return []uint32{
		unix.SYS_CREAT, unix.SYS_MKDIR, unix.SYS_MKNOD, unix.SYS_SYMLINK, unix.SYS_LINK, unix.SYS_UNLINK, unix.SYS_RMDIR, unix.SYS_RENAME,
		unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT,
	}
}

func isVfork(nr uintptr) bool { return nr == unix.SYS_VFORK }

func openCalls() map[uint32]int { return map[uint32]int{unix.SYS_OPENAT: 2, unix.SYS_OPEN: 1} }

// modern converts a call to the newest one that does the same. Calls with an older form of
// times become utimensat with that form.
func modern(nr uintptr, a [6]uint64) call {
	switch nr {
	case unix.SYS_OPEN:
		return call{unix.SYS_OPENAT, [6]uint64{here, a[0], a[1], a[2]}}
	case unix.SYS_CREAT:
		return call{unix.SYS_OPENAT, [6]uint64{here, a[0], unix.O_CREAT | unix.O_WRONLY | unix.O_TRUNC, a[1]}}
	case unix.SYS_MKDIR:
		return call{unix.SYS_MKDIRAT, [6]uint64{here, a[0], a[1]}}
	case unix.SYS_MKNOD:
		return call{unix.SYS_MKNODAT, [6]uint64{here, a[0], a[1], a[2]}}
	case unix.SYS_SYMLINK:
		return call{unix.SYS_SYMLINKAT, [6]uint64{a[0], here, a[1]}}
	case unix.SYS_LINK:
		return call{unix.SYS_LINKAT, [6]uint64{here, a[0], here, a[1], 0}}
	case unix.SYS_UNLINK:
		return call{unix.SYS_UNLINKAT, [6]uint64{here, a[0], 0}}
	case unix.SYS_RMDIR:
		return call{unix.SYS_UNLINKAT, [6]uint64{here, a[0], unix.AT_REMOVEDIR}}
	case unix.SYS_RENAME:
		return call{unix.SYS_RENAMEAT2, [6]uint64{here, a[0], here, a[1], 0}}
	case unix.SYS_CHMOD:
		return call{unix.SYS_FCHMODAT2, [6]uint64{here, a[0], a[1], 0}}
	case unix.SYS_CHOWN:
		return call{unix.SYS_FCHOWNAT, [6]uint64{here, a[0], a[1], a[2], 0}}
	case unix.SYS_LCHOWN:
		return call{unix.SYS_FCHOWNAT, [6]uint64{here, a[0], a[1], a[2], unix.AT_SYMLINK_NOFOLLOW}}
	case unix.SYS_UTIME:
		return call{unix.SYS_UTIMENSAT, [6]uint64{here, a[0], a[1], 0, inSeconds}}
	case unix.SYS_UTIMES:
		return call{unix.SYS_UTIMENSAT, [6]uint64{here, a[0], a[1], 0, inMicroseconds}}
	case unix.SYS_FUTIMESAT:
		return call{unix.SYS_UTIMENSAT, [6]uint64{a[0], a[1], a[2], 0, inMicroseconds}}
	}
	return modernCommon(nr, a)
}
