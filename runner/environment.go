package runner

import (
	"slices"
	"strings"
)

// reduce leaves out of the environment what the policy does not let pass.
func (s *Session) reduce() {
	s.standInErr = s.standIn()
	kept := make(environment, 0, len(s.env))
	for _, pair := range s.env {
		name, _, _ := strings.Cut(pair, "=")
		if _, passes := s.Policy.Passes(pair); passes || s.credentials.Set != nil && slices.Contains(s.credentials.Variables, name) {
			kept = append(kept, pair)
			continue
		}
		s.leftOut = append(s.leftOut, name)
	}
	s.env = kept
}

// RemovedVariables are the names of the variables that the session's commands do not get. They are
// known once something was planned.
func (s *Session) RemovedVariables() []string { return s.leftOut }
