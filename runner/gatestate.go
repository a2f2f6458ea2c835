package runner

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
)

// systemTable is the system layer's compiled table.
const systemTable = "/etc/agent-loop/gate.bin"

// GateState reports whether the gate's tables hold for a shim that is started
// in this session's directory and environment: gate.Clear if the gate comes to
// look at the command itself, else what stops every command before that. The
// gate is asked about a command with no arguments, and runs nothing.
func (s *Session) GateState() gate.Reason {
	if !s.Installed {
		return gate.NotInstalled
	}
	system, err := readTable(systemTable, host.Policy(0))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(SystemPolicy); err == nil {
			return gate.SystemPolicy
		}
	case err != nil:
		return gate.NoTable
	default:
		if why := s.askGate(system, false); why != gate.Clear {
			return why
		}
	}
	own, err := readTable(filepath.Join(s.Root, "state", "gate.bin"), host.Policy(s.uid))
	if err != nil {
		return gate.NoTable
	}
	return s.askGate(own, true)
}

func readTable(path string, need host.Need) ([]byte, error) {
	f, err := host.Open(path, need)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return host.Read(f, host.PolicyLimit)
}

// askGate asks about a command that a table may know or not; both mean that
// the gate got as far as its command list. The user's table must be this
// installation's own.
func (s *Session) askGate(table []byte, own bool) gate.Reason {
	c, err := gate.NewChecker(table, s.identity)
	if err != nil {
		return gate.NotInstalled
	}
	why := c.Check([]string{"true"}, s.env, s.Dir)
	if why == gate.UnknownCommand {
		why = gate.Clear
	}
	if why == gate.Clear && own && !c.Own() {
		return gate.OtherRoot
	}
	return why
}
