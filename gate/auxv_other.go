//go:build !linux || !(amd64 || arm64) || race || msan || asan

package gate

type auxiliary struct{}

// Executed is unknown here.
func Executed() string { return "" }

// loadedByLinker may be true on Android alone.
func (w *workspace) loadedByLinker() bool { return false }
