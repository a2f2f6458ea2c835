package host

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"syscall"
)

// Protected reports whether nobody but root can write what is at a path, or put
// something else there: it belongs to root and is not open to a group or to all,
// and so are the directories above it. Of a path at which there is nothing, the
// directories count. The path is absolute and passes no link, else the answer is
// no; see [Canonical].
func Protected(name string) bool {
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

// Roots reports whether root owns what was looked at and alone can write it.
func Roots(st fs.FileInfo) bool {
	own, ok := st.Sys().(*syscall.Stat_t)
	return ok && isRoot(int(own.Uid)) && st.Mode()&(fs.ModeSymlink|0o022) == 0
}
