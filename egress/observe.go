package egress

import "net/netip"

// observing reports whether unlisted hosts and requests are let through and reported.
func (s *Server) observing() bool { return s.rules.Observe != nil && s.rules.Observe() }

// observes reports whether a target that is not allowed is let through. An address outside
// the public Internet never is; for the addresses of a name, [Server.addresses] checks that.
func (s *Server) observes(t Target) bool {
	if addr, err := netip.ParseAddr(t.Host); err == nil && isOwn(addr) {
		return false
	}
	return t.MayBePublic() && s.observing()
}

// refuseOrObserve refuses something, or lets it through and reports that it would have been
// refused.
func (s *Server) refuseOrObserve(r Refusal) error {
	if s.observing() {
		s.rules.Observed(r)
		return nil
	}
	s.rules.Refused(r)
	return r.Why
}

// mayGet reports whether a target may get the value of a credential: the credential is for
// it, and it is listed. If the rules do not observe, the server connects to listed targets
// only.
func (s *Server) mayGet(c *Credential, t Target, secure bool) bool {
	return c.isFor(t, secure) && (s.rules.Observe == nil || s.allowed(t) == nil)
}
