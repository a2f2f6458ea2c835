//go:build !linux || !(amd64 || arm64) || race || msan || asan

package gate

type (
	kept   struct{}
	pinned struct{}
)

// Restore has nothing to give back: there is no entry here.
func Restore() {}

// Unpin has nothing to do: there is no light start here.
func Unpin() {}

// ThreadBound is for Restore.
func ThreadBound() bool { return false }
