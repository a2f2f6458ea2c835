package zone

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy/place"
)

// The other names that macOS has for its files. On another system they are names
// like any other, and the gate there knows nothing of them.

// policyName returns the name that the places of the policy have for a path. /etc and
// /var are links into /private there, and resolved paths begin with that (hier(7)).
// What users have in it for temporary files is known by its resolved name.
func (m *Machine) policyName(p string) string {
	short, ok := strings.CutPrefix(p, "/private")
	switch {
	case !m.Mac || !ok, !pathname.In(short, "/etc") && !pathname.In(short, "/var"), pathname.In(short, "/var/folders"), pathname.In(short, "/var/tmp"):
		return p
	}
	return short
}

// inMachineCase returns a path as this machine's places are spelt that it lies in, if it
// differs in no more than the case of letters. The file systems of macOS take both
// for one unless they were made otherwise.
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
