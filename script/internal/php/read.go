package php

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/brace"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

var (
	phpCode = lazy.Value[*brace.Language]{Make: func() *brace.Language { return language(tokenize) }}
	page    = lazy.Value[*brace.Language]{Make: func() *brace.Language { return language(tokenizePage) }}
)

func language(tokenize func(string) ([]lex.Token, error)) *brace.Language {
	return &brace.Language{
		Name: "php", Program: "php", Tokenize: tokenize, Rows: sink.PHP, Fold: fold,
		Global: global, Member: member, Statement: statement, Operand: operand, Callee: callee, Own: phpEffect,
		Prefixes: map[string]bool{"new": true, "clone": true, "throw": true, "yield": true, "print": true, "from": true},
		Inspects: func(name string) bool {
			return name == "function_exists" || name == "is_callable" || name == "var_dump" || name == "print_r"
		},
	}
}

// Read returns the acts of code without tags, as php -r takes it.
func Read(code string, given effect.CommandLine) ([]effect.Act, error) {
	return brace.Read(phpCode.Get(), code, given)
}

// ReadPage returns the acts of a file's content: text with code between tags.
func ReadPage(code string, given effect.CommandLine) ([]effect.Act, error) {
	return brace.Read(page.Get(), code, given)
}

// statement reads the start of a statement with a keyword of PHP.
func statement(r *brace.Interp, word string) bool {
	next := r.Ahead(1)
	switch word {
	case "echo":
		at := lex.Span{Off: r.Tok().Off, End: r.Tok().End}
		r.Next()
		r.NotePrinted("echo", r.Expression(), at)
	case "global", "goto":
		r.Next()
		r.Expression()
	case "static", "abstract", "final", "readonly":
		if next == "." || next == "fn" || next == "function" {
			return false
		}
		r.Next()
	case "declare":
		r.Next()
		r.Group()
	case "function":
		if next == "(" || next == "&" && r.Ahead(2) == "(" {
			return false
		}
		r.Define()
	case "class", "interface", "trait", "enum":
		if next == "." || next == "(" {
			return false
		}
		r.Class()
	case "namespace":
		r.Next()
		r.Next()
	case "use":
		r.Next()
		aliases(r)
	default:
		return false
	}
	return true
}

// aliases reads "function a\b as c, d" up to its semicolon.
func aliases(r *brace.Interp) {
	for r.Tok().Kind != lex.EOF && !r.At(";") && r.Err == nil {
		if r.Tok().Kind == lex.Name && r.Ahead(1) == "as" && r.Pos+2 < len(r.Toks) {
			r.Bind(r.Ahead(2), absval.Named(lex.ClipName(r.Tok().Text)))
		}
		if name := r.Tok().Text; r.Tok().Kind == lex.Name && sink.LibraryOf(sink.Libraries("php"), name) != nil {
			r.Bind(name[strings.LastIndexByte(name, '\\')+1:], absval.Named(lex.ClipName(name)))
		}
		r.Next()
	}
}

// includes reports whether an operator runs a file.
func includes(word string) bool {
	switch word {
	case "include", "include_once", "require", "require_once":
		return true
	}
	return false
}

// operand reads an operand that starts with a keyword.
func operand(r *brace.Interp, word string) (absval.Value, bool) {
	next := r.Ahead(1)
	switch {
	case includes(word) && next != "=>":
		t := r.Tok()
		r.Next()
		v := r.Expr()
		r.Include(effect.Act{Call: word}, v, lex.Span{Off: t.Off, End: r.Toks[max(r.Pos-1, 0)].End})
		return absval.Top, true
	case word == "function" || word == "fn":
		return function(r), true
	case word == "static" && (next == "fn" || next == "function"):
		r.Next()
		return function(r), true
	case (word == "array" || word == "list") && next == "(":
		r.Next()
		return r.Array(), true
	case (word == "isset" || word == "empty" || word == "unset") && next == "(":
		r.Next()
		r.Group()
		return absval.Top, true
	case word == "match" && next == "(":
		return match(r), true
	case word == "class":
		r.Class()
		return absval.Top, true
	case word == "null" || word == "false" || word == "true":
		r.Next()
		return absval.Named(map[string]string{"null": "None", "false": "False", "true": "True"}[word]), true
	}
	return nil, false
}

// function reads an anonymous function.
func function(r *brace.Interp) absval.Value {
	f, v := r.FunctionAt(r.Tok())
	r.Next()
	r.Accept("&")
	r.Body(f, func() { r.Parameters(f) }, func() { r.Uses(); r.ResultType() })
	return v
}

// match reads "match (a) {b, c => d, default => e}". Its value is the union of the results.
func match(r *brace.Interp) absval.Value {
	r.Next()
	r.Group()
	end := r.Closing()
	var out absval.Union
	for r.Pos < end && r.Err == nil {
		start := r.Pos
		r.Expr()
		if r.Accept("=>") {
			out.Add(r.Expr())
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

// callee returns the function that a called text names, or "".
func callee(text string) string {
	text = strings.ToLower(strings.TrimPrefix(strings.TrimSpace(text), `\`))
	for i := range len(text) {
		if c := text[i]; !letter(c) && !lex.IsDigit(c) && c != ':' && c != '\\' {
			return ""
		}
	}
	return strings.ReplaceAll(lex.ClipName(text), "::", ".")
}

// constants are the constants with a known value.
var constants = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"php_eol": "\n", "directory_separator": "/", "php_binary": "php", "php_os": "Linux", "php_os_family": "Linux", "__dir__": ".",
	}
}}

// global returns the value of an unbound name.
func global(name string, bound bool) absval.Value {
	s, known := constants.Get()[name]
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

// outside reports whether a variable holds external input.
func outside(word string) bool {
	switch word {
	case "$argv", "$_GET", "$_POST", "$_REQUEST", "$_COOKIE", "$_SERVER", "$_ENV", "$_FILES", "$GLOBALS":
		return true
	}
	return false
}

// member returns a member of a class or object, or an element of a variable with external input.
func member(r *brace.Interp, a absval.Atom, name string) absval.Value {
	switch {
	case a.Text == "$GLOBALS":
		return r.Lookup("$" + name)
	case a.Text == "$_SERVER" || a.Text == "$_ENV":
		if v, known := r.Variable(name); known {
			return v
		}
		return absval.Named("outside()")
	case name == "class":
		return absval.Text(a.Text)
	case a.Text == "dir()" && name == "path":
		return a.Of
	case outside(a.Text) || a.Text == "outside()":
		return absval.Named("outside()")
	}
	return absval.Instance(lex.ClipName(a.Text+"."+strings.ToLower(name)), a.Of)
}
