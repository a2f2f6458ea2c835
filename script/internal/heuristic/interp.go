package heuristic

import (
	"fmt"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Interp is what reading Perl and Ruby has in common. Both are read in one pass,
// more loosely than they are run: words such as if and end only separate what
// stands around them.
type Interp struct {
	absval.Interp
	lang   string
	Given  []effect.Arg // operands of the command line
	Blocks int          // that are open
}

// NewInterp is the state before the first token; a variable has the operands of the command line.
func NewInterp(lang string, given effect.CommandLine, operands string) Interp {
	r := Interp{Interp: absval.NewInterp(given), lang: lang, Given: given.Args}
	if len(given.Args) > 0 {
		r.Names[operands] = r.Argv(0)
	}
	return r
}

// Rounds reads all tokens, to learn and then to collect, and returns the acts.
func (r *Interp) Rounds(toks []lex.Token, all func()) ([]effect.Act, error) {
	for r.Round = 0; r.Round <= absval.LearningRounds && r.Err == nil; r.Round++ {
		r.Toks, r.Pos, r.Dir = toks, 0, nil
		all()
	}
	if r.Err != nil {
		return nil, r.Err
	}
	return r.Result(), nil
}

// Fail ends the reading with an error that names the next token.
func (r *Interp) Fail() {
	if r.Err == nil {
		r.Stop(fmt.Errorf("%s code that cannot be read near %q", r.lang, lex.ClipName(r.Tok().Text)))
	}
}

// Deeper counts what is inside something else, and is followed by a decrement.
func (r *Interp) Deeper() {
	if r.Depth++; r.Depth > effect.MaxDepth && r.Err == nil {
		r.Stop(fmt.Errorf("%s code nested over %d", r.lang, effect.MaxDepth))
	}
}

// Done tells whether nothing is left to read.
func (r *Interp) Done() bool { return r.Err != nil || r.Tok().Kind == lex.EOF }

// Bind notes what a variable may hold.
func (r *Interp) Bind(name string, v absval.Value) {
	if !r.Collecting() && name != "" {
		r.Names[name] = absval.Join(r.Names[name], v)
	}
}

// Again is the value of a variable that is computed from itself: once, and in a
// block who knows how often.
func (r *Interp) Again(v absval.Value) absval.Value {
	switch {
	case r.Round > 0:
		return nil
	case r.Blocks > 0:
		return absval.Join(v, absval.Top)
	}
	return v
}

// Run reads code from a string that is evaluated, among the same names. It
// reports whether the code could be read.
func (r *Interp) Run(code string, at lex.Span, cut func(code string, depth int) ([]lex.Token, error), all func()) bool {
	if r.Nested >= absval.MaxNesting || len(code) > effect.MaxSource || !r.Spend(16*len(code)) {
		return false
	}
	toks, err := cut(code, 0)
	if err != nil {
		return false
	}
	r.Inside(toks, at, all)
	return r.Err == nil
}

// Inside reads tokens that have the place of what holds them.
func (r *Interp) Inside(toks []lex.Token, at lex.Span, all func()) {
	r.WithTokens(toks, func() {
		if r.Within == nil {
			r.Within = &at
			defer func() { r.Within = nil }()
		}
		all()
	})
}
