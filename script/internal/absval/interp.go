package absval

import (
	"errors"
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Interp is the state of reading a piece of code, for every language: the tokens, what
// names may hold, and the acts found so far. Tokens are read in passes that
// never go back, the first of them to learn the names and the last to collect
// acts, so that the time is linear in the tokens.
type Interp struct {
	Toks   []lex.Token
	Pos    int
	Err    error
	Depth  int // of expressions inside one another
	budget int // what is left of MaxBudget

	placeholders bool    // a Placeholder in the code is one
	Operands     []Value // of the command line; nil where there are none

	Names map[string]Value // what each name may hold
	Round int              // learning in the first rounds, then collecting
	Eager bool             // acts are collected in this round too, and forgotten if names learn more

	KeysAreNames bool // mappings of the language have names for keys: e.NAME, {NAME}
	reread       int  // tokens that may be read again to find what is inherited

	Acts []effect.Act
	Seen map[string]bool
	Dir  *effect.Arg
	sent []Value // texts that the code writes to what may be a command's input

	Within *lex.Span // of the call that evaluates this code
	Nested int
}

// NewInterp is the state before the first token of code that a command line hands values to.
func NewInterp(given effect.CommandLine) Interp {
	r := Interp{budget: MaxBudget, placeholders: given.Placeholders, Names: map[string]Value{}, Seen: map[string]bool{}}
	for _, a := range given.Args {
		r.Operands = append(r.Operands, AnyOf([]effect.Arg{a}))
	}
	return r
}

// Argv is what the code finds as its argument vector: its operands behind some words that
// name the program, or anything where the command line gives it none.
func (r *Interp) Argv(before int) Value {
	if len(r.Operands) == 0 {
		return Top
	}
	items := make([]Value, before, before+len(r.Operands))
	for i := range items {
		items[i] = Top
	}
	return List(append(items, r.Operands...)...)
}

// The limits of a reading.
const (
	LearningRounds = 2       // rounds before the one that collects acts
	MaxBudget      = 4 << 20 // bytes and values folded, over all rounds
	MaxNesting     = 8       // of code in strings
)

// Collecting tells whether this round collects acts.
func (r *Interp) Collecting() bool { return r.Round == LearningRounds }

// emits tells whether acts are kept.
func (r *Interp) emits() bool { return r.Eager || r.Collecting() }

// Forget drops the acts that were collected.
func (r *Interp) Forget() { r.Acts, r.Seen, r.sent = nil, map[string]bool{}, nil }

// Stop ends the reading with an error. What is read next is the last token, so
// that positions taken before stay good, and that token is an end.
func (r *Interp) Stop(err error) {
	if r.Err == nil {
		r.Err = err
	}
	r.Pos = len(r.Toks) - 1
	r.Tok().Kind, r.Tok().Text = lex.EOF, ""
}

// Spend takes a step of a size off the budget and tells whether it was enough.
func (r *Interp) Spend(n int) bool {
	if r.budget -= n + 1; r.budget < 0 {
		r.Stop(errors.New("code folds to more than can be followed"))
		return false
	}
	return true
}

// Tok is the next token.
func (r *Interp) Tok() *lex.Token { return &r.Toks[r.Pos] }

// Ahead is the text of the operator or name n tokens on, or "".
func (r *Interp) Ahead(n int) string {
	if i := r.Pos + n; i < len(r.Toks) {
		return r.Toks[i].Text
	}
	return ""
}

// At tells whether the next token is this operator or keyword.
func (r *Interp) At(text string) bool {
	t := r.Tok()
	return (t.Kind == lex.Op || t.Kind == lex.Name) && t.Text == text
}

// Next passes over a token, but for the last.
func (r *Interp) Next() {
	if r.Pos < len(r.Toks)-1 {
		r.Pos++
	}
}

// Accept passes over the next token if it is this operator or keyword, and tells whether it was.
func (r *Interp) Accept(text string) bool {
	if !r.At(text) {
		return false
	}
	r.Next()
	return true
}

// Emit adds an act, once.
func (r *Interp) Emit(a effect.Act, at lex.Span) {
	if !r.emits() || !r.Spend(len(a.Args)) {
		return
	}
	a.Dir, a.Offset, a.End = r.dirOf(a.Dir), at.Off, at.End
	if r.Within != nil {
		a.Offset, a.End = r.Within.Off, r.Within.End
	}
	key := fmt.Sprint(a.Kind, a.Call, a.Offset, a.Tree, a.Args, a.Dir)
	if a.Dir != nil {
		key += fmt.Sprint(*a.Dir)
	}
	if a.Input != nil {
		key += fmt.Sprint(*a.Input)
	}
	if r.Spend(len(key)) && !r.Seen[key] {
		r.Seen[key] = true
		r.Acts = append(r.Acts, a)
	}
}

func (r *Interp) dirOf(given *effect.Arg) *effect.Arg {
	if given != nil {
		return given
	}
	return r.Dir
}

// EmitEach adds an act for each of some arguments.
func (r *Interp) EmitEach(act effect.Act, args []effect.Arg, at lex.Span) {
	for _, a := range args {
		act.Args = []effect.Arg{a}
		r.Emit(act, at)
	}
}

// EmitOpen emits what opening files in a mode does.
func (r *Interp) EmitOpen(act effect.Act, paths []effect.Arg, m Value, given bool, at lex.Span) {
	if !given {
		m = Text("r")
	}
	reads, writes := false, false
	for _, a := range m.Args() {
		w := strings.ContainsAny(a.Text, "wax+")
		writes = writes || w || !a.Known
		reads = reads || !w || !a.Known || strings.Contains(a.Text, "+")
	}
	if reads {
		act.Kind = effect.Reads
		r.EmitEach(act, paths, at)
	}
	if writes {
		act.Kind = effect.Writes
		r.EmitEach(act, paths, at)
	}
}

// EmitArgv emits the vectors that a choice of each item gives, if they are not
// too many; items past that are unknown.
func (r *Interp) EmitArgv(act effect.Act, items []Value, at lex.Span) {
	vectors := [][]effect.Arg{nil}
	for _, it := range items {
		choices := it.Args()
		if len(choices) == 0 || len(choices)*len(vectors) > MaxAtoms {
			choices = []effect.Arg{{}}
		}
		var next [][]effect.Arg
		for _, vec := range vectors {
			for _, c := range choices {
				if !r.Spend(len(vec)) {
					return
				}
				next = append(next, append(vec[:len(vec):len(vec)], c))
			}
		}
		vectors = next
	}
	for _, act.Args = range vectors {
		r.Emit(act, at)
	}
}

// Chdir notes where what stands below starts.
func (r *Interp) Chdir(v Value) {
	next := One(v)
	if r.Dir != nil && next.Known && !strings.HasPrefix(next.Text, "/") && !strings.HasPrefix(next.Text, "~") {
		next = &effect.Arg{Text: r.Dir.Text + "/" + next.Text, Known: r.Dir.Known}
		if !r.Dir.Known {
			next.Text = r.Dir.Text
		}
	}
	if len(next.Text) > MaxText {
		next = &effect.Arg{}
	}
	r.Dir = next
}

// Mentions tells whether a name stands among some tokens.
func (r *Interp) Mentions(name string, from, to int) bool {
	if !r.Spend(to - from) {
		return true
	}
	for _, t := range r.Toks[from:min(to, len(r.Toks))] {
		if t.Kind == lex.Name && t.Text == name {
			return true
		}
	}
	return false
}

// WithTokens reads other tokens, such as the code inside a string, before it goes on
// with these.
func (r *Interp) WithTokens(toks []lex.Token, read func()) {
	outer, pos := r.Toks, r.Pos
	r.Toks, r.Pos, r.Nested = toks, 0, r.Nested+1
	read()
	r.Toks, r.Pos, r.Nested = outer, pos, r.Nested-1
	if r.Err != nil {
		r.Stop(r.Err)
	}
}
