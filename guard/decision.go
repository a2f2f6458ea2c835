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

// Finding is a rule that matched, or may match, and the policy's action for it.
type Finding struct {
	Rule    *rules.Rule
	Action  rules.Action
	Truth   parser.Truth
	Command *parser.Command // as written in the source, or as it would run inside a wrapper
	Word    parser.Word     // what the rule objects to; empty for the whole command
	Ring    Ring

	// Variables are the names of the inherited variables that the finding is about, separated
	// by blanks, or "".
	Variables string

	// File is the file that holds the command, as the request names it, or "" if the request
	// itself holds it. Span is the position there. Path is the file's canonical path, or "" if
	// unknown.
	File string
	Path string
	Span parser.Span
}

// Decision is what the policy says about a request. The zero Decision blocks.
type Decision struct {
	Action rules.Action

	// ReadOnly says that every program was read completely and only reads ordinary paths.
	ReadOnly bool

	// Findings are in the order of the text, each rule once for each command.
	Findings []Finding

	// Deferred are the findings left to a shim, which will see the words that are unknown here.
	// They are not in Findings.
	Deferred []Finding

	// Err says why shimgen could not read the request, or is nil.
	Err error

	// Would is the decision that would be enforced if the policy did not only observe, or nil.
	// If it is set, the other fields hold what is enforced: allow, without findings.
	Would *Decision

	Invocations []*grammar.Invocation

	// Taints are the files and directories that the request would fetch from the network.
	Taints []flow.Taint

	// PrintedDownloads are the files that an earlier request fetched from the network and that this
	// one prints.
	PrintedDownloads []string

	// Inherited holds the environment variables that the reading of the request depended on,
	// except the well-known ones. Never print the values.
	Inherited map[string]string

	// Unread says that nobody judged the text: see [Unchecked].
	Unread bool

	argv    []string
	source  string // if there is no argv
	dir, id string
}

// Refused is the decision on a request that could not be judged.
func Refused(req Request, err error) Decision {
	return Decision{Action: rules.Block, Err: err, source: req.Source, dir: req.Dir, id: req.ID, argv: req.Argv}
}

// Unchecked is the decision on a request whose text a person wants not to be judged. It permits
// the request without findings; only shims and sandbox restrict the command.
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

// ID is the id that the decision's record has in the audit trail.
func (d Decision) ID() string { return d.id }

// Worst returns the finding that decided, and false if there is none. Of several it prefers the
// gravest class, then a rule about this very program, whose reason says most precisely what
// would happen, then the first in the text.
func (d Decision) Worst() (Finding, bool) {
	worst, found := Finding{}, false
	for _, f := range d.Findings {
		if f.Action == d.Action && (!found || rank(f.Rule) < rank(worst.Rule)) {
			worst, found = f, true
		}
	}
	return worst, found
}

// Deciding returns all findings that decided, ordered as by [Decision.Worst], each rule once
// for each command.
func (d Decision) Deciding() []Finding {
	type once struct {
		rule    *rules.Rule
		command string
	}
	var all []Finding
	seen := map[once]bool{}
	for _, f := range d.Findings {
		if f.Action != d.Action {
			continue
		}
		if key := (once{f.Rule, f.Command.String()}); !seen[key] {
			seen[key] = true
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b Finding) int { return rank(a.Rule) - rank(b.Rule) })
	return all
}

// WorstFirst returns all findings, the strictest action first, and those of one action ordered
// as by [Decision.Worst].
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

// WithoutAsking turns ask into block, in the decision and its findings, for callers that cannot
// ask anybody.
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

// Permit returns the permit to run the argument vector that was judged. It returns false unless
// the action is allow or warn. Shell source has no argument vector: call [Decision.Shell]
// first.
func (d Decision) Permit() (permit.Permit, bool) {
	if d.Action != rules.Allow && d.Action != rules.Warn {
		return permit.Permit{}, false
	}
	p := mint.New(d.argv, d.dir, d.id)
	return p, p.Valid()
}

// Confirm returns the permit for a request whose decision is ask, after a person said yes. For
// any other decision it does what Permit does.
func (d Decision) Confirm() (permit.Permit, bool) {
	if d.Action == rules.Ask {
		d.Action = rules.Warn
	}
	return d.Permit()
}

// WithAnswers applies a person's answers to a decision that asks. If yes is true for every
// finding that asks, the decision becomes a warning, which permits. Otherwise, and for any
// other decision, it returns the decision unchanged.
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

// WithDescriptor replaces argument i, the name of a script that the caller has opened and that
// was judged by its content, by the name of the open descriptor. So the program runs the text
// that was judged, even if somebody replaces the file. It changes nothing if there is no
// argument i.
func (d Decision) WithDescriptor(i int, descriptor string) Decision {
	if i <= 0 || i >= len(d.argv) {
		return d
	}
	d.argv = append([]string(nil), d.argv...)
	d.argv[i] = descriptor
	return d
}

// Shell turns a decision on shell source into one on the argument vector that runs it: the
// named shell, "-c" and the very text that was judged. A decision on an argument vector stays
// as it is.
func (d Decision) Shell(shell string) Decision { return d.ShellAfter(shell, "") }

// ShellAfter is Shell with a prefix, first, on the first line of the text: a command of the
// caller's own. On the same line it does not shift the line numbers in the shell's messages.
func (d Decision) ShellAfter(shell, first string) Decision {
	if d.argv == nil && d.source != "" {
		d.argv = []string{shell, "-c", first + d.source}
	}
	return d
}
