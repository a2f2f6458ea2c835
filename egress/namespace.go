package egress

import (
	"cmp"
	"net"
	"net/netip"
	"os"
	"slices"

	"github.com/agent-loop/shimgen/internal/hostname"
)

// A Namespace is a separate network in which every address leads to its own listeners.
type Namespace struct {
	Six       bool                                   // it has IPv6
	Listen    func(netip.AddrPort) (*os.File, error) // at one of its addresses, or at all of them
	Datagrams func(netip.AddrPort) (*os.File, error) // likewise; for each datagram the kernel reports to which address it was sent

	// Answers opens a raw socket that gets a copy of the kernel's own refusals of
	// connections and datagrams; nil means none.
	Answers func(Answer) (*os.File, error)

	Proxy netip.AddrPort // where programs with proxy support find the proxy

	// Listed are the hosts that are listed with a port. Usual are the ports of hosts that
	// are listed without one.
	Listed []Target
	Usual  []uint16
}

// dnsPort is the port of name servers.
const dnsPort = 53

// ServeNamespace serves all of a network: the proxy, names, and addresses. On ports that
// only a privileged program can use, it listens on all addresses; on other ports it listens
// only on the addresses of one host, because the program may want to listen there itself.
func (s *Server) ServeNamespace(n Namespace) error {
	all := []netip.Addr{netip.IPv4Unspecified()}
	if n.Six {
		all = append(all, netip.IPv6Unspecified())
	}
	err := s.serveAt(n, n.Proxy, s.Serve)
	for _, addr := range all {
		err = cmp.Or(err, s.serveAnswers(n, Answer{Six: addr.Is6()}), s.serveAnswers(n, Answer{Six: addr.Is6(), TCP: true}))
		err = cmp.Or(err, s.serveNames(n, netip.AddrPortFrom(addr, dnsPort)))
		for _, port := range n.low() {
			err = cmp.Or(err, s.serveAt(n, netip.AddrPortFrom(addr, port), s.ServeAddresses))
		}
	}
	for _, t := range n.Listed {
		err = cmp.Or(err, s.serveListed(n, t))
	}
	return err
}

// serveAt opens and serves a listener at an address.
func (s *Server) serveAt(n Namespace, at netip.AddrPort, serve func(*net.TCPListener)) error {
	f, err := n.Listen(at)
	if err != nil {
		return err
	}
	l, err := listener(f)
	if err == nil {
		serve(l)
	}
	return err
}

// serveNames answers DNS queries over UDP and TCP.
func (s *Server) serveNames(n Namespace, at netip.AddrPort) error {
	r := Resolver{Six: n.Six, Listen: n.Listen, Everywhere: n.low()}
	f, err := n.Datagrams(at)
	if err != nil {
		return err
	}
	c, err := datagrams(f)
	if err != nil {
		return err
	}
	s.ServeNames(c, r)
	return s.serveAt(n, at, func(l *net.TCPListener) { s.ServeNamesOver(l, r) })
}

// low returns the ports at which only a privileged program can listen.
func (n Namespace) low() []uint16 {
	ports := slices.Clone(n.Usual)
	for _, t := range n.Listed {
		ports = append(ports, t.Port)
	}
	slices.Sort(ports)
	return slices.DeleteFunc(slices.Compact(ports), func(p uint16) bool { return p >= firstOwnPort || p == dnsPort })
}

// serveListed listens for a listed host that is an address or this machine, on a port that a
// program could use itself. Names get their listeners when a program queries them.
func (s *Server) serveListed(n Namespace, t Target) error {
	addr, err := netip.ParseAddr(t.Host)
	switch {
	case t.Port < firstOwnPort:
		return nil
	case hostname.IsLoopback(t.Host):
		addr = netip.AddrFrom4([4]byte{127, 0, 0, 1})
		return s.serveAt(n, netip.AddrPortFrom(addr, t.Port), func(l *net.TCPListener) { s.ServeAs(l, t) })
	case err != nil || addr.Is6() && !n.Six:
		return nil
	}
	return s.serveAt(n, netip.AddrPortFrom(addr, t.Port), s.ServeAddresses)
}
