package runner

import (
	"slices"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/gatetable"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy/variables"
	"github.com/agent-loop/shimgen/policyfile"
)

// CompileGate writes the gate's table for an installation: from its present policy, for the
// shims that it has. Root also writes the table of the system's policy, and removes it if there
// is no such policy.
//
// A policy that cannot be read is an error. A table that cannot be encoded, or only without
// some programs, is none: the judge decides about what the table lacks, and the notes say so,
// one line each.
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

// gateTable returns the gate's table of this installation.
func (s *Session) gateTable() gatetable.Table {
	return gatetable.Table{Files: s.files(), Prefix: s.Machine.Prefix, Names: s.shimNames}
}

// compileGate writes the table of this session's policy.
func (s *Session) compileGate() error { return s.gateTable().Write(s.Policy) }

// LeftOut names, one line each, the programs that got no page in the gate's table although some
// of their commands would be clear. The judge decides about all of theirs.
func (s *Session) LeftOut() []string { return s.gateTable().LeftOut(s.Policy) }

// RefreshGate rewrites the table if it is missing, damaged, older than its sources, or made for
// another catalogue, root or project. It ignores a failure: the gate then clears nothing.
func (s *Session) RefreshGate() {
	if !s.Installed || s.Policy.Strict || s.owner != s.uid { // only the owner writes the table
		return
	}
	switch s.gateTable().State(s.Dir) {
	case gate.NoTable, gate.BadTable, gate.OtherCatalogue, gate.OtherRoot, gate.StaleTable, gate.ProjectPolicy:
		_ = s.compileGate()
	}
}

// CompileGate rewrites the table, for example after a shim was added: the table has pages only
// for programs with a shim. It ignores a failure, as RefreshGate does.
func (s *Session) CompileGate() {
	if s.Installed && !s.Policy.Strict && s.owner == s.uid {
		_ = s.compileGate()
	}
}

// Changed returns the variables of the environment that differ from those at install and that
// make programs run code or move their configuration.
func (s *Session) Changed() []string {
	changed := variables.Differences(s.env, s.identity.Recorded)
	if home := s.env.value("HOME"); home != "" && home != s.identity.Home && !slices.Contains(host.Homes(s.uid, s.identity.Home, ""), home) {
		changed = append(changed, "HOME="+home) // another home has other settings
	}
	return changed
}

// GateState reports whether the gate's tables are usable for a shim started in this session's
// directory and environment: gate.Clear if the gate gets as far as the command itself, else
// what stops every command before that. It asks the gate about a command without arguments, and
// runs nothing.
func (s *Session) GateState() gate.Reason {
	// The gate checks directory and environment only for a command whose page it has. For one
	// without a shim, the answer tells only that the table is fresh.
	return s.gateTable().Ask(func(c *gate.Checker) gate.Reason {
		why := c.Check([]string{"git", "--version"}, s.env, s.Dir)
		if why == gate.UnknownCommand {
			return gate.Clear
		}
		return why
	})
}

// Gate reports what the gate would say about an argument vector in a directory: gate.Clear if
// its shim would not ask the judge, else why it would. It runs nothing.
func (s *Session) Gate(argv []string, dir string) gate.Reason {
	return s.gateTable().Ask(func(c *gate.Checker) gate.Reason { return c.Check(argv, s.env, dir) })
}
