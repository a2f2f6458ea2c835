package script

// local is a function at the top level of the code that only its calls in sight
// start. Its parameters hold what those pass.
//
// What calls pass is learnt in passes, each a whole reading: in the first the
// parameters are unknown, in the next they hold what the calls of the one
// before passed. Each pass knows too much rather than too little of what a
// name may hold, so that any may be the last.
type local struct {
	calls  []arguments // of the last pass
	next   []arguments // of this one
	at     map[int]bool
	sites  []int // where the calls stand
	params map[string]value
}

const (
	passes   = 3
	maxCalls = 64 // of one function; with more, anything may be passed
)

// reflects are names by which code may start its functions out of sight.
const reflects words = `globals locals vars eval exec execfile compile getattr attrgetter methodcaller modules
	__dict__ __main__ __builtins__ import_module __import__ inspect runpy timeit Timer code InteractiveInterpreter`

// findLocals finds those functions, by name.
func findLocals(toks []token) map[string]*local {
	found := map[string]*local{}
	for i := range toks {
		if name, ok := defines(toks, i); ok {
			found[name] = &local{at: map[int]bool{}}
		}
	}
	if len(found) > 0 && !callsOnly(toks, found, true) {
		return nil
	}
	return found
}

// defines returns the name of the function whose definition starts a line at a
// token, if it is at the top level and nothing decorates it.
func defines(toks []token, i int) (string, bool) {
	if i > 0 && toks[i-1].kind != tokNewline || toks[i].indented || toks[i].kind != tokName {
		return "", false
	}
	at := i
	if toks[at].text == "async" {
		at++
	}
	if at+2 >= len(toks) || toks[at].text != "def" || toks[at+1].kind != tokName {
		return "", false
	}
	for j := i - 2; j >= 0; j-- { // the line before
		if toks[j].kind == tokNewline {
			return toks[at+1].text, toks[j+1].text != "@"
		}
	}
	return toks[at+1].text, i < 2 || toks[0].text != "@"
}

// callsOnly notes where functions are called, and forgets those whose names
// stand for something else as well. It reports false for code that may call
// functions out of sight.
func callsOnly(toks []token, found map[string]*local, outer bool) bool {
	defined := map[string]bool{}
	for i, t := range toks {
		for _, p := range t.pieces {
			if !callsOnly(p.code, found, false) {
				return false
			}
		}
		if t.kind != tokName || i > 0 && toks[i-1].text == "." && toks[i-1].kind == tokOp && !reflects.has(t.text) {
			continue
		}
		if reflects.has(t.text) {
			return false
		}
		f := found[t.text]
		switch {
		case f == nil:
		case i > 0 && toks[i-1].text == "def" && !defined[t.text]:
			defined[t.text] = true
		case i+1 < len(toks) && toks[i+1].text == "(" && toks[i+1].kind == tokOp && (i == 0 || !definers.has(toks[i-1].text)):
			if outer {
				f.sites = append(f.sites, t.off)
			}
		default:
			delete(found, t.text)
		}
	}
	return true
}

const definers words = "def class"

// begin starts a pass: what names hold is learnt afresh, from what calls passed
// in the pass before.
func (r *python) begin() {
	r.names, r.shadowed, r.stars, r.acts = map[string]value{}, map[string]int{}, nil, nil
	r.seen = map[string]bool{}
	for _, f := range r.locals {
		f.calls, f.next = f.next, nil
		for _, off := range f.sites {
			if !f.at[off] {
				f.calls = append(f.calls, unseen) // the reader did not come by it
			}
		}
		f.params, f.at = map[string]value{}, map[int]bool{}
	}
}

// enter notes what a call passes.
func (f *local) enter(args arguments, off int) {
	f.at[off] = true
	if len(f.next) >= maxCalls {
		args = unseen
		f.next = f.next[:maxCalls-1]
	}
	f.next = append(f.next, args)
}

// passed is what the calls pass as a parameter: at a position, or -1, and by
// its name.
func (f *local) passed(pos int, name string, other value) value {
	if len(f.calls) == 0 {
		return join(other, anything)
	}
	var v value
	for i := range f.calls {
		c := &f.calls[i]
		switch w, ok := c.get(pos, name); {
		case ok:
			v = join(v, w)
		case c.open || other == nil:
			v = join(v, anything)
		default:
			v = join(v, other)
		}
	}
	return orAnything(v)
}

// others are what the calls pass from a position on.
func (f *local) others(pos int) value {
	var v value
	for _, c := range f.calls {
		if c.star >= 0 {
			return anything
		}
		v = join(v, list(c.pos[min(pos, len(c.pos)):]...))
	}
	return orAnything(v)
}

// formals reads the parameters of a function, to the closing bracket.
func (r *python) formals(f *local) {
	pos := 0
	for r.tok().kind != tokEnd && !r.accept(")") {
		star, double := r.accept("*"), r.accept("**")
		t := r.tok()
		r.next()
		if t.kind != tokName {
			if star {
				pos = -1 // the next ones have no position
			}
			continue
		}
		if r.accept(":") {
			r.accept("*")
			r.expr()
		}
		var other value
		if r.accept("=") {
			other = r.expr()
		}
		v := anything
		switch {
		case star:
			v, pos = f.others(max(pos, 0)), -1
		case !double:
			v = f.passed(pos, t.text, other)
			if pos >= 0 {
				pos++
			}
		}
		if !r.collecting() {
			f.params[t.text] = join(f.params[t.text], v)
		}
	}
}
