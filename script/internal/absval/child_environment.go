package absval

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Variables that code puts into its environment, or into a mapping for a program, reach the
// programs that it starts. It is not followed which program gets which mapping: every started
// program is assumed to inherit the variable.

// environs are the names of environment mappings, as tokens of some language, and setters the
// names of functions that set variables in one.
const (
	environs lex.Words = "environ environb env ENV $ENV @ENV"
	setters  lex.Words = "putenv set setdefault setenv POSIX::setenv store __setitem__"
)

// EmitEnvironment emits the variables that the tokens set, if the code starts a program or is a
// fragment of other code. It runs after the values of names are known, and reads keys and
// values as separate expressions.
func (r *Interp) EmitEnvironment(expr func() Value) {
	if !r.Collecting() || r.Err != nil || r.Within == nil && !slices.ContainsFunc(r.Acts, startsProgram) {
		return
	}
	pos, depth := r.Pos, r.Depth
	r.reread = len(r.Toks)
	for i := range r.Toks {
		if !r.Spend(0) {
			return
		}
		key, at := r.keyOf(i, expr)
		if at == 0 {
			continue
		}
		v := OrTop(r.valueAt(at, expr))
		if len(key) == 1 && key[0].Kind == Sequence { // @ENV{qw(A B)} = …
			key, v = key.Items(), v.Items()
		}
		for _, k := range key {
			r.EmitVariable(k, v, lex.Span{Off: r.Toks[i].Off, End: r.Toks[max(at, r.Pos-1)].End})
		}
	}
	r.Pos, r.Depth = pos, depth
}

// EmitVariable emits a variable. The argument of putenv may be NAME=value.
func (r *Interp) EmitVariable(key Atom, v Value, at lex.Span) {
	if key.Kind != Constant && key.Kind != Unknown {
		return
	}
	name, value, both := strings.Cut(key.Text, "=")
	if both {
		v = Text(value)
		if key.Kind == Unknown {
			v = partial(append([]string{value}, key.pieces()[1:]...))
		}
	} else if key.Kind == Unknown {
		return
	}
	if name == "" || strings.Trim(name, identifier) != "" {
		return
	}
	for _, a := range v.Args() {
		if a.Template && a.Text == "/tmp/tmp"+effect.Placeholder {
			a = effect.Arg{} // the code itself made it with mkdtemp
		}
		r.Emit(effect.Act{Kind: effect.Sets, Call: "environment", Args: []effect.Arg{{Text: name, Known: true}, a}}, at)
	}
}

// identifier lists the bytes of a variable's name.
const identifier = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// isVariable reports whether a name may be that of a variable which programs read.
func isVariable(name string) bool {
	plain := strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
	return len(name) > 2 && (plain || strings.HasPrefix(name, "npm_config_") || strings.HasSuffix(name, "_proxy"))
}

// keyOf returns the name that the token at i, or an expression after it, sets, and the index of
// the first token of its value; 0 if it sets nothing.
func (r *Interp) keyOf(i int, expr func() Value) (key Value, at int) {
	t, before, next := r.Toks[i], r.textAt(i-1), r.textAt(i+1)
	switch {
	case t.Kind != lex.String && environs.Has(t.Text) && (next == "[" || next == "{"):
		key = r.valueAt(i+2, expr)
		if !r.At("]") && !r.At("}") {
			return nil, 0
		}
		return key, r.assignedAt(r.Pos + 1)
	case t.Kind == lex.Name && next == "(" && setters.Has(t.Text) && (strings.HasSuffix(t.Text, "env") || environs.Has(r.textAt(i-2))):
		key = r.valueAt(i+2, expr)
		if r.At(",") {
			return key, r.Pos + 1
		}
		return key, i + 2 // putenv("NAME=value")
	}
	name, known := r.literalAt(i)
	switch {
	case known && before == "." && environs.Has(r.textAt(i-2)):
		return Text(name), r.assignedAt(i + 1)
	case !known || !isVariable(name):
		return nil, 0
	case (before == "[" && next == "]" || before == "{" && next == "}") && r.assignedAt(i+2) > 0:
		return Text(name), r.assignedAt(i + 2)
	case before == "," && environs.Has(r.textAt(i-2)) && next == ",": // Reflect.set(process.env, …
		return Text(name), i + 2
	case before == "." && r.KeysAreNames && t.Kind == lex.Name:
		return Text(name), r.assignedAt(i + 1)
	case before != "{" && before != "," && before != "(" && before != "[" && before != "\n":
		return nil, 0
	case next == ":" || next == "=>":
		return Text(name), i + 2
	case t.Kind == lex.Name && next == "=" && before != "{" && !r.KeysAreNames:
		return Text(name), i + 2
	case r.KeysAreNames && t.Kind == lex.Name && (before == "{" || before == ",") && (next == "}" || next == ","):
		return Text(name), i // {...env, NAME}
	}
	return nil, 0
}

// assignedAt returns the index of the value that an operator at i assigns, or 0.
func (r *Interp) assignedAt(i int) int {
	switch r.textAt(i) {
	case "=", "||=", "??=", ".=", "+=", "//=":
		return i + 1
	}
	return 0
}

// textAt returns the text of a token that is not a string, or "".
func (r *Interp) textAt(i int) string {
	if i < 0 || i >= len(r.Toks) || r.Toks[i].Kind == lex.String {
		return ""
	}
	if r.Toks[i].Kind == lex.Newline {
		return r.textAt(i - 1)
	}
	return r.Toks[i].Text
}

// literalAt returns the text of a name, or of a string that is only text.
func (r *Interp) literalAt(i int) (string, bool) {
	t := r.Toks[i]
	if t.Kind == lex.String && len(t.Pieces) == 1 && t.Pieces[0].Code == nil {
		return t.Pieces[0].Text, t.Pieces[0].Known
	}
	return t.Text, t.Kind == lex.Name
}

// startsProgram reports whether an act starts a program.
func startsProgram(a effect.Act) bool { return a.Kind == effect.Runs || a.Kind == effect.Shell }

// valueAt reads the expression that starts at a token. If it cannot be read here, its value is
// unknown; the code as a whole is read separately.
func (r *Interp) valueAt(i int, expr func() Value) Value {
	if i >= len(r.Toks) || r.reread < 0 {
		return Top
	}
	r.Pos = i
	v := expr()
	r.reread -= r.Pos - i // nested expressions are read again
	if r.Err != nil && r.budget >= 0 {
		r.Err = nil
		return Top
	}
	return v
}
