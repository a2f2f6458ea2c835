//go:build !linux || (!amd64 && !arm64)

package sandbox

// Plan returns an error: this system has no such backend.
func (l Landlock) Plan(Box, Entry) (Plan, error) {
	return Plan{}, Unavailable{l.Name(), ErrNoLandlock, "use Linux on amd64 or arm64"}
}

// supervised returns an error, too.
func supervised([]string, []string) error { return ErrNoLandlock }
