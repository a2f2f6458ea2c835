package zone

import (
	"io/fs"
	"strings"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// Tree is a file view in memory: a map from absolute clean paths to the
// targets of symbolic links. A path with the target "" is a directory, and one
// with a target made by [Text] a file with that content; any other path exists
// as a file that cannot be read if its parent is in the tree, and does not
// exist otherwise. Tests, benchmarks and the rules' own examples use it.
type Tree map[string]string

// Text is the target of a path in a [Tree] that is a file with this content:
// one that no link can have.
func Text(content string) string { return "\x00" + content }

// Lstat returns the mode of a clean path, or fs.ErrNotExist.
func (t Tree) Lstat(name string) (fs.FileMode, error) {
	target, ok := t[name]
	switch {
	case ok && target == "":
		return fs.ModeDir | 0o755, nil
	case ok && target[0] == 0:
		return 0o755, nil
	case ok:
		return fs.ModeSymlink | 0o777, nil
	}
	if dir, ok := t[pathname.Dir(name)]; ok && dir == "" {
		return 0o644, nil
	}
	return 0, fs.ErrNotExist
}

// Readlink returns the target of a link, or fs.ErrInvalid for anything else.
func (t Tree) Readlink(name string) (string, error) {
	if target := t[name]; target != "" && target[0] != 0 {
		return target, nil
	}
	return "", fs.ErrInvalid
}

// Content returns the content of a file made with [Text], fs.ErrPermission for any other file,
// and fs.ErrInvalid for anything that is not a file or too long.
func (t Tree) Content(name string, limit int64) (string, error) {
	mode, err := t.Lstat(name)
	text, ok := strings.CutPrefix(t[name], "\x00")
	switch {
	case err != nil:
		return "", err
	case !mode.IsRegular() || int64(len(text)) > limit:
		return "", &fs.PathError{Op: "read", Path: name, Err: fs.ErrInvalid}
	case !ok:
		return "", &fs.PathError{Op: "read", Path: name, Err: fs.ErrPermission}
	}
	return text, nil
}
