package script

import "fmt"

// loose is what reading Perl and Ruby has in common. Both are read in one pass,
// more loosely than they are run: words such as if and end only separate what
// stands around them.
type loose struct {
	reading
	lang   string
	given  []Arg // operands of the command line
	blocks int   // that are open
}

// newLoose is a reading of code in a language, whose operands are in a variable.
func newLoose(lang string, given Given, operands string) loose {
	r := loose{reading: newReading(given), lang: lang, given: given.Args}
	if len(given.Args) > 0 {
		r.names[operands] = r.argv(0)
	}
	return r
}

// rounds reads all tokens, to learn and then to collect, and returns the acts.
func (r *loose) rounds(toks []token, all func()) ([]Act, error) {
	for r.round = 0; r.round <= learning && r.err == nil; r.round++ {
		r.toks, r.pos, r.dir = toks, 0, nil
		all()
	}
	if r.err != nil {
		return nil, r.err
	}
	return r.finished(), nil
}

func (r *loose) fail() {
	if r.err == nil {
		r.stop(fmt.Errorf("%s code that cannot be read near %q", r.lang, clip(r.tok().text)))
	}
}

// deeper counts what is inside something else, and is followed by a decrement.
func (r *loose) deeper() {
	if r.depth++; r.depth > MaxDepth && r.err == nil {
		r.stop(fmt.Errorf("%s code nested over %d", r.lang, MaxDepth))
	}
}

func (r *loose) done() bool { return r.err != nil || r.tok().kind == tokEnd }

// bind notes what a variable may hold.
func (r *loose) bind(name string, v value) {
	if !r.collecting() && name != "" {
		r.names[name] = join(r.names[name], v)
	}
}

// again is the value of a variable that is computed from itself: once, and in a
// block who knows how often.
func (r *loose) again(v value) value {
	switch {
	case r.round > 0:
		return nil
	case r.blocks > 0:
		return join(v, anything)
	}
	return v
}

// run reads code from a string that is evaluated, among the same names. It
// reports whether the code could be read.
func (r *loose) run(code string, at span, cut func(code string, depth int) ([]token, error), all func()) bool {
	if r.nested >= maxNesting || len(code) > MaxSource || !r.spend(16*len(code)) {
		return false
	}
	toks, err := cut(code, 0)
	if err != nil {
		return false
	}
	r.inside(toks, at, all)
	return r.err == nil
}

// inside reads tokens that have the place of what holds them.
func (r *loose) inside(toks []token, at span, all func()) {
	r.sub(toks, func() {
		if r.within == nil {
			r.within = &at
			defer func() { r.within = nil }()
		}
		all()
	})
}
