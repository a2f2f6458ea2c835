package host

import (
	"path/filepath"
	"runtime"
	"strings"
)

// mac reports macOS.
const mac = runtime.GOOS == "darwin"

// Mac reports whether this is macOS, where files have more names than links show.
func Mac() bool { return mac }

// throughRoot reports whether a clean macOS path is another name of the root: the volume
// with all users' files, which the system joins with its own (firmlinks), or a prefix
// that says how to resolve the rest of the path (RESOLVE_NOFOLLOW_ANY and its kind,
// <sys/fcntl.h>). Case does not matter there.
func throughRoot(path string) bool {
	for _, name := range [...]string{"/System/Volumes/Data", "/.nofollow"} {
		if strings.EqualFold(path, name) {
			return true
		}
	}
	return strings.EqualFold(filepath.Dir(path), "/.resolve")
}
