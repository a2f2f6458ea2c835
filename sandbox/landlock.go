package sandbox

import (
	"errors"
	"io"
	"net/netip"

	"github.com/agent-loop/shimgen/sandbox/supervise"
)

// Landlock confines without namespaces, where a container or a setting lets nobody make them:
// the kernel lets a command write nowhere and read what is not hidden (package landlock), and
// a supervisor in this process does for it what the box allows (package supervise). It needs
// Linux 6.12 or later.
//
// Nothing is put in the place of anything. So TMPDIR is where a command's temporary files are,
// and /tmp is as it is outside, to be read; a directory in the place of another is one for
// writing alone; and other processes are seen, though not reached.
type Landlock struct {
	Self  []string // an argument vector that ends in a call of [Enter] with the words that follow
	Lstat Files    // os.Lstat

	// Exec decides on each program that is about to be started in the box; nil allows all.
	// It stands for Box.Over, which cannot be had here.
	Exec func(Start) error

	// Programs are those that Exec is asked about, by their paths free of links; nil is all.
	Programs map[string]bool

	// Broker serves the network of a box that is Egress; nil refuses one.
	Broker Broker
}

// A Broker starts to serve the network of one box whose connections a supervisor makes. redirect
// is as supervise.Rules has it; server is closed when the box has ended.
type Broker func() (redirect func(from, to netip.AddrPort) (netip.AddrPort, error), server io.Closer, err error)

// A Start is a program that is about to be started.
type Start = supervise.Start

// Name is "landlock".
func (Landlock) Name() string { return "landlock" }

// ErrNoLandlock says that this machine has no such backend.
var ErrNoLandlock = errors.New("not built for this system and machine")
