package parser

import (
	"slices"
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/syntax"
)

// simple reads a simple command: words, assignments, redirections. Either may
// be all there is.
func (w *walker) simple(s *syntax.Stmt, call *syntax.CallExpr) {
	c := w.command(s)
	outer := w.state
	if len(call.Args) > 0 && len(call.Assigns) > 0 {
		w.state = outer.clone() // assignments before a command are its own
	}
	w.doing = c
	for _, a := range call.Assigns {
		if w.err != nil {
			return
		}
		c.Assigns = append(c.Assigns, w.assignment(a))
	}
	path := w.state.path
	if w.state != outer && len(call.Args) > 0 {
		c.Env = w.prefixed(c.Assigns)
	}
	w.state = outer
	var before *state
	if len(w.aliases) > 0 {
		before = w.state.clone()
	}
	w.enlist(c, path, func(c *Command) {
		c.Args = slices.Grow(c.Args, min(len(call.Args), maxElems))
		for _, a := range call.Args {
			if w.err != nil {
				return
			}
			w.weigh(1, c.Span)
			if s, ok := simpleLiteral(a); ok {
				c.Args = append(c.Args, Word{Parts: w.literal(s), Span: w.lines.spanOf(a)})
				continue
			}
			fields := w.fieldsFor(a, c)
			w.weigh(len(fields)-1, c.Span)
			c.Args = append(c.Args, fields...)
		}
		w.connect(c, s.Redirs)
	})
	if len(w.aliases) > 0 && len(call.Args) > 0 {
		w.aliased(c, call, before)
	}
}

// declaration reads export and its like, which mvdan.cc/sh keeps apart: the
// options and bare names are Args, the assignments Assigns.
func (w *walker) declaration(s *syntax.Stmt, d *syntax.DeclClause) {
	c := w.command(s)
	name := Text(d.Variant.Value)
	name.Span = w.lines.spanOf(d.Variant)
	c.Args = []Word{name}
	path := w.state.path
	options, signed := "", ""
	w.doing = c
	plainly := true // no option changes what a value means
	for _, a := range d.Args {
		if w.err != nil {
			return
		}
		switch {
		case a.Naked && a.Name == nil:
			args := w.fields(a.Value)
			for _, arg := range args {
				if strings.HasPrefix(arg.Prefix(), "-") {
					options += arg.Prefix()
				}
				signed += arg.Prefix()
			}
			c.Args = append(c.Args, args...)
			plainly = plainly && len(args) == 1 && slices.Contains([]string{"-x", "-g", "-r", "-gx", "-rx", "-xr", "-gr"}, args[0].String())
		case a.Naked:
			w.localize(d.Variant.Value, a.Name.Value)
			w.arithm(a.Index)
			w.attribute(d.Variant.Value, options, a.Name.Value, w.lookup(a.Name.Value))
			w.exports(d.Variant.Value, signed, a.Name.Value)
			arg := Text(a.Name.Value)
			arg.Span = w.lines.spanOf(a)
			c.Args = append(c.Args, arg)
		default:
			w.localize(d.Variant.Value, a.Name.Value)
			before := w.lookup(a.Name.Value)
			declared := w.assignment(a)
			plainly = plainly && !w.manyBraces(a.Value)
			if d.Variant.Value == "local" && !w.inFunction() {
				// An error: it assigns nothing.
				w.assign(a.Name.Value, w.mix(a.Name.Value, before, w.lookup(a.Name.Value)))
			}
			c.Assigns = append(c.Assigns, declared)
			if !plainly {
				w.assign(a.Name.Value, unknown("$"+a.Name.Value, true))
			}
			w.attribute(d.Variant.Value, options, a.Name.Value, declared.Value)
			w.exports(d.Variant.Value, signed, a.Name.Value)
		}
	}
	w.finish(c, s, path)
}

// let reads a let command, whose words are arithmetic.
func (w *walker) let(s *syntax.Stmt, l *syntax.LetClause) {
	c := w.command(s)
	c.Args = []Word{{Parts: Text("let").Parts, Span: w.lines.span(offset(l.Let), offset(l.Let)+len("let"))}}
	w.doing = c
	for _, x := range l.Exprs {
		w.arithm(x)
		if word, ok := x.(*syntax.Word); ok {
			w.forgetNames(w.quoted(word).String())
		}
	}
	rest := unknown("let", false)
	rest.Span = w.lines.span(c.Args[0].Span.End, c.Span.End)
	c.Args = append(c.Args, rest)
	w.finish(c, s, w.state.path)
}

// forgetNames makes the variables unknown that the text of an expression names: it
// may assign them.
func (w *walker) forgetNames(text string) {
	if !strings.ContainsAny(text, "=+-") {
		return
	}
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !unicode.IsDigit(rune(name[0])) {
			w.assign(name, unknown("$"+name, false))
		}
	}
}

// command makes the command of a statement, with its place.
func (w *walker) command(s *syntax.Stmt) *Command {
	lo, hi := -1, 0
	include := func(from, to syntax.Pos) {
		if at := offset(from); lo < 0 || at < lo {
			lo = at
		}
		hi = max(hi, offset(to))
	}
	if s.Cmd != nil {
		include(s.Cmd.Pos(), s.Cmd.End())
	}
	for _, r := range s.Redirs {
		include(r.Pos(), r.Word.End())
	}
	c := &Command{Span: w.lines.span(lo, hi), Source: w.source}
	if w.evals > 0 {
		c.Outer = w.source.Outer
	}
	return c
}

// finish lists a command whose words have been read.
func (w *walker) finish(c *Command, s *syntax.Stmt, path bool) {
	w.enlist(c, path, func(c *Command) { w.connect(c, s.Redirs) })
}

// enlist reads the words of a command, lists it, once for each combination of
// what its words may be, and follows what it changes.
func (w *walker) enlist(c *Command, path bool, read func(*Command)) {
	blank := *c
	w.choices = choices{reading: true}
	read(c)
	doubts := w.choices.doubts
	w.choices = choices{}
	if len(doubts) == 0 {
		w.add(c, path)
		w.writes(c)
		w.apply(c)
		return
	}
	picks, all := combinations(doubts)
	if !all {
		w.add(c, path)
	}
	for _, picked := range picks {
		one := blank
		w.choices = choices{reading: true, picked: picked}
		read(&one)
		w.choices = choices{}
		w.add(&one, path)
		w.evaluateOne(&one)
	}
	w.writes(c)
	w.apply(c)
}

// connect reads a command's redirections.
func (w *walker) connect(c *Command, own []*syntax.Redirect) {
	c.Redirects, c.Stdin = w.redirects(own, c)
	w.weigh(len(w.scope.redirects), c.Span)
	c.Redirects = append(c.Redirects, w.scope.redirects...)
}

// add fills in what surrounds a command, and lists it.
func (w *walker) add(c *Command, path bool) {
	c.Dir, c.files = w.state.at.dir, w.state.files
	if c.Env == nil {
		c.Env = w.state.env
	}
	c.Background = w.scope.background
	if n := len(w.scope.functions); n > 0 {
		c.Func = w.scope.functions[n-1]
	}
	c.Forks = c.Background && w.callsItself(c)
	name, known := c.Program().Text()
	defined := w.effects.functions[name]
	c.Shadowed = len(c.Args) > 0 && (known && defined || path && !strings.Contains(name, "/"))
	c.level = w.scope.level
	w.weigh(commandWords, c.Span)
	w.commands = append(w.commands, c)
	if path, ok := w.hashed[name]; ok && known && !defined {
		other := *c
		other.Args, other.Shadowed = append([]Word{path}, c.Args[1:]...), false
		w.commands = append(w.commands, &other)
	}
}

// callsItself tells whether a command calls a function whose body it is in.
func (w *walker) callsItself(c *Command) bool {
	name, known := c.Program().Text()
	return known && len(c.Args) > 0 && slices.Contains(w.scope.functions, name)
}

// assignment reads one assignment and makes it.
func (w *walker) assignment(a *syntax.Assign) Assign {
	name := a.Name.Value
	w.weigh(3, w.here())
	out := Assign{Name: name, Append: a.Append, Span: w.lines.spanOf(a.Name)}
	out.Span.End = max(out.Span.End, offset(a.Name.End())+1)
	if a.Index != nil {
		w.arithm(a.Index)
	}
	if a.Value != nil {
		out.Value = w.single(a.Value)
		out.Span.End = offset(a.Value.End())
	}
	if a.Array != nil {
		out.Value = w.array(a.Array)
		out.Span.End = offset(a.Array.End())
	}
	v := value(out.Value)
	if mayFail(a.Value) {
		v = w.mix(name, w.lookup(name), v)
	}
	switch {
	case a.Array != nil:
		if a.Append {
			v.Parts[0].several = &several{elems: appended(w.lookup(name), v.Parts[0].elems())}
		}
	case a.Index != nil:
		if elems := w.withElement(a, v); elems != nil {
			v = unknown("$"+name, true)
			v.Parts[0].several = &several{elems: elems}
			break
		}
		from := Word{Parts: slices.Concat(v.Parts, w.lookup(name).Parts)}.From()
		v = unknown("$"+name, true)
		v.Parts[0].From = from
	case a.Append:
		before := w.lookup(name)
		v = value(Word{Parts: append(slices.Clip(before.Parts), v.Parts...)})
	}
	w.because(Assigned, out.Span)
	w.assign(name, v)
	w.assigned(a, out)
	return out
}

// assigned follows assignments that are more than that: the shell runs or
// expands the value, or finds commands by it.
func (w *walker) assigned(a *syntax.Assign, out Assign) {
	switch out.Name {
	case "PS4", "PROMPT_COMMAND", "BASH_ENV", "ENV":
		if out.Name == "PROMPT_COMMAND" && a.Array != nil && w.eachCommand(out.Value) {
			return
		}
		if mayHide(out.Value) {
			w.unread(w.doing, out.Value)
		}
	case "BASH_ALIASES":
		index, ok := a.Index.(*syntax.Word)
		if !ok {
			w.unread(w.doing, out.Value)
			return
		}
		name := plain(index)
		w.alias(w.doing, []Word{{Parts: slices.Concat(name.Parts, Text("=").Parts, out.Value.Parts)}})
		w.state.path = true
	case "BASH_CMDS":
		w.state.path = true
		if index, ok := a.Index.(*syntax.Word); ok {
			w.hash("hash", []Word{Text("-p"), out.Value, plain(index)})
		}
	}
}

// mayFail tells whether an error in an expansion may keep an assignment from
// being made, while the lines after it run.
func mayFail(x *syntax.Word) bool {
	if x == nil {
		return false
	}
	return slices.ContainsFunc(x.Parts, partMayFail)
}

func partMayFail(p syntax.WordPart) bool {
	switch p := p.(type) {
	case *syntax.ArithmExp:
		return true
	case *syntax.DblQuoted:
		return slices.ContainsFunc(p.Parts, partMayFail)
	case *syntax.ParamExp:
		return p.Excl || p.Slice != nil || p.Index != nil || p.Exp != nil && (p.Exp.Op == syntax.ErrorUnset || p.Exp.Op == syntax.ErrorUnsetOrNull)
	}
	return false
}

// mayHide tells whether a word has a part that may hold any text.
func mayHide(x Word) bool {
	return slices.ContainsFunc(x.Parts, func(p Part) bool { return p.Kind == Unknown && p.Empty })
}

// array reads the elements of an array.
func (w *walker) array(x *syntax.ArrayExpr) Word {
	whole := Part{Kind: Unknown, Text: cut(w.text(x)), Empty: true}
	elems := []Word{}
	var from sources
	known := true
	for _, e := range x.Elems {
		if w.weigh(2, w.here()); w.err != nil {
			break
		}
		w.arithm(e.Index)
		known = known && e.Index == nil
		if e.Value == nil {
			continue
		}
		for _, f := range w.fields(e.Value) {
			from.add(f.From())
			known = known && !f.Splits() && !f.hasPattern()
			elems = append(elems, value(f))
		}
	}
	whole.From = from.list
	if known && len(elems) <= maxElems {
		whole.several = &several{elems: elems}
	}
	return Word{Parts: []Part{whole}, Span: w.lines.spanOf(x)}
}

// withElement are the elements of an array after x[n]=v; nil if they are not
// known, or would not follow one another.
func (w *walker) withElement(a *syntax.Assign, v Word) []Word {
	n, ok := w.calculate(a.Index)
	if !ok || n < 0 || n >= maxElems || a.Append || w.options.Lang == Zsh || w.state.full {
		return nil
	}
	old, assigned := w.state.get(a.Name.Value)
	var elems []Word
	switch {
	case len(old.Parts) == 1 && old.Parts[0].elems() != nil:
		elems = old.Parts[0].elems()
	case old.Known() && len(old.Parts) > 0:
		elems = []Word{old}
	case assigned && len(old.Parts) > 0:
		return nil
	}
	if n > len(elems) || !w.spend((len(elems)+1)*wordCost) {
		return nil
	}
	elems = slices.Clone(elems)
	if n == len(elems) {
		return append(elems, v)
	}
	elems[n] = v
	return elems
}

// appended is an array's elements with further ones; nil if they are not known.
func appended(array Word, more []Word) []Word {
	if len(array.Parts) != 1 {
		return nil
	}
	elems := array.Parts[0].elems()
	if elems == nil || more == nil || len(elems)+len(more) > maxElems {
		return nil
	}
	return slices.Concat(elems, more)
}

// text is the source of a node.
func (w *walker) text(n syntax.Node) string {
	s := w.lines.spanOf(n)
	return w.source.Text[s.Offset:s.End]
}
