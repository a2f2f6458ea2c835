package runner

import "github.com/agent-loop/shimgen/sandboxnet"

// newProxy returns the proxy that serves the network of a command that starts now.
func (s *Session) newProxy() *sandboxnet.Proxy {
	return sandboxnet.New(sandboxnet.NewPolicy(s.Policy, s.files(), s.Flags, s.project, s.cutOff != (cutOff{})), s.credentials.Set, s.credentials.tls)
}
