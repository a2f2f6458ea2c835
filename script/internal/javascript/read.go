package javascript

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/brace"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// language is Node's JavaScript; TypeScript's types are skipped. Deno and Bun have the same
// modules, and globals of their own.
var language = lazy.Value[*brace.Language]{Make: func() *brace.Language {
	return &brace.Language{
		Name: "javascript", Program: "node", Tokenize: tokenize, Rows: sink.JavaScript, Fold: fold,
		Global: global, Member: member, Statement: statement, Operand: operand,
		Prefixes: map[string]bool{"new": true, "await": true, "typeof": true, "void": true, "delete": true, "yield": true},
		Inspects: func(name string) bool {
			return strings.HasPrefix(name, "console.") || strings.HasPrefix(name, "util.") || name == "Reflect.apply" || name == "setTimeout" || name == "setInterval"
		},
	}
}}

// Read returns the acts of JavaScript, in the order of evaluation.
func Read(code string, given effect.CommandLine) ([]effect.Act, error) {
	return brace.Read(language.Get(), code, given)
}

// statement reads the start of a statement with a keyword of JavaScript.
func statement(r *brace.Interp, word string) bool {
	next := r.Ahead(1)
	switch word {
	case "import":
		if next == "(" {
			return false
		}
		r.Next()
		imports(r)
	case "export":
		r.Next()
		r.Accept("default")
		if r.At("*") || r.At("{") {
			imports(r)
		}
	case "async":
		if next != "function" {
			return false
		}
		r.Next()
	case "function":
		r.Define()
	case "class":
		r.Class()
	case "type", "interface", "namespace", "declare", "abstract":
		if r.Pos+1 >= len(r.Toks) || r.Toks[r.Pos+1].Kind != lex.Name || r.Toks[r.Pos+1].First {
			return false
		}
		r.Next()
		describe(r, word)
	default:
		return false
	}
	return true
}

// describe skips TypeScript syntax after a keyword. In JavaScript two names cannot follow each
// other on one line, so no code is skipped.
func describe(r *brace.Interp, word string) {
	switch word {
	case "interface":
		for r.Tok().Kind != lex.EOF && !r.At("{") {
			r.Next()
		}
		if r.Closing() >= 0 {
			r.Pos += int(r.Toks[r.Pos-1].Shut)
		}
	case "type":
		r.Next()
		if r.At("<") && r.Angle() {
			r.Next()
		}
		if r.Accept("=") {
			r.SkipType(true)
		}
	}
}

// operand reads an operand that starts with a keyword.
func operand(r *brace.Interp, word string) (absval.Value, bool) {
	switch next := r.Ahead(1); word {
	case "function":
		return r.FunctionLiteral(r.Tok()), true
	case "class":
		r.Class()
		return absval.Top, true
	case "async":
		if next == "function" || next == "(" && r.Toks[r.Pos+1].Shut > 0 || r.Pos+2 < len(r.Toks) && r.Ahead(2) == "=>" {
			pos := r.Pos
			if r.Next(); next != "(" || r.IsArrow() {
				return r.Term(), true
			}
			r.Pos = pos
		}
	case "undefined", "null", "NaN":
		r.Next()
		return absval.Named("None"), true
	case "false":
		r.Next()
		return absval.Named("False"), true
	case "true", "this", "super":
		r.Next()
		return absval.Named(word), true
	}
	return nil, false
}

// imports reads "a, {b as c}, * as d from 'e'" or "'e'", and the same of export.
func imports(r *brace.Interp) {
	if r.At("type") && r.Ahead(1) != "from" && r.Ahead(1) != "," {
		r.Next()
	}
	from := r.Pos
	for r.Tok().Kind != lex.EOF && r.Tok().Kind != lex.String && !r.At(";") && r.Err == nil {
		if r.At("from") && r.Pos+1 < len(r.Toks) && r.Toks[r.Pos+1].Kind == lex.String {
			break
		}
		if r.At("=") {
			return // export const and the like are read as statements
		}
		r.Next()
	}
	to := r.Pos
	r.Spend(to - from)
	r.Accept("from")
	t := r.Tok()
	if t.Kind != lex.String || r.Err != nil {
		r.Pos = min(from, r.Pos)
		if r.At("{") {
			r.Pos += int(r.Tok().Shut) + 1
		}
		return
	}
	name := r.Literal(t.Pieces)
	r.Next()
	r.Required(effect.Act{Call: "import"}, name, lex.Span{Off: r.Toks[from].Off, End: t.End})
	module := module(name)
	for i := from; i < to; i++ {
		imported(r, i, to, module)
	}
}

// imported binds the name at token i of an import.
func imported(r *brace.Interp, i, to int, module absval.Value) {
	t := r.Toks[i]
	last := ""
	if i > 0 {
		last = r.Toks[i-1].Text
	}
	if t.Kind != lex.Name || t.Text == "as" || last == "as" && r.Toks[max(i-2, 0)].Text != "*" {
		return
	}
	bound, v := t.Text, module
	if i+2 < to && r.Toks[i+1].Text == "as" {
		bound = r.Toks[i+2].Text
	}
	if t.Text != "default" && last != "as" && inBraces(r, i) {
		v = r.Attribute(module, t.Text, lex.Span{})
	}
	r.Bind(bound, v)
}

// inBraces reports whether the closing brace of an import list comes next.
func inBraces(r *brace.Interp, i int) bool {
	for ; i < len(r.Toks) && r.Spend(0); i++ {
		switch t := r.Toks[i]; {
		case t.Text == "}":
			return true
		case t.Text == "{" || t.Kind == lex.String:
			return false
		}
	}
	return false
}
