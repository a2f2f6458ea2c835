package script

import (
	"slices"
	"strings"
)

// What code puts into its environment, or into one that it makes for a program, reaches the
// programs that it starts. Where such a mapping goes from there is not followed: code
// that starts a program and names a variable means it for that.

// environs are the names that lead to the environment, as the tokens of some language have
// them, and setters are those of functions that put something there.
const (
	environs words = "environ environb env ENV $ENV @ENV"
	setters  words = "putenv set setdefault setenv POSIX::setenv store __setitem__"
)

// inherit emits the variables that the tokens set, if the code starts a program, or is only a
// part of some. It reads keys and values as expressions, by themselves, when it is known
// what names hold.
func (r *reading) inherit(expr func() value) {
	if !r.collecting() || r.err != nil || r.within == nil && !slices.ContainsFunc(r.acts, startsProgram) {
		return
	}
	pos, depth := r.pos, r.depth
	r.reread = len(r.toks)
	for i := range r.toks {
		if !r.spend(0) {
			return
		}
		key, at := r.keyOf(i, expr)
		if at == 0 {
			continue
		}
		v := orAnything(r.valueAt(at, expr))
		if len(key) == 1 && key[0].kind == sequence { // @ENV{qw(A B)} = …
			key, v = key.items(), v.items()
		}
		for _, k := range key {
			r.sets(k, v, span{r.toks[i].off, r.toks[max(at, r.pos-1)].end})
		}
	}
	r.pos, r.depth = pos, depth
}

// sets emits a variable. The argument of putenv may be NAME=value.
func (r *reading) sets(key atom, v value, at span) {
	if key.kind != constant && key.kind != stranger {
		return
	}
	name, value, both := strings.Cut(key.text, "=")
	if both {
		v = text(value)
		if key.kind == stranger {
			v = partial(append([]string{value}, key.pieces()[1:]...))
		}
	} else if key.kind == stranger {
		return
	}
	if name == "" || strings.Trim(name, identifier) != "" {
		return
	}
	for _, a := range v.args() {
		if a.Drawn && a.Text == "/tmp/"+Hole {
			a = Arg{} // what mkdtemp makes is the code's own
		}
		r.emit(Act{Kind: Sets, Call: "environment", Args: []Arg{{Text: name, Known: true}, a}}, at)
	}
}

// identifier are the bytes of a variable's name.
const identifier = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// isVariable tells whether a name, wherever it stands, may be that of a variable which
// programs read.
func isVariable(name string) bool {
	plain := strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
	return len(name) > 2 && (plain || strings.HasPrefix(name, "npm_config_") || strings.HasSuffix(name, "_proxy"))
}

// keyOf is the name of what the token at i, or what stands behind it, sets, and the token
// that its value begins with; 0 if it sets nothing.
func (r *reading) keyOf(i int, expr func() value) (key value, at int) {
	t, before, next := r.toks[i], r.textAt(i-1), r.textAt(i+1)
	switch {
	case t.kind != tokString && environs.has(t.text) && (next == "[" || next == "{"):
		key = r.valueAt(i+2, expr)
		if !r.at("]") && !r.at("}") {
			return nil, 0
		}
		return key, r.assignedAt(r.pos + 1)
	case t.kind == tokName && next == "(" && setters.has(t.text) && (strings.HasSuffix(t.text, "env") || environs.has(r.textAt(i-2))):
		key = r.valueAt(i+2, expr)
		if r.at(",") {
			return key, r.pos + 1
		}
		return key, i + 2 // putenv("NAME=value")
	}
	name, known := r.literalAt(i)
	switch {
	case known && before == "." && environs.has(r.textAt(i-2)):
		return text(name), r.assignedAt(i + 1)
	case !known || !isVariable(name):
		return nil, 0
	case (before == "[" && next == "]" || before == "{" && next == "}") && r.assignedAt(i+2) > 0:
		return text(name), r.assignedAt(i + 2)
	case before == "," && environs.has(r.textAt(i-2)) && next == ",": // Reflect.set(process.env, …
		return text(name), i + 2
	case before == "." && r.keysAreNames && t.kind == tokName:
		return text(name), r.assignedAt(i + 1)
	case before != "{" && before != "," && before != "(" && before != "[" && before != "\n":
		return nil, 0
	case next == ":" || next == "=>":
		return text(name), i + 2
	case t.kind == tokName && next == "=" && before != "{" && !r.keysAreNames:
		return text(name), i + 2
	case r.keysAreNames && t.kind == tokName && (before == "{" || before == ",") && (next == "}" || next == ","):
		return text(name), i // {...env, NAME}
	}
	return nil, 0
}

// assignedAt is where a value begins that an operator at i assigns, or 0.
func (r *reading) assignedAt(i int) int {
	switch r.textAt(i) {
	case "=", "||=", "??=", ".=", "+=", "//=":
		return i + 1
	}
	return 0
}

// textAt is the text of a token that is no string, or "".
func (r *reading) textAt(i int) string {
	if i < 0 || i >= len(r.toks) || r.toks[i].kind == tokString {
		return ""
	}
	if r.toks[i].kind == tokNewline {
		return r.textAt(i - 1)
	}
	return r.toks[i].text
}

// literalAt is the text of a name, or of a string without more than text in it.
func (r *reading) literalAt(i int) (string, bool) {
	t := r.toks[i]
	if t.kind == tokString && len(t.pieces) == 1 && t.pieces[0].code == nil {
		return t.pieces[0].text, t.pieces[0].known
	}
	return t.text, t.kind == tokName
}

// startsProgram tells whether an act is the start of a program.
func startsProgram(a Act) bool { return a.Kind == Runs || a.Kind == Shell }

// valueAt reads the expression that begins at a token. One that cannot be read here is not
// known; the code is read as a whole besides.
func (r *reading) valueAt(i int, expr func() value) value {
	if i >= len(r.toks) || r.reread < 0 {
		return anything
	}
	r.pos = i
	v := expr()
	r.reread -= r.pos - i // of what stands inside one another the inner is read again
	if r.err != nil && r.fuel >= 0 {
		r.err = nil
		return anything
	}
	return v
}
