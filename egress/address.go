package egress

import (
	"net"
	"net/netip"
	"time"
)

// ServeAddresses serves a listener that receives connections to other addresses. It connects
// each client to the address that the client wanted.
func (s *Server) ServeAddresses(l *net.TCPListener) {
	s.serve(l, func(c *net.TCPConn) {
		at, err := netip.ParseAddrPort(c.LocalAddr().String())
		if err != nil {
			reset(c)
			return
		}
		s.forwardTo(c, at)
	})
}

// forwardTo connects a client to an address.
func (s *Server) forwardTo(c *net.TCPConn, at netip.AddrPort) {
	t, ok := s.targetAt(at)
	if !ok {
		reset(c)
		return
	}
	s.forward(c, t)
}

// targetAt returns the target for an address. If a listed host of this machine has a name,
// that is its target. It returns false for other addresses of this machine: nothing of the
// sandbox's own listens there.
func (s *Server) targetAt(at netip.AddrPort) (Target, bool) {
	addr := at.Addr().Unmap().WithZone("")
	t := Target{addr.String(), at.Port()}
	if addr.IsLoopback() && s.allowed(t) != nil {
		t.Host = "localhost"
		return t, s.allowed(t) == nil
	}
	return t, true
}

// ServeAs serves a listener whose connections all go to one target.
func (s *Server) ServeAs(l *net.TCPListener, t Target) {
	s.serve(l, func(c *net.TCPConn) { s.forward(c, t) })
}

// forward connects a client that does not use the proxy. If the target is not allowed, it
// tells the client by a reset, as a network would.
func (s *Server) forward(c *net.TCPConn, t Target) {
	t, err := s.resolvePlaceholder(t)
	var server *net.TCPConn
	if err == nil {
		server, err = s.connect(t)
	} else {
		_ = s.refuse(t, err)
	}
	if err != nil {
		reset(c)
		return
	}
	defer s.closes(server)
	_ = c.SetReadDeadline(time.Time{})
	s.tunnel(newSide(c), newSide(server), t)
}
