package guard

import (
	"errors"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Judge decides a request under a policy, on a machine.
//
// Limits come first, then a parse error, which is never allowed. Every command
// is judged, nested ones too, and the worst action wins.
func Judge(p *policy.Policy, m Machine, req Request) Decision {
	j := judge{policy: p, machine: m, req: req}
	j.places = newPlaces(p, m, req)
	d := Decision{dir: req.Dir, id: req.ID, argv: req.Argv}
	invs, err := j.read()
	d.Invocations = invs
	if err != nil {
		d.Err, d.Action = err, j.onError(err)
		return d
	}
	j.inline(invs)
	d.Action = rules.Allow
	for _, f := range rules.Check(p.Rules, invs, rules.View{Zones: j.places.zones, Strict: p.Strict}) {
		j.add(&d, f)
	}
	j.entries(&d)
	for v := range grammar.All(invs) {
		if v.Err != nil {
			d.Err = errors.Join(d.Err, v.Err)
			d.Action = min(d.Action, j.onError(v.Err))
		}
	}
	d.ReadOnly = d.Action == rules.Allow && len(d.Findings)+len(d.Deferred) == 0 && readOnly(invs)
	if p.SafeOnly && !d.ReadOnly {
		j.unlisted(&d)
	}
	return d
}

// judge is one request being decided.
type judge struct {
	policy  *policy.Policy
	machine Machine
	req     Request
	places  *places
}

// read turns the request into invocations.
func (j *judge) read() ([]*grammar.Invocation, error) {
	opt := parser.Options{Lang: j.req.Lang, Vars: j.req.Vars, Home: j.machine.UserHome}
	if j.req.Argv == nil {
		s, err := parser.Parse(j.req.Source, opt)
		if err != nil {
			return nil, err
		}
		return grammar.Read(s, opt), nil
	}
	if len(j.req.Argv) == 0 || j.req.Argv[0] == "" {
		return nil, parser.ErrEmpty
	}
	c := parser.Argv(j.req.Argv)
	c.Assigns = assigns(j.req.Changed)
	if j.req.Stdin != nil {
		c.Stdin = parser.Stdin{Kind: parser.FromText, Word: parser.Text(*j.req.Stdin)}
	}
	v := grammar.ReadCommand(c, opt)
	return []*grammar.Invocation{v}, j.script(v, opt)
}

// script reads the content of the file that the invocation runs as a script,
// where the caller has it, as commands of its own.
func (j *judge) script(v *grammar.Invocation, opt parser.Options) error {
	if j.req.Script == nil {
		return nil
	}
	opt.Outer = v.Command
	s, err := parser.Parse(*j.req.Script, opt)
	if errors.Is(err, parser.ErrEmpty) {
		return nil
	}
	if err != nil {
		return err
	}
	v.Nested = append(v.Nested, grammar.Read(s, opt)...)
	return nil
}

// assigns reads NAME=value pairs as assignments.
func assigns(pairs []string) []parser.Assign {
	var as []parser.Assign
	for _, p := range pairs {
		if name, value, ok := strings.Cut(p, "="); ok {
			as = append(as, parser.Assign{Name: name, Value: parser.Text(value)})
		}
	}
	return as
}

// onError gives the action for what could not be understood. What is past a
// limit is blocked in every profile; a syntax error asks at best.
func (j *judge) onError(err error) rules.Action {
	var syntax *parser.SyntaxError
	if errors.As(err, &syntax) {
		return min(j.policy.ParseError, rules.Ask)
	}
	return rules.Block
}

// add puts a finding into the decision: lifted by an exception, deferred to a
// shim, or with its action.
func (j *judge) add(d *Decision, f rules.Finding) {
	out := Finding{Rule: f.Rule, Truth: f.Truth, Command: f.Invocation.Command, Ring: RingCheck}
	if f.Effect != nil {
		out.Word = f.Effect.Word
	}
	if j.req.Argv != nil {
		out.Ring = RingShim
	}
	if j.lifted(f) {
		return
	}
	out.Action = j.action(f)
	if f.Truth == parser.Maybe {
		if j.deferrable(f.Invocation) {
			out.Ring = RingShim
			d.Deferred = append(d.Deferred, out)
			return
		}
		// What cannot be decided is never worse than what it might be.
		out.Action = max(out.Action, j.opaque(f.Rule))
	}
	if out.Action == rules.Allow {
		return
	}
	d.Findings = append(d.Findings, out)
	d.Action = min(d.Action, out.Action)
}

// action is what the policy says to a rule that matched for certain.
func (j *judge) action(f rules.Finding) rules.Action { return j.policy.Action(f.Rule) }

// opaque is the policy's action for what cannot be decided. A rule with a
// floor keeps it.
func (j *judge) opaque(r *rules.Rule) rules.Action {
	a := j.policy.Action(&rules.Rule{ID: "opaque.word", Class: rules.Opaque})
	if r.Class == rules.Opaque && r.Floored && j.policy.Profile != "open" {
		a = min(a, r.Least)
	}
	return a
}

// deferrable reports whether a shim will see the invocation's real words: it
// is a known bare name with a shim, nothing earlier changed what that name
// means, and no command around it leaves this machine's PATH.
func (j *judge) deferrable(v *grammar.Invocation) bool {
	if j.req.Shims == nil || j.req.Argv != nil || v.Name == "" {
		return false
	}
	name, known := v.Command.Program().Text()
	if !known || strings.Contains(name, "/") || !j.req.Shims(name) || v.Command.Shadowed {
		return false
	}
	for c := v.Command.Outer; c != nil; c = c.Outer {
		if !keepsPath(c) {
			return false
		}
	}
	return true
}

// keepers are the wrappers that run their operands with the PATH they got.
const keepers = " nice nohup time timeout setsid xargs command eval "

// keepsPath reports whether a wrapper hands its own PATH on. A shell does too,
// unless it is a login shell; those, sudo, su, ssh and containers start from
// another one.
func keepsPath(c *parser.Command) bool {
	name, known := c.Program().Text()
	if !known || c.Shadowed {
		return false
	}
	if strings.Contains(keepers, " "+name+" ") {
		return name != "command" || len(c.Args) < 2 || c.Args[1].Is("-p") == parser.No
	}
	return false
}
