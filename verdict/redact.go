package verdict

import (
	"regexp"
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
	seen map[string]bool // the variables that were followed
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
	r := redaction{text: text, mask: mask, invs: invs, seen: map[string]bool{}}
	r.find()
	return r.apply(0, len(text))
}

// Argv is Text for an argument vector.
func Argv(argv []string) []string {
	return redactWords(parser.Argv(argv))
}

// Redactor says commands of a decision in words, without the credentials in them.
type Redactor struct {
	redaction
	top *parser.Source
}

// NewRedactor looks for the credentials of what a request would run.
func NewRedactor(invs []*grammar.Invocation) *Redactor {
	x := &Redactor{redaction: redaction{invs: invs, seen: map[string]bool{}}}
	for _, v := range invs {
		if x.top = v.Command.Source; x.top != nil {
			for x.top.Outer != nil && x.top.Outer.Source != nil {
				x.top = x.top.Outer.Source
			}
			x.text = x.top.Text
			x.find()
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
		if words[i] == w.String() {
			words[i] = x.said(c, w.Span, words[i])
		}
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

// said is a word, or what is left of it where it stands in the request.
func (x *Redactor) said(c *parser.Command, at parser.Span, word string) string {
	if c.Source == nil || c.Source != x.top || at.Offset >= at.End || at.End > len(x.text) || !slices.ContainsFunc(x.cuts, func(c cut) bool { return c.from < at.End && at.Offset < c.to }) {
		return word
	}
	return x.apply(at.Offset, at.End)
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
	r := redaction{text: strings.Join(out, " "), invs: []*grammar.Invocation{grammar.ReadCommand(c, parser.Options{})}, seen: map[string]bool{}}
	r.find()
	for i, w := range c.Args {
		out[i] = r.apply(w.Span.Offset, w.Span.End)
	}
	return out
}

// apply is a stretch of the text without what was found.
func (r *redaction) apply(from, to int) string {
	slices.SortFunc(r.cuts, func(a, b cut) int { return a.from - b.from })
	var b strings.Builder
	for _, c := range r.cuts {
		c.from, c.to = max(c.from, from), min(c.to, to)
		if c.from >= c.to {
			continue
		}
		b.WriteString(r.text[from:c.from])
		if r.mask {
			b.WriteString(strings.Repeat("*", c.to-c.from))
		} else if !strings.HasSuffix(b.String(), Left) || c.from > from {
			b.WriteString(Left)
		}
		from = c.to
	}
	return b.String() + r.text[min(from, to):to]
}

// find looks for the credentials of all that the text would run.
func (r *redaction) find() {
	for v := range grammar.All(r.invs) {
		for i := range v.Options {
			if o := &v.Options[i]; o.Option != nil && o.Option.Role == grammar.Credential {
				r.word(v.Command, o.Value)
			}
			if strings.HasSuffix(v.Options[i].Name, "-stdin") { // --password-stdin
				for _, from := range v.Command.Stdin.From {
					r.given(from, 0)
				}
				for _, d := range v.Command.Redirects {
					r.lift(v.Command.Source, d.Target.Span.Offset, d.Target.Span.End, 0)
				}
			}
		}
		for _, o := range v.Operands {
			if o.Role == grammar.Credential {
				r.word(v.Command, o.Word)
			}
		}
	}
}

// word notes a word that is a credential, or what stands behind an option in it, and
// where the variables in it are given a value.
func (r *redaction) word(c *parser.Command, w parser.Word) {
	text, known := w.Text()
	src := c.Source
	if known && w.Span == (parser.Span{}) && c.Outer != nil {
		r.quoted(c.Outer, text)
	}
	if known && text == "" || w.Span.End <= w.Span.Offset || w.Span.End > len(r.textOf(src)) {
		return
	}
	from, raw := w.Span.Offset, r.textOf(src)[w.Span.Offset:w.Span.End]
	switch name, value, ok := strings.Cut(raw, "="); {
	case known && strings.HasSuffix(raw, text):
		from = w.Span.End - len(text)
	case strings.HasPrefix(raw, "--") && ok && !strings.ContainsAny(name, "$`"):
		from = w.Span.End - len(value)
	case len(raw) > 2 && raw[0] == '-' && raw[1] != '-':
		from += len("-u")
	}
	r.lift(src, from, w.Span.End, 0)
	r.follow(raw, text)
}

// quoted notes a text that stands in quotes of its own in a command's words, as in a list
// of arguments in another language.
func (r *redaction) quoted(c *parser.Command, text string) {
	for _, w := range c.Args {
		if w.Span.End > len(r.textOf(c.Source)) {
			continue
		}
		raw := r.textOf(c.Source)[w.Span.Offset:w.Span.End]
		for _, quote := range [...]string{`"`, "'", "`"} {
			said := quote + text + quote
			for at := 0; text != ""; {
				n := strings.Index(raw[at:], said)
				if n < 0 {
					break
				}
				from := w.Span.Offset + at + n + len(quote)
				r.lift(c.Source, from, from+len(text), 0)
				at += n + len(said)
			}
		}
	}
}

// textOf is what a source says; that of an argument vector is the text itself.
func (r *redaction) textOf(src *parser.Source) string {
	if src == nil {
		return r.text
	}
	return src.Text
}

// lift notes a stretch of a source where the request itself says it: a nested source is
// looked for in the one around it, and where it does not stand there as it is, the words
// that it was made of are what goes.
func (r *redaction) lift(src *parser.Source, from, to, depth int) {
	switch {
	case from >= to || depth > grammar.MaxNesting || src != nil && src.Name != "":
		return
	case src == nil || src.Outer == nil:
		if to <= len(r.text) {
			r.cuts = append(r.cuts, cut{from, to})
		}
		return
	}
	outer, found := r.textOf(src.Outer.Source), false
	said := strings.TrimRight(src.Text, "\n") // which echo adds
	for at := 0; to <= len(said); {
		n := strings.Index(outer[at:], said)
		if n < 0 {
			break
		}
		r.lift(src.Outer.Source, at+n+from, at+n+to, depth+1)
		at, found = at+n+len(said), true
	}
	if !found {
		r.given(src.Outer, depth)
		for _, c := range src.Outer.Stdin.From {
			r.given(c, depth)
		}
	}
}

// given notes all that a command is given, but for options of one letter.
func (r *redaction) given(c *parser.Command, depth int) {
	for _, w := range c.Args[min(1, len(c.Args)):] {
		if text, known := w.Text(); !known || len(text) > len("-c") || !strings.HasPrefix(text, "-") {
			r.lift(c.Source, w.Span.Offset, w.Span.End, depth+1)
		}
	}
	for _, d := range c.Redirects {
		r.lift(c.Source, d.Target.Span.Offset, d.Target.Span.End, depth+1)
	}
}

// follow notes the values of the variables in a word, wherever they are set, and for
// those without a name the words that are what they stand for.
func (r *redaction) follow(raw, value string) {
	if !strings.Contains(raw, "$") {
		return
	}
	variable := regexp.MustCompile(`\$\{?[#!]?([A-Za-z_][A-Za-z0-9_]*|[0-9@*])`)
	for _, m := range variable.FindAllStringSubmatch(raw, -1) {
		name := m[1]
		if len(name) == 1 && strings.Contains("0123456789@*", name) {
			r.operands(strings.TrimPrefix(value, raw[:strings.IndexByte(raw, '$')]))
			continue
		}
		if r.seen[name] {
			continue
		}
		r.seen[name] = true
		for v := range grammar.All(r.invs) {
			r.assigned(v.Command, name)
		}
		loop := regexp.MustCompile(`\b(?:for|select)\s+` + name + `\s+in\s([^;\n]*)`)
		for _, at := range loop.FindAllStringSubmatchIndex(r.text, -1) {
			r.cuts = append(r.cuts, cut{at[2], at[3]})
		}
	}
}

// assigned notes what a command gives to a variable.
func (r *redaction) assigned(c *parser.Command, name string) {
	text := r.textOf(c.Source)
	for _, a := range c.Assigns {
		if a.Name == name && a.Span.End <= len(text) {
			from := a.Span.Offset + len(name) + len("=")
			if a.Append {
				from++
			}
			r.lift(c.Source, from, a.Span.End, 0)
			r.follow(text[a.Span.Offset:a.Span.End], "")
		}
	}
	program, _ := c.Program().Text()
	given := slices.Contains([]string{"read", "printf", "mapfile", "readarray"}, program)
	named := slices.ContainsFunc(c.Args, func(w parser.Word) bool { return w.Is(name) == parser.Yes })
	for i, w := range c.Args {
		switch {
		case i == 0 || w.Span.End > len(text):
		case strings.HasPrefix(w.Prefix(), name+"="):
			r.lift(c.Source, w.Span.Offset+len(name)+1, w.Span.End, 0)
			r.follow(text[w.Span.Offset:w.Span.End], "")
		case given && named && w.Is(name) != parser.Yes && !strings.HasPrefix(w.Prefix(), "-"):
			r.lift(c.Source, w.Span.Offset, w.Span.End, 0)
		}
	}
	if given && named {
		for _, d := range c.Redirects {
			r.lift(c.Source, d.Target.Span.Offset, d.Target.Span.End, 0)
		}
		for _, from := range c.Stdin.From {
			r.given(from, 0)
		}
	}
}

// operands notes the words that are a text, behind the first of their command.
func (r *redaction) operands(text string) {
	for v := range grammar.All(r.invs) {
		for _, w := range v.Command.Args[min(1, len(v.Command.Args)):] {
			if text != "" && w.Is(text) == parser.Yes {
				r.lift(v.Command.Source, w.Span.Offset, w.Span.End, 0)
			}
		}
	}
}
