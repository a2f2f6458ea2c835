// Package redact removes credentials from commands that are shown or recorded: the places that a
// grammar knows to hold one (curl -u, a header, an assigned token), whatever they look like, and the
// values of inherited variables, which it replaces by their names.
//
//	redact.Text(command, decision)            // the whole text
//	redact.New(decision).Command(inv.Command) // one command of it
//
// Credentials of a known shape, such as ghp_…, are package gate's: it redacts them in every line of the
// trail. Where no grammar reads a text, heuristics find what looks like a flag with a secret.
package redact

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/parser"
)

// Redacted replaces a credential.
const Redacted = "[redacted]"

// redaction finds the places in a text that grammars know to hold passwords or tokens,
// such as the value of curl -u. It removes places, never words: a command that declares a
// word as its password must not remove the same word from another's record. The audit
// line itself redacts credentials of a known shape.
type redaction struct {
	text string
	mask bool // a star per byte, so that offsets stay valid
	invs []*grammar.Invocation
	cuts []span
	of   map[*parser.Source][]span // the same for nested sources
	read map[*parser.Source]bool   // the nested sources already searched for shapes
	seen map[string]bool           // the variables already followed
}

// newRedaction makes one for a text.
func newRedaction(text string, invs []*grammar.Invocation) redaction {
	return redaction{text: text, invs: invs, of: map[*parser.Source][]span{}, read: map[*parser.Source]bool{}, seen: map[string]bool{}}
}

// span is a part of the text that no record may hold.
type span struct{ from, to int }

// Text is the text of a decision's request without its credentials, safe for a record or
// a message.
func Text(text string, d guard.Decision) string {
	return redactText(text, d.Invocations, false)
}

// Mask is Text with offsets preserved: each removed byte becomes a star. Without
// invocations, it reads what follows the name of a program as if that ran.
func Mask(text string, invs []*grammar.Invocation) string {
	return gate.Mask(redactText(text, invs, true))
}

func redactText(text string, invs []*grammar.Invocation, mask bool) string {
	if len(invs) == 0 {
		return redactUnread(text, mask)
	}
	if c := invs[0].Command; len(invs) == 1 && c.Source == nil && !mask {
		words := make([]string, len(c.Args))
		for i, w := range c.Args {
			words[i], _ = w.Text()
		}
		if strings.Join(words, " ") == text {
			return strings.Join(Argv(words), " ")
		}
	}
	r := newRedaction(text, invs)
	r.mask = mask
	r.find()
	r.loops()
	return r.removeCuts(r.cuts, text, 0, len(text))
}

// Argv is Text for an argument vector.
func Argv(argv []string) []string {
	return redactWords(parser.Argv(argv))
}

// Redactor formats a decision's commands without their credentials.
type Redactor struct {
	redaction
	top       *parser.Source
	inherited map[string]string
	shown     map[string]bool // the variables to show by name where a word has their value
}

// New finds the credentials of what a request would run.
func New(d guard.Decision) *Redactor {
	x := &Redactor{redaction: newRedaction("", d.Invocations), inherited: d.Inherited, shown: names(d.Invocations, d.Inherited)}
	for _, v := range d.Invocations {
		if x.top = v.Command.Source; x.top != nil {
			for x.top.Outer != nil && x.top.Outer.Source != nil {
				x.top = x.top.Outer.Source
			}
			x.text = x.top.Text
			x.find()
			x.loops()
			break
		}
	}
	return x
}

// Command formats a command.
func (x *Redactor) Command(c *parser.Command) string {
	var words []string
	for _, a := range c.Assigns {
		words = append(words, a.Name+"="+x.Assigned(c, a))
	}
	words = append(words, x.Words(c)...)
	for _, r := range c.Redirects {
		words = append(words, r.FD+r.Op+x.redactAt(c, r.Target.Span, r.Target.String()))
	}
	for i, w := range words { // word by word: redaction of a header extends to the end of the text
		words[i] = gate.Redact(w)
	}
	return strings.Join(words, " ")
}

// Words are the words of a command.
func (x *Redactor) Words(c *parser.Command) []string {
	words := redactWords(&parser.Command{Args: slices.Clone(c.Args)})
	for i, w := range c.Args {
		words[i] = x.redactAt(c, w.Span, words[i])
	}
	return words
}

// Assigned is the value of an assignment.
func (x *Redactor) Assigned(c *parser.Command, a parser.Assign) string {
	value := a.Value.String()
	if said := a.Name + "=" + value; gate.Redact(said) != said || x.redactAt(c, a.Span, value) != value {
		return Redacted
	}
	return value
}

// Target is the target of a redirection.
func (x *Redactor) Target(c *parser.Command, r parser.Redirect) string {
	return x.redactAt(c, r.Target.Span, r.Target.String())
}

// Effect is the object of an effect.
func (x *Redactor) Effect(c *parser.Command, e *grammar.Effect) string {
	what := e.Word.String()
	if e.Kind&grammar.Sets != 0 {
		for _, a := range c.Assigns {
			if a.Name == e.Name && x.Assigned(c, a) != a.Value.String() {
				return Redacted
			}
		}
		if said := e.Name + "=" + what; gate.Redact(said) != said {
			return Redacted
		}
	}
	return gate.Redact(x.redactAt(c, e.Word.Span, what))
}

// redactAt returns a word with its credentials redacted, by its place in the request or in a text
// that the request runs.
func (x *Redactor) redactAt(c *parser.Command, at parser.Span, word string) string {
	if c.Source == nil {
		return word
	}
	if at.Offset >= at.End {
		return Unset(word, x.inherited)
	}
	text, cuts := x.text, x.cuts
	if c.Source != x.top {
		text, cuts = c.Source.Text, x.of[c.Source]
	}
	if at.End > len(text) {
		return Unset(word, x.inherited)
	}
	if !slices.ContainsFunc(cuts, func(c span) bool { return c.from < at.End && at.Offset < c.to }) {
		if said := text[at.Offset:at.End]; strings.Contains(said, "${") && gate.Redact(said) != said && gate.Redact(word) == word {
			return gate.Redact(said) // ${PASSWORD:-x} as x
		}
		return x.withVariableNames(word, text[at.Offset:at.End], c.Source == x.top)
	}
	return x.removeCuts(cuts, text, at.Offset, at.End)
}

// redactWords returns the words of a command without their credentials. It reads them as
// if they were one text, and overwrites their positions in the command by those in that text.
func redactWords(c *parser.Command) []string {
	out, at := make([]string, len(c.Args)), 0
	for i, w := range c.Args {
		out[i] = w.String()
		c.Args[i].Span = parser.Span{Offset: at, End: at + len(out[i])}
		at += len(out[i]) + 1
	}
	r := newRedaction(strings.Join(out, " "), []*grammar.Invocation{grammar.ReadCommand(c, parser.Options{})})
	r.find()
	for i, w := range c.Args {
		out[i] = r.removeCuts(r.cuts, r.text, w.Span.Offset, w.Span.End)
	}
	return out
}

// removeCuts returns a span of a text without the cuts in it. It sorts the cuts.
func (r *redaction) removeCuts(cuts []span, text string, from, to int) string {
	slices.SortFunc(cuts, func(a, b span) int { return a.from - b.from })
	var b strings.Builder
	for _, c := range cuts {
		c.from, c.to = max(c.from, from), min(c.to, to)
		if c.from >= c.to {
			continue
		}
		b.WriteString(text[from:c.from])
		if r.mask {
			b.WriteString(strings.Repeat("*", c.to-c.from))
		} else if !strings.HasSuffix(b.String(), Redacted) || c.from > from {
			b.WriteString(Redacted)
		}
		from = c.to
	}
	return b.String() + text[min(from, to):to]
}
