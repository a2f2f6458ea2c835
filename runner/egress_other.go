//go:build !linux

package runner

import (
	"io"

	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/sandbox/bridge"
)

// serve is for namespaces, which only Linux has.
func (o *outlet) serve(*bridge.Network) (io.Closer, error) { return nil, sandbox.ErrNoOutlet }
