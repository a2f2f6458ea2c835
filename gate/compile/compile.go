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
	"github.com/agent-loop/shimgen/rules/catalogue"
)

// Machine is what the gate's table depends on beside the policy: the installation and its
// machine. All paths are absolute and clean.
type Machine struct {
	Names     []string      // programs that have a shim
	Catalogue [32]byte      // hash of the rule catalogue
	Sources   []gate.Source // every file the policy was read from, absent ones too

	Root   string   // of the installation, which holds the audit trail
	Homes  []string // every spelling of every home, as the judge has them
	Temps  []string // directories for temporary files that every process has
	Prefix string   // Termux's $PREFIX, or ""

	// Canonical returns a path with its links followed. It is asked about the
	// paths that the policy blocks. Nil follows none.
	Canonical func(path string) (string, error)
}

// Policy returns the gate's table for a policy: for each program the part of
// its command line that no rule of the policy can match, and the places where a
// path is harmless. It only ever leaves things out: what the table calls clear
// the judge allows under the same policy, without a finding.
//
//   - A program has a part that is clear only if it has a grammar and neither
//     runs nor connects to what its operands or its standard input say.
//   - A subcommand is clear unless a rule finds it whatever its options are.
//   - An option is clear if no rule that could apply mentions it, it does not
//     change what the operands mean, and its value is text, a URL where the
//     network is unrestricted, or a path.
//   - A program or rule that the policy's own words are about is not clear: each
//     program of a blocked entry, and of a rule of its own. A blocked expression
//     leaves nothing clear, and neither does strict mode or a profile that allows
//     nothing but reading.
//
// Entries and rules whose action is allow find nothing and are not looked at.
// Exceptions loosen, so they are the judge's business alone.
//
// The error names the path that is not absolute and clean.
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
			Dir: path.Join(m.Root, "audit"), Profile: p.Profile,
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
	layers  map[string][]live // of the layers, by program: they all name one
	sets    []live            // those about variables

	// pathless says that a place is blocked that no table can name, so that no
	// path is clear.
	pathless bool
}

// lenient reports whether nothing is said of what only may be: of a word that
// nobody knows yet.
func (c *compiler) lenient() bool {
	word := rules.Rule{ID: "opaque.word", Class: rules.Opaque}
	return c.policy.Action(&word) == rules.Allow
}

// blocked returns the programs that blocked entries are about, and whether there can be a
// clear command at all.
func (c *compiler) blocked() (programs map[string]bool, some bool) {
	if c.policy.Strict || c.policy.SafeOnly {
		return nil, false
	}
	return c.policy.BlockedPrograms()
}

// live sorts the rules that count. A shim in strict mode is the judge's, and an
// argument vector has neither functions that start themselves nor patterns, nor
// anything before it or behind it.
func (c *compiler) live() {
	known := map[string]bool{}
	for r := range catalogue.Builtin().All() {
		known[r.ID] = true
	}
	c.layers = map[string][]live{}
	for r := range c.policy.Rules.All() {
		if r.Strict || r.ForkBomb || r.Background || r.StdinFrom != "" || r.EveryProcess || r.Variable != "" || r.From.IsEarlier() || r.GlobProgram || c.policy.Action(r) == rules.Allow {
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
	own bool // a layer's, not the catalogue's
}

// commands returns the clear part of each program that has a shim: those that are
// started most first, whose pages then lie in what the kernel maps at once, and the
// rest in the order of their names. Names of one program share it, and blocked programs have
// none.
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

// dotfiles are the paths of the files below a home that matter to a program.
func dotfiles(p *grammar.Program) []string {
	var paths []string
	for _, file := range p.Dotfiles() {
		paths = append(paths, file.Path)
	}
	return paths
}

// often are the programs that configure scripts, builds and agents start most.
const often = " git cat rm sed grep mv expr mkdir true test echo ls cp chmod ln basename dirname sort tr uname head tail cut wc awk find touch printf env python3 gcc cc curl "

// frequency is where a program stands among those that are started often, or behind
// them all.
func frequency(names []string) int {
	first := len(often)
	for _, name := range names {
		if i := strings.Index(often, " "+name+" "); i >= 0 {
			first = min(first, i)
		}
	}
	return first
}
