package sandbox

import (
	"errors"
	"io"
	"net/netip"

	"github.com/agent-loop/shimgen/sandbox/supervise"
)

// Landlock confines without namespaces, where a container or a setting does not let users make
// them. By the kernel's rules the command can write nowhere and cannot read what is hidden
// (package landlock); a supervisor in this process makes the allowed changes for it (package
// supervise). It needs Linux 6.12 or later.
//
// It mounts nothing. So TMPDIR names the directory for temporary files, and /tmp is as it is
// outside, only readable; a directory in place of another can only be written; and other
// processes are visible but out of reach.
type Landlock struct {
	Self  []string // an argument vector that calls [Enter] with the words appended to it
	Lstat Files    // os.Lstat

	// Exec decides about each program about to start in the box; nil allows all. It replaces
	// Box.Over, which needs mounts.
	Exec func(Start) error

	// Programs are those that Exec is asked about, by canonical path; nil means all.
	Programs map[string]bool

	// Broker connects for a box with the network Egress; nil refuses such a box.
	Broker Broker
}

// A Broker starts serving the network of one box whose connections a supervisor makes. redirect
// is as in supervise.Rules; the caller closes server when the box has ended.
type Broker func() (redirect func(from, to netip.AddrPort) (netip.AddrPort, error), server io.Closer, err error)

// A Start is a program about to start.
type Start = supervise.Start

// Name is "landlock".
func (Landlock) Name() string { return "landlock" }

// ErrNoLandlock says that this build has no such backend.
var ErrNoLandlock = errors.New("not built for this system and machine")
