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
const systemTable = etc + "/agent-loop/gate.bin"

// GateState reports whether the gate's tables hold for a shim that is started
// in this session's directory and environment: gate.Clear if the gate comes to
// look at the command itself, else what stops every command before that. The
// gate is asked about a command with no arguments, and runs nothing.
func (s *Session) GateState() gate.Reason {
	// A command that tables know, for only with its page does the gate look at
	// the directory and the environment. One that has no shim says no more than
	// that the table is fresh.
	return s.gate(func(c *gate.Checker) gate.Reason {
		why := c.Check([]string{"git", "--version"}, s.env, s.Dir)
		if why == gate.UnknownCommand {
			return gate.Clear
		}
		return why
	})
}

// Gate reports what the gate would make of an argument vector in a directory:
// gate.Clear if its shim would not ask the judge, else why it would. Nothing is
// run.
func (s *Session) Gate(argv []string, dir string) gate.Reason {
	return s.gate(func(c *gate.Checker) gate.Reason { return c.Check(argv, s.env, dir) })
}

// gate asks the tables that count here: the system's, if there is one, and the
// user's.
func (s *Session) gate(ask func(*gate.Checker) gate.Reason) gate.Reason {
	if !s.Installed {
		return gate.NotInstalled
	}
	system, err := readTable(systemTable, host.SystemPolicy())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(SystemPolicy); err == nil {
			return gate.SystemPolicy
		}
	case err != nil:
		return gate.NoTable
	default:
		if why := s.askTable(system, false, ask); why != gate.Clear {
			return why
		}
	}
	own, err := readTable(filepath.Join(s.Root, "state", "gate.bin"), host.Policy(s.uid))
	if err != nil {
		return gate.NoTable
	}
	return s.askTable(own, true, ask)
}

func readTable(path string, need host.Need) ([]byte, error) {
	f, err := host.Open(path, need)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return host.Read(f, host.PolicyLimit)
}

// askTable asks one table. The user's must be this installation's own.
func (s *Session) askTable(table []byte, own bool, ask func(*gate.Checker) gate.Reason) gate.Reason {
	c, err := gate.NewChecker(table, s.identity)
	if err != nil {
		return gate.NotInstalled
	}
	why := ask(c)
	if why == gate.Clear && own && !c.IsOwn() {
		return gate.OtherRoot
	}
	return why
}
