// Package verdict formats a decision as text, and as the JSON object that "shimgen check
// --json" prints.
//
//	verdict.Print(os.Stderr, decision)
//	object := verdict.New(command, decision)
//
// Package redact removes the credentials, and printable makes other text safe for a terminal. This
// package decides nothing.
package verdict

import (
	"encoding/json"
	"slices"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/redact"
	"github.com/agent-loop/shimgen/rules"
)

// Verdict is the JSON form of a decision.
type Verdict struct {
	ID       json.RawMessage `json:"id,omitempty"` // of the question, if it had one
	Command  string          `json:"command"`
	Action   string          `json:"action"`
	Would    string          `json:"would,omitempty"` // the action that profile observe does not enforce; findings and error are its
	ReadOnly bool            `json:"readonly"`
	Error    string          `json:"error,omitempty"` // why it could not be judged
	Findings []Finding       `json:"findings"`        // the deciding one first
	Deferred []Finding       `json:"deferred"`        // left to a shim
	Commands []string        `json:"commands"`

	action rules.Action
}

// Finding is the JSON form of a rule that matched.
type Finding struct {
	Rule      string      `json:"rule"` // its id
	Class     string      `json:"class"`
	Action    string      `json:"action"`    // the policy's action for it: warn, ask or block
	Certainty string      `json:"certainty"` // see Certainty
	Reason    string      `json:"reason"`
	Hint      string      `json:"hint"`
	File      string      `json:"file,omitempty"` // the file that Span refers to, if not the command
	Span      parser.Span `json:"span"`           // its place
	Via       []string    `json:"via"`            // the programs that run it, the outermost first
	Ring      string      `json:"ring"`           // what enforces it: check or shim
}

// New returns the verdict of a decision on a command, with the command's credentials
// redacted.
func New(command string, d guard.Decision) Verdict {
	holds := d
	if d.Would != nil {
		d = *d.Would
	}
	v := Verdict{
		Command: gate.Redact(redact.Text(command, d)), Action: holds.Action.String(), action: holds.Action, ReadOnly: d.ReadOnly,
		Findings: Findings(d.WorstFirst()), Deferred: Findings(d.Deferred), Commands: []string{},
	}
	if holds.Would != nil && d.Action != holds.Action {
		v.Would = d.Action.String()
	}
	if d.Err != nil {
		v.Error = gate.Redact(d.Err.Error())
	}
	for _, f := range slices.Concat(v.Findings, v.Deferred) {
		for i, name := range f.Via {
			f.Via[i] = redact.Unset(name, d.Inherited)
		}
	}
	x := redact.New(d)
	for inv := range grammar.All(d.Invocations) {
		v.Commands = append(v.Commands, x.Command(inv.Command))
	}
	return v
}

// Decided is the action passed to New. That of the zero Verdict is block.
func (v Verdict) Decided() rules.Action { return v.action }

// Findings returns the JSON form of findings, and never nil.
func Findings(fs []guard.Finding) []Finding {
	out := make([]Finding, len(fs))
	for i, f := range fs {
		out[i] = Finding{
			Rule: f.Rule.ID, Class: string(f.Rule.Class), Action: f.Action.String(), Certainty: Certainty(f.Truth),
			Reason: f.Rule.Reason, Hint: f.Rule.Hint, Via: via(f.Command), Ring: string(f.Ring), File: f.File, Span: f.Span,
		}
	}
	return out
}

// Certainty is "certain" for a rule that matches, and "possible" for one that depends on
// unknown words.
func Certainty(t parser.Truth) string {
	if t == parser.Yes {
		return "certain"
	}
	return "possible"
}

// via names the commands that run this one, outermost first, each with the file that it
// runs, if any.
func via(c *parser.Command) []string {
	chain := []string{}
	for ; c.Outer != nil; c = c.Outer {
		name := c.Outer.Program().String()
		if c.Source != nil && c.Source.Name != "" && c.Source != c.Outer.Source {
			name += " " + c.Source.Name
		}
		chain = append([]string{gate.Redact(name)}, chain...)
	}
	return chain
}
