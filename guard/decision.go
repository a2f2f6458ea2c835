package guard

import (
	"cmp"
	"slices"

	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/internal/permit/mint"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// Ring names what enforces a finding.
type Ring string

// The rings.
const (
	RingCheck Ring = "check" // the command string, before it runs
	RingShim  Ring = "shim"  // the real argument vector, at exec
)

// Finding is a rule that matched, with what the policy makes of it.
type Finding struct {
	Rule    *rules.Rule
	Action  rules.Action
	Truth   parser.Truth
	Command *parser.Command // as it was written, or as it would run from there
	Word    parser.Word     // what the rule objects to; empty for the whole command
	Ring    Ring

	// Variables are the names of the inherited variables that it is about, with
	// blanks between them, or "".
	Variables string

	// File is the name of the file that it stands in, as it was written, or ""
	// where it stands in the request itself. Span is the place there, and Path where
	// the file is, absolute and with links followed, or "" where that is not known.
	File string
	Path string
	Span parser.Span
}

// Decision is what the policy says about a request. The zero Decision blocks.
type Decision struct {
	Action rules.Action

	// ReadOnly says that every program was read completely and does nothing
	// but read ordinary paths.
	ReadOnly bool

	// Findings are in the order of the text, each rule once a command.
	Findings []Finding

	// Deferred are the findings left to a shim, which will see the words
	// that are unknown here. They are not in Findings.
	Deferred []Finding

	// Err says why the request could not be understood, or is nil.
	Err error

	// Would is the decision that would hold if the policy did not only observe, or nil. The
	// other fields then say what does hold: allow, without findings.
	Would *Decision

	Invocations []*grammar.Invocation

	// Taints are the files and directories that it would bring from the network.
	Taints []flow.Taint

	// Shown are the files that an earlier request brought from the network and this one
	// shows to whoever asks.
	Shown []string

	// Inherited are the variables of the environment that the request was read with, by
	// name, but for those that say where things are. Nothing that is shown has their values.
	Inherited map[string]string

	// Unread says that nobody has judged the request: see [Unchecked].
	Unread bool

	argv    []string
	source  string // if there is no argv
	dir, id string
}

// Refused is the decision on a request that could not be judged.
func Refused(req Request, err error) Decision {
	return Decision{Action: rules.Block, Err: err, dir: req.Dir, id: req.ID, argv: req.Argv}
}

// Unchecked is the decision on a request whose text a person wants not to be judged. It
// finds nothing and permits it: what the command does is for shims and sandbox to hold.
func Unchecked(req Request) Decision {
	return Decision{Action: rules.Warn, Unread: true, source: req.Source, dir: req.Dir, id: req.ID, argv: req.Argv}
}

// Asked returns what was judged, source or an argument vector, and where it would start.
func (d Decision) Asked() (source string, argv []string, dir string) {
	if d.source != "" {
		return d.source, nil, d.dir
	}
	return "", slices.Clone(d.argv), d.dir
}

// ID joins the decision with its record in the audit trail.
func (d Decision) ID() string { return d.id }

// Worst returns the finding that decided, and false if there is none. Of
// several it is the one of the gravest class; of these one about that very
// program, whose reason says most truly what would happen; and of these the
// first.
func (d Decision) Worst() (Finding, bool) {
	worst, found := Finding{}, false
	for _, f := range d.Findings {
		if f.Action == d.Action && (!found || rank(f.Rule) < rank(worst.Rule)) {
			worst, found = f, true
		}
	}
	return worst, found
}

// Deciding returns the findings that decided: [Decision.Worst] first, then the others
// as it orders them, each rule once a command.
func (d Decision) Deciding() []Finding {
	var all []Finding
	for _, f := range d.Findings {
		twice := func(g Finding) bool { return g.Rule == f.Rule && g.Command.String() == f.Command.String() }
		if f.Action == d.Action && !slices.ContainsFunc(all, twice) {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b Finding) int { return rank(a.Rule) - rank(b.Rule) })
	return all
}

// WorstFirst returns all findings, those that decided before milder ones, and each
// action's as [Decision.Worst] orders them.
func (d Decision) WorstFirst() []Finding {
	all := slices.Clone(d.Findings)
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Action, b.Action), rank(a.Rule)-rank(b.Rule))
	})
	return all
}

// rank orders rules by how well they explain a decision, the best first.
func rank(r *rules.Rule) int {
	n := 2 * slices.Index(rules.Classes(), r.Class)
	if r.Program == "" {
		n++
	}
	return n
}

// WithoutAsking turns ask into block, in the decision and in what led to it: for
// where nobody can be asked.
func (d Decision) WithoutAsking() Decision {
	if d.Action != rules.Ask {
		return d
	}
	d.Action, d.Findings = rules.Block, slices.Clone(d.Findings)
	for i := range d.Findings {
		if d.Findings[i].Action == rules.Ask {
			d.Findings[i].Action = rules.Block
		}
	}
	return d
}

// Permit returns the permit to run the argument vector that was judged. It is
// false unless the decision is allow or warn, and for shell source, which has
// no argument vector: [Decision.Shell] is for that.
func (d Decision) Permit() (permit.Permit, bool) {
	if d.Action != rules.Allow && d.Action != rules.Warn {
		return permit.Permit{}, false
	}
	p := mint.New(d.argv, d.dir, d.id)
	return p, p.Valid()
}

// Confirm returns the permit for a request whose decision is ask, once a
// person has answered yes. For any other decision it is as Permit.
func (d Decision) Confirm() (permit.Permit, bool) {
	if d.Action == rules.Ask {
		d.Action = rules.Warn
	}
	return d.Permit()
}

// WithAnswers is the decision once a person has answered what it asks: where every finding
// that asks was said yes to, it warns of these and permits. Any other decision stays as it
// is.
func (d Decision) WithAnswers(yes func(Finding) bool) Decision {
	if d.Action != rules.Ask || d.Err != nil {
		return d
	}
	findings, asked := slices.Clone(d.Findings), false
	for i, f := range findings {
		if f.Action != rules.Ask {
			continue
		}
		if asked = true; !yes(f) {
			return d
		}
		findings[i].Action = rules.Warn
	}
	if asked {
		d.Action, d.Findings = rules.Warn, findings
	}
	return d
}

// WithDescriptor turns the decision on an argument vector whose script was judged by
// its content into one on the vector that runs that content: the argument at
// index i becomes the name of the open descriptor. It changes nothing if there
// is no such argument.
func (d Decision) WithDescriptor(i int, descriptor string) Decision {
	if i <= 0 || i >= len(d.argv) {
		return d
	}
	d.argv = append([]string(nil), d.argv...)
	d.argv[i] = descriptor
	return d
}

// Shell turns the decision on shell source into one on the argument vector
// that runs it: the named shell, "-c" and the very text that was judged.
// Decisions on an argument vector stay as they are.
func (d Decision) Shell(shell string) Decision { return d.ShellAfter(shell, "") }

// ShellAfter is Shell for source that comes after a command of the caller's own, on the same
// line: what a shell says of a line has its number.
func (d Decision) ShellAfter(shell, first string) Decision {
	if d.argv == nil && d.source != "" {
		d.argv = []string{shell, "-c", first + d.source}
	}
	return d
}
