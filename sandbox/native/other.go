//go:build !linux || (!amd64 && !arm64) || race || msan || asan

package native

// Supported says that this system and machine have the backend.
const Supported = false

// Leave does nothing here.
func Leave(uintptr, **byte) {}
