package outlet

import (
	"errors"
	"io"
	"net/netip"
	"os"

	"github.com/agent-loop/shimgen/egress"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/sandbox/bridge"
)

// Serve serves the network of a sandbox.
func (o *Outlet) Serve(n *bridge.Network) (io.Closer, error) {
	if err := n.Capture(); err != nil {
		return nil, err
	}
	rules := egress.Rules{Ports: o.live.ports, Refused: o.refuse, Reached: o.reach}
	rules.Requests = o.live.rules
	rules.MaxBody = func() int64 { return o.live.recent().MaxUpload << 10 }
	if !o.credentials.IsEmpty() {
		rules.Credentials = o.credentials.Credentials
	}
	if o.tls != nil {
		rules.TLS = o.tls
	}
	server := egress.New(rules)
	space := egress.Namespace{
		Six: n.Six(), Listen: n.Listen, Datagrams: n.Datagrams,
		Answers: func(a egress.Answer) (*os.File, error) { return n.Answers(a.Six, a.TCP) },
		Proxy:   netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), proxyPort),
		Usual:   policy.UsualPorts(),
	}
	for _, l := range o.live.last().ListedPorts() {
		space.Listed = append(space.Listed, egress.Target{Host: l.Host, Port: l.Port})
	}
	if err := server.ServeNamespace(space); err != nil {
		return nil, errors.Join(err, server.Close())
	}
	return closers{server, n}, nil
}

// closers are closed together.
type closers []io.Closer

// Close closes all.
func (all closers) Close() (err error) {
	for _, c := range all {
		err = errors.Join(err, c.Close())
	}
	return err
}
