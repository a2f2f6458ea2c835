//go:build !linux || (!amd64 && !arm64) || race || msan || asan

package sandbox

// Plan returns an error: this system has no such backend.
func (n Native) Plan(Box, Entry) (Plan, error) {
	return Plan{}, Unavailable{n.Name(), ErrNoNative, "use Linux on amd64 or arm64"}
}

// BeginNative returns an error: this system has no such backend.
func BeginNative([]string) error { return ErrNoNative }
