//go:build !linux

package sandbox

import (
	"io"

	"github.com/agent-loop/shimgen/sandbox/bridge"
)

// outlet exists only on Linux.
type outlet struct{}

func (d *Descriptors) openOutlet(func(*bridge.Network) (io.Closer, error)) error { return ErrNoOutlet }

func (*outlet) failure() error { return nil }
func (*outlet) close()         {}
