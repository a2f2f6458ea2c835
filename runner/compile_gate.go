package runner

import (
	"slices"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/gatetable"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy/variables"
	"github.com/agent-loop/shimgen/policyfile"
)

// CompileGate writes the gate's table for an installation: from its policy as
// it is now, for the shims it has. Root also writes the table of the system's
// policy, and takes it away where there is no such policy.
//
// A policy that cannot be read is an error. A table that cannot be encoded, or not
// with every program, is none: what is not in it goes to the judge, and the notes
// say so, one line each.
func CompileGate(id gate.Identity, env []string) (notes []string, err error) {
	if int(id.UID) != host.UID() {
		return nil, policyfile.WrongUser(id, host.UID())
	}
	s, err := open(Options{Env: env}, id, true)
	if err != nil {
		return nil, err
	}
	if err := gatetable.OnlyNoted(s.compileGate(), &notes); err != nil {
		return nil, err
	}
	if s.uid == 0 {
		if err := gatetable.OnlyNoted(s.gateTable().WriteSystem(policyfile.System, gatetable.System, host.SystemPolicy()), &notes); err != nil {
			return nil, err
		}
	}
	return append(notes, s.LeftOut()...), nil
}

// gateTable is the gate's table of this session's installation.
func (s *Session) gateTable() gatetable.Table {
	return gatetable.Table{Files: s.files(), Prefix: s.Machine.Prefix, Names: s.shimNames}
}

// compileGate writes the table of this session's policy.
func (s *Session) compileGate() error { return s.gateTable().Write(s.Policy) }

// LeftOut says which programs the gate's table has no page for although a part of
// them would be clear, one line each: they are always judged.
func (s *Session) LeftOut() []string { return s.gateTable().LeftOut(s.Policy) }

// RefreshGate writes the table anew if it is missing, damaged, of another
// catalogue, older than what it was compiled from, or of another project. That
// it cannot be written stops nothing: the gate then calls nothing clear.
func (s *Session) RefreshGate() {
	if !s.Installed || s.Policy.Strict || s.owner != s.uid { // a table is its owner's to write
		return
	}
	switch s.gateTable().State(s.Dir) {
	case gate.NoTable, gate.BadTable, gate.OtherCatalogue, gate.OtherRoot, gate.StaleTable, gate.ProjectPolicy:
		_ = s.compileGate()
	}
}

// CompileGate writes the table anew, as after a shim was added: it holds pages of
// programs with a shim alone. As with RefreshGate nothing depends on it.
func (s *Session) CompileGate() {
	if s.Installed && !s.Policy.Strict && s.owner == s.uid {
		_ = s.compileGate()
	}
}

// Changed are the variables of the environment that make programs run code or
// move their configuration, and that are not as they were at install.
func (s *Session) Changed() []string {
	changed := variables.Differences(s.env, s.identity.Recorded)
	if home := s.env.value("HOME"); home != "" && home != s.identity.Home && !slices.Contains(host.Homes(s.uid, s.identity.Home, ""), home) {
		changed = append(changed, "HOME="+home) // what settings are there decides
	}
	return changed
}

// GateState reports whether the gate's tables hold for a shim that is started
// in this session's directory and environment: gate.Clear if the gate comes to
// look at the command itself, else what stops every command before that. The
// gate is asked about a command with no arguments, and runs nothing.
func (s *Session) GateState() gate.Reason {
	// A command that tables know, for only with its page does the gate look at
	// the directory and the environment. One that has no shim says no more than
	// that the table is fresh.
	return s.gateTable().Ask(func(c *gate.Checker) gate.Reason {
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
	return s.gateTable().Ask(func(c *gate.Checker) gate.Reason { return c.Check(argv, s.env, dir) })
}
