package proot

import "golang.org/x/sys/unix"

// UntranslatedCalls lists the numbers of system calls that name a file and that upstream
// proot passes to the kernel unchanged, because its table ends in 2014. Such a call sees the
// host's tree instead of the guest's: openat2 reads and writes any file, statx shows a
// file's metadata, an io_uring opens files behind the tracer's back.
//
// The caller must make each of them fail with ENOSYS, by a seccomp filter that it installs
// before the exec of proot and that the guest inherits. C libraries then fall back to the
// older calls, which proot translates. On Android the system's own filter already stops
// them. The numbers are from syscalls(2).
func UntranslatedCalls() []uintptr {
	return []uintptr{
		unix.SYS_EXECVEAT,
		unix.SYS_FACCESSAT2,
		unix.SYS_FANOTIFY_MARK,
		unix.SYS_FCHMODAT2,
		unix.SYS_FILE_GETATTR,
		unix.SYS_FILE_SETATTR,
		unix.SYS_FSOPEN,
		unix.SYS_FSPICK,
		unix.SYS_GETXATTRAT,
		unix.SYS_IO_URING_SETUP,
		unix.SYS_LISTMOUNT,
		unix.SYS_LISTXATTRAT,
		unix.SYS_MOUNT_SETATTR,
		unix.SYS_MOVE_MOUNT,
		unix.SYS_NAME_TO_HANDLE_AT,
		unix.SYS_OPENAT2,
		unix.SYS_OPEN_BY_HANDLE_AT,
		unix.SYS_OPEN_TREE,
		unix.SYS_OPEN_TREE_ATTR,
		unix.SYS_QUOTACTL_FD,
		unix.SYS_REMOVEXATTRAT,
		unix.SYS_SETXATTRAT,
		unix.SYS_STATMOUNT,
		unix.SYS_STATX,
	}
}
