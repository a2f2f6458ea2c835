package perl

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// literal returns the value of quotes of any kind.
func (r *interp) literal(t *lex.Token) absval.Value {
	at := lex.Span{Off: t.Off, End: t.End}
	switch t.Text {
	case "qw":
		return r.Texts(strings.Fields(t.Pieces[0].Text))
	case "qx":
		v := r.joinPieces(t.Pieces)
		r.EmitEach(effect.Act{Kind: effect.Shell, Call: "qx"}, v.Args(), at)
		printed, _ := r.Printed(v)
		return absval.OrTop(printed)
	case "glob":
		return absval.List(r.joinPieces(t.Pieces).Turn(absval.Glob))
	case "see":
		r.joinPieces(t.Pieces)
		r.Emit(effect.Act{Kind: effect.Evaluates, Call: "s///ee", Args: []effect.Arg{{}}}, at)
		return absval.Top
	case "readline":
		v, _ := r.InputRead()
		return absval.OrTop(v)
	case "q", "qq":
		return r.joinPieces(t.Pieces)
	}
	if t.Text != "tr" && t.Text != "trr" {
		r.joinPieces(t.Pieces)
	}
	switch {
	case r.matched: // what stands before it is changed
	case strings.HasSuffix(t.Text, "r") && t.Text != "tr" && t.Text != "qr":
		return r.changed(t, flat(r.lookup("$_")))
	case t.Text == "s" || t.Text == "tr":
		r.Bind("$_", r.Again(r.changed(t, flat(r.lookup("$_")))))
	}
	return absval.Top
}

// changed applies s/// or y/// to a text, if its parts are plain.
func (r *interp) changed(t *lex.Token, v absval.Value) absval.Value {
	if len(t.Pieces) == 0 || t.Pieces[0].Known || !strings.Contains(t.Pieces[0].Text, changes) {
		return absval.Top
	}
	parts := strings.Split(t.Pieces[0].Text, changes)
	from, to, flags := parts[0], parts[1], parts[2]
	if strings.HasPrefix(t.Text, "tr") {
		return v.Each(func(s string) (string, bool) {
			return transliterated(s, from, to, flags, r.Spend(len(s)))
		})
	}
	if strings.ContainsAny(from, `\^$.|?*+()[]{}@`) || strings.ContainsAny(to, `\$@`) || from == "" || strings.ContainsAny(flags, "iex") {
		return absval.Top
	}
	if strings.Contains(flags, "g") {
		return r.Replace(v, absval.Text(from), absval.Text(to))
	}
	return v.Each(func(s string) (string, bool) {
		return strings.Replace(s, from, to, 1), r.Spend(len(s)) && len(s)+len(to) <= absval.MaxText
	})
}

// transliterated applies y/// to a text.
func transliterated(s, from, to, flags string, ok bool) (string, bool) {
	set, known := listed(from)
	by, also := listed(to)
	if !ok || !known || !also || strings.ContainsAny(flags, "cs") {
		return "", false
	}
	if len(by) == 0 && !strings.Contains(flags, "d") {
		by = set
	}
	pairs := map[rune]rune{}
	for i, c := range set {
		switch _, seen := pairs[c]; {
		case seen:
		case i < len(by):
			pairs[c] = by[i]
		case strings.Contains(flags, "d"):
			pairs[c] = -1
		default:
			pairs[c] = by[len(by)-1]
		}
	}
	return strings.Map(func(c rune) rune {
		if to, ok := pairs[c]; ok {
			return to
		}
		return c
	}, s), true
}

// listed expands a list of characters with ranges.
func listed(s string) ([]rune, bool) {
	var out []rune
	all := []rune(s)
	for i := 0; i < len(all); i++ {
		switch {
		case all[i] == '\\':
			return nil, false
		case all[i] == '-' && i > 0 && i+1 < len(all) && all[i+1] > all[i-1] && all[i+1]-all[i-1] < 1<<10:
			for c := all[i-1] + 1; c <= all[i+1]; c++ {
				out = append(out, c)
			}
			i++
		default:
			out = append(out, all[i])
		}
	}
	return out, true
}

// joinPieces returns the text of quotes, after reading the code in them.
func (r *interp) joinPieces(pieces []lex.Piece) absval.Value {
	v := absval.Text("")
	for _, p := range pieces {
		next := absval.Top
		switch {
		case p.Code != nil:
			r.WithTokens(p.Code, func() { next = spelled(r.all(), p.Plain) })
		case p.Known:
			next = r.LiteralText(p.Text)
		}
		v = r.Operate("+", v, next)
	}
	r.lvals = nil
	return v
}

// spelled interpolates a variable: a list is joined with blanks.
func spelled(v absval.Value, plain bool) absval.Value {
	if len(v) == 1 && v[0].Kind == absval.Ref && v[0].Text == `\` {
		v = v[0].Of
	}
	if len(v) != 1 || v[0].Kind != absval.Sequence {
		return v.Str()
	}
	if plain && len(v[0].Items) == 1 {
		return v[0].Items[0].Str()
	}
	r := absval.NewInterp(effect.CommandLine{})
	r.Toks = []lex.Token{{}}
	return r.Join(absval.Text(" "), v)
}

// named reads an expression that starts with a bareword.
func (r *interp) named(t *lex.Token) absval.Value {
	name := t.Text
	if r.Ahead(1) == "=>" && r.Toks[r.Pos+1].Kind == lex.Op || r.key() {
		r.Next()
		return absval.Text(name)
	}
	r.Next()
	switch name {
	case "my", "our", "local", "state":
		if r.Tok().Kind == lex.Name {
			r.Next() // my Dog $spot
		}
		return r.postfix()
	case "sub", "method":
		r.prototype()
		return r.blockOf()
	case "__FILE__":
		file, _ := r.OwnFile()
		return file
	case "__PACKAGE__", "__LINE__", "wantarray", "time", "times", "wait", "getppid", "fork":
		if r.Accept("(") {
			r.close(")")
		}
		return absval.Top
	case "return", "do", "eval", "require":
		return r.control(name, t)
	case "print", "printf", "say":
		r.print(t)
		return absval.Top
	case "map", "grep", "sort", "first", "any", "all", "none", "sum", "reduce":
		return r.overList(name, t)
	}
	return r.function(name, t)
}

// key reports whether a word in braces is the key of an element.
func (r *interp) key() bool {
	return r.Pos > 0 && r.Toks[r.Pos-1].Kind == lex.Op && r.Toks[r.Pos-1].Text == "{" && r.Ahead(1) == "}" && r.Pos > 1 &&
		(perlVariable(r.Toks[r.Pos-2].Text+" ") || r.Toks[r.Pos-2].Text == "->" || r.Toks[r.Pos-2].Text == "}" || r.Toks[r.Pos-2].Text == "]")
}

// blockOf reads a block if there is one.
func (r *interp) blockOf() absval.Value {
	if !r.Accept("{") {
		return absval.Top
	}
	v := r.statements("}")
	r.close("}")
	r.lvals = nil
	return v
}

// control reads words that are not, or not always, functions.
func (r *interp) control(name string, t *lex.Token) absval.Value {
	if name != "return" && r.At("{") {
		return r.blockOf()
	}
	if name == "require" && (r.Tok().Kind == lex.Name || r.Tok().Kind == lex.Number) {
		r.Next()
		return absval.Top
	}
	var v absval.Value
	if name == "return" {
		v := asList(r.list())
		r.NoteField(absval.Result(r.sub), v)
		return v
	}
	v = r.lookup("$_")
	if r.starts() {
		v = flat(r.binary(named))
	}
	at := lex.Span{Off: t.Off, End: r.Toks[max(r.Pos-1, 0)].End}
	r.lvals = nil
	for _, a := range v.Args() {
		switch {
		case name == "eval" && a.Known && r.Run(a.Text, at, tokens, func() { r.all() }):
		case name == "eval":
			r.Emit(effect.Act{Kind: effect.Evaluates, Call: name, Args: []effect.Arg{{Text: a.Text}}}, at)
		default:
			r.Emit(effect.Act{Kind: effect.Runs, Call: name, Includes: true, Args: []effect.Arg{{Text: "perl", Known: true}, a}}, at)
		}
	}
	return absval.Top
}

// overList reads a block or expression and the list that it is applied to.
func (r *interp) overList(name string, t *lex.Token) absval.Value {
	bracket := r.Accept("(")
	v := absval.Value(nil)
	switch {
	case r.At("{"):
		v = r.blockOf()
		r.Accept(",")
	case name == "map" || name == "grep" || name == "first": // an expression and a comma
		if v = r.binary(1); !r.Accept(",") {
			r.lvals = nil
			if bracket {
				r.close(")")
			}
			return absval.List(absval.Top)
		}
	case name == "sort" && r.Tok().Kind == lex.Op && strings.HasPrefix(r.Tok().Text, "$") && r.Toks[min(r.Pos+1, len(r.Toks)-1)].Text != ",":
		r.Next()
	}
	items := r.list()
	if bracket {
		r.close(")")
	}
	r.lvals = nil
	if name == "map" || name == "grep" || name == "first" {
		r.Bind("$_", absval.List(items...).Items())
	}
	switch {
	case name == "sort" || name == "grep":
		return absval.List(items...)
	case name == "map" && v != nil:
		return absval.MappedList(flat(v))
	}
	return absval.List(absval.Top)
}

// print reads a handle and a list, and records the input of a command behind the handle.
func (r *interp) print(t *lex.Token) {
	bracket := r.Accept("(")
	handle := ""
	next := lex.Token{}
	if r.Pos+1 < len(r.Toks) {
		next = r.Toks[r.Pos+1]
	}
	variable := r.Tok().Kind == lex.Op && strings.HasPrefix(r.Tok().Text, "$")
	bare := r.Tok().Kind == lex.Name && strings.ToUpper(r.Tok().Text) == r.Tok().Text && !(next.Kind == lex.Op && next.Text != "$" && next.Text != "@" && !perlVariable(next.Text+" "))
	switch {
	case r.At("{"):
		if next.Kind == lex.Name || next.Kind == lex.Op {
			handle = next.Text
		}
		r.blockOf()
	case bare && next.Text != "(" && next.Text != "->", variable && (next.Kind == lex.String || next.Kind == lex.Number || next.Kind == lex.Name && !closers.Has(next.Text) || next.Kind == lex.Op && next.Text != "" && (next.Text[0] == '$' || next.Text[0] == '@')):
		handle = r.Tok().Text
		r.Next()
	}
	items := r.list()
	if bracket {
		r.close(")")
	}
	r.lvals = nil
	at := lex.Span{Off: t.Off, End: r.Toks[max(r.Pos-1, 0)].End}
	cmd, file := r.pipes[handle], r.files[handle]
	own := r.WantsPrints() && (handle == "" || handle == "STDOUT")
	if len(cmd)+len(file) == 0 && !own {
		return
	}
	printed := r.Join(absval.Text(""), absval.List(items...))
	if t.Text == "printf" && len(items) > 0 && len(items[0]) == 1 && items[0][0].Kind == absval.Constant {
		printed = r.Percent(items[0][0].Text, items[1:])
	}
	if t.Text == "say" {
		printed = r.Operate("+", printed, absval.Text("\n"))
	}
	if own {
		r.NotePrinted(t.Text, printed, at)
	}
	if len(file) > 0 {
		r.NoteContent(file, printed, at)
	}
	if len(cmd) > 0 {
		r.EmitPiped(t.Text, printed, cmd, at)
	}
}

// function reads a call with or without parentheses, or a plain bareword.
func (r *interp) function(name string, t *lex.Token) absval.Value {
	short := name[strings.LastIndexByte(name, ':')+1:]
	if len(name) > 2*lex.MaxName {
		r.Fail()
		return absval.Top
	}
	var args []absval.Value
	program := absval.Value(nil)
	called := true
	at := func() lex.Span { return lex.Span{Off: t.Off, End: r.Toks[max(r.Pos-1, 0)].End} }
	switch {
	case name == "new" && r.Tok().Kind == lex.Name:
		class := r.Tok().Text
		r.Next()
		if r.Accept("(") {
			args = r.list()
			r.close(")")
		}
		return r.method(absval.Text(class), name, args, at())
	case r.At("{") && (short == "system" || short == "exec"):
		program = r.blockOf()
		args = r.list()
	case r.Accept("("):
		if r.At("{") && (short == "system" || short == "exec") {
			program = r.blockOf()
		}
		args = r.list()
		if !r.At(")") {
			r.low()
		}
		r.close(")")
	case r.At("->") || r.At("::"):
		r.Accept("::")
		return absval.Text(name)
	case unary.Has(short):
		if r.starts() && !r.At("<") {
			args = []absval.Value{r.binary(named)}
		}
	case r.At("[") && (sink.Perl(short) != nil || short == "run"):
		args = r.list()
	case r.starts() && !r.At("{") && !r.At("[") && !r.At("<") && !r.infix():
		if r.Tok().Kind == lex.Name && r.Ahead(1) == "->" {
			break
		}
		args = r.list()
	default:
		called = sink.Perl(short) != nil || folds.Has(short)
	}
	r.lvals = nil
	if !called {
		return absval.Text(name)
	}
	if (short == "find" || short == "finddepth") && len(args) > 1 {
		r.finds(name, args[1:], t, at())
	}
	if r.subs[name] {
		r.called(args)
		return absval.OrTop(r.Field(absval.Result(name)))
	}
	return r.apply(short, name, program, args, at())
}

// finds emits the deletions of File::Find if its function, the first argument, removes something.
func (r *interp) finds(call string, trees []absval.Value, t *lex.Token, at lex.Span) {
	from := r.Pos
	for from > 0 && r.Toks[from].Off > t.Off {
		from--
	}
	if !r.Mentions("sub", from, r.Pos) { // the function stands elsewhere
		from = 0
	}
	for _, remover := range [...]string{"unlink", "rmdir", "rmtree", "remove_tree", "truncate", "open"} {
		to := r.Pos
		if from == 0 {
			to = len(r.Toks)
		}
		if !r.Mentions(remover, from, to) || remover == "open" && (!r.opensToWrite(from, to) || r.WritesText()) {
			continue
		}
		for _, tree := range trees {
			r.EmitEach(effect.Act{Kind: effect.Deletes, Call: call, Tree: true}, tree.Args(), at)
		}
		return
	}
}

// opensToWrite reports whether a range of tokens has the mode that empties a file.
func (r *interp) opensToWrite(from, to int) bool {
	return r.Spend(to-from) && slices.ContainsFunc(r.Toks[from:to], func(t lex.Token) bool {
		return len(t.Pieces) > 0 && strings.HasPrefix(t.Pieces[0].Text, ">") && !strings.HasPrefix(t.Pieces[0].Text, ">>")
	})
}

// infix reports whether an ambiguous operator is between two operands: a blank follows it.
func (r *interp) infix() bool {
	t := r.Tok()
	return (t.Text == "-" || t.Text == "+") && t.Kind == lex.Op && r.Pos+1 < len(r.Toks) && r.Toks[r.Pos+1].Off > t.End
}

// unary are the functions of one argument.
const unary lex.Words = `
	lc uc lcfirst ucfirst length chr ord defined ref scalar shift pop chdir rmdir readlink rand srand exists delete each keys
	values undef sleep exit quotemeta int hex oct abs sqrt log exp sin cos umask localtime gmtime caller lock stat lstat chroot
	readline close fileno eof alarm getc tell study pos fc glob readpipe closedir readdir rewinddir`
