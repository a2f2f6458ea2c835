//go:build !linux

package host

// RenameNew renames name in the directory from to leaf in the directory to, both open, if
// that name is free. A link is renamed, not followed. The error is that of renameat(2), or
// unix.EEXIST if the name is taken.
func RenameNew(from int, name string, to int, leaf string) error {
	return renameAbsent(from, name, to, leaf)
}
