package host

import "golang.org/x/sys/unix"

// renameAbsent checks that the new name is free and then renames: some systems and file
// systems cannot do both at once.
func renameAbsent(from int, name string, to int, leaf string) error {
	var st unix.Stat_t
	if err := unix.Fstatat(to, leaf, &st, unix.AT_SYMLINK_NOFOLLOW); err == nil {
		return unix.EEXIST
	}
	return unix.Renameat(from, name, to, leaf)
}
