package script

import (
	"errors"
	"fmt"
)

// python reads tokens in one pass, as statements and expressions. It is
// run twice to learn the names and once more to collect acts; reading never
// goes back, so its time is linear in the tokens.
type python struct {
	toks  []token
	pos   int
	err   error
	depth int // of expressions inside one another
	fuel  int // what is left of maxFuel

	names    map[string]value // what each name may hold
	shadowed map[string]int   // where a name is bound for certain, to the left of any block
	stars    []string         // modules imported with a star
	round    int              // learning in the first rounds, then collecting
	block    bool             // the statement may run never or often

	acts   []Act
	seen   map[string]bool
	dir    *Arg
	within *span // of the call that evaluates this code
	nested int
}

// span is a place in the code.
type span struct{ off, end int }

const (
	learning   = 2       // rounds
	maxFuel    = 4 << 20 // bytes and values folded, over all rounds
	maxNesting = 8       // of code in strings
)

func readPython(code string) ([]Act, error) {
	toks, err := tokenize(code)
	if err != nil {
		return nil, err
	}
	r := &python{fuel: maxFuel, names: map[string]value{}, shadowed: map[string]int{}, seen: map[string]bool{}}
	for r.round = 0; r.round <= learning && r.err == nil; r.round++ {
		r.toks, r.pos, r.dir = toks, 0, nil
		r.statements()
	}
	if r.err != nil {
		return nil, r.err
	}
	return r.acts, nil
}

func (r *python) collecting() bool { return r.round == learning }

// stop ends the reading with an error. What is read next is the last token, so
// that positions taken before stay good.
func (r *python) stop(err error) {
	if r.err == nil {
		r.err = err
	}
	r.pos = len(r.toks) - 1
}

// spend tells whether there is fuel for a step of a size.
func (r *python) spend(n int) bool {
	if r.fuel -= n + 1; r.fuel < 0 {
		r.stop(errors.New("python code folds to more than can be followed"))
		return false
	}
	return true
}

func (r *python) tok() *token { return &r.toks[r.pos] }

// ahead is the text of the operator or name n tokens on, or "".
func (r *python) ahead(n int) string {
	if i := r.pos + n; i < len(r.toks) {
		return r.toks[i].text
	}
	return ""
}

// at tells whether the next token is this operator or keyword.
func (r *python) at(text string) bool {
	t := r.tok()
	return (t.kind == tokOp || t.kind == tokName) && t.text == text
}

func (r *python) next() {
	if r.pos < len(r.toks)-1 {
		r.pos++
	}
}

func (r *python) accept(text string) bool {
	if !r.at(text) {
		return false
	}
	r.next()
	return true
}

// bind notes what a name may hold.
func (r *python) bind(name string, v value, off int) {
	if r.collecting() {
		return
	}
	r.names[name] = join(r.names[name], v)
	if !r.block && r.within == nil {
		if at, ok := r.shadowed[name]; !ok || off < at {
			r.shadowed[name] = off
		}
	}
}

// lookup is what a name may be at a place. A name that nothing binds stands
// for the builtin, or the module it would be imported from.
func (r *python) lookup(name string, off int) value {
	v, bound := r.names[name]
	if at, ok := r.shadowed[name]; bound && ok && at < off && r.within == nil {
		return v
	}
	if bound && len(rows(name)) == 0 && !folded[name] {
		return v
	}
	if c, ok := constants()[name]; ok && !bound {
		return c
	}
	bare := named(canonical(name))
	if bound || len(rows(name)) > 0 || folded[name] {
		return join(v, bare)
	}
	return orElse(r.starred(name), bare)
}

// starred is what a name may be that came with a star.
func (r *python) starred(name string) value {
	var v value
	for _, m := range r.stars {
		full := m + "." + name
		if len(rows(full)) > 0 || modules[m] || carries[full+"()"] {
			v = join(v, named(full))
		}
	}
	return v
}

func orElse(v, other value) value {
	if len(v) == 0 {
		return other
	}
	return v
}

// run reads code from a string that is evaluated, among the same names. It
// reports whether the code could be read.
func (r *python) run(code string, at span) bool {
	if r.nested >= maxNesting || len(code) > MaxSource || !r.spend(16*len(code)) {
		return false
	}
	toks, err := tokenize(code)
	if err != nil {
		return false
	}
	outer := *r
	r.toks, r.pos, r.nested, r.block = toks, 0, r.nested+1, true
	if r.within == nil {
		r.within = &at
	}
	r.statements()
	r.toks, r.pos, r.nested, r.block, r.within = outer.toks, outer.pos, outer.nested, outer.block, outer.within
	if r.err != nil {
		r.pos = len(r.toks) - 1
	}
	return r.err == nil
}

// emit adds an act, once.
func (r *python) emit(a Act, at span) {
	if !r.collecting() || !r.spend(len(a.Args)) {
		return
	}
	a.Dir, a.Offset, a.End = r.dirOf(a.Dir), at.off, at.end
	if r.within != nil {
		a.Offset, a.End = r.within.off, r.within.end
	}
	key := fmt.Sprint(a.Kind, a.Call, a.Offset, a.Tree, a.Args, a.Dir)
	if a.Dir != nil {
		key += fmt.Sprint(*a.Dir)
	}
	if r.spend(len(key)) && !r.seen[key] {
		r.seen[key] = true
		r.acts = append(r.acts, a)
	}
}

func (r *python) dirOf(given *Arg) *Arg {
	if given != nil {
		return given
	}
	return r.dir
}
