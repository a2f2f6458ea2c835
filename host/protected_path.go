package host

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"syscall"
)

// IsProtected reports whether only root can write or replace the file at a path: root owns
// it, neither group nor others can write it, and the same is true of the directories
// above it. If nothing is at the path, only the directories count. The path must be
// absolute and without links, else the answer is no; see [Canonical].
func IsProtected(name string) bool {
	if !path.IsAbs(name) || path.Clean(name) != name {
		return false
	}
	for at := name; ; at = path.Dir(at) {
		st, err := os.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist) && at != "/":
			continue
		case err != nil || !Roots(st):
			return false
		case at == "/":
			return true
		}
	}
}

// Roots reports whether root owns a file and alone can write it.
func Roots(st fs.FileInfo) bool {
	own, ok := st.Sys().(*syscall.Stat_t)
	return ok && isRoot(int(own.Uid)) && st.Mode()&(fs.ModeSymlink|0o022) == 0
}
