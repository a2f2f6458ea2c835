package explain

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/redact"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/verdict"
	"github.com/agent-loop/shimgen/zone"
)

// builder makes the tree of commands.
type builder struct {
	masked map[string]string // texts of sources, with credentials redacted

	redactor *redact.Redactor
	page     *Page
	session  *runner.Session
	steps    map[*grammar.Invocation]*guard.Step
	stepOf   map[*parser.Command]*step
}

// root adds a command of the list. The commands of a substitution come just before the
// command whose words they produce; root moves them below it. It does the same with
// commands that the shell evaluates for a command (eval).
func (b *builder) root(v *grammar.Invocation) {
	if b.steps[v] == nil {
		return
	}
	st := b.step(v, "")
	if outer := b.stepOf[v.Command.Outer]; outer != nil {
		st.How = "text that the shell evaluates"
		if !isListed(outer.Commands, st) {
			outer.Commands = append(outer.Commands, st)
		}
		return
	}
	roots := b.page.Commands
	from := len(roots)
	for from > 0 && inside(roots[from-1], st) {
		from--
	}
	for _, inner := range roots[from:] {
		inner.How = "in its words"
		st.Commands = append(st.Commands, inner)
	}
	b.page.Commands = roots[:from]
	if !isListed(b.page.Commands, st) {
		b.page.Commands = append(b.page.Commands, st)
	}
}

// isListed reports whether a list has the same step already: what may run later is read again at the
// end of the source, often with the same result.
func isListed(list []*step, st *step) bool {
	return slices.ContainsFunc(list, func(other *step) bool { return other.Span == st.Span && reflect.DeepEqual(other, st) })
}

// inside reports whether one command's source lies within another's.
func inside(inner, outer *step) bool {
	a, b := inner.Span, outer.Span
	return inner.text != "" && inner.text == outer.text && a.Offset >= b.Offset && a.End <= b.End && a != b
}

// step describes one command and what it runs.
func (b *builder) step(v *grammar.Invocation, how string) *step {
	c, s := v.Command, b.steps[v]
	st := &step{
		Command: truncate(b.redactor.Command(c)), How: how, Span: c.Span, Words: []wordLine{}, Grammar: grammarOf(v), Directory: directory(c, b.page.Dir),
		Stdin: b.stdinOf(v), Effects: b.effectsOf(s), Findings: b.explainFindings(s.Findings), Deferred: b.explainFindings(s.Deferred),
		Passed: []passedRule{}, Near: []nearRule{}, Gate: b.gate(v), Background: c.Background, Function: c.Func, Commands: []*step{},
	}
	if c.Source != nil {
		if st.text = b.shown(c.Source.Text); c.Source.Text != b.page.source {
			st.Source = truncate(st.text)
		}
	}
	for _, a := range c.Assigns {
		st.Words = append(st.Words, b.wordOf(a.Name+"=", a.Value, b.redactor.Assigned(c, a), st.text))
	}
	words := b.redactor.Words(c)
	for i, w := range c.Args {
		st.Words = append(st.Words, b.wordOf("", w, words[i], st.text))
	}
	for _, r := range c.Redirects {
		st.Words = append(st.Words, b.wordOf(r.FD+r.Op, r.Target, b.redactor.Target(c, r), st.text))
	}
	for _, p := range s.Passed {
		st.Passed = append(st.Passed, passedRule{p.Rule.ID, verdict.Certainty(p.Truth), p.Lifted, newCause(p.Cause)})
	}
	for _, m := range s.Near {
		st.Near = append(st.Near, nearRule{m.Rule.ID, truncate(m.Why), m.Held})
	}
	if v.Err != nil {
		st.Error = v.Err.Error()
	}
	b.stepOf[c] = st
	for _, n := range v.Nested {
		if b.steps[n] == nil {
			continue
		}
		st.Commands = append(st.Commands, b.step(n, relation(v, n)))
	}
	return st
}

// shown is the text of a source with its credentials redacted.
func (b *builder) shown(text string) string {
	if _, done := b.masked[text]; !done {
		b.masked[text] = redact.Mask(text, nil)
	}
	return b.masked[text]
}

// relation says how a command runs another one.
func relation(outer, inner *grammar.Invocation) string {
	name := outer.Command.Program().String()
	src := inner.Command.Source
	switch {
	case src == nil || src == outer.Command.Source:
		return "run by " + name
	case src.Name != "":
		return "in the file " + src.Name + ", run by " + name
	}
	if text, known := outer.Command.Stdin.Word.Text(); known && text == src.Text {
		return "in what " + name + " reads"
	}
	return "in the text that " + name + " runs"
}

func directory(c *parser.Command, start string) string {
	switch text, known := c.Dir.Text(); {
	case !known:
		return c.Dir.String()
	case text == "":
		return start
	default:
		return text
	}
}

func grammarOf(v *grammar.Invocation) grammarLine {
	g := grammarLine{Program: v.Name, Sub: v.Sub}
	if v.Program != nil {
		g.Source = v.Program.Source
	}
	switch {
	case len(v.Command.Args) == 0:
		g.Complete = true
	case v.Name == "":
		g.Why = "the program is unknown until execution"
	case v.Program == nil:
		g.Why = "there is none: any word may be a path, or a command to run"
	case v.Truth != parser.Yes:
		g.Why = "it is uncertain whether this is a command"
	case v.Open:
		g.Why = "unknown words may hide options and operands"
	default:
		g.Complete = true
	}
	return g
}

// maxFrom limits how many commands are named as the origin of a text.
const maxFrom = 20

func (b *builder) stdinOf(v *grammar.Invocation) stdinLine {
	c := v.Command
	kinds := map[parser.StdinKind]string{
		parser.Inherited: "inherited", parser.FromFile: "file", parser.FromText: "text", parser.FromPipe: "pipe",
	}
	in := stdinLine{Kind: kinds[c.Stdin.Kind], Text: truncate(c.Stdin.Word.String()), From: []string{}}
	for _, o := range v.Options {
		if strings.HasSuffix(o.Name, "-stdin") && in.Text != "" { // --password-stdin
			in.Text = redact.Redacted
		}
	}
	for _, f := range c.Stdin.From[:min(len(c.Stdin.From), maxFrom)] {
		in.From = append(in.From, truncate(b.redactor.Command(f)))
	}
	return in
}

// gate says what the shim's gate would answer.
func (b *builder) gate(v *grammar.Invocation) string {
	if len(v.Command.Args) == 0 {
		return "not asked: no program runs"
	}
	argv := make([]string, len(v.Command.Args))
	for i, w := range v.Command.Args {
		text, known := w.Text()
		if !known {
			return "not asked: a word is unknown"
		}
		argv[i] = text
	}
	dir := directory(v.Command, b.page.Dir)
	switch why := b.session.Gate(argv, dir); why {
	case gate.Clear:
		return "clear"
	case gate.NotInstalled:
		return "not asked: shimgen is not installed"
	default:
		return "not clear: " + why.String()
	}
}

func (b *builder) explainFindings(all []guard.CausedFinding) []explainedFinding {
	out := make([]explainedFinding, len(all))
	for i, f := range all {
		out[i] = explainedFinding{Finding: verdict.Findings([]guard.Finding{f.Finding})[0], Word: truncate(f.Word.String()), WordSpan: f.Word.Span, By: newCause(f.Cause), Undone: f.Rule.UndoneBy(), Came: b.came(f.Finding)}
	}
	return out
}

// came returns how an earlier command brought here what the word of a finding names, or "".
func (b *builder) came(f guard.Finding) string {
	name, known := zone.Join(f.Command.Dir, f.Word).Text()
	if !known || !f.Rule.From.IsEarlier() {
		return ""
	}
	r, ok := b.session.Brought(name)
	if !ok {
		return ""
	}
	by := ""
	if r.Agent != "" {
		by = ", for " + r.Agent
	}
	return r.Command + ", " + r.At.Format(time.RFC3339) + by
}
