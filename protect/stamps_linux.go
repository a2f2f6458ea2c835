package protect

import "golang.org/x/sys/unix"

// trustsChanges reports whether a file system changes a directory's stamp with every name
// in it, in a way that no user can fake. Local file systems of this kernel do; one that
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
