package script

import (
	"errors"
	"fmt"
	"strings"
)

// reading is what the readers of languages have in common: the tokens, what
// names may hold, and the acts found so far. Tokens are read in passes that
// never go back, the first of them to learn the names and the last to collect
// acts, so that the time is linear in the tokens.
type reading struct {
	toks  []token
	pos   int
	err   error
	depth int // of expressions inside one another
	fuel  int // what is left of maxFuel

	holes    bool    // a Hole in the code is one
	operands []value // of the command line; nil where there are none

	names map[string]value // what each name may hold
	round int              // learning in the first rounds, then collecting

	keysAreNames bool // mappings of the language have names for keys: e.NAME, {NAME}
	reread       int  // tokens that may be read again to find what is inherited

	acts []Act
	seen map[string]bool
	dir  *Arg
	sent []value // texts that the code writes to what may be a command's input

	within *span // of the call that evaluates this code
	nested int
}

func newReading(given Given) reading {
	r := reading{fuel: maxFuel, holes: given.Holes, names: map[string]value{}, seen: map[string]bool{}}
	for _, a := range given.Args {
		r.operands = append(r.operands, anyOf([]Arg{a}))
	}
	return r
}

// argv is what the code finds as its argument vector: its operands behind some words that
// name the program, or anything where the command line gives it none.
func (r *reading) argv(before int) value {
	if len(r.operands) == 0 {
		return anything
	}
	items := make([]value, before, before+len(r.operands))
	for i := range items {
		items[i] = anything
	}
	return list(append(items, r.operands...)...)
}

const (
	learning   = 2       // rounds
	maxFuel    = 4 << 20 // bytes and values folded, over all rounds
	maxNesting = 8       // of code in strings
)

func (r *reading) collecting() bool { return r.round == learning }

// stop ends the reading with an error. What is read next is the last token, so
// that positions taken before stay good, and that token is an end.
func (r *reading) stop(err error) {
	if r.err == nil {
		r.err = err
	}
	r.pos = len(r.toks) - 1
	r.tok().kind, r.tok().text = tokEnd, ""
}

// spend tells whether there is fuel for a step of a size.
func (r *reading) spend(n int) bool {
	if r.fuel -= n + 1; r.fuel < 0 {
		r.stop(errors.New("code folds to more than can be followed"))
		return false
	}
	return true
}

func (r *reading) tok() *token { return &r.toks[r.pos] }

// ahead is the text of the operator or name n tokens on, or "".
func (r *reading) ahead(n int) string {
	if i := r.pos + n; i < len(r.toks) {
		return r.toks[i].text
	}
	return ""
}

// at tells whether the next token is this operator or keyword.
func (r *reading) at(text string) bool {
	t := r.tok()
	return (t.kind == tokOp || t.kind == tokName) && t.text == text
}

func (r *reading) next() {
	if r.pos < len(r.toks)-1 {
		r.pos++
	}
}

func (r *reading) accept(text string) bool {
	if !r.at(text) {
		return false
	}
	r.next()
	return true
}

// emit adds an act, once.
func (r *reading) emit(a Act, at span) {
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
	if a.Input != nil {
		key += fmt.Sprint(*a.Input)
	}
	if r.spend(len(key)) && !r.seen[key] {
		r.seen[key] = true
		r.acts = append(r.acts, a)
	}
}

func (r *reading) dirOf(given *Arg) *Arg {
	if given != nil {
		return given
	}
	return r.dir
}

func (r *reading) emitEach(act Act, args []Arg, at span) {
	for _, a := range args {
		act.Args = []Arg{a}
		r.emit(act, at)
	}
}

// opened emits what opening files in a mode does.
func (r *reading) opened(act Act, paths []Arg, m value, given bool, at span) {
	if !given {
		m = text("r")
	}
	reads, writes := false, false
	for _, a := range m.args() {
		w := strings.ContainsAny(a.Text, "wax+")
		writes = writes || w || !a.Known
		reads = reads || !w || !a.Known || strings.Contains(a.Text, "+")
	}
	if reads {
		act.Kind = Reads
		r.emitEach(act, paths, at)
	}
	if writes {
		act.Kind = Writes
		r.emitEach(act, paths, at)
	}
}

// emitArgv emits the vectors that a choice of each item gives, if they are not
// too many; items past that are unknown.
func (r *reading) emitArgv(act Act, items []value, at span) {
	vectors := [][]Arg{nil}
	for _, it := range items {
		choices := it.args()
		if len(choices) == 0 || len(choices)*len(vectors) > maxAtoms {
			choices = []Arg{{}}
		}
		var next [][]Arg
		for _, vec := range vectors {
			for _, c := range choices {
				if !r.spend(len(vec)) {
					return
				}
				next = append(next, append(vec[:len(vec):len(vec)], c))
			}
		}
		vectors = next
	}
	for _, act.Args = range vectors {
		r.emit(act, at)
	}
}

// chdir notes where what stands below starts.
func (r *reading) chdir(v value) {
	next := one(v)
	if r.dir != nil && next.Known && !strings.HasPrefix(next.Text, "/") && !strings.HasPrefix(next.Text, "~") {
		next = &Arg{Text: r.dir.Text + "/" + next.Text, Known: r.dir.Known}
		if !r.dir.Known {
			next.Text = r.dir.Text
		}
	}
	if len(next.Text) > maxText {
		next = &Arg{}
	}
	r.dir = next
}

// mentions tells whether a name stands among some tokens.
func (r *reading) mentions(name string, from, to int) bool {
	if !r.spend(to - from) {
		return true
	}
	for _, t := range r.toks[from:min(to, len(r.toks))] {
		if t.kind == tokName && t.text == name {
			return true
		}
	}
	return false
}

// sub reads other tokens, such as the code inside a string, before it goes on
// with these.
func (r *reading) sub(toks []token, read func()) {
	outer, pos := r.toks, r.pos
	r.toks, r.pos, r.nested = toks, 0, r.nested+1
	read()
	r.toks, r.pos, r.nested = outer, pos, r.nested-1
	if r.err != nil {
		r.stop(r.err)
	}
}
