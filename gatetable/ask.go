package gatetable

import (
	"errors"
	"io/fs"
	"os"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policyfile"
)

// System is the system layer's compiled table.
const System = policyfile.SystemDir + "/gate.bin"

// Ask consults the tables that apply: the system's, if there is one, and the user's.
func (t Table) Ask(ask func(*gate.Checker) gate.Reason) gate.Reason {
	if !t.Files.Installed {
		return gate.NotInstalled
	}
	system, err := readTable(System, host.SystemPolicy())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(policyfile.System); err == nil {
			return gate.SystemPolicy
		}
	case err != nil:
		return gate.NoTable
	default:
		if why := t.askTable(system, false, ask); why != gate.Clear {
			return why
		}
	}
	own, err := readTable(t.path(), host.Policy(t.Files.UID))
	if err != nil {
		return gate.NoTable
	}
	return t.askTable(own, true, ask)
}

func readTable(path string, need host.Need) ([]byte, error) {
	f, err := host.Open(path, need)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return host.Read(f, host.PolicyLimit)
}

// askTable consults one table. The user's must belong to this installation.
func (t Table) askTable(data []byte, own bool, ask func(*gate.Checker) gate.Reason) gate.Reason {
	c, err := gate.NewChecker(data, t.Files.Identity)
	if err != nil {
		return gate.NotInstalled
	}
	why := ask(c)
	if why == gate.Clear && own && !c.IsOwn() {
		return gate.OtherRoot
	}
	return why
}
