package protect

import "golang.org/x/sys/unix"

// trustsChanges reports whether a file system gives a directory a new stamp whenever a name
// in it changes, which no user can set: those of this machine's own kernel do. One that
// another machine or a program serves may not.
func trustsChanges(fd int) bool {
	var st unix.Statfs_t
	if unix.Fstatfs(fd, &st) != nil {
		return false
	}
	switch uint32(st.Type) {
	case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.TMPFS_MAGIC, unix.F2FS_SUPER_MAGIC:
		return true
	}
	return false
}
