package verdict

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/parser"
)

// Left is what is left of a credential.
const Left = "[redacted]"

// redaction finds where a text shows what grammars know to be passwords or tokens, as
// curl -u has them. It goes by places and never by what stands there: what a command
// says is its password must not take the same words out of another's record. Those
// that can be told by their shape are the audit line's own business.
type redaction struct {
	text string
	mask bool // a star for each byte, so that what is left stays in its place
	invs []*grammar.Invocation
	cuts []cut
	of   map[*parser.Source][]cut // the same in the nested sources that say it
	read map[*parser.Source]bool  // the nested sources that were looked at for shapes
	seen map[string]bool          // the variables that were followed
}

// newRedaction is one for a text.
func newRedaction(text string, invs []*grammar.Invocation) redaction {
	return redaction{text: text, invs: invs, of: map[*parser.Source][]cut{}, read: map[*parser.Source]bool{}, seen: map[string]bool{}}
}

// cut is a stretch of the text that no record may hold.
type cut struct{ from, to int }

// Text is the text of a decision's request without the credentials in it: as a record
// may hold it, and as it may leave in a message.
func Text(text string, d guard.Decision) string {
	return redactText(text, d.Invocations, false)
}

// Masked is Text for what is shown with its places: each byte that is left out is a star.
// Of the text of invocations that are not told, what stands behind the name of a program
// is read as if that ran.
func Masked(text string, invs []*grammar.Invocation) string {
	return gate.Masked(redactText(text, invs, true))
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
	return r.apply(r.cuts, text, 0, len(text))
}

// Argv is Text for an argument vector.
func Argv(argv []string) []string {
	return redactWords(parser.Argv(argv))
}

// Redactor says commands of a decision in words, without the credentials in them.
type Redactor struct {
	redaction
	top       *parser.Source
	inherited map[string]string
	shown     map[string]bool // the variables whose names are shown where a word has them
}

// NewRedactor looks for the credentials of what a request would run.
func NewRedactor(d guard.Decision) *Redactor {
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

// Command is a command in words.
func (x *Redactor) Command(c *parser.Command) string {
	var words []string
	for _, a := range c.Assigns {
		words = append(words, a.Name+"="+x.Assigned(c, a))
	}
	words = append(words, x.Words(c)...)
	for _, r := range c.Redirects {
		words = append(words, r.FD+r.Op+x.said(c, r.Target.Span, r.Target.String()))
	}
	for i, w := range words { // each by itself: a header goes on to its end, which is that of the word
		words[i] = gate.Redacted(w)
	}
	return strings.Join(words, " ")
}

// Words are the words of a command.
func (x *Redactor) Words(c *parser.Command) []string {
	words := redactWords(&parser.Command{Args: slices.Clone(c.Args)})
	for i, w := range c.Args {
		words[i] = x.said(c, w.Span, words[i])
	}
	return words
}

// Assigned is the value of an assignment.
func (x *Redactor) Assigned(c *parser.Command, a parser.Assign) string {
	value := a.Value.String()
	if said := a.Name + "=" + value; gate.Redacted(said) != said || x.said(c, a.Span, value) != value {
		return Left
	}
	return value
}

// Target is where a redirection leads.
func (x *Redactor) Target(c *parser.Command, r parser.Redirect) string {
	return x.said(c, r.Target.Span, r.Target.String())
}

// Effect is what an effect is on.
func (x *Redactor) Effect(c *parser.Command, e *grammar.Effect) string {
	what := e.Word.String()
	if e.Kind&grammar.Sets != 0 {
		for _, a := range c.Assigns {
			if a.Name == e.Name && x.Assigned(c, a) != a.Value.String() {
				return Left
			}
		}
		if said := e.Name + "=" + what; gate.Redacted(said) != said {
			return Left
		}
	}
	return gate.Redacted(x.said(c, e.Word.Span, what))
}

// said is a word, or what is left of it where it stands in the request, or in a text
// that this runs.
func (x *Redactor) said(c *parser.Command, at parser.Span, word string) string {
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
	if !slices.ContainsFunc(cuts, func(c cut) bool { return c.from < at.End && at.Offset < c.to }) {
		if said := text[at.Offset:at.End]; strings.Contains(said, "${") && gate.Redacted(said) != said && gate.Redacted(word) == word {
			return gate.Redacted(said) // ${PASSWORD:-x} as x
		}
		return x.named(word, text[at.Offset:at.End], c.Source == x.top)
	}
	return x.apply(cuts, text, at.Offset, at.End)
}

// redactWords returns the words of a command, which it reads as if they stood in one
// text, without the credentials in them.
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
		out[i] = r.apply(r.cuts, r.text, w.Span.Offset, w.Span.End)
	}
	return out
}

// apply is a stretch of a text without what was found in it.
func (r *redaction) apply(cuts []cut, text string, from, to int) string {
	slices.SortFunc(cuts, func(a, b cut) int { return a.from - b.from })
	var b strings.Builder
	for _, c := range cuts {
		c.from, c.to = max(c.from, from), min(c.to, to)
		if c.from >= c.to {
			continue
		}
		b.WriteString(text[from:c.from])
		if r.mask {
			b.WriteString(strings.Repeat("*", c.to-c.from))
		} else if !strings.HasSuffix(b.String(), Left) || c.from > from {
			b.WriteString(Left)
		}
		from = c.to
	}
	return b.String() + text[min(from, to):to]
}
