package sandbox

import (
	"errors"
	"io"

	"github.com/agent-loop/shimgen/sandbox/bridge"
)

// Native confines with namespaces that this program makes itself: see package native. It needs
// Linux 5.12 or later, and permission to make user namespaces.
type Native struct {
	Self  []string // an argument vector that calls [BeginNative] with the word appended to it
	Lstat Files    // os.Lstat
	Root  bool     // this program runs as root

	// Outlet serves the network of an Egress box, from before the command starts. What it
	// returns is closed after the command has ended. Without it the box is treated as Loopback.
	Outlet func(*bridge.Network) (io.Closer, error)
}

// Name is "native".
func (Native) Name() string { return "native" }

// ErrNoNative says that this build has no such backend.
var ErrNoNative = errors.New("not built for this system and machine")
