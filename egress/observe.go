package egress

import "net/netip"

// observing reports whether what is not listed is let through and told.
func (s *Server) observing() bool { return s.rules.Observe != nil && s.rules.Observe() }

// observes reports whether a target that is not allowed is let through. An address that is not on
// the public Internet never is, and [Server.addresses] holds that for those that a name leads to.
func (s *Server) observes(t Target) bool {
	if addr, err := netip.ParseAddr(t.Host); err == nil && isOwn(addr) {
		return false
	}
	return t.MayBePublic() && s.observing()
}

// refuseOrObserve refuses something, or lets it through and tells that it would have been refused.
func (s *Server) refuseOrObserve(r Refusal) error {
	if s.observing() {
		s.rules.Observed(r)
		return nil
	}
	s.rules.Refused(r)
	return r.Why
}

// mayGet reports whether a target may get the value of a credential: one that the credential is
// for, and that is listed. Where the rules do not observe, nothing else is connected to.
func (s *Server) mayGet(c *Credential, t Target, secure bool) bool {
	return c.isFor(t, secure) && (s.rules.Observe == nil || s.allowed(t) == nil)
}
