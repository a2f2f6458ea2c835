package runner

import (
	"slices"
	"strings"
)

// filterEnvironment removes from the environment the variables that the policy withholds, and replaces
// credentials by stand-ins.
func (s *Session) filterEnvironment() {
	s.credentialErr = s.prepareStandIns()
	kept := make(environment, 0, len(s.env))
	for _, pair := range s.env {
		name, _, _ := strings.Cut(pair, "=")
		if _, passes := s.Policy.Passes(pair); passes || s.credentials.Set != nil && slices.Contains(s.credentials.Variables, name) {
			kept = append(kept, pair)
			continue
		}
		s.removedVars = append(s.removedVars, name)
	}
	s.env = kept
}

// RemovedVariables returns the names of the variables that the session's commands do not get.
// It is complete only after a command was planned.
func (s *Session) RemovedVariables() []string { return s.removedVars }
