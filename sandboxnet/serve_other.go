//go:build !linux

package sandboxnet

import (
	"io"

	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/sandbox/bridge"
)

// Serve needs network namespaces, which only Linux has.
func (o *Proxy) Serve(*bridge.Network) (io.Closer, error) { return nil, sandbox.ErrNoOutlet }
