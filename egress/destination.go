package egress

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"

	"github.com/agent-loop/shimgen/internal/hostname"
)

// allowed returns why a target is not allowed. Port 0 means any.
func (s *Server) allowed(t Target) error {
	ports := s.rules.Ports(t.Host)
	switch {
	case len(ports) == 0:
		return ErrUnlisted
	case t.Port != 0 && !slices.Contains(ports, t.Port):
		return ErrPort
	}
	return nil
}

// connect connects to a target if it is allowed or observed, and otherwise records the refusal.
func (s *Server) connect(t Target) (*net.TCPConn, error) {
	unlisted := s.allowed(t)
	if unlisted != nil && !s.observes(t) {
		return nil, s.refuse(t, unlisted)
	}
	ctx, cancel := context.WithTimeout(s.ctx, dialWithin)
	defer cancel()
	addrs, err := s.addresses(ctx, t)
	if err != nil {
		return nil, err
	}
	if unlisted != nil {
		s.rules.Observed(Refusal{Target: t, Why: unlisted})
	}
	for i, addr := range addrs {
		var c *net.TCPConn
		if c, err = s.dial(ctx, netip.AddrPortFrom(addr, t.Port), len(addrs)-i); err == nil {
			return c, nil
		}
	}
	return nil, err
}

// dial connects to an address. left is how many addresses are left to try, this one included.
func (s *Server) dial(ctx context.Context, to netip.AddrPort, left int) (*net.TCPConn, error) {
	if left > 1 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, addressWithin)
		defer cancel()
	}
	c, err := s.rules.Dial(ctx, to)
	if err != nil {
		return nil, err
	}
	if !s.holds(c) {
		return nil, net.ErrClosed
	}
	boundNear(c)
	return c, nil
}

// addresses returns the addresses at which a target may be connected to.
func (s *Server) addresses(ctx context.Context, t Target) ([]netip.Addr, error) {
	addrs := []netip.Addr{}
	if addr, err := netip.ParseAddr(t.Host); err == nil {
		return append(addrs, addr.Unmap()), nil // already decided about
	}
	if hostname.IsLoopback(t.Host) {
		return append(addrs, netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()), nil // RFC 6761, section 6.3
	}
	found, err := s.rules.Lookup(ctx, t.Host)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Host, err)
	}
	for _, addr := range found {
		if addr = addr.Unmap(); s.leadsTo(t, addr) {
			addrs = append(addrs, addr)
		}
	}
	if len(addrs) == 0 {
		return nil, s.refuse(t, ErrPrivate)
	}
	return addrs, nil
}

// leadsTo reports whether a name may lead to an address.
func (s *Server) leadsTo(t Target, addr netip.Addr) bool {
	if isPublic(addr) && !isOwn(addr) {
		return true
	}
	return s.allowed(Target{addr.String(), t.Port}) == nil
}

// lookup asks this machine's resolver.
func lookup(ctx context.Context, name string) ([]netip.Addr, error) {
	return net.DefaultResolver.LookupNetIP(ctx, "ip", name+".") // the dot disables the machine's search list
}

// dial connects as this machine does.
func dial(ctx context.Context, to netip.AddrPort) (*net.TCPConn, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, "tcp", to.String())
	if err != nil {
		return nil, err
	}
	return c.(*net.TCPConn), nil
}
