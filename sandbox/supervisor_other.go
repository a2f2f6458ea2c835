//go:build !linux || (!amd64 && !arm64)

package sandbox

// Plan returns an error: this system has no such backend.
func (s Supervisor) Plan(Box, Entry) (Plan, error) {
	return Plan{}, Unavailable{s.Name(), ErrNoSupervisor, "use a system that has one"}
}

// FindTransport returns the transport that works everywhere.
func FindTransport([]string) Transport { return ByTrace }
