package guard

import (
	"io/fs"
	"path"
)

// Tree is a file view in memory: a map from absolute clean paths to the
// targets of symbolic links. A path with the target "" is a directory; any
// other path exists as a file if its parent is in the tree, and does not exist
// otherwise. Tests, benchmarks and the rules' own examples use it.
type Tree map[string]string

// Lstat returns the mode of a path, or fs.ErrNotExist.
func (t Tree) Lstat(name string) (fs.FileMode, error) {
	target, ok := t[name]
	switch {
	case ok && target == "":
		return fs.ModeDir | 0o755, nil
	case ok:
		return fs.ModeSymlink | 0o777, nil
	}
	if dir, ok := t[path.Dir(name)]; ok && dir == "" {
		return 0o644, nil
	}
	return 0, fs.ErrNotExist
}

// Readlink returns the target of a link, or fs.ErrInvalid for anything else.
func (t Tree) Readlink(name string) (string, error) {
	if target := t[name]; target != "" {
		return target, nil
	}
	return "", fs.ErrInvalid
}
