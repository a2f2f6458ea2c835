package runner

import (
	"fmt"
	"os"

	"github.com/agent-loop/shimgen/policy"
)

// Debug tells, line by line, what a plan lets the command touch: each mount in the order in
// which it is made, the network, the limits, the variables that hold a stand-in, and those
// removed from the environment.
func (s *Session) Debug(p Plan) []string {
	lines := []string{fmt.Sprintf("sandbox   %s (sandbox.mode = %q)", p.Sandbox, s.Policy.Sandbox)}
	if p.box != nil {
		lines = append(lines, p.box.Lines(os.Lstat)...)
	}
	for _, l := range policy.AllLimits() {
		if value := s.Policy.Limits[l]; value != 0 {
			lines = append(lines, fmt.Sprintf("limit     %s %s", l.Key(), l.Show(value)))
		}
	}
	if !s.credentials.IsEmpty() {
		for _, name := range s.credentials.Variables {
			lines = append(lines, "stand-in  "+name)
		}
	}
	for _, name := range s.removedVars {
		lines = append(lines, "left out  "+name)
	}
	return append(lines, fmt.Sprintf("rules     %d, profile %s", s.Policy.Rules.Len(), s.Policy.Profile))
}
