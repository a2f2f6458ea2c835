//go:build !linux || (!amd64 && !arm64)

package sandbox

// Plan says that there is no such backend here.
func (l Landlock) Plan(Box, Entry) (Plan, error) {
	return Plan{}, Unavailable{l.Name(), ErrNoLandlock, "use Linux on amd64 or arm64"}
}

// supervised says so, too.
func supervised([]string, []string) error { return ErrNoLandlock }
