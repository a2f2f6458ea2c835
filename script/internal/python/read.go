package python

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// interp reads tokens in one pass, as statements and expressions. It runs twice to learn names and
// once more to collect acts; reading never goes back, so its time is linear in the tokens.
type interp struct {
	absval.Interp
	names   map[string]*name
	stars   []string // modules imported with a star
	block   bool     // the statement may run any number of times
	locals  map[string]*local
	lambdas map[int]*local // by their offset
	inside  *local         // the function whose body is being read
	turn    int            // the round, counted over all passes
	late    bool           // a name has got more values since this round has looked it up
	objects objects
}

// name is what is known of a name.
type name struct {
	value   absval.Value // its possible values
	bound   bool         // it has some, or will have
	certain int          // the place from which on it is certainly bound: the first binding outside any block
	asked   int          // the last turn that has looked it up
}

// nowhere is the place of names that have no certain binding, behind all code.
const nowhere = effect.MaxSource + 1

// nameOf returns what is known of a name, for changes.
func (r *interp) nameOf(text string) *name {
	n := r.names[text]
	if n == nil {
		n = &name{certain: nowhere}
		r.names[text] = n
	}
	return n
}

// ask is nameOf for a look-up: another round is needed if the name gets more values later in this one.
func (r *interp) ask(text string) *name {
	n := r.nameOf(text)
	n.asked = r.turn
	return n
}

// isAsked reports whether this round has looked up a name.
func (r *interp) isAsked(text string) bool {
	n := r.names[text]
	return n != nil && n.asked == r.turn
}

// values returns the possible values of a name, without a look-up that counts.
func (r *interp) values(text string) absval.Value {
	if n := r.names[text]; n != nil {
		return n.value
	}
	return nil
}

// Read returns the acts of Python, in the order of evaluation.
func Read(code string, given effect.CommandLine) ([]effect.Act, error) {
	code, magics := magics(code)
	toks, err := tokenize(code)
	if err != nil {
		return nil, err
	}
	r := &interp{Interp: absval.NewInterp(given), locals: findLocals(toks), objects: findObjects(toks)}
	r.Libraries, r.DeleteAlone = sink.Libraries("python"), true
	pass, once := passes-1, true
	if len(r.objects.defined) > 0 || hasLambda(toks) {
		pass, once = 0, false
	}
	for ; pass < passes && r.Err == nil; pass++ {
		r.begin()
		for r.Round = 0; r.Round <= absval.LearningRounds && r.Err == nil; r.Round++ {
			r.Toks, r.Pos, r.Dir, r.turn, r.late = toks, 0, nil, r.turn+1, false
			r.Eager = once && r.Round == 0
			r.statements()
			r.emitEnvironment()
			switch {
			case r.Eager && r.late:
				r.Forget()
			case r.Eager:
				r.Round = absval.LearningRounds // everything it used was learnt before
			case !r.late && !r.Collecting():
				r.Round = absval.LearningRounds - 1 // another round would learn the same
			}
		}
	}
	if r.Err != nil {
		return nil, r.Err
	}
	return append(magics, r.Result()...), nil
}

// hasLambda reports whether code has an anonymous function.
func hasLambda(toks []lex.Token) bool {
	for i := range toks {
		if toks[i].Kind == lex.Name && toks[i].Text == "lambda" {
			return true
		}
	}
	return false
}

// emitEnvironment calls EmitEnvironment, which reads some tokens again and must bind nothing.
func (r *interp) emitEnvironment() {
	round := r.Round
	if r.Eager {
		r.Round = absval.LearningRounds
	}
	r.EmitEnvironment(r.expr)
	r.Round = round
}

// magics extracts the lines that IPython runs as commands, "!ls" and "%sx ls", and the cells that it
// passes to a shell. Python rejects such lines. If a text may extend over several lines, they may
// be part of it and are left in.
func magics(code string) (rest string, acts []effect.Act) {
	if strings.IndexByte(code, '!') < 0 && strings.IndexByte(code, '%') < 0 || strings.Contains(code, `"""`) || strings.Contains(code, "'''") {
		return code, nil
	}
	var b strings.Builder
	for from := 0; from < len(code); {
		end := min(from+lex.LineEnd(code[from:])+1, len(code))
		line := code[from:end]
		cmd, ok := magic(strings.TrimSpace(line))
		if cmd == "" && ok { // the rest is the cell
			cmd, end = code[end:], len(code)
		}
		if ok {
			acts = append(acts, effect.Act{Kind: effect.Shell, Call: "!", Args: []effect.Arg{{Text: strings.TrimSpace(cmd), Known: true}}, Offset: from, End: end})
			line = strings.Repeat(" ", end-from-1) + "\n"
		}
		b.WriteString(line)
		from = end
	}
	return b.String(), acts
}

// magic returns the command in a line that IPython runs; "" if the following lines are the command.
func magic(line string) (string, bool) {
	if cmd, ok := strings.CutPrefix(line, "!"); ok && !strings.HasPrefix(cmd, "=") {
		return strings.TrimLeft(cmd, "! "), cmd != ""
	}
	word, cmd, _ := strings.Cut(line, " ")
	switch word {
	case "%sx", "%system", "%sc":
		return cmd, cmd != ""
	case "%%bash", "%%sh", "%%script", "%%system", "%%sx", "%%!":
		return "", true
	}
	return "", false
}

// bind records a possible value of a name.
func (r *interp) bind(text string, v absval.Value, off int) {
	if r.Collecting() {
		return
	}
	if _, ok := r.parameter(text); ok {
		r.bindParameter(r.inside, text, v)
		return
	}
	n := r.nameOf(text)
	if joined := absval.Join(n.value, v); !n.bound || len(joined) != len(n.value) { // longer, or the same
		n.value, n.bound = joined, true
		r.late = r.late || n.asked == r.turn
	}
	if !r.block && r.Within == nil && off < n.certain {
		n.certain = off
		r.late = r.late || n.asked == r.turn
	}
}

// bindParameter joins a value to the possible values of a parameter.
func (r *interp) bindParameter(f *local, text string, v absval.Value) {
	old, bound := f.params[text]
	v = absval.Join(old, v) // longer, or the same
	if bound && len(v) == len(old) {
		return
	}
	f.params[text] = v
	r.late = r.late || r.isAsked(text)
}

// parameter returns the value of a parameter of the function whose body is being read.
func (r *interp) parameter(name string) (absval.Value, bool) {
	if r.inside == nil {
		return nil, false
	}
	v, ok := r.inside.params[name]
	return v, ok
}

// lookup returns the possible values of a name at a place. An unbound name is the builtin, or the
// module of that name.
func (r *interp) lookup(name string, off int) absval.Value {
	n := r.ask(name)
	if v, ok := r.parameter(name); ok {
		return v
	}
	if name == "__file__" {
		file, _ := r.OwnFile()
		return file
	}
	if n.bound && n.certain < off && r.Within == nil {
		return n.value
	}
	builtin := isFolded(name) || len(sink.Python(name)) > 0
	switch {
	case n.bound && builtin:
		return absval.Join(n.value, absval.Named(sink.PythonName(name)))
	case n.bound:
		return n.value
	}
	if c, ok := constants.Get()[name]; ok {
		return c
	}
	bare := absval.Named(sink.PythonName(name))
	if builtin {
		return bare
	}
	return absval.OrElse(r.starred(name), bare)
}

// starred returns the possible values of a name from a star import.
func (r *interp) starred(name string) absval.Value {
	var v absval.Value
	for _, m := range r.stars {
		full := m + "." + name
		if len(sink.Python(full)) > 0 || sink.IsPythonModule(m) || sink.Carries.Has(full+"()") {
			v = absval.Join(v, absval.Named(full))
		}
	}
	return v
}

// run reads the code of an evaluated string with the same names. It reports whether the code could be
// read.
func (r *interp) run(code string, at lex.Span) bool {
	if r.Nested >= absval.MaxNesting || len(code) > effect.MaxSource || !r.Spend(16*len(code)) {
		return false
	}
	toks, err := tokenize(code)
	if err != nil {
		return false
	}
	outer := *r
	r.Toks, r.Pos, r.Nested, r.block = toks, 0, r.Nested+1, true
	if r.Within == nil {
		r.Within = &at
	}
	r.statements()
	r.emitEnvironment()
	r.Toks, r.Pos, r.Nested, r.block, r.Within = outer.Toks, outer.Pos, outer.Nested, outer.block, outer.Within
	if r.Err != nil {
		r.Pos = len(r.Toks) - 1
	}
	return r.Err == nil
}
