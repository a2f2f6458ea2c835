package guard

import (
	"errors"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/project"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// Judge decides a request under a policy, on a machine.
//
// It refuses a request past a limit, and never allows one that it cannot parse. It judges every
// command, nested ones too, and the worst action wins.
func Judge(p *policy.Policy, m zone.Machine, req Request) Decision {
	return newJudge(p, m, req).decide()
}

func (j *judge) decide() Decision {
	j.judge()
	return j.finish()
}

// finish returns the decision. It refuses if a part of the policy, decoded lazily, turned out to
// be damaged.
func (j *judge) finish() Decision {
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
	j.readInlineCode(invs)
	variables := j.environment(invs)
	j.readInlineCode(variables)
	j.judgeValues(invs)
	j.judgeValues(variables)
	if len(variables) > 0 {
		j.Invocations = slices.Concat(invs, variables)
	}
	j.deletesMoved(invs)
	j.zones.NoteLinks(invs)
	j.skipOverrunFiles(invs)
	j.refuseAtLimit(invs)
	j.find(j.Invocations)
	for v := range grammar.All(invs) {
		if v.Err != nil {
			j.refuse(v.Err)
		}
	}
	if j.policy.SafeOnly {
		j.unlisted(invs)
	}
	j.ReadOnly = !j.uncertain && j.Action == rules.Allow && len(j.Findings)+len(j.Deferred) == 0 && readOnly(invs)
}

// judge holds the state of one decision.
type judge struct {
	Decision
	policy  *policy.Policy
	machine zone.Machine
	req     Request
	zones   *zone.Map
	flow    *flow.Graph               // nil until find has asked the rules
	seen    map[findingKey]int        // places of the findings so far, to report none twice
	sources map[*parser.Source]runKey // where each source was read from

	realPath func(string) string                    // of zones
	written  func(*parser.Command) []parser.Written // writes

	evaluated map[*parser.Command]string // commands that run files which inline code evaluates in its own process, and the call that does it

	stopsWritten bool            // the last result of mayRunWritten
	judgedUpTo   int             // how many files had been read then, plus one
	judged       map[string]bool // the texts that it has judged

	opened    int             // how many files were read
	active    []string        // files whose code is being read, the innermost last
	reported  map[string]bool // texts of errors that Err has
	uncertain bool            // some finding is uncertain
	budgets

	callLimit *parser.LimitError // a function was called past this limit, and its body was not read for that call

	inherited   []*parser.Command // the environment's variables, as assignments
	mildEffects []*grammar.Effect // effects of these that deserve a warning at most

	dashNamed []string // files that the request creates and whose names begin with a dash

	tools  map[string][]*project.Tool // cache of toolsOf
	codes  map[codeReading]codeResult // cache of readCode
	hooked hookedRepository           // the last result of hookedRepository
}

// findingKey identifies a finding. The parser lists a command once for each value of its words
// and each turn of a loop; to the user that is one command, and one finding.
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
	j.req.Vars, j.realPath, j.written = j.startVars(req.Vars), j.zones.Resolved, j.writes
	return j
}

// recordFile records where a source was read from.
func (j *judge) recordFile(src *parser.Source, from runKey) {
	if j.sources == nil {
		j.sources = map[*parser.Source]runKey{}
	}
	j.sources[src] = from
}

// startVars returns the variables that a shell would start with. It answers PWD with the
// request's directory, because the shell sets it itself. It records in Inherited the variables
// that were asked for.
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

// wellKnown are variables that Inherited leaves out: their values follow from the user and the
// directory, or change no decision.
var wellKnown = [...]string{"HOME", "OLDPWD", "PREFIX", "TMPDIR", "USER", "LOGNAME", "SHELL", "LANG", "TERM", "IFS"}

// read parses the request into invocations.
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

// maxErrors bounds how many errors a decision reports.
const maxErrors = 10

// refuse adds an error to the decision. Every profile blocks a request past a limit; for a
// syntax error the policy has an action of its own.
func (j *judge) refuse(err error) {
	action := rules.Block
	var syntax *parser.SyntaxError
	if errors.As(err, &syntax) {
		if action = j.policy.ParseError; j.policy.Strict {
			action = min(action, rules.Ask)
		}
	}
	if text := err.Error(); len(j.reported) < maxErrors && !j.reported[text] {
		if j.reported == nil {
			j.reported = map[string]bool{}
		}
		j.reported[text] = true
		j.Err = errors.Join(j.Err, err)
	}
	j.Action = min(j.Action, action)
}

// view returns what rules may ask about this machine and the policy.
func (j *judge) view(invs []*grammar.Invocation) rules.View {
	dir := j.zones.Dir
	if dir == Nowhere {
		dir = ""
	}
	here := (*machineOf)(j)
	return rules.View{Zoner: here, Machine: here, Strict: j.policy.Strict, Flow: flow.New(invs, dir, flow.Machine{Files: here, Earlier: j.req.Earlier})}
}

// machineOf is a judge as rules and the flow of data see it: what they may ask about the machine.
type machineOf judge

// Zones implements [rules.Zoner].
func (m *machineOf) Zones(v *grammar.Invocation, e *grammar.Effect) (is, may rules.Zone) {
	return (*judge)(m).zonesOf(v, e)
}

// Exempt, Exists and Made implement [rules.Machine].
func (m *machineOf) Exempt(v *grammar.Invocation, e *grammar.Effect, place rules.Exemption) bool {
	return m.zones.Exempt(v, e, place)
}

func (m *machineOf) Exists(v *grammar.Invocation, e *grammar.Effect) bool {
	return m.zones.Exists(v, e)
}

func (m *machineOf) Made(v *grammar.Invocation, e *grammar.Effect) bool {
	return (*judge)(m).isMade(v, e)
}

// Link and Repositories implement [flow.Files].
func (m *machineOf) Link(name string) (string, bool) { return zone.LinkAt(m.machine.Files, name) }

func (m *machineOf) Repositories() flow.Repositories {
	j := (*judge)(m)
	return flow.Repositories{
		IsTaken: j.isTaken, HasBranch: j.hasBranch, Start: j.startOfGit, IsElsewhere: j.inheritsRepository, Temporary: j.temporaryRepository,
	}
}

// find adds the findings of the rules and of the user's blocked commands.
func (j *judge) find(invs []*grammar.Invocation) {
	view := j.view(invs)
	j.flow = view.Flow
	for _, f := range rules.Check(j.policy.Rules, invs, view) {
		j.add(f)
	}
	j.Taints, j.PrintedDownloads = view.Flow.Taints(), view.Flow.PrintedFiles()
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

// add adds a finding with the policy's action, unless an exception lifts it. An uncertain
// finding is deferred to the shim if a shim will see the words; otherwise it counts as opaque.
func (j *judge) add(f rules.Finding) {
	j.uncertain = j.uncertain || f.Truth == parser.Maybe
	if j.isLifted(f) {
		if f.Effect == nil || f.Beside == nil {
			return
		}
		f.Effect, f.Truth = f.Beside, f.BesideTruth
	}
	if slices.Contains(j.mildEffects, f.Effect) {
		mild := *f.Rule
		mild.Mild = true
		f.Rule = &mild
	}
	switch {
	case j.policy.SafeOnly && f.Rule.ID == unreadFile && isConfirmable(f.Invocation):
	case f.Truth == parser.Yes && j.cameBefore(f):
		j.put(f, max(j.action(f), j.policy.EarlierAction(f.Rule)))
	case f.Truth == parser.Yes:
		j.put(f, j.action(f))
	case j.isHiddenByLimit(f):
		j.refuse(j.limitOf(f.Invocation))
	case j.isDeferrable(f):
		d := j.finding(f, j.action(f))
		d.Ring = RingShim
		j.Deferred = append(j.Deferred, d)
	default:
		j.put(f, j.opaqueAction(f))
	}
}

// cameBefore reports whether a finding is about something that an earlier request brought to
// this machine.
func (j *judge) cameBefore(f rules.Finding) bool {
	return j.flow != nil && f.Effect != nil && f.Rule.From.IsEarlier() && j.flow.CameBefore(f.Rule.From, f.Invocation, f.Effect)
}

// put adds a finding with its action, unless that is allow. Of several that are one to the user it
// keeps the first of the strictest.
func (j *judge) put(f rules.Finding, action rules.Action) {
	if action == rules.Allow {
		return
	}
	d := j.finding(f, action)
	key := findingKey{f.Rule.ID, d.Command.Source, d.Command.Span, d.Word.String()}
	j.Action = min(j.Action, action)
	if at, found := j.seen[key]; found {
		if action < j.Findings[at].Action {
			j.Findings[at] = d
		}
		return
	}
	if d.Command.Source != nil {
		if j.seen == nil {
			j.seen = map[findingKey]int{}
		}
		j.seen[key] = len(j.Findings)
	}
	j.Findings = append(j.Findings, d)
}

// finding converts a rule's finding for the decision.
func (j *judge) finding(f rules.Finding, action rules.Action) Finding {
	d := Finding{Rule: f.Rule, Action: action, Truth: f.Truth, Command: f.Invocation.Written(), Ring: RingCheck}
	if f.Effect != nil {
		d.Word = f.Effect.Word
	}
	if vars := j.variable(f.Invocation); vars != nil {
		d.Command, d.Word = j.withVariableNames(vars), parser.Word{}
		d.Variables = variableNames(vars.Assigns)
	}
	src, at := j.sourceOf(f)
	if d.Span = at; src != nil {
		d.File = src.Name
		d.Path = j.sources[src].path
	}
	if j.req.Argv != nil {
		d.Ring = RingShim
	}
	return d
}

// opaqueWord is the rule behind the action for words that only execution knows.
func opaqueWord() rules.Rule { return rules.Rule{ID: "opaque.word", Class: rules.Opaque} }

// opaqueAction returns the action for an uncertain finding that no shim will see: that of the class
// opaque, or the rule's own if it is looser, because an uncertain match is never worse than a
// certain one. A rule of the class opaque keeps its own action. If known words would do grave
// harm as a command, and only that they are a command is uncertain, it asks at least.
func (j *judge) opaqueAction(f rules.Finding) rules.Action {
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

// isGrave reports whether a finding is about known words which, if they are a command, destroy
// data or give away a secret. After a program with an unknown name, an option alone does not
// show that.
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

// sourceOf returns the file that holds the act or the innermost command that a finding is
// about, and the position there. file is nil if the request itself holds it.
func (j *judge) sourceOf(f rules.Finding) (file *parser.Source, at parser.Span) {
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

// inFile returns the command that stands in a file's own text. A command in the words of
// another (bash -c '…') has the same source name, but its position counts from those words.
func (j *judge) inFile(c *parser.Command) *parser.Command {
	for o := c; o != nil && o.Source != nil && o.Source.Name == c.Source.Name; o = o.Outer {
		if _, isFile := j.sources[o.Source]; isFile {
			return o
		}
	}
	return c
}
