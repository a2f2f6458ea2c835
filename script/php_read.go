package script

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
)

var (
	phpCode = lazy.Value[*curlyLanguage]{Make: func() *curlyLanguage { return phpLanguage(tokenizePHP) }}
	phpPage = lazy.Value[*curlyLanguage]{Make: func() *curlyLanguage { return phpLanguage(tokenizePage) }}
)

func phpLanguage(tokenize func(string) ([]token, error)) *curlyLanguage {
	return &curlyLanguage{
		name: "php", program: "php", tokenize: tokenize, rows: phpRows, fold: foldPHP,
		global: phpGlobal, member: phpMember, statement: phpStatement, operand: phpOperand, callee: phpCallee, own: phpEffect,
		prefixes: map[string]bool{"new": true, "clone": true, "throw": true, "yield": true, "print": true, "from": true},
		inspects: func(name string) bool {
			return name == "function_exists" || name == "is_callable" || name == "var_dump" || name == "print_r"
		},
	}
}

// readPHP reads code as php -r takes it, readPage what a file holds.
func readPHP(code string, given Given) ([]Act, error) { return readCurly(phpCode.Get(), code, given) }

func readPage(code string, given Given) ([]Act, error) { return readCurly(phpPage.Get(), code, given) }

// phpStatement reads the beginning of a statement that a keyword of PHP starts.
func phpStatement(r *curly, word string) bool {
	next := r.ahead(1)
	switch word {
	case "echo", "global", "goto":
		r.next()
		r.expression()
	case "static", "abstract", "final", "readonly":
		if next == "." || next == "fn" || next == "function" {
			return false
		}
		r.next()
	case "declare":
		r.next()
		r.group()
	case "function":
		if next == "(" || next == "&" && r.ahead(2) == "(" {
			return false
		}
		r.define()
	case "class", "interface", "trait", "enum":
		if next == "." || next == "(" {
			return false
		}
		r.class()
	case "namespace":
		r.next()
		r.next()
	case "use":
		r.next()
		phpAliases(r)
	default:
		return false
	}
	return true
}

// phpAliases reads "function a\b as c, d" up to its semicolon.
func phpAliases(r *curly) {
	for r.tok().kind != tokEnd && !r.at(";") && r.err == nil {
		if r.tok().kind == tokName && r.ahead(1) == "as" && r.pos+2 < len(r.toks) {
			r.bind(r.ahead(2), named(clip(r.tok().text)))
		}
		r.next()
	}
}

// includes tells whether an operator runs a file.
func includes(word string) bool {
	switch word {
	case "include", "include_once", "require", "require_once":
		return true
	}
	return false
}

// phpOperand reads an operand that a keyword starts.
func phpOperand(r *curly, word string) (value, bool) {
	next := r.ahead(1)
	switch {
	case includes(word) && next != "=>":
		t := r.tok()
		r.next()
		v := r.expr()
		r.include(Act{Call: word}, v, span{t.off, r.toks[max(r.pos-1, 0)].end})
		return anything, true
	case word == "function" || word == "fn":
		return phpFunction(r), true
	case word == "static" && (next == "fn" || next == "function"):
		r.next()
		return phpFunction(r), true
	case (word == "array" || word == "list") && next == "(":
		r.next()
		return r.array(), true
	case (word == "isset" || word == "empty" || word == "unset") && next == "(":
		r.next()
		r.group()
		return anything, true
	case word == "match" && next == "(":
		return phpMatch(r), true
	case word == "class":
		r.class()
		return anything, true
	case word == "null" || word == "false" || word == "true":
		r.next()
		return named(map[string]string{"null": "None", "false": "False", "true": "True"}[word]), true
	}
	return nil, false
}

// phpFunction reads one that has no name.
func phpFunction(r *curly) value {
	f, v := r.functionAt(r.tok())
	r.next()
	r.accept("&")
	r.body(f, func() { r.parameters(f) }, func() { r.uses(); r.resultType() })
	return v
}

// phpMatch reads "match (a) {b, c => d, default => e}"; it is each of the results.
func phpMatch(r *curly) value {
	r.next()
	r.group()
	end := r.closing()
	var out choice
	for r.pos < end && r.err == nil {
		start := r.pos
		r.expr()
		if r.accept("=>") {
			out.add(r.expr())
		}
		if !r.accept(",") && r.pos == start {
			r.next()
		}
	}
	if r.err == nil && end >= 0 {
		r.pos = end
		r.next()
	}
	return orAnything(out.value)
}

// phpCallee is the function that a text names which is called, or "".
func phpCallee(text string) string {
	text = strings.ToLower(strings.TrimPrefix(strings.TrimSpace(text), `\`))
	for i := range len(text) {
		if c := text[i]; !phpLetter(c) && !isDigit(c) && c != ':' && c != '\\' {
			return ""
		}
	}
	return strings.ReplaceAll(clip(text), "::", ".")
}

// phpConstants are the constants with a value of their own.
var phpConstants = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"php_eol": "\n", "directory_separator": "/", "php_binary": "php", "php_os": "Linux", "php_os_family": "Linux", "__dir__": ".",
	}
}}

// phpGlobal is what a name is that nothing binds.
func phpGlobal(name string, bound bool) value {
	s, known := phpConstants.Get()[name]
	switch {
	case known:
		return text(s)
	case bound:
		return nil
	case name[0] == '$' && !outside(name):
		return anything
	}
	return named(clip(name))
}

// outside tells whether a variable holds what comes from outside.
func outside(word string) bool {
	switch word {
	case "$argv", "$_GET", "$_POST", "$_REQUEST", "$_COOKIE", "$_SERVER", "$_ENV", "$_FILES", "$GLOBALS":
		return true
	}
	return false
}

// phpMember is what a member of a class or object is, or an element of a
// variable from outside.
func phpMember(r *curly, a atom, name string) value {
	switch {
	case a.text == "$GLOBALS":
		return r.lookup("$" + name)
	case (a.text == "$_SERVER" || a.text == "$_ENV") && name == "HOME":
		return text("~")
	case name == "class":
		return text(a.text)
	case outside(a.text) || a.text == "outside()":
		return named("outside()")
	}
	return instance(clip(a.text+"."+strings.ToLower(name)), a.of)
}
