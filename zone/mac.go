package zone

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy/place"
)

// The alternative names of macOS's files. On another system these are ordinary names, and the
// gate there ignores them.

// policyName returns the name of a path in the policy's lists. On macOS /etc and /var are links
// into /private, and resolved paths begin with that (hier(7)). The users' temporary directories
// in it keep their resolved names.
func (m *Machine) policyName(p string) string {
	short, ok := strings.CutPrefix(p, "/private")
	switch {
	case !m.Mac || !ok, !pathname.In(short, "/etc") && !pathname.In(short, "/var"), pathname.In(short, "/var/folders"), pathname.In(short, "/var/tmp"):
		return p
	}
	return short
}

// inMachineCase returns a path in the spelling of the machine's place that contains it, if they
// differ only in case. macOS file systems are case-insensitive by default.
func (m *Map) inMachineCase(p string) string {
	if !m.machine.Mac {
		return p
	}
	best := ""
	try := func(dir string) {
		if len(dir) > len(best) && len(p) >= len(dir) && strings.EqualFold(p[:len(dir)], dir) && pathname.In(dir+p[len(dir):], dir) {
			best = dir
		}
	}
	for _, list := range [][]string{m.machine.Homes, m.machine.Temp, place.SystemDirs(), {m.Top, m.machine.Own, "/Users", "/private/etc", "/private/var"}} {
		for _, dir := range list {
			try(dir)
		}
	}
	for _, list := range [][]userPath{m.allowed, m.blocked} {
		for _, e := range list {
			try(e.path)
		}
	}
	return best + p[len(best):]
}
