//go:build !linux || (!amd64 && !arm64) || race || msan || asan

package sandbox

// Plan says that there is no such backend here.
func (n Native) Plan(Box, Entry) (Plan, error) {
	return Plan{}, Unavailable{n.Name(), ErrNoNative, "use Linux on amd64 or arm64"}
}

// BeginNative says that there is none.
func BeginNative([]string) error { return ErrNoNative }
