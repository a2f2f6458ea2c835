package script

import "slices"

// curly reads the languages with curly brackets. Their tokens are read in
// rounds: until nothing new is learnt of names and functions, then once more to
// collect acts. Blocks need no reading of their own: whatever a name is
// bound to counts everywhere, but that parameters belong to their function.
type curly struct {
	reading
	*curlyLanguage

	functions []*function
	known     map[*token]int     // the functions by where they start
	inside    *function          // whose body is read
	declares  *function          // whose parameters are bound
	cut       map[string][]token // evaluated code
	bound     map[string]value   // what names hold by this round
	growing   map[string]value   // what is added to names by themselves
	changed   bool               // something was learnt in this round
	rounds    int
	ternary   int // conditionals that wait for their colon
}

// curlyLanguage is what makes one of the languages.
type curlyLanguage struct {
	name      string
	program   string // that runs files
	tokenize  func(code string) ([]token, error)
	rows      func(name string) []effect
	fold      func(r *curly, name string, of value, args arguments) (value, bool)
	global    func(name string, bound bool) value // what the language gives a name
	member    func(r *curly, a atom, name string) value
	statement func(r *curly, word string) bool
	operand   func(r *curly, word string) (value, bool)
	prefixes  map[string]bool          // words before an operand
	inspects  func(name string) bool   // functions that call none they are given
	callee    func(name string) string // of a text that is called; nil where that cannot be

	// own emits what the forms do that only this language has; nil if it has none.
	own func(r *curly, e effect, act Act, v value, args arguments, at span)
}

// maxRounds bounds the rounds of learning; wide is from when on what still
// changes is taken as unknown.
const (
	maxRounds = 7
	wide      = 4
)

// readCurly returns the acts of code.
func readCurly(lang *curlyLanguage, code string, given Given) ([]Act, error) {
	toks, err := lang.tokenize(code)
	if err != nil {
		return nil, err
	}
	r := &curly{reading: newReading(given), curlyLanguage: lang, known: map[*token]int{}, cut: map[string][]token{}, growing: map[string]value{}}
	r.reading.keysAreNames = lang.name != "php"
	for r.rounds = 0; r.err == nil; r.rounds++ {
		if r.rounds > 0 && !r.changed || r.rounds >= maxRounds {
			break
		}
		r.round = min(r.rounds, learning-1)
		r.pass(toks)
	}
	r.round = learning
	r.pass(toks)
	if r.err != nil {
		return nil, r.err
	}
	return r.finished(), nil
}

// pass reads all tokens once. Names hold what they were bound to in the round
// before, as some are bound below.
func (r *curly) pass(toks []token) {
	if r.err != nil {
		return
	}
	r.toks, r.pos, r.dir, r.changed, r.bound = toks, 0, nil, false, map[string]value{}
	r.statements(len(toks) - 1)
	r.inherit(r.expr)
	wide := r.rounds >= wide
	for _, f := range r.functions {
		r.changed = f.settle(wide) || r.changed
	}
	for name, v := range r.bound {
		if !equal(v, r.names[name]) {
			r.changed = true
			if wide {
				r.bound[name] = join(v, anything)
			}
		}
	}
	if !r.collecting() {
		r.names = r.bound
	}
}

// run reads code from a string that is evaluated, among the same names. It
// reports whether the code could be read.
func (r *curly) run(code string, at span) bool {
	if r.nested >= maxNesting || len(code) > MaxSource || !r.spend(16*len(code)) {
		return false
	}
	toks := r.cut[code]
	if toks == nil {
		var err error
		if toks, err = r.tokenize(code); err != nil {
			return false
		}
		r.cut[code] = toks
	}
	outer := r.reading
	r.toks, r.pos, r.nested = toks, 0, r.nested+1
	if r.within == nil {
		r.within = &at
	}
	r.statements(len(toks) - 1)
	r.inherit(r.expr)
	r.toks, r.pos, r.nested, r.within = outer.toks, outer.pos, outer.nested, outer.within
	if r.err != nil {
		r.pos = len(r.toks) - 1
	}
	return r.err == nil
}

// statements reads to the token at end. A bracket of a block is passed over.
func (r *curly) statements(end int) {
	for r.pos < end && r.err == nil {
		start := r.pos
		r.statementAt()
		if r.pos == start {
			r.next()
		}
		r.spend(0)
	}
}

func (r *curly) statementAt() {
	t := r.tok()
	switch {
	case t.kind == tokOp && (t.text == "{" || t.text == "}" || t.text == ";" || t.text == ":" || t.text == ","):
		r.next()
	case t.kind == tokOp && t.text == "@" && r.pos+1 < len(r.toks) && r.toks[r.pos+1].kind == tokName && r.ahead(1)[0] != '$':
		r.next() // a decorator
	case t.kind == tokName && r.ahead(1) != "." && r.statementWord(t.text):
	default:
		r.expression()
	}
}

// statementWord reads the beginning of a statement that a keyword starts, and
// reports whether it did.
func (r *curly) statementWord(word string) bool {
	switch word {
	case "if", "while", "switch", "with", "catch", "elseif":
		r.next()
		r.group()
	case "else", "do", "try", "finally", "break", "continue", "default", "endif", "endwhile", "endfor", "endforeach", "endswitch":
		r.next()
	case "case", "throw":
		r.next()
		r.expression()
	case "return":
		r.next()
		r.returns(r.expression())
	case "for", "foreach":
		r.next()
		r.accept("await")
		r.loop()
	case "const", "let", "var":
		if r.pos+1 >= len(r.toks) || r.toks[r.pos+1].kind != tokName && r.ahead(1) != "{" && r.ahead(1) != "[" {
			return false
		}
		r.next()
		r.declaration()
	default:
		return r.statement(r, word)
	}
	return true
}

// group reads what stands in brackets after a keyword, and no call after it.
func (r *curly) group() value {
	end := r.closing()
	if end < 0 {
		return anything
	}
	v := r.expressionsTo(end)
	r.next()
	return v
}

// closing steps into a bracket and returns where it ends, or -1.
func (r *curly) closing() int {
	t := r.tok()
	if t.kind != tokOp || t.shut == 0 || t.text != "(" && t.text != "{" && t.text != "[" {
		return -1
	}
	end := r.pos + int(t.shut)
	r.next()
	return end
}

// expressionsTo reads expressions to a place and returns the last.
func (r *curly) expressionsTo(end int) value {
	v := anything
	for r.pos < end && r.err == nil {
		start := r.pos
		v = r.expression()
		if r.pos == start {
			r.next()
		}
	}
	if r.err == nil {
		r.pos = end
	}
	return v
}

// loop reads the head of one.
func (r *curly) loop() {
	end := r.closing()
	if end < 0 {
		return
	}
	if slices.Contains([]string{"const", "let", "var"}, r.tok().text) {
		r.next()
		r.declaration()
	}
	from := r.pos
	v := r.expression()
	to := r.pos
	switch {
	case r.err != nil:
	case r.accept("of"):
		r.assign(from, to, r.expr().items())
	case r.accept("as"):
		r.foreach(v)
	}
	r.expressionsTo(max(end, r.pos))
	r.next()
}

// foreach reads "$k => $v" after "as".
func (r *curly) foreach(v value) {
	from := r.pos
	r.binary(1)
	if key := r.pos; r.accept("=>") {
		r.assign(from, key, v.keys())
		from = r.pos
		r.binary(1)
	}
	if r.err == nil {
		r.assign(from, r.pos, v.items())
	}
}

// declaration reads "a = 1, {b} = c", or the head of a loop.
func (r *curly) declaration() {
	for r.err == nil {
		from := r.pos
		if r.tok().kind == tokName {
			r.next()
		} else {
			r.term()
		}
		to := r.pos
		if to == from || r.err != nil {
			return
		}
		r.accept("!")
		if r.accept(":") {
			r.skipType(true)
		}
		switch {
		case r.accept("="):
			rhs := r.pos
			r.put(from, to, rhs, r.expr())
		case r.accept("of"):
			r.assign(from, to, r.expr().items())
		case r.accept("in"):
			r.assign(from, to, r.expr().keys())
		}
		if !r.accept(",") {
			return
		}
	}
}

// put assigns a value that the tokens from rhs on spell.
func (r *curly) put(from, to, rhs int, v value) {
	if r.err != nil || to != from+1 || !r.spend(r.pos-rhs) {
		r.assign(from, to, v)
		return
	}
	name := r.toks[from].text
	for _, t := range r.toks[rhs:r.pos] {
		if t.kind == tokName && t.text == name {
			r.grow(name, v)
			return
		}
	}
	r.assign(from, to, v)
}

// bind notes what a name may hold.
func (r *curly) bind(name string, v value) {
	if f := r.declares; f != nil {
		f.params[name] = join(f.params[name], v)
		return
	}
	for f := r.inside; f != nil; f = f.outer {
		if old, ok := f.params[name]; ok {
			f.params[name] = join(old, v)
			return
		}
	}
	old := r.bound[name]
	if len(old)+len(v) > maxAtoms {
		r.escape(v, 3)
	}
	r.bound[name] = join(old, v)
}

// grow notes what a name may hold that is computed from what it holds. That is
// computed only once, and who knows how often.
func (r *curly) grow(name string, v value) {
	if r.round == 0 {
		r.growing[name] = join(join(r.growing[name], v), anything)
	}
}

// lookup is what a name may be. One that nothing binds stands for what the
// language gives that name.
func (r *curly) lookup(name string) value {
	for f := r.inside; f != nil; f = f.outer {
		if v, ok := f.params[name]; ok {
			if v = join(v, r.growing[name]); v.has(atom{}) {
				v = join(v, r.global(name, true))
			}
			return v
		}
		if name == "arguments" && f.params != nil {
			return list(f.args...)
		}
	}
	names := r.names
	if r.rounds == 0 {
		names = r.bound
	}
	v, bound := names[name]
	v = join(v, r.growing[name])
	if bound && !v.has(atom{}) {
		return v
	}
	if name == "$argv" && r.name == "php" {
		v = join(v, r.argv(1))
	}
	return orAnything(join(v, r.global(name, bound)))
}
