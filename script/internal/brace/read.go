package brace

import (
	"slices"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// Interp reads JavaScript or PHP. It reads the tokens in rounds: until nothing new is learnt of
// names and functions, then once more to collect acts. Blocks have no scope: a binding counts
// everywhere, except that parameters belong to their function.
type Interp struct {
	absval.Fixpoint
	*Language

	functions []*function
	known     map[*lex.Token]int      // functions by their first token
	inside    *function               // the function whose body is being read
	declares  *function               // the function whose parameters are being bound
	cut       map[string][]lex.Token  // evaluated code
	methods   map[string]bool         // the names of the methods of the code's classes
	growing   map[string]absval.Value // additions to names that depend on the names themselves
	ternary   int                     // conditionals without their colon yet
}

// Language is the part of the reader that differs between the languages.
type Language struct {
	Name      string
	Program   string // the program that runs files
	Tokenize  func(code string) ([]lex.Token, error)
	Rows      func(name string) []sink.Row
	Fold      func(r *Interp, name string, of absval.Value, args absval.Arguments) (absval.Value, bool)
	Global    func(name string, bound bool) absval.Value // the predefined value of a name
	Member    func(r *Interp, a absval.Atom, name string) absval.Value
	Statement func(r *Interp, word string) bool
	Operand   func(r *Interp, word string) (absval.Value, bool)
	Prefixes  map[string]bool          // words before an operand
	Inspects  func(name string) bool   // functions that do not call their function arguments
	Callee    func(name string) string // maps a text that is called to a function; nil if texts cannot be called

	// Own emits the acts of forms that only this language has; nil if it has none.
	Own func(r *Interp, e sink.Row, act effect.Act, v absval.Value, args absval.Arguments, at lex.Span)
}

// Read returns the acts of code.
func Read(lang *Language, code string, given effect.CommandLine) ([]effect.Act, error) {
	toks, err := lang.Tokenize(code)
	if err != nil {
		return nil, err
	}
	r := &Interp{Fixpoint: absval.Fixpoint{Interp: absval.NewInterp(given)}, Language: lang, known: map[*lex.Token]int{}, cut: map[string][]lex.Token{}, growing: map[string]absval.Value{}, methods: map[string]bool{}}
	r.Libraries, r.FreeNames, r.JSONBodies = sink.Libraries(lang.Name), lang.Name != "php", lang.Name != "php"
	r.KeysAreNames = lang.Name != "php"
	if err := r.Learn(toks, r.pass, r.settle); err != nil {
		return nil, err
	}
	return r.Result(), nil
}

// pass reads all tokens once.
func (r *Interp) pass() {
	r.statements(len(r.Toks) - 1)
	r.EmitEnvironment(r.Expr)
}

// settle ends a round for all functions.
func (r *Interp) settle(widen bool) bool {
	changed := false
	for _, f := range r.functions {
		changed = f.settle(widen) || changed
	}
	return changed
}

// run reads the code of an evaluated string with the same names. It reports whether the code
// could be read.
func (r *Interp) run(code string, at lex.Span) bool {
	if r.Nested >= absval.MaxNesting || len(code) > effect.MaxSource || !r.Spend(16*len(code)) {
		return false
	}
	toks := r.cut[code]
	if toks == nil {
		var err error
		if toks, err = r.Tokenize(code); err != nil {
			return false
		}
		r.cut[code] = toks
	}
	outer := r.Interp
	r.Toks, r.Pos, r.Nested = toks, 0, r.Nested+1
	if r.Within == nil {
		r.Within = &at
	}
	r.statements(len(toks) - 1)
	r.EmitEnvironment(r.Expr)
	r.Toks, r.Pos, r.Nested, r.Within = outer.Toks, outer.Pos, outer.Nested, outer.Within
	if r.Err != nil {
		r.Pos = len(r.Toks) - 1
	}
	return r.Err == nil
}

// statements reads up to the token at end. It skips the braces of blocks.
func (r *Interp) statements(end int) {
	for r.Pos < end && r.Err == nil {
		start := r.Pos
		r.statementAt()
		if r.Pos == start {
			r.Next()
		}
		r.Spend(0)
	}
}

func (r *Interp) statementAt() {
	t := r.Tok()
	switch {
	case t.Kind == lex.Op && (t.Text == "{" || t.Text == "}" || t.Text == ";" || t.Text == ":" || t.Text == ","):
		r.Next()
	case t.Kind == lex.Op && t.Text == "@" && r.Pos+1 < len(r.Toks) && r.Toks[r.Pos+1].Kind == lex.Name && r.Ahead(1)[0] != '$':
		r.Next() // a decorator
	case t.Kind == lex.Name && r.Ahead(1) != "." && r.statementWord(t.Text):
	default:
		r.Expression()
	}
}

// statementWord reads the start of a statement with a keyword, and reports whether there was one.
func (r *Interp) statementWord(word string) bool {
	switch word {
	case "if", "while", "switch", "with", "catch", "elseif":
		r.Next()
		r.Group()
	case "else", "do", "try", "finally", "break", "continue", "default", "endif", "endwhile", "endfor", "endforeach", "endswitch":
		r.Next()
	case "case", "throw":
		r.Next()
		r.Expression()
	case "return":
		r.Next()
		r.returns(r.Expression())
	case "for", "foreach":
		r.Next()
		r.Accept("await")
		r.loop()
	case "const", "let", "var":
		if r.Pos+1 >= len(r.Toks) || r.Toks[r.Pos+1].Kind != lex.Name && r.Ahead(1) != "{" && r.Ahead(1) != "[" {
			return false
		}
		r.Next()
		r.declaration()
	default:
		return r.Statement(r, word)
	}
	return true
}

// Group reads a bracketed expression after a keyword; a call cannot follow it.
func (r *Interp) Group() absval.Value {
	end := r.Closing()
	if end < 0 {
		return absval.Top
	}
	v := r.expressionsTo(end)
	r.Next()
	return v
}

// Closing enters a bracket and returns the index of its closing one, or -1.
func (r *Interp) Closing() int {
	t := r.Tok()
	if t.Kind != lex.Op || t.Shut == 0 || t.Text != "(" && t.Text != "{" && t.Text != "[" {
		return -1
	}
	end := r.Pos + int(t.Shut)
	r.Next()
	return end
}

// expressionsTo reads expressions up to end and returns the last value.
func (r *Interp) expressionsTo(end int) absval.Value {
	v := absval.Top
	for r.Pos < end && r.Err == nil {
		start := r.Pos
		v = r.Expression()
		if r.Pos == start {
			r.Next()
		}
	}
	if r.Err == nil {
		r.Pos = end
	}
	return v
}

// loop reads the head of a for loop.
func (r *Interp) loop() {
	end := r.Closing()
	if end < 0 {
		return
	}
	if slices.Contains([]string{"const", "let", "var"}, r.Tok().Text) {
		r.Next()
		r.declaration()
	}
	from := r.Pos
	v := r.Expression()
	to := r.Pos
	switch {
	case r.Err != nil:
	case r.Accept("of"):
		r.assign(from, to, r.Expr().Items())
	case r.Accept("as"):
		r.foreach(v)
	}
	r.expressionsTo(max(end, r.Pos))
	r.Next()
}

// foreach reads "$k => $v" after "as".
func (r *Interp) foreach(v absval.Value) {
	from := r.Pos
	r.binary(1)
	if key := r.Pos; r.Accept("=>") {
		r.assign(from, key, v.Keys())
		from = r.Pos
		r.binary(1)
	}
	if r.Err == nil {
		r.assign(from, r.Pos, v.Items())
	}
}

// declaration reads "a = 1, {b} = c", or the head of a loop.
func (r *Interp) declaration() {
	for r.Err == nil {
		from := r.Pos
		if r.Tok().Kind == lex.Name {
			r.Next()
		} else {
			r.Term()
		}
		to := r.Pos
		if to == from || r.Err != nil {
			return
		}
		r.Accept("!")
		if r.Accept(":") {
			r.SkipType(true)
		}
		switch {
		case r.Accept("="):
			rhs := r.Pos
			r.put(from, to, rhs, r.Expr())
		case r.Accept("of"):
			r.assign(from, to, r.Expr().Items())
		case r.Accept("in"):
			r.assign(from, to, r.Expr().Keys())
		}
		if !r.Accept(",") {
			return
		}
	}
}

// put assigns the value in the tokens from rhs on.
func (r *Interp) put(from, to, rhs int, v absval.Value) {
	if r.Err != nil || to != from+1 || !r.Spend(r.Pos-rhs) {
		r.assign(from, to, v)
		return
	}
	name := r.Toks[from].Text
	for _, t := range r.Toks[rhs:r.Pos] {
		if t.Kind == lex.Name && t.Text == name {
			r.grow(name, v)
			return
		}
	}
	r.assign(from, to, v)
}

// Bind records a possible value of a name.
func (r *Interp) Bind(name string, v absval.Value) {
	if f := r.declares; f != nil {
		f.params[name] = absval.Join(f.params[name], v)
		return
	}
	for f := r.inside; f != nil; f = f.outer {
		if old, ok := f.params[name]; ok {
			f.params[name] = absval.Join(old, v)
			return
		}
	}
	old := r.Bound[name]
	if len(old)+len(v) > absval.MaxAtoms {
		r.escape(v, 3)
	}
	r.Bound[name] = absval.Join(old, v)
}

// grow records a value that is computed from the name's own. The reader computes it once, but the
// code may do so any number of times.
func (r *Interp) grow(name string, v absval.Value) {
	if r.Round == 0 {
		r.growing[name] = absval.Join(absval.Join(r.growing[name], v), absval.Top)
	}
}

// ownPlace returns the path of the file that the code is in, or its directory.
func (r *Interp) ownPlace(name string) (absval.Value, bool) {
	file, dir := r.OwnFile()
	switch name {
	case "__dirname", "__dir__", "import.meta.dirname":
		if dir.Has(absval.Atom{}) {
			dir = absval.Text(".")
		}
		return dir, true
	case "__filename", "__file__":
		return file, true
	}
	return nil, false
}

// Lookup returns the possible values of a name. An unbound name has its predefined value.
func (r *Interp) Lookup(name string) absval.Value {
	for f := r.inside; f != nil; f = f.outer {
		if v, ok := f.params[name]; ok {
			if v = absval.Join(v, r.growing[name]); v.Has(absval.Atom{}) {
				v = absval.Join(v, r.Global(name, true))
			}
			return v
		}
		if name == "arguments" && f.params != nil {
			return absval.List(f.args...)
		}
	}
	if place, is := r.ownPlace(name); is {
		return place
	}
	names := r.Names
	if r.Rounds == 0 {
		names = r.Bound
	}
	v, bound := names[name]
	v = absval.Join(v, r.growing[name])
	if bound && !v.Has(absval.Atom{}) {
		return v
	}
	if name == "$argv" && r.Name == "php" {
		v = absval.Join(v, r.Argv(1))
	}
	return absval.OrTop(absval.Join(v, r.Global(name, bound)))
}
