//go:build linux && !android

package host

import (
	"os"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// openDirect opens the directory dir in one call that fails if any component is a link
// (openat2(2), Linux 5.6). Old kernels and container runtimes answer ENOSYS or EPERM.
// Android kills the app with SIGSYS, so openDirect must not try it there.
func openDirect(dir string) (int, error) {
	if Android() {
		return -1, unix.ENOSYS
	}
	how := unix.OpenHow{
		Flags:   openDir,
		Resolve: unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS,
	}
	return unix.Openat2(unix.AT_FDCWD, dir, &how)
}

// Android reports whether this is Android. Android ends an app that makes a system call that
// is not on its list: openat2, statx before 11, close_range before 13.
func Android() bool { return onAndroid.Get() }

// onAndroid reports whether a binary built for plain Linux runs on a phone: every Android
// since 5 has one of these loaders, and no other system does. A wrong yes costs a few system
// calls; after a wrong no Android kills the process.
var onAndroid = lazy.Value[bool]{Make: func() bool {
	for _, loader := range [...]string{"/system/bin/linker64", "/system/bin/linker"} {
		if _, err := os.Lstat(loader); err == nil {
			return true
		}
	}
	return false
}}
