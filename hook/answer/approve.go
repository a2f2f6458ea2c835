package answer

import (
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/runner"
)

// approved reports whether a person has said yes before to what a decision asks about, and
// spends that yes. Where exec does not carry the command out, the shims that it meets are
// left their part of it.
func (q hookedCall) approved(s *runner.Session, d guard.Decision) bool {
	_, by, ok := s.Approved(d)
	if ok && !q.confines(s) {
		_ = s.LetBelow(by) // else the shims refuse, and say how it can be allowed
	}
	return ok
}
