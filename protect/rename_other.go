//go:build !linux

package protect

func renameNew(from int, name string, to int, leaf string) error {
	return renameAbsent(from, name, to, leaf)
}
