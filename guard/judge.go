package guard

import (
	"errors"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// Judge decides a request under a policy, on a machine.
//
// Limits come first, then a parse error, which is never allowed. Every command
// is judged, nested ones too, and the worst action wins.
func Judge(p *policy.Policy, m zone.Machine, req Request) Decision {
	return newJudge(p, m, req).decide()
}

func (j *judge) decide() Decision {
	j.judge()
	return j.whole()
}

// whole is the decision, unless a part of the policy turned out to be damaged on the way.
func (j *judge) whole() Decision {
	if err := j.policy.Damage(); err != nil {
		j.refuse(err)
	}
	return observed(j.policy, j.Decision)
}

func (j *judge) judge() {
	invs, err := j.read()
	j.Invocations = invs
	if err != nil {
		j.refuse(err)
		return
	}
	j.inline(invs)
	variables := j.environment(invs)
	j.inline(variables)
	j.values(invs)
	j.values(variables)
	j.Invocations = slices.Concat(invs, variables)
	j.deletesMoved(invs)
	j.zones.NoteLinks(invs)
	j.overrun(invs)
	j.givenUp(invs)
	j.find(j.Invocations)
	for v := range grammar.All(invs) {
		if v.Err != nil {
			j.refuse(v.Err)
		}
	}
	safe := readOnly(invs)
	if j.policy.SafeOnly {
		j.unlisted(invs)
	}
	j.ReadOnly = safe && !j.unsure && j.Action == rules.Allow && len(j.Findings)+len(j.Deferred) == 0
}

// judge is one request being decided.
type judge struct {
	Decision
	policy  *policy.Policy
	machine zone.Machine
	req     Request
	zones   *zone.Map
	flow    *flow.Graph               // nil before the rules are asked
	seen    map[findingKey]bool       // the findings there are, so that none is told twice
	sources map[*parser.Source]string // the files that source was read from

	evaluated map[*parser.Command]string // what runs files that inline code itself reads and evaluates, and how it does

	askedWritten, stopsWritten bool // whether a text of the request is one that the policy stops

	opened int             // files that were read
	active []string        // files whose code is being read
	told   map[string]bool // what Err says
	unsure bool            // something is only possible
	budgets

	cut *parser.LimitError // past it a function was called whose body was not read for that call

	inherited []*parser.Command // the variables of the environment, as assignments
	mild      []*grammar.Effect // of these, what is worth a warning at most

	dashed []string // the files the request makes whose names begin with a dash

	tools map[string][]*toolFile // by program, what toolFilesOf has looked up
}

// findingKey is what makes two findings the same: a command that is listed once for
// each value of its words, or for each turn of a loop, is one command.
type findingKey struct {
	rule   string
	source *parser.Source
	span   parser.Span
	word   string
}

func newJudge(p *policy.Policy, m zone.Machine, req Request) *judge {
	j := &judge{
		Decision: Decision{Action: rules.Allow, dir: req.Dir, id: req.ID, argv: req.Argv, source: req.Source},
		policy:   p, machine: m, req: req, zones: zone.New(p, m, req.Dir, req.Work), budgets: newBudgets(req.Stop),
	}
	j.req.Vars = j.startVars(req.Vars)
	return j
}

// isFrom notes the file that a source was read from.
func (j *judge) isFrom(src *parser.Source, file string) {
	if j.sources == nil {
		j.sources = map[*parser.Source]string{}
	}
	j.sources[src] = file
}

// startVars returns the variables a shell would start with: of $PWD, which it
// sets itself, the directory is known even where its name is another. It notes those that
// were asked for.
func (j *judge) startVars(vars func(string) (string, bool)) func(string) (string, bool) {
	return func(name string) (string, bool) {
		if name == "PWD" && strings.HasPrefix(j.req.Dir, "/") {
			return j.req.Dir, j.req.Dir != Nowhere
		}
		if vars == nil {
			return "", false
		}
		value, ok := vars(name)
		if ok && value != "" && !slices.Contains(wellKnown[:], name) {
			if j.Inherited == nil {
				j.Inherited = map[string]string{}
			}
			j.Inherited[name] = value
		}
		return value, ok
	}
}

// wellKnown are the variables whose values are told by other things as well: where a home
// is, and who is at home there.
var wellKnown = [...]string{"HOME", "OLDPWD", "PREFIX", "TMPDIR", "USER", "LOGNAME", "SHELL", "LANG", "TERM", "IFS"}

// read turns the request into invocations.
func (j *judge) read() ([]*grammar.Invocation, error) {
	opt := j.options(nil)
	opt.Lang = j.req.Lang
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
	if j.req.Stdin != nil {
		c.Stdin = parser.Stdin{Kind: parser.FromText, Word: parser.Text(*j.req.Stdin)}
	}
	return []*grammar.Invocation{grammar.ReadCommand(c, opt)}, nil
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

// maxTold is how many reasons are told why a request cannot be read.
const maxTold = 10

// refuse takes an error into the decision. What is past a limit is blocked in
// every profile; what a syntax error does is the profile's to say.
func (j *judge) refuse(err error) {
	action := rules.Block
	var syntax *parser.SyntaxError
	if errors.As(err, &syntax) {
		if action = j.policy.ParseError; j.policy.Strict {
			action = min(action, rules.Ask)
		}
	}
	if text := err.Error(); len(j.told) < maxTold && !j.told[text] {
		if j.told == nil {
			j.told = map[string]bool{}
		}
		j.told[text] = true
		j.Err = errors.Join(j.Err, err)
	}
	j.Action = min(j.Action, action)
}

// view is what the rules see of this machine and the policy.
func (j *judge) view(invs []*grammar.Invocation) rules.View {
	dir := j.zones.Dir
	if dir == Nowhere {
		dir = ""
	}
	link := func(name string) (string, bool) { return zone.LinkAt(j.machine.Files, name) }
	return rules.View{
		Zones: j.zones.Zones, Exempt: j.zones.Exempt, Exists: j.zones.Exists, Made: j.isMade, Strict: j.policy.Strict,
		Flow: flow.New(invs, dir, flow.Machine{Link: link, Earlier: j.req.Earlier}),
	}
}

// find adds what the rules and the user's blocked commands find.
func (j *judge) find(invs []*grammar.Invocation) {
	view := j.view(invs)
	j.flow = view.Flow
	for _, f := range rules.Check(j.policy.Rules, invs, view) {
		j.add(f)
	}
	j.Taints, j.Shown = view.Flow.Taints(), view.Flow.Shown()
	if !j.policy.BlocksCommands() {
		return
	}
	rule := userBlocked()
	for v := range grammar.All(invs) {
		if t := matches(j.policy.BlockedCommands(v), v); t != parser.No {
			j.add(rules.Finding{Rule: rule, Truth: t, Invocation: v})
		}
	}
}

// add puts a finding into the decision, with the policy's action, unless an
// exception lifts it. One that is only possible is left to the shim where one
// will see it; otherwise it is what cannot be decided.
func (j *judge) add(f rules.Finding) {
	j.unsure = j.unsure || f.Truth == parser.Maybe
	if j.lifted(f) {
		if f.Effect == nil || f.Beside == nil {
			return
		}
		f.Effect, f.Truth = f.Beside, f.BesideTruth
	}
	if slices.Contains(j.mild, f.Effect) {
		mild := *f.Rule
		mild.Mild = true
		f.Rule = &mild
	}
	switch {
	case j.policy.SafeOnly && f.Rule.ID == "run.unread-file" && confirmable(f.Invocation):
	case f.Truth == parser.Yes && j.cameBefore(f):
		j.put(f, max(j.action(f), j.policy.EarlierAction(f.Rule)))
	case f.Truth == parser.Yes:
		j.put(f, j.action(f))
	case j.hidden(f):
		j.refuse(j.limitOf(f.Invocation))
	case j.deferrable(f):
		d := j.finding(f, j.action(f))
		d.Ring = RingShim
		j.Deferred = append(j.Deferred, d)
	default:
		j.put(f, j.opaque(f))
	}
}

// cameBefore reports whether a finding is about what an earlier request brought there.
func (j *judge) cameBefore(f rules.Finding) bool {
	return j.flow != nil && f.Effect != nil && f.Rule.From.IsEarlier() && j.flow.CameBefore(f.Rule.From, f.Invocation, f.Effect)
}

// put adds a finding with its action. What is allowed is no finding.
func (j *judge) put(f rules.Finding, action rules.Action) {
	d := j.finding(f, action)
	at := findingKey{f.Rule.ID, d.Command.Source, d.Command.Span, d.Word.String()}
	if action == rules.Allow || j.seen[at] {
		return
	}
	if j.seen == nil {
		j.seen = map[findingKey]bool{}
	}
	j.seen[at] = d.Command.Source != nil
	j.Findings = append(j.Findings, d)
	j.Action = min(j.Action, action)
}

// finding is a finding as a decision tells it.
func (j *judge) finding(f rules.Finding, action rules.Action) Finding {
	d := Finding{Rule: f.Rule, Action: action, Truth: f.Truth, Command: f.Invocation.Written(), Ring: RingCheck}
	if f.Effect != nil {
		d.Word = f.Effect.Word
	}
	if vars := j.variable(f.Invocation); vars != nil {
		d.Command, d.Word = j.naming(vars), parser.Word{}
		d.Variables = names(vars.Assigns)
	}
	src, at := j.standsIn(f)
	if d.Span = at; src != nil {
		d.File = src.Name
		d.Path, _, _ = strings.Cut(j.sources[src], "#")
	}
	if j.req.Argv != nil {
		d.Ring = RingShim
	}
	return d
}

// opaqueWord stands for a word that only execution knows.
func opaqueWord() rules.Rule { return rules.Rule{ID: "opaque.word", Class: rules.Opaque} }

// opaque is the action for a finding that is only possible: that of the class
// opaque, or of the rule itself if that is looser, as what may be is never
// worse than what is. A rule about opaque commands keeps its floor, and known
// words that would do grave harm as a command are not let through because
// it is only a guess that they are one.
func (j *judge) opaque(f rules.Finding) rules.Action {
	own := j.action(f)
	if f.Rule.Class == rules.Opaque {
		return own
	}
	word := opaqueWord()
	action := j.policy.Action(&word)
	if f.Invocation.Truth == parser.Maybe && isGrave(f) {
		action = min(action, rules.Ask)
	}
	return max(own, action)
}

// isGrave reports whether a finding is about words that are known and would lose what is
// there, or give away a secret, if they are a command. Behind a program that nobody named
// an option alone makes no such command.
func isGrave(f rules.Finding) bool {
	known := f.Effect != nil && f.Effect.Word.Known()
	switch f.Rule.Class {
	case rules.Catastrophic, rules.Destructive:
		return known || f.Effect == nil
	case rules.SystemWrite, rules.SharedWrite, rules.Secrets:
		by := f.Invocation.Command.Outer
		return known && by != nil && len(by.Args) > 0 && by.Args[0].Known()
	}
	return false
}

// standsIn returns the file that a finding stands in, or nil, and its place there: of
// an act, or of the innermost command that a file holds.
func (j *judge) standsIn(f rules.Finding) (file *parser.Source, at parser.Span) {
	if f.Effect != nil && f.Effect.At != nil {
		return f.Effect.At.Source, f.Effect.At.Span
	}
	for c := f.Invocation.Command; c != nil; c = c.Outer {
		if c.Source != nil && c.Source.Name != "" {
			c = j.inFile(c)
			return c.Source, c.Span
		}
	}
	return nil, f.Invocation.Command.Span
}

// inFile is the command that stands in a file's own text: what stands in the words of
// another command (bash -c '…') has the name of the file, too.
func (j *judge) inFile(c *parser.Command) *parser.Command {
	for o := c; o != nil && o.Source != nil && o.Source.Name == c.Source.Name; o = o.Outer {
		if j.sources[o.Source] != "" {
			return o
		}
	}
	return c
}
