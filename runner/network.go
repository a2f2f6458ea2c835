package runner

import "github.com/agent-loop/shimgen/outlet"

// newOutlet serves the network of a command that starts now.
func (s *Session) newOutlet() *outlet.Outlet {
	return outlet.New(outlet.NewPolicy(s.Policy, s.files(), s.Flags, s.project, s.cutOff != (cutOff{})), s.credentials.Set, s.credentials.tls)
}
