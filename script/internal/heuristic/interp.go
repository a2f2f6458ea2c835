package heuristic

import (
	"fmt"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Interp is the common part of the readers of Perl and Ruby. They make one pass without a full
// grammar: keywords such as if and end only separate expressions.
type Interp struct {
	absval.Interp
	lang   string
	Given  []effect.Arg // operands of the command line
	Blocks int          // that are open
}

// NewInterp returns the state before the first token. operands names the variable that holds the
// operands of the command line.
func NewInterp(lang string, given effect.CommandLine, operands string) Interp {
	r := Interp{Interp: absval.NewInterp(given), lang: lang, Given: given.Args}
	r.Names = map[string]absval.Value{}
	if len(given.Args) > 0 {
		r.Names[operands] = r.Argv(0)
	}
	return r
}

// Rounds reads all tokens, first to learn and then to collect, and returns the acts.
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

// Deeper counts a level of nesting. The caller decrements Depth afterwards.
func (r *Interp) Deeper() {
	if r.Depth++; r.Depth > effect.MaxDepth && r.Err == nil {
		r.Stop(fmt.Errorf("%s code nested over %d", r.lang, effect.MaxDepth))
	}
}

// Done reports whether there is nothing left to read.
func (r *Interp) Done() bool { return r.Err != nil || r.Tok().Kind == lex.EOF }

// Bind records a possible value of a variable.
func (r *Interp) Bind(name string, v absval.Value) {
	if !r.Collecting() && name != "" {
		r.Names[name] = absval.Join(r.Names[name], v)
	}
}

// Again returns the value of a variable that is computed from itself. In a block this may happen
// any number of times.
func (r *Interp) Again(v absval.Value) absval.Value {
	switch {
	case r.Round > 0:
		return nil
	case r.Blocks > 0:
		return absval.Join(v, absval.Top)
	}
	return v
}

// Run reads the code of an evaluated string with the same names. It reports whether the code could
// be read.
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

// Inside reads tokens whose acts get the place of the surrounding token.
func (r *Interp) Inside(toks []lex.Token, at lex.Span, all func()) {
	r.WithTokens(toks, func() {
		if r.Within == nil {
			r.Within = &at
			defer func() { r.Within = nil }()
		}
		all()
	})
}
