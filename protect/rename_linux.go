package protect

import "golang.org/x/sys/unix"

// renameNew renames if the new name is free.
func renameNew(from int, name string, to int, leaf string) error {
	err := unix.Renameat2(from, name, to, leaf, unix.RENAME_NOREPLACE)
	if err == unix.ENOSYS || err == unix.EINVAL {
		return renameAbsent(from, name, to, leaf)
	}
	return err
}
