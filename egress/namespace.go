package egress

import (
	"cmp"
	"net"
	"net/netip"
	"os"
	"slices"

	"github.com/agent-loop/shimgen/internal/hostname"
)

// A Namespace is a network of its own, in which every address leads to its own listeners.
type Namespace struct {
	Six       bool                                   // it has version 6 of the protocol
	Listen    func(netip.AddrPort) (*os.File, error) // at an address of it, or at all
	Datagrams func(netip.AddrPort) (*os.File, error) // likewise; the kernel says of each to which it was sent

	// Answers is a raw socket that has a copy of what the kernel answers where it refuses
	// connections and datagrams by itself; nil is none.
	Answers func(Answer) (*os.File, error)

	Proxy netip.AddrPort // where programs find the proxy that know of one

	// Listed are the hosts that are listed with a port, and Usual the ports that a host has
	// which is listed without one.
	Listed []Target
	Usual  []uint16
}

// dnsPort is where names are asked for.
const dnsPort = 53

// ServeNamespace serves all of a network: the proxy, names, and addresses. At a port that a
// program without privileges cannot have itself it listens for all addresses; at others for
// those of one host.
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

// serveAt serves a listener at an address.
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

// serveNames answers for names, in both ways in which they are asked for.
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

// low are the ports at which no program without privileges listens.
func (n Namespace) low() []uint16 {
	ports := slices.Clone(n.Usual)
	for _, t := range n.Listed {
		ports = append(ports, t.Port)
	}
	slices.Sort(ports)
	return slices.DeleteFunc(slices.Compact(ports), func(p uint16) bool { return p >= firstOwnPort || p == dnsPort })
}

// serveListed listens where a host that is an address, or this machine itself, has a port that
// a program could have. Names get theirs when they are asked for.
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
