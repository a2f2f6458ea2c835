package redact

import (
	"regexp"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// find looks for the credentials of everything that the text would run.
func (r *redaction) find() {
	for v := range grammar.All(r.invs) {
		for i := range v.Options {
			if o := &v.Options[i]; o.IsSecret() {
				r.word(v.Command, o.Value)
			}
		}
		for s := range v.Secrets() {
			if s.Name == "" || gate.NamesCredential(s.Name) {
				r.tail(v.Command, s.Word, s.From)
			}
		}
		if v.ReadsSecret() {
			r.input(v.Command)
		}
		r.cutNamedValues(v)
		r.shaped(v.Command.Source)
	}
}

// loops records the words that a loop assigns to a variable with the name of a
// credential.
func (r *redaction) loops() {
	for _, word := range []string{"for ", "select "} {
		for at := 0; ; {
			n := strings.Index(r.text[at:], word)
			if n < 0 {
				break
			}
			at += n + len(word)
			name, rest, ok := strings.Cut(r.text[at:], " ")
			if !ok || !strings.HasPrefix(rest, "in ") || !gate.NamesCredential(name) {
				continue
			}
			from := at + len(name) + len(" in ")
			end := strings.IndexAny(r.text[from:], ";\n")
			if end < 0 {
				end = len(r.text) - from
			}
			r.cuts = append(r.cuts, span{from, from + end})
		}
	}
}

// shaped records what has the shape of a credential in a nested source.
func (r *redaction) shaped(src *parser.Source) {
	if src == nil || src.Outer == nil || r.read[src] {
		return
	}
	r.read[src] = true
	for _, place := range gate.Credentials(src.Text) {
		r.lift(src, place[0], place[1], 0)
	}
}

// cutNamedValues records values of things with the name of a credential: an option, a variable,
// and name=value.
func (r *redaction) cutNamedValues(v *grammar.Invocation) {
	c := v.Command
	for _, a := range c.Assigns {
		raw := ""
		if text := r.textOf(c.Source); a.Span.End <= len(text) {
			raw = text[a.Span.Offset:a.Span.End]
		}
		switch left, _, _ := strings.Cut(raw, "="); {
		case gate.NamesCredential(a.Name) && !gate.IsPlace(a.Name, a.Value.Prefix()):
			r.assigned(c, a.Name)
		case strings.HasSuffix(left, "]") && gate.NamesCredential(strings.Trim(left[strings.IndexByte(left, '[')+1:], "]\"'")): // m[password]=x
			r.lift(c.Source, a.Span.Offset+len(left)+1, a.Span.End, 0)
		}
	}
	for i, w := range c.Args {
		if i == 0 {
			continue
		}
		text := w.Prefix()
		name := strings.TrimLeft(text, "-")
		given, said, valued := strings.Cut(name, "=")
		given = strings.TrimSuffix(given, "+")
		switch {
		case valued && !strings.ContainsAny(given, "?&;,\"'{[") && gate.NamesCredential(given[strings.LastIndexAny(given, ".:/ ")+1:]) && !gate.IsPlace(given, said):
			r.tail(c, w, len(text)-len(said))
		case valued:
			r.valueOf(v, given, text[:len(text)-len(name)+len(given)], parser.Word{})
		case len(name) < len(text) && w.Known() && i+1 < len(c.Args):
			r.valueOf(v, name, text, c.Args[i+1])
		case w.Known() && takesNames(c) && gate.NamesCredential(text):
			r.assigned(c, text)
		}
	}
}

// valueOf records the word behind an option that is named like a credential, if it takes
// a value. If the value is the name of a file, the commands that write the file matter.
func (r *redaction) valueOf(v *grammar.Invocation, name, text string, value parser.Word) {
	file, isFile := strings.CutSuffix(name, "-file")
	if len(name) < 2 || !gate.NamesCredential(file) && !strings.Contains(name, "pass") {
		return
	}
	for _, p := range value.Parts {
		for _, from := range p.From {
			r.printed(from)
		}
	}
	if strings.HasSuffix(name, "command") || strings.HasSuffix(name, "eval") || strings.HasSuffix(name, "cmd") { // restic --password-command 'echo x'
		for _, inner := range v.Nested {
			r.printed(inner.Command)
		}
	}
	if isFile || !gate.TakesCredential(text) || gate.IsPlace(name, r.raw(v.Command, value)) || gate.IsPlace(name, strings.TrimPrefix(value.String(), "?")) { // below an unknown home
		return
	}
	for i := range v.Options {
		if o := &v.Options[i]; o.Name == text && o.Option != nil && (o.Option.Arg == spec.None || o.Option.Role == spec.File) {
			return
		}
	}
	if p := value.Prefix(); !strings.HasPrefix(p, "--") && !strings.HasPrefix(p, "id=") { // docker build --secret id=NAME
		r.tail(v.Command, value, 0)
	}
}

// takesNames reports whether a builtin assigns to variables named by its arguments.
func takesNames(c *parser.Command) bool {
	program, _ := c.Program().Text()
	return slices.Contains([]string{"read", "printf", "mapfile", "readarray"}, program)
}

// input records a command's standard input: the text in the request, or the words that
// the programs before a pipe print.
func (r *redaction) input(c *parser.Command) {
	for _, from := range c.Stdin.From {
		r.printed(from)
	}
	for ; c != nil; c = c.Outer { // sudo's standard input is its command's
		for _, d := range c.Redirects {
			r.redirected(c, d, 0)
		}
	}
}

// redirected records the text of a redirection, and what a program prints that it reads
// from.
func (r *redaction) redirected(c *parser.Command, d parser.Redirect, depth int) {
	if strings.HasPrefix(d.Op, "<<") {
		r.lift(c.Source, d.Target.Span.Offset, d.Target.Span.End, depth)
		r.follow(d.Target.String(), "")
	}
	for _, p := range d.Target.Parts {
		for _, from := range p.From {
			r.printed(from)
		}
	}
}

// printed records the words of a program that may print them. A program known to fetch or
// to read what it prints keeps its words.
func (r *redaction) printed(c *parser.Command) {
	program, _ := c.Program().Text()
	v := grammar.ReadCommand(c, parser.Options{})
	prints := v.Program == nil || slices.Contains([]string{"echo", "printf", "print", "yes", "expr"}, program)
	for inner := range grammar.All([]*grammar.Invocation{v}) {
		for _, e := range inner.Effects {
			prints = prints || e.Kind&grammar.Evaluates != 0
		}
		if inner != v && inner.Program != nil && inner.Name == "echo" || inner.Name == "printf" {
			prints = true
		}
	}
	if prints {
		r.arguments(c, 0)
	}
	for _, from := range c.Stdin.From {
		r.printed(from)
	}
	for _, d := range c.Redirects {
		r.redirected(c, d, 0)
	}
}

// raw is a word as it is written or, if it is not in the source, its text.
func (r *redaction) raw(c *parser.Command, w parser.Word) string {
	if text := r.textOf(c.Source); w.Span.End <= len(text) && w.Span.Offset < w.Span.End {
		return text[w.Span.Offset:w.Span.End]
	}
	return w.Prefix()
}

// tail records a word from an offset in its text on.
func (r *redaction) tail(c *parser.Command, w parser.Word, from int) {
	text, known := w.Text()
	whole := r.textOf(c.Source)
	if w.Span == (parser.Span{}) && c.Outer != nil && known {
		r.quoted(c.Outer, text[from:])
	}
	if w.Span.End <= w.Span.Offset || w.Span.End > len(whole) || known && from >= len(text) {
		return
	}
	raw, at := whole[w.Span.Offset:w.Span.End], w.Span.Offset
	prefix := w.Prefix()
	switch {
	case from <= len(prefix) && strings.HasPrefix(raw, prefix[:from]):
		at += from
	case known && strings.HasSuffix(raw, text[from:]):
		at = w.Span.End - len(text) + from
	}
	r.lift(c.Source, at, w.Span.End, 0)
	r.follow(raw, text)
}

// word records a word that is a credential, or the part of it behind an option, and the
// assignments to the variables in it.
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

// quoted records a text that is in quotes within a command's words, as in an argument
// list in another language.
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

// textOf is the text of a source; for an argument vector that is the text itself.
func (r *redaction) textOf(src *parser.Source) string {
	if src == nil {
		return r.text
	}
	return src.Text
}

// lift records a span of a source by its place in the request: it finds a nested source
// in the one around it or, if it is not there literally, records the words that it was
// made of.
func (r *redaction) lift(src *parser.Source, from, to, depth int) {
	switch {
	case from >= to || depth > grammar.MaxNesting || src != nil && src.Name != "":
		return
	case src == nil || src.Outer == nil:
		if to <= len(r.text) {
			r.cuts = append(r.cuts, span{from, to})
		}
		return
	}
	r.of[src] = append(r.of[src], span{from, to})
	outer, found := r.textOf(src.Outer.Source), false
	said := strings.TrimRight(src.Text, "\n") // echo adds the newlines
	for at := 0; to <= len(said); {
		n := strings.Index(outer[at:], said)
		if n < 0 {
			break
		}
		r.lift(src.Outer.Source, at+n+from, at+n+to, depth+1)
		at, found = at+n+len(said), true
	}
	if !found {
		r.arguments(src.Outer, depth)
		for _, c := range src.Outer.Stdin.From {
			r.arguments(c, depth)
		}
	}
}

// arguments records all arguments of a command, except options of one letter.
func (r *redaction) arguments(c *parser.Command, depth int) {
	for _, w := range c.Args[min(1, len(c.Args)):] {
		if text, known := w.Text(); !known || len(text) > len("-c") || !strings.HasPrefix(text, "-") {
			r.lift(c.Source, w.Span.Offset, w.Span.End, depth+1)
			r.follow(r.raw(c, w), text)
		}
	}
	for _, d := range c.Redirects {
		r.redirected(c, d, depth+1)
	}
}

// follow records the values of the variables in a word, wherever they are set, and for
// positional parameters the words that they hold.
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
			r.cuts = append(r.cuts, span{at[2], at[3]})
		}
	}
}

// assigned records what a command assigns to a variable.
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
	given := takesNames(c)
	named := slices.ContainsFunc(c.Args, func(w parser.Word) bool { return w.Is(name) == parser.Yes })
	for i, w := range c.Args {
		switch {
		case i == 0 || w.Span.End > len(text):
		case strings.HasPrefix(w.Prefix(), name+"="):
			r.lift(c.Source, w.Span.Offset+len(name)+1, w.Span.End, 0)
			r.follow(text[w.Span.Offset:w.Span.End], "")
		case program == "printf" && named && w.Is(name) != parser.Yes && !strings.HasPrefix(w.Prefix(), "-"):
			r.lift(c.Source, w.Span.Offset, w.Span.End, 0)
		}
	}
	if given && named {
		r.input(c)
	}
}

// operands records the words that equal a text, behind the first of their command.
func (r *redaction) operands(text string) {
	for v := range grammar.All(r.invs) {
		for _, w := range v.Command.Args[min(1, len(v.Command.Args)):] {
			if text != "" && w.Is(text) == parser.Yes {
				r.lift(v.Command.Source, w.Span.Offset, w.Span.End, 0)
			}
		}
	}
}
