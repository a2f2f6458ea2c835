//go:build !linux

package sandbox

import (
	"io"

	"github.com/agent-loop/shimgen/sandbox/bridge"
)

// outlet is what serves a box's network, which only Linux lets be done.
type outlet struct{}

func (d *Descriptors) openOutlet(func(*bridge.Network) (io.Closer, error)) error { return ErrNoOutlet }

func (*outlet) failure() error { return nil }
func (*outlet) close()         {}
