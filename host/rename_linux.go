package host

import "golang.org/x/sys/unix"

// RenameNew renames name in the directory from to leaf in the directory to, both open, if
// that name is free. A link is renamed, not followed. The error is that of renameat2(2):
// unix.EEXIST if the name is taken, unix.EXDEV if to is on another file system.
func RenameNew(from int, name string, to int, leaf string) error {
	err := unix.Renameat2(from, name, to, leaf, unix.RENAME_NOREPLACE)
	if err == unix.ENOSYS || err == unix.EINVAL {
		return renameAbsent(from, name, to, leaf)
	}
	return err
}
