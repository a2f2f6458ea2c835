package script

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

var (
	phpCode = lazy.Value[*curlyLanguage]{Make: func() *curlyLanguage { return phpLanguage(tokenizePHP) }}
	phpPage = lazy.Value[*curlyLanguage]{Make: func() *curlyLanguage { return phpLanguage(tokenizePage) }}
)

func phpLanguage(tokenize func(string) ([]lex.Token, error)) *curlyLanguage {
	return &curlyLanguage{
		name: "php", program: "php", tokenize: tokenize, rows: sink.PHP, fold: foldPHP,
		global: phpGlobal, member: phpMember, statement: phpStatement, operand: phpOperand, callee: phpCallee, own: phpEffect,
		prefixes: map[string]bool{"new": true, "clone": true, "throw": true, "yield": true, "print": true, "from": true},
		inspects: func(name string) bool {
			return name == "function_exists" || name == "is_callable" || name == "var_dump" || name == "print_r"
		},
	}
}

// readPHP reads code as php -r takes it, readPage what a file holds.
func readPHP(code string, given effect.Given) ([]effect.Act, error) {
	return readCurly(phpCode.Get(), code, given)
}

func readPage(code string, given effect.Given) ([]effect.Act, error) {
	return readCurly(phpPage.Get(), code, given)
}

// phpStatement reads the beginning of a statement that a keyword of PHP starts.
func phpStatement(r *curly, word string) bool {
	next := r.Ahead(1)
	switch word {
	case "echo", "global", "goto":
		r.Next()
		r.expression()
	case "static", "abstract", "final", "readonly":
		if next == "." || next == "fn" || next == "function" {
			return false
		}
		r.Next()
	case "declare":
		r.Next()
		r.group()
	case "function":
		if next == "(" || next == "&" && r.Ahead(2) == "(" {
			return false
		}
		r.define()
	case "class", "interface", "trait", "enum":
		if next == "." || next == "(" {
			return false
		}
		r.class()
	case "namespace":
		r.Next()
		r.Next()
	case "use":
		r.Next()
		phpAliases(r)
	default:
		return false
	}
	return true
}

// phpAliases reads "function a\b as c, d" up to its semicolon.
func phpAliases(r *curly) {
	for r.Tok().Kind != lex.EOF && !r.At(";") && r.Err == nil {
		if r.Tok().Kind == lex.Name && r.Ahead(1) == "as" && r.Pos+2 < len(r.Toks) {
			r.bind(r.Ahead(2), absval.Named(lex.ClipName(r.Tok().Text)))
		}
		r.Next()
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
func phpOperand(r *curly, word string) (absval.Value, bool) {
	next := r.Ahead(1)
	switch {
	case includes(word) && next != "=>":
		t := r.Tok()
		r.Next()
		v := r.expr()
		r.include(effect.Act{Call: word}, v, lex.Span{Off: t.Off, End: r.Toks[max(r.Pos-1, 0)].End})
		return absval.Top, true
	case word == "function" || word == "fn":
		return phpFunction(r), true
	case word == "static" && (next == "fn" || next == "function"):
		r.Next()
		return phpFunction(r), true
	case (word == "array" || word == "list") && next == "(":
		r.Next()
		return r.array(), true
	case (word == "isset" || word == "empty" || word == "unset") && next == "(":
		r.Next()
		r.group()
		return absval.Top, true
	case word == "match" && next == "(":
		return phpMatch(r), true
	case word == "class":
		r.class()
		return absval.Top, true
	case word == "null" || word == "false" || word == "true":
		r.Next()
		return absval.Named(map[string]string{"null": "None", "false": "False", "true": "True"}[word]), true
	}
	return nil, false
}

// phpFunction reads one that has no name.
func phpFunction(r *curly) absval.Value {
	f, v := r.functionAt(r.Tok())
	r.Next()
	r.Accept("&")
	r.body(f, func() { r.parameters(f) }, func() { r.uses(); r.resultType() })
	return v
}

// phpMatch reads "match (a) {b, c => d, default => e}"; it is each of the results.
func phpMatch(r *curly) absval.Value {
	r.Next()
	r.group()
	end := r.closing()
	var out absval.Union
	for r.Pos < end && r.Err == nil {
		start := r.Pos
		r.expr()
		if r.Accept("=>") {
			out.Add(r.expr())
		}
		if !r.Accept(",") && r.Pos == start {
			r.Next()
		}
	}
	if r.Err == nil && end >= 0 {
		r.Pos = end
		r.Next()
	}
	return absval.OrTop(out.Value)
}

// phpCallee is the function that a text names which is called, or "".
func phpCallee(text string) string {
	text = strings.ToLower(strings.TrimPrefix(strings.TrimSpace(text), `\`))
	for i := range len(text) {
		if c := text[i]; !phpLetter(c) && !lex.IsDigit(c) && c != ':' && c != '\\' {
			return ""
		}
	}
	return strings.ReplaceAll(lex.ClipName(text), "::", ".")
}

// phpConstants are the constants with a value of their own.
var phpConstants = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"php_eol": "\n", "directory_separator": "/", "php_binary": "php", "php_os": "Linux", "php_os_family": "Linux", "__dir__": ".",
	}
}}

// phpGlobal is what a name is that nothing binds.
func phpGlobal(name string, bound bool) absval.Value {
	s, known := phpConstants.Get()[name]
	switch {
	case known:
		return absval.Text(s)
	case bound:
		return nil
	case name[0] == '$' && !outside(name):
		return absval.Top
	}
	return absval.Named(lex.ClipName(name))
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
func phpMember(r *curly, a absval.Atom, name string) absval.Value {
	switch {
	case a.Text == "$GLOBALS":
		return r.lookup("$" + name)
	case (a.Text == "$_SERVER" || a.Text == "$_ENV") && name == "HOME":
		return absval.Text("~")
	case name == "class":
		return absval.Text(a.Text)
	case outside(a.Text) || a.Text == "outside()":
		return absval.Named("outside()")
	}
	return absval.Instance(lex.ClipName(a.Text+"."+strings.ToLower(name)), a.Of)
}
