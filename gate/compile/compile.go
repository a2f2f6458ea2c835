package compile

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/builtin"
)

// Machine is the gate table's input in addition to the policy: the installation and its machine.
// All paths are absolute and clean.
type Machine struct {
	Names     []string      // programs that have a shim
	Catalogue [32]byte      // hash of the rule catalogue
	Sources   []gate.Source // every file the policy was read from, including absent ones

	Root   string   // of the installation, which contains the audit trail
	Homes  []string // every spelling of every home, as the judge uses them
	Temps  []string // directories for temporary files that every process has
	Prefix string   // Termux's $PREFIX, or ""

	// Canonical resolves the links of a path. It is called for the paths that the policy blocks.
	// Nil resolves none.
	Canonical func(path string) (string, error)
}

// Policy returns the gate's table for a policy: for each program the part of its command line
// that no rule of the policy can match, and the places where a path is harmless. If in doubt it
// leaves things out: a command that the table calls clear is allowed by the judge under the same
// policy, without a finding.
//
//   - A program has a clear part only if it has a grammar and neither runs nor connects to what
//     its operands or its standard input say.
//   - A subcommand is clear unless a rule matches it with any options.
//   - An option is clear if no rule that could apply mentions it, it does not change the meaning
//     of the operands, and its value is text, a
//     URL if the network is unrestricted, or a path.
//   - A program that the policy's own entries or rules name is not clear: each program of a
//     blocked entry, and of a rule of its own. A blocked
//     expression leaves nothing clear, and neither does strict mode or a profile that allows only reading.
//
// Entries and rules with the action allow find nothing and are ignored. Exceptions loosen the
// policy, so only the judge handles them.
//
// The error names a path that is not absolute and clean.
func Policy(p *policy.Policy, m Machine) (gate.Spec, error) {
	for _, dir := range slices.Concat([]string{m.Root}, m.Homes, m.Temps) {
		if !path.IsAbs(dir) || path.Clean(dir) != dir {
			return gate.Spec{}, fmt.Errorf("gate table: %q is not an absolute path", dir)
		}
	}
	if m.Root == "/" || len(m.Homes) == 0 {
		return gate.Spec{}, errors.New("gate table: no root or no home directory")
	}
	c := compiler{policy: p, machine: m}
	spec := gate.Spec{
		Catalogue: m.Catalogue,
		Sources:   slices.Clone(m.Sources),
		Audit: gate.Audit{
			Level: p.Audit.Level, Required: p.Audit.Required && p.Audit.Level != gate.Off,
			Dir: path.Join(m.Root, gate.TrailName), Profile: p.Profile,
		},
		Network: p.Network.Mode == policy.Full, Unknown: c.lenient(),
		Zones: c.zones(),
	}
	if blocked, some := c.blocked(); some {
		c.live()
		spec.Variables = c.loaded()
		spec.Commands = c.commands(blocked)
	}
	return spec, nil
}

// compiler compiles one policy.
type compiler struct {
	policy  *policy.Policy
	machine Machine
	rules   []live            // of the catalogue
	layers  map[string][]live // of the layers, by program: each names one
	sets    []live            // those about variables

	// pathless says that a blocked place cannot be expressed in the table, so that no path is clear.
	pathless bool
}

// lenient reports whether a possible match, because of an unknown word, has no consequences.
func (c *compiler) lenient() bool {
	word := rules.Rule{ID: "opaque.word", Class: rules.Opaque}
	return c.policy.Action(&word) == rules.Allow
}

// blocked returns the programs of blocked entries, and whether any command can be clear.
func (c *compiler) blocked() (programs map[string]bool, some bool) {
	if c.policy.Strict || c.policy.SafeOnly {
		return nil, false
	}
	return c.policy.BlockedPrograms()
}

// live selects the rules that matter. The judge handles shims in strict mode. An argument vector
// has no functions that call themselves, no patterns, and no commands before or after it.
func (c *compiler) live() {
	known := map[string]bool{}
	for r := range builtin.Rules().All() {
		known[r.ID] = true
	}
	c.layers = map[string][]live{}
	for r := range c.policy.Rules.All() {
		if r.Strict || r.ForkBomb || r.Background || r.StdinFrom != "" || r.Restores || r.EveryProcess || r.EndlessInput || r.Variable != "" || r.From.IsEarlier() || r.GlobProgram || c.policy.Action(r) == rules.Allow {
			continue
		}
		if own := !known[r.ID]; own && r.Program != "" {
			c.layers[r.Program] = append(c.layers[r.Program], live{r, own})
		} else {
			c.rules = append(c.rules, live{r, own})
		}
	}
}

// live is a rule that can lead to more than allow.
type live struct {
	*rules.Rule
	own bool // from a layer, not from the catalogue
}

// commands returns the clear part of each program that has a shim. The most frequent programs
// come first, so that their pages are among those that the kernel maps at once; the rest is in
// the order of names. Names of one program share an entry, and blocked programs have none.
func (c *compiler) commands(blocked map[string]bool) []gate.Command {
	var commands []gate.Command
	at := map[*grammar.Program]int{}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(c.machine.Names))) {
		program := grammar.Lookup(name)
		if program == nil || strings.Contains(name, "/") || blocked[program.Name()] {
			continue
		}
		if i, seen := at[program]; seen {
			commands[i].Names = append(commands[i].Names, name)
			continue
		}
		if syntax, ok := c.program(program); ok {
			at[program] = len(commands)
			commands = append(commands, gate.Command{Names: []string{name}, Variables: c.read(program, &syntax), Settings: c.settings(program.Name()), FindsItself: program.FindsItself, Dotfiles: dotfiles(program), Syntax: syntax})
		}
	}
	slices.SortStableFunc(commands, func(a, b gate.Command) int { return cmp.Compare(frequency(a.Names), frequency(b.Names)) })
	return commands
}

// dotfiles returns the paths in a home of the files that matter to a program.
func dotfiles(p *grammar.Program) []string {
	var paths []string
	for _, file := range p.Dotfiles() {
		paths = append(paths, file.Path)
	}
	return paths
}

// often are the programs that configure scripts, builds and agents start most.
const often = " git cat rm sed grep mv expr mkdir true test echo ls cp chmod ln basename dirname sort tr uname head tail cut wc awk find touch printf env python3 gcc cc curl "

// frequency returns the rank of a program among the frequent ones; others rank last.
func frequency(names []string) int {
	first := len(often)
	for _, name := range names {
		if i := strings.Index(often, " "+name+" "); i >= 0 {
			first = min(first, i)
		}
	}
	return first
}
