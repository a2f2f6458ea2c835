package host

import (
	"path/filepath"
	"runtime"
	"strings"
)

// mac says that this is macOS.
const mac = runtime.GOOS == "darwin"

// Mac reports whether this is macOS, whose files have more names than links give.
func Mac() bool { return mac }

// throughRoot reports whether a clean path of macOS is the root once more: the
// volume that all users' files are on, as the system joins it with its own
// (firmlinks), and what says how the rest of a path is to be resolved
// (RESOLVE_NOFOLLOW_ANY and its kind, <sys/fcntl.h>). Letters of either case are
// the same there.
func throughRoot(path string) bool {
	for _, name := range [...]string{"/System/Volumes/Data", "/.nofollow"} {
		if strings.EqualFold(path, name) {
			return true
		}
	}
	return strings.EqualFold(filepath.Dir(path), "/.resolve")
}
