//go:build !linux || !(amd64 || arm64) || race || msan || asan

package gate

type (
	runtimeState struct{}
	threadState  struct{}
)

// Restore has nothing to restore: there is no entry on this system.
func Restore() {}

// Unpin does nothing: there is no light start on this system.
func Unpin() {}

// ThreadBound is always false on this system.
func ThreadBound() bool { return false }
