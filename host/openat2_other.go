//go:build !linux || android

package host

import "golang.org/x/sys/unix"

// openDirect has no system call to make here: macOS has none, and Android
// kills an app that tries. The walk does the work.
func openDirect(string) (int, error) { return -1, unix.ENOSYS }
