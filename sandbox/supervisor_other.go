//go:build !linux || (!amd64 && !arm64)

package sandbox

// Plan refuses.
func (s Supervisor) Plan(Box, Entry) (Plan, error) {
	return Plan{}, Unavailable{s.Name(), ErrNoSupervisor, "use a system that has one"}
}

// FindTransport returns the one that works everywhere.
func FindTransport([]string) Transport { return ByTrace }
