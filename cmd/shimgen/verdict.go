package main

import (
	"encoding/json"
	"fmt"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// verdict is the JSON form of a decision.
type verdict struct {
	ID       json.RawMessage `json:"id,omitempty"`
	Command  string          `json:"command"`
	Action   string          `json:"action"`
	ReadOnly bool            `json:"readonly"`
	Error    string          `json:"error,omitempty"`
	Findings []finding       `json:"findings"`
	Deferred []finding       `json:"deferred"`
	Commands []string        `json:"commands"`

	action rules.Action
}

type finding struct {
	Rule      string      `json:"rule"`
	Class     string      `json:"class"`
	Action    string      `json:"action"`
	Certainty string      `json:"certainty"`
	Reason    string      `json:"reason"`
	Hint      string      `json:"hint"`
	File      string      `json:"file,omitempty"`
	Span      parser.Span `json:"span"`
	Via       []string    `json:"via"`
	Ring      string      `json:"ring"`
}

func newVerdict(command string, d guard.Decision) verdict {
	v := verdict{
		Command: command, Action: d.Action.String(), action: d.Action, ReadOnly: d.ReadOnly,
		Findings: findings(d.Findings), Deferred: findings(d.Deferred), Commands: []string{},
	}
	if d.Err != nil {
		v.Error = d.Err.Error()
	}
	for inv := range grammar.All(d.Invocations) {
		v.Commands = append(v.Commands, inv.Command.String())
	}
	return v
}

func findings(fs []guard.Finding) []finding {
	out := make([]finding, len(fs))
	for i, f := range fs {
		out[i] = finding{
			Rule: f.Rule.ID, Class: string(f.Rule.Class), Action: f.Action.String(), Certainty: certainty(f.Truth),
			Reason: f.Rule.Reason, Hint: f.Rule.Hint, Via: via(f.Command), Ring: string(f.Ring), File: f.File, Span: f.Span,
		}
	}
	return out
}

func certainty(t parser.Truth) string {
	if t == parser.Yes {
		return "certain"
	}
	return "possible"
}

// via names the commands that run this one, outermost first, each with the file
// it runs if that is how.
func via(c *parser.Command) []string {
	chain := []string{}
	for ; c.Outer != nil; c = c.Outer {
		name := c.Outer.Program().String()
		if c.Source != nil && c.Source.Name != "" && c.Source != c.Outer.Source {
			name += " " + c.Source.Name
		}
		chain = append([]string{name}, chain...)
	}
	return chain
}

// where is the file and line of a finding, before what is said of it.
func where(f guard.Finding) string {
	if f.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d: ", f.File, f.Span.Line)
}

// notices prints what the user should see of a session.
func (a *app) notices(notices []string) {
	for _, n := range notices {
		fmt.Fprintf(a.err, "shimgen: %s\n", line(n))
	}
}

// tell prints a decision in words and returns its exit code. Silence means
// allow.
func (a *app) tell(d guard.Decision) error {
	a.explain(d)
	if n := exit(d.Action); n != 0 {
		return code(n)
	}
	return nil
}

// explain prints the refusal or warning: one line of what and why, and one of
// what to do instead.
func (a *app) explain(d guard.Decision) {
	text, hint := said(d)
	if text != "" {
		fmt.Fprintf(a.err, "shimgen: %s\n", text)
	}
	if hint != "" {
		fmt.Fprintf(a.err, "shimgen: hint: %s\n", hint)
	}
}

// said is a refusal or warning in words, safe to print, and what to do instead.
// Both are empty for what is allowed without a word.
func said(d guard.Decision) (text, hint string) {
	words := map[rules.Action]string{rules.Block: "blocked", rules.Ask: "ask", rules.Warn: "warning"}
	if d.Err != nil {
		return fmt.Sprintf("%s: cannot be understood: %s", words[d.Action], line(d.Err.Error())), ""
	}
	f, ok := d.Worst()
	if !ok || d.Action == rules.Allow {
		return "", ""
	}
	return fmt.Sprintf("%s: %s %s [%s]", words[d.Action], line(where(f)+shorten(f.Command.String())), line(f.Rule.Reason), f.Rule.ID), line(f.Rule.Hint)
}

// maxShown is how much of a command a message shows, in bytes.
const maxShown = 160

// shorten cuts a long command in the middle, at rune boundaries.
func shorten(s string) string {
	if len(s) <= maxShown {
		return s
	}
	return s[:aligned(s, maxShown*2/3)] + " … " + s[aligned(s, len(s)-maxShown/4):]
}
