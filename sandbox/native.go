package sandbox

import (
	"errors"
	"io"

	"github.com/agent-loop/shimgen/sandbox/bridge"
)

// Native confines with namespaces that this program makes itself: see package native.
// The kernel must be Linux 5.12 or later, and let the user make user namespaces.
type Native struct {
	Self  []string // an argument vector that ends in a call of [BeginNative] with the word that follows
	Lstat Files    // os.Lstat
	Root  bool     // root runs this program

	// Outlet serves the network of a box that is Egress, before the command starts. What it
	// returns is closed when that has ended. Without one the box is as if it were Loopback.
	Outlet func(*bridge.Network) (io.Closer, error)
}

// Name is "native".
func (Native) Name() string { return "native" }

// ErrNoNative says that this machine has no such backend.
var ErrNoNative = errors.New("not built for this system and machine")
