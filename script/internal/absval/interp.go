package absval

import (
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Interp is the state of reading a piece of code, for every language: the tokens, the possible
// values of names, and the acts found so far. Tokens are read in passes that never go back;
// the first passes learn names and the last collects acts, so that the time is linear in the
// tokens.
type Interp struct {
	Toks   []lex.Token
	Pos    int
	Err    error
	Depth  int // nesting of expressions
	budget int // what is left of MaxBudget

	placeholders bool // Placeholder bytes in the code are placeholders
	env          map[string]effect.Arg
	lines        []effect.Arg // of standard input
	printed      bool         // what the code prints is wanted
	file         string       // that the code is in
	found        func(command string) []effect.Arg
	Operands     []Value // of the command line; nil if there are none

	Names  map[string]Value // the possible values of each name
	fields map[string]Value // what is stored under each name in objects
	Round  int              // learning in the first rounds, then collecting
	Eager  bool             // acts are collected in this round too, and dropped if names learn more

	clients

	KeysAreNames bool // the language uses bare names as keys: e.NAME, {NAME}
	reread       int  // tokens that may still be reread to find inherited variables

	Acts []effect.Act
	seen map[string]bool // the keys of what was recorded
	Dir  *effect.Arg
	sent []Value // texts that the code writes to a command's possible input

	contents []content // texts that the code writes to files
	blank    blank     // those for files whose names are not known

	transferIn   *lex.Token // the first token of the code about which transfers was asked last
	transferring bool       // its answer

	Within *lex.Span // the call that evaluates this code
	Nested int
}

// NewInterp returns the state before the first token of code with the given command line.
func NewInterp(given effect.CommandLine) Interp {
	r := Interp{budget: MaxBudget, placeholders: given.Placeholders, env: given.Env, lines: given.Input, printed: given.WantsPrints, file: given.File, found: given.Found}
	for _, a := range given.Args {
		r.Operands = append(r.Operands, AnyOf([]effect.Arg{a}))
	}
	return r
}

// OwnFile returns the path of the file that the code is in, unknown if there is none, and its directory.
func (r *Interp) OwnFile() (file, dir Value) {
	if r.file == "" {
		return Top, Top
	}
	file = Text(r.file)
	return file, file.Each(func(s string) (string, bool) { return path.Dir(s), true })
}

// Argv returns the code's argument vector: before words that name the program, then its
// operands. It is unknown if the command line has no operands.
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

// Collecting reports whether this round collects acts.
func (r *Interp) Collecting() bool { return r.Round == LearningRounds }

// emits reports whether acts are kept.
func (r *Interp) emits() bool { return r.Eager || r.Collecting() }

// Forget drops the collected acts.
func (r *Interp) Forget() {
	r.Acts, r.seen, r.sent, r.contents, r.blank = nil, nil, nil, nil, nil
}

// Stop ends the reading with an error. It moves to the last token, which is an end, so that
// positions taken before stay valid.
func (r *Interp) Stop(err error) {
	if r.Err == nil {
		r.Err = err
	}
	r.Pos = len(r.Toks) - 1
	r.Tok().Kind, r.Tok().Text = lex.EOF, ""
}

// Spend takes steps from the budget and reports whether there were enough.
func (r *Interp) Spend(n int) bool {
	if r.budget -= n + 1; r.budget < 0 {
		r.Stop(errors.New("code folds to more than can be followed"))
		return false
	}
	return true
}

// Tok returns the next token.
func (r *Interp) Tok() *lex.Token { return &r.Toks[r.Pos] }

// Ahead returns the text of the operator or name n tokens ahead, or "".
func (r *Interp) Ahead(n int) string {
	if i := r.Pos + n; i < len(r.Toks) {
		return r.Toks[i].Text
	}
	return ""
}

// At reports whether the next token is this operator or keyword.
func (r *Interp) At(text string) bool {
	t := r.Tok()
	return (t.Kind == lex.Op || t.Kind == lex.Name) && t.Text == text
}

// Next advances by a token, except at the last.
func (r *Interp) Next() {
	if r.Pos < len(r.Toks)-1 {
		r.Pos++
	}
}

// Accept advances if the next token is this operator or keyword, and reports whether it did.
func (r *Interp) Accept(text string) bool {
	if !r.At(text) {
		return false
	}
	r.Next()
	return true
}

// Emit adds an act, unless it is a duplicate.
func (r *Interp) Emit(a effect.Act, at lex.Span) {
	if !r.emits() || !r.Spend(len(a.Args)) {
		return
	}
	a.Dir, a.Offset, a.End = r.dirOf(a.Dir), at.Off, at.End
	if r.Within != nil {
		a.Offset, a.End = r.Within.Off, r.Within.End
	}
	if r.isNew(keyOf(&a)) {
		r.Acts = append(r.Acts, a)
		if a.Kind == effect.Connects && slices.ContainsFunc(a.Args, func(x effect.Arg) bool { return slices.Contains(x.Variables, "*") }) {
			r.EmitAll(a.Call, at)
		}
	}
}

// isNew reports whether nothing with a key was recorded before, and records it.
func (r *Interp) isNew(key []byte) bool {
	if !r.Spend(len(key)) || r.seen[string(key)] {
		return false
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	r.seen[string(key)] = true
	return true
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

// EmitOpen emits the acts of opening files in a mode.
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
		if keepsContent(m) {
			r.NoteKept(AnyOf(paths), at)
		}
	}
}

// keepsContent reports whether a file that is opened in a mode may keep what it held.
func keepsContent(mode Value) bool {
	return slices.ContainsFunc(mode.Args(), func(a effect.Arg) bool { return !a.Known || strings.ContainsAny(a.Text, "ar") })
}

// EmitArgv emits the argument vectors for each combination of the items' values, up to a
// bound. Past it, items are unknown.
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

// Chdir sets the directory for the following acts.
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

// Mentions reports whether a name occurs in a range of tokens.
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

// WithTokens calls read on other tokens, such as the code inside a string, and then restores
// these.
func (r *Interp) WithTokens(toks []lex.Token, read func()) {
	outer, pos := r.Toks, r.Pos
	r.Toks, r.Pos, r.Nested = toks, 0, r.Nested+1
	read()
	r.Toks, r.Pos, r.Nested = outer, pos, r.Nested-1
	if r.Err != nil {
		r.Stop(r.Err)
	}
}
