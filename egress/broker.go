package egress

import (
	"errors"
	"net"
	"net/netip"
	"sync"
)

// A Broker serves programs without a network namespace of their own. A supervisor decides
// about each of their connections, and connects their socket to the broker instead of the
// wanted address. First it calls [Broker.Redirect], so the broker knows for what each
// connection to its one listener is: the proxy, a resolver, or an address. The broker ends a
// connection that was not announced, since it comes from another program of this machine.
type Broker struct {
	server    *Server
	at, proxy netip.AddrPort

	mu    sync.Mutex
	going map[netip.AddrPort]netip.AddrPort // the wanted address, by the client's address
}

// mostGoing limits the announced connections that have not arrived yet.
const mostGoing = 1 << 16

// errUnlistedPort means that a port of this machine is not listed.
var errUnlistedPort = errors.New("this machine's port is not listed")

// NewBroker returns a broker with a listener on the IPv4 loopback, which works until the
// server is closed. proxy is the address at which programs look for a proxy; nothing listens
// there.
func (s *Server) NewBroker(proxy netip.AddrPort) (*Broker, error) {
	l, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return nil, err
	}
	b := &Broker{server: s, at: l.Addr().(*net.TCPAddr).AddrPort(), proxy: proxy, going: map[netip.AddrPort]netip.AddrPort{}}
	s.serve(l, b.serve)
	return b, nil
}

// Redirect returns the address to which the supervisor must connect a socket. from is the
// socket's own address, and to the wanted one. An error means that the connection is not
// allowed: it is one of the errors of a [Refusal], which was recorded, or says that to is
// another port of this machine.
func (b *Broker) Redirect(from, to netip.AddrPort) (netip.AddrPort, error) {
	if to != b.proxy && to.Port() != dnsPort {
		if err := b.decide(to); err != nil {
			return netip.AddrPort{}, err
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, again := b.going[from]; len(b.going) == mostGoing && !again {
		return netip.AddrPort{}, errTooMany
	}
	b.going[from] = to
	return b.at, nil
}

// decide returns why a connection to an address is not allowed. The server decides again
// when the connection arrives.
func (b *Broker) decide(to netip.AddrPort) error {
	t, ok := b.server.targetAt(to)
	if !ok {
		return errUnlistedPort
	}
	t, err := b.server.resolvePlaceholder(t)
	if err == nil {
		if err = b.server.allowed(t); err != nil && b.server.observes(t) {
			err = nil // the refusal is reported when the connection arrives
		}
	}
	if err != nil {
		return b.server.refuse(t, err)
	}
	return nil
}

// serve serves a connection by the address that its client wanted.
func (b *Broker) serve(c *net.TCPConn) {
	from, err := netip.ParseAddrPort(c.RemoteAddr().String())
	b.mu.Lock()
	to, expected := b.going[from]
	delete(b.going, from)
	b.mu.Unlock()
	switch {
	case err != nil || !expected:
		reset(c)
	case to == b.proxy:
		b.server.client(c)
	case to.Port() == dnsPort:
		b.server.namesOver(c, Resolver{})
	default:
		b.server.forwardTo(c, to)
	}
}
