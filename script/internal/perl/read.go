package perl

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/heuristic"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// interp reads tokens as statements and expressions. The arguments of a word extend up to an operator
// of lower precedence than the comma.
type interp struct {
	heuristic.Interp
	subs  map[string]bool         // the functions that the code defines
	pipes map[string]absval.Value // the commands that handles write to
	files map[string]absval.Value // the files that handles write to
	lvals []string                // the variables in the last operand
	uses  map[string]bool
	sub   string // the function whose body is being read, or was read last

	matched bool // the operand is the right side of =~
}

// Read returns the acts of Perl, in the order of evaluation.
func Read(code string, given effect.CommandLine) ([]effect.Act, error) {
	toks, err := tokens(code, 0)
	if err != nil {
		return nil, err
	}
	r := &interp{Interp: heuristic.NewInterp("perl", given, "@ARGV"), subs: map[string]bool{}, pipes: map[string]absval.Value{}, files: map[string]absval.Value{}, uses: map[string]bool{}}
	r.Libraries = sink.Libraries("perl")
	return r.Rounds(toks, func() {
		r.operands()
		r.all()
		r.EmitEnvironment(r.expr)
	})
}

// all reads to the end of the tokens.
func (r *interp) all() absval.Value {
	v := r.statements("")
	if r.Err == nil && r.Tok().Kind != lex.EOF {
		r.Fail()
	}
	return v
}

// ReadUse reads the value of perl's -M: a module, with imports after "=", or else the start of a
// statement, which others may follow.
func ReadUse(code string, given effect.CommandLine) ([]effect.Act, error) {
	module := strings.TrimLeft(strings.TrimPrefix(code, "-"), "_:abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
	if strings.HasPrefix(module, "=") {
		return nil, nil
	}
	return Read("use "+strings.TrimPrefix(code, "-"), given)
}

// operands follows the operands that -n, -p and <> would open: perl uses open with two arguments, so
// that they may be commands.
func (r *interp) operands() {
	at := lex.Span{Off: 0, End: r.Toks[len(r.Toks)-1].End}
	for _, a := range r.Given {
		if t := strings.TrimSpace(a.Text); strings.HasPrefix(t, "|") || strings.HasPrefix(t, ">") || strings.HasSuffix(t, "|") {
			r.openTwo("<>", absval.AnyOf([]effect.Arg{a}), "", at)
		}
	}
}

// word returns the next token if it is a bareword, or "".
func (r *interp) word() string {
	if r.Tok().Kind != lex.Name {
		return ""
	}
	return r.Tok().Text
}

// statements reads up to a bracket or the end and returns the last value.
func (r *interp) statements(end string) absval.Value {
	r.Deeper()
	defer func() { r.Depth-- }()
	if end == "}" {
		r.Blocks++
		defer func() { r.Blocks-- }()
	}
	v := absval.Top
	for !r.Done() && !(end != "" && r.At(end)) {
		from := r.Pos
		r.Spend(0)
		switch {
		case r.Accept(";"):
		case r.At("{"):
			r.Next()
			v = r.statements("}")
			r.close("}")
		default:
			v = r.statement()
		}
		if r.Pos == from && r.Err == nil {
			r.Fail()
		}
	}
	return v
}

// close consumes a closing bracket.
func (r *interp) close(text string) {
	if !r.Accept(text) {
		r.Fail()
	}
}

// statement reads a statement, or the head of one with a block.
func (r *interp) statement() absval.Value {
	switch w := r.word(); w {
	case "if", "elsif", "unless", "while", "until", "given", "when":
		r.Next()
		if w == "while" && r.At("(") && r.Ahead(1) == "glob" {
			r.loop() // it binds $_ to each name
			return absval.Top
		}
		r.low()
		return absval.Top
	case "else", "continue", "BEGIN", "END", "INIT", "CHECK", "UNITCHECK", "default", "try", "finally", "defer":
		r.Next()
		return absval.Top
	case "for", "foreach":
		r.Next()
		r.loop()
		return absval.Top
	case "sub", "method":
		if r.Pos+1 < len(r.Toks) && r.Toks[r.Pos+1].Kind == lex.Name {
			r.Next()
			name := r.word()
			r.subs[name], r.sub = true, name
			r.Next()
			r.prototype()
			if r.At("{") {
				r.NoteField(absval.Result(name), r.blockOf())
			}
			return absval.Top
		}
	case "package":
		r.Next()
		r.Next()
		return absval.Top
	case "use", "no":
		r.Next()
		r.uses[r.word()] = true
		if r.Tok().Kind != lex.EOF {
			r.Next()
		}
		if !r.Done() && !r.At(";") && !r.At("}") {
			r.low()
		}
		return absval.Top
	}
	if r.Tok().Kind == lex.Name && r.Ahead(1) == ":" && r.Toks[r.Pos+1].Kind == lex.Op && r.Ahead(2) != ":" {
		r.Next()
		r.Next() // a label
		return absval.Top
	}
	v := r.low()
	r.modifiers()
	return v
}

// modifiers reads statement modifiers: "… for @list".
func (r *interp) modifiers() {
	for !r.Done() {
		switch r.word() {
		case "if", "unless", "while", "until", "when":
			r.Next()
			r.low()
		case "for", "foreach":
			r.Next()
			r.Bind("$_", absval.List(r.list()...).Items())
		default:
			return
		}
	}
}

// loop reads the head of for: a list, or three expressions.
func (r *interp) loop() {
	name := "$_"
	for r.word() == "my" || r.word() == "our" || r.word() == "local" || r.word() == "state" {
		r.Next()
	}
	if t := r.Tok(); t.Kind == lex.Op && strings.HasPrefix(t.Text, "$") {
		name = t.Text
		r.Next()
	}
	if !r.Accept("(") {
		r.Fail()
		return
	}
	items := r.list()
	for range 2 {
		if r.Accept(";") && !r.At(")") && !r.At(";") {
			r.list()
		}
	}
	r.close(")")
	r.Bind(name, absval.List(items...).Items())
}

// prototype skips the tokens between the name and the body of a function.
func (r *interp) prototype() {
	if !r.Accept("(") {
		return
	}
	for !r.Done() && !r.At(")") {
		t := r.Tok()
		if t.Kind == lex.Op && strings.HasPrefix(t.Text, "$") && len(t.Text) > 1 {
			r.Bind(t.Text, r.lookup("@_").Items())
		}
		r.Next()
	}
	r.close(")")
}

// lookup returns the possible values of a variable. The arguments of a function are unknown until
// its calls have been read.
func (r *interp) lookup(name string) absval.Value {
	switch file, dir := r.OwnFile(); name {
	case "$0":
		return file
	case "$FindBin::Bin", "$FindBin::RealBin":
		return dir
	}
	v := r.Names[name]
	if len(v) > 0 || name == "@_" && r.Round == 0 {
		return v
	}
	if name == "%ENV" {
		return absval.Named(name)
	}
	if name == "$_" {
		v, _ = r.InputLine() // by -n, -p or <>
		return absval.OrTop(v)
	}
	return absval.Top
}

// low reads an expression with and, or, not.
func (r *interp) low() absval.Value {
	r.Deeper()
	defer func() { r.Depth-- }()
	for r.word() == "not" {
		r.Next()
	}
	v := asList(r.list())
	for !r.Done() {
		switch r.word() {
		case "and", "or", "xor":
			r.Next()
			for r.word() == "not" {
				r.Next()
			}
			v = absval.Join(v, asList(r.list()))
		default:
			return v
		}
	}
	return v
}

// asList returns one value for a list.
func asList(items []absval.Value) absval.Value {
	switch len(items) {
	case 0:
		return absval.List()
	case 1:
		return items[0]
	}
	return absval.List(items...)
}

// list reads expressions between commas, and flattens nested lists.
func (r *interp) list() []absval.Value {
	var items []absval.Value
	key := "" // before =>
	for !r.Done() && r.starts() {
		if len(items) > absval.MaxItems {
			items = []absval.Value{absval.Top}
		}
		v := r.expr()
		if key != "" {
			r.NoteField(key, v)
		}
		if key = ""; r.At("=>") {
			key, _ = v.OnlyText()
		}
		if len(v) == 1 && v[0].Kind == absval.Sequence && len(items)+len(v[0].Items) <= absval.MaxItems && r.Spend(len(v[0].Items)) {
			items = append(items, v[0].Items...)
		} else {
			items = append(items, v)
		}
		comma := false
		for r.Accept(",") || r.Accept("=>") {
			comma = true
		}
		if !comma {
			break
		}
	}
	return items
}

// closers are the words that end a list.
const closers lex.Words = "and or xor if unless while until for foreach when x eq ne lt gt le ge cmp isa"

// starts reports whether an expression can start here.
func (r *interp) starts() bool {
	t := r.Tok()
	switch t.Kind {
	case lex.Number, lex.String:
		return true
	case lex.Name:
		return !closers.Has(t.Text) || r.Ahead(1) == "=>" || r.key()
	case lex.Op:
		return strings.Contains(` ( [ { \ ! ~ - + ++ -- -X < `, " "+t.Text+" ") || perlVariable(t.Text) || t.Text != "" && strings.Contains("%&*", t.Text) && r.Ahead(1) == "{"
	}
	return false
}

// perlVariable reports whether an operator is a variable or a sigil.
func perlVariable(text string) bool {
	switch text[0] {
	case '$', '@':
		return true
	case '%', '&', '*':
		return len(text) > 1 && text[len(text)-1] != '=' && text != "&&" && text != "**" || text == "%$" || text == "&$" || text == "*$"
	}
	return false
}
