//go:build !linux || !(amd64 || arm64) || race || msan || asan

package gate

type auxiliary struct{}

// loadedByLinker may be true on Android alone.
func (w *workspace) loadedByLinker() bool { return false }
