//go:build !linux || android

package host

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// openDirect has no system call to use: macOS has none, and Android kills an app that
// tries. openParent falls back to walk.
func openDirect(string) (int, error) { return -1, unix.ENOSYS }

// Android reports whether this is Android.
func Android() bool { return runtime.GOOS == "android" }
