package sandboxnet

import (
	"errors"
	"io"
	"os"

	"github.com/agent-loop/shimgen/egress"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/sandbox/bridge"
)

// Serve serves the network of a sandbox.
func (o *Proxy) Serve(n *bridge.Network) (io.Closer, error) {
	if err := n.Capture(); err != nil {
		return nil, err
	}
	server := o.newServer()
	space := egress.Namespace{
		Six: n.Six(), Listen: n.Listen, Datagrams: n.Datagrams,
		Answers: func(a egress.Answer) (*os.File, error) { return n.Answers(a.Six, a.TCP) },
		Proxy:   proxyAddress(),
		Usual:   policy.UsualPorts(),
	}
	for _, l := range o.live.current().ListedPorts() {
		space.Listed = append(space.Listed, egress.Target{Host: l.Host, Port: l.Port})
	}
	if err := server.ServeNamespace(space); err != nil {
		return nil, errors.Join(err, server.Close())
	}
	return closers{server, n}, nil
}
