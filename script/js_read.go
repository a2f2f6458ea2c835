package script

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// javaScript is read as Node has it, with the types of TypeScript passed over.
// Deno and Bun have the same modules and globals of their own.
var javaScript = lazy.Value[*curlyLanguage]{Make: func() *curlyLanguage {
	return &curlyLanguage{
		name: "javascript", program: "node", tokenize: tokenizeJS, rows: jsRows, fold: foldJS,
		global: jsGlobal, member: jsMember, statement: jsStatement, operand: jsOperand,
		prefixes: map[string]bool{"new": true, "await": true, "typeof": true, "void": true, "delete": true, "yield": true},
		inspects: func(name string) bool {
			return strings.HasPrefix(name, "console.") || strings.HasPrefix(name, "util.") || name == "Reflect.apply" || name == "setTimeout" || name == "setInterval"
		},
	}
}}

func readJS(code string, given Given) ([]Act, error) { return readCurly(javaScript.Get(), code, given) }

// jsStatement reads the beginning of a statement that a keyword of JavaScript
// starts.
func jsStatement(r *curly, word string) bool {
	next := r.ahead(1)
	switch word {
	case "import":
		if next == "(" {
			return false
		}
		r.next()
		jsImports(r)
	case "export":
		r.next()
		r.accept("default")
		if r.at("*") || r.at("{") {
			jsImports(r)
		}
	case "async":
		if next != "function" {
			return false
		}
		r.next()
	case "function":
		r.define()
	case "class":
		r.class()
	case "type", "interface", "namespace", "declare", "abstract":
		if r.pos+1 >= len(r.toks) || r.toks[r.pos+1].kind != tokName || r.toks[r.pos+1].first {
			return false
		}
		r.next()
		jsDescribe(r, word)
	default:
		return false
	}
	return true
}

// jsDescribe passes over what TypeScript alone has behind a word. Two names on
// one line are none of JavaScript's statements, so that nothing hides here.
func jsDescribe(r *curly, word string) {
	switch word {
	case "interface":
		for r.tok().kind != tokEnd && !r.at("{") {
			r.next()
		}
		if r.closing() >= 0 {
			r.pos += int(r.toks[r.pos-1].shut)
		}
	case "type":
		r.next()
		if r.at("<") && r.angle() {
			r.next()
		}
		if r.accept("=") {
			r.skipType(true)
		}
	}
}

// jsOperand reads an operand that a keyword starts.
func jsOperand(r *curly, word string) (value, bool) {
	switch next := r.ahead(1); word {
	case "function":
		return r.functionLiteral(r.tok()), true
	case "class":
		r.class()
		return anything, true
	case "async":
		if next == "function" || next == "(" && r.toks[r.pos+1].shut > 0 || r.pos+2 < len(r.toks) && r.ahead(2) == "=>" {
			pos := r.pos
			if r.next(); next != "(" || r.isArrow() {
				return r.term(), true
			}
			r.pos = pos
		}
	case "undefined", "null", "false", "NaN":
		r.next()
		return named("None"), true
	case "true", "this", "super":
		r.next()
		return named(word), true
	}
	return nil, false
}

// jsImports reads "a, {b as c}, * as d from 'e'" or "'e'", and the same of
// export.
func jsImports(r *curly) {
	if r.at("type") && r.ahead(1) != "from" && r.ahead(1) != "," {
		r.next()
	}
	from := r.pos
	for r.tok().kind != tokEnd && r.tok().kind != tokString && !r.at(";") && r.err == nil {
		if r.at("from") && r.pos+1 < len(r.toks) && r.toks[r.pos+1].kind == tokString {
			break
		}
		if r.at("=") {
			return // export const and the like are read as statements
		}
		r.next()
	}
	to := r.pos
	r.spend(to - from)
	r.accept("from")
	t := r.tok()
	if t.kind != tokString || r.err != nil {
		r.pos = min(from, r.pos)
		if r.at("{") {
			r.pos += int(r.tok().shut) + 1
		}
		return
	}
	name := r.literal(t.pieces)
	r.next()
	r.required(Act{Call: "import"}, name, span{r.toks[from].off, t.end})
	module := jsModule(name)
	for i := from; i < to; i++ {
		jsImported(r, i, to, module)
	}
}

// jsImported binds what the token i of an import names.
func jsImported(r *curly, i, to int, module value) {
	t := r.toks[i]
	last := ""
	if i > 0 {
		last = r.toks[i-1].text
	}
	if t.kind != tokName || t.text == "as" || last == "as" && r.toks[max(i-2, 0)].text != "*" {
		return
	}
	bound, v := t.text, module
	if i+2 < to && r.toks[i+1].text == "as" {
		bound = r.toks[i+2].text
	}
	if t.text != "default" && last != "as" && jsInBraces(r, i) {
		v = r.attribute(module, t.text, span{})
	}
	r.bind(bound, v)
}

// jsInBraces tells whether the closing brace of a list of imports comes next.
func jsInBraces(r *curly, i int) bool {
	for ; i < len(r.toks) && r.spend(0); i++ {
		switch t := r.toks[i]; {
		case t.text == "}":
			return true
		case t.text == "{" || t.kind == tokString:
			return false
		}
	}
	return false
}
