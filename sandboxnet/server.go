package sandboxnet

import (
	"errors"
	"io"
	"net/netip"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/egress"
)

// newServer returns a server that decides by the proxy's policy.
func (o *Proxy) newServer() *egress.Server {
	rules := egress.Rules{Ports: o.live.ports, Refused: o.refuse, Reached: o.reach}
	if o.live.observed {
		rules.Observe, rules.Observed = o.live.observing, o.observe
	}
	rules.Requests = o.live.requestLists
	rules.MaxBody = func() int64 { return o.live.reloadIfOld().MaxUpload << 10 }
	if !o.credentials.IsEmpty() {
		rules.Credentials = o.credentials.Credentials
	}
	if o.tls != nil {
		rules.TLS = o.tls
	}
	return egress.New(rules)
}

// proxyAddress returns the address at which programs in a sandbox find the proxy.
func proxyAddress() netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), proxyPort)
}

// Broker serves the network of a sandbox whose supervisor makes the connections: a
// sandbox.Broker.
func (o *Proxy) Broker() (redirect func(from, to netip.AddrPort) (netip.AddrPort, error), server io.Closer, err error) {
	s := o.newServer()
	b, err := s.NewBroker(proxyAddress())
	if err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return b.Redirect, s, nil
}

// ResolvingByTCP makes programs send DNS queries over TCP, by a variable of resolv.conf(5):
// the supervisor lets no datagrams out.
func ResolvingByTCP(env []string) []string {
	const name, option = "RES_OPTIONS", "use-vc"
	out := slices.Clone(env)
	for i, pair := range out {
		if options, is := strings.CutPrefix(pair, name+"="); is {
			out[i] = name + "=" + strings.TrimLeft(options+" "+option, " ")
			return out
		}
	}
	return append(out, name+"="+option)
}

// closers closes several things together.
type closers []io.Closer

// Close closes all of them.
func (all closers) Close() (err error) {
	for _, c := range all {
		err = errors.Join(err, c.Close())
	}
	return err
}
