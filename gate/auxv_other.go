//go:build !linux || !(amd64 || arm64) || race || msan || asan

package gate

type auxiliary struct{}

// Executed is unknown on this system.
func Executed() string { return "" }

// loadedByLinker can be true on Android only.
func (w *workspace) loadedByLinker() bool { return false }
