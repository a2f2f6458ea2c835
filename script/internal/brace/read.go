package brace

import (
	"slices"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// Interp reads the languages with curly brackets. Their tokens are read in
// rounds: until nothing new is learnt of names and functions, then once more to
// collect acts. Blocks need no reading of their own: whatever a name is
// bound to counts everywhere, but that parameters belong to their function.
type Interp struct {
	absval.Fixpoint
	*Language

	functions []*function
	known     map[*lex.Token]int      // the functions by where they start
	inside    *function               // whose body is read
	declares  *function               // whose parameters are bound
	cut       map[string][]lex.Token  // evaluated code
	growing   map[string]absval.Value // what is added to names by themselves
	ternary   int                     // conditionals that wait for their colon
}

// Language is what makes one of the languages.
type Language struct {
	Name      string
	Program   string // that runs files
	Tokenize  func(code string) ([]lex.Token, error)
	Rows      func(name string) []sink.Row
	Fold      func(r *Interp, name string, of absval.Value, args absval.Arguments) (absval.Value, bool)
	Global    func(name string, bound bool) absval.Value // what the language gives a name
	Member    func(r *Interp, a absval.Atom, name string) absval.Value
	Statement func(r *Interp, word string) bool
	Operand   func(r *Interp, word string) (absval.Value, bool)
	Prefixes  map[string]bool          // words before an operand
	Inspects  func(name string) bool   // functions that call none they are given
	Callee    func(name string) string // of a text that is called; nil where that cannot be

	// Own emits what the forms do that only this language has; nil if it has none.
	Own func(r *Interp, e sink.Row, act effect.Act, v absval.Value, args absval.Arguments, at lex.Span)
}

// Read returns the acts of code.
func Read(lang *Language, code string, given effect.CommandLine) ([]effect.Act, error) {
	toks, err := lang.Tokenize(code)
	if err != nil {
		return nil, err
	}
	r := &Interp{Fixpoint: absval.Fixpoint{Interp: absval.NewInterp(given)}, Language: lang, known: map[*lex.Token]int{}, cut: map[string][]lex.Token{}, growing: map[string]absval.Value{}}
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

// settle ends a round for the functions.
func (r *Interp) settle(widen bool) bool {
	changed := false
	for _, f := range r.functions {
		changed = f.settle(widen) || changed
	}
	return changed
}

// run reads code from a string that is evaluated, among the same names. It
// reports whether the code could be read.
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

// statements reads to the token at end. A bracket of a block is passed over.
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

// statementWord reads the beginning of a statement that a keyword starts, and
// reports whether it did.
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

// Group reads what stands in brackets after a keyword, and no call after it.
func (r *Interp) Group() absval.Value {
	end := r.Closing()
	if end < 0 {
		return absval.Top
	}
	v := r.expressionsTo(end)
	r.Next()
	return v
}

// Closing steps into a bracket and returns where it ends, or -1.
func (r *Interp) Closing() int {
	t := r.Tok()
	if t.Kind != lex.Op || t.Shut == 0 || t.Text != "(" && t.Text != "{" && t.Text != "[" {
		return -1
	}
	end := r.Pos + int(t.Shut)
	r.Next()
	return end
}

// expressionsTo reads expressions to a place and returns the last.
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

// loop reads the head of one.
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

// put assigns a value that the tokens from rhs on spell.
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

// Bind notes what a name may hold.
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

// grow notes what a name may hold that is computed from what it holds. That is
// computed only once, and who knows how often.
func (r *Interp) grow(name string, v absval.Value) {
	if r.Round == 0 {
		r.growing[name] = absval.Join(absval.Join(r.growing[name], v), absval.Top)
	}
}

// Lookup is what a name may be. One that nothing binds stands for what the
// language gives that name.
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
