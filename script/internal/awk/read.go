package awk

import (
	"errors"
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// interp reads a program by the POSIX grammar with gawk's extensions. Tokens are cut on demand.
type interp struct {
	absval.Interp
	lex   lexer
	funcs map[string][]string // the parameters of the program's functions

	plain bool // print without parentheses: ">" is a redirection
	noIn  bool // "in" belongs to for
}

// Read returns the acts of a program of awk, in the order of evaluation.
func Read(code string, given effect.CommandLine) ([]effect.Act, error) {
	if strings.IndexByte(code, 0) >= 0 {
		return nil, errors.New("awk code with a NUL")
	}
	r := &interp{Interp: absval.NewInterp(given), lex: lexer{lex.Cursor{Lang: "awk", Src: code}}, funcs: map[string][]string{}}
	r.Names = map[string]absval.Value{}
	for name, args := range given.Vars {
		for _, a := range args {
			r.Names[name] = absval.Join(r.Names[name], absval.AnyOf([]effect.Arg{{Text: lex.Unescape(a.Text), Known: a.Known}}))
		}
	}
	r.Names["ARGV"] = absval.AnyOf(given.Args)
	if len(given.Listed) > 0 {
		r.Names["FILENAME"] = absval.AnyOf(given.Listed)
	}
	r.scan()
	for r.Round = 0; r.Round <= absval.LearningRounds && r.Err == nil; r.Round++ {
		r.Pos = 0
		r.program()
	}
	if r.Err != nil {
		return nil, r.Err
	}
	return r.Result(), nil
}

// scan cuts one more token.
func (r *interp) scan() {
	t, err := r.lex.next()
	if err != nil {
		t = lex.Token{Kind: lex.EOF, Off: r.lex.Pos, End: r.lex.Pos}
	}
	r.Toks = append(r.Toks, t)
	if err != nil {
		r.Stop(err)
	}
}

// next advances to the next token; only this reader may call it.
func (r *interp) next() {
	if r.Tok().Kind == lex.EOF || r.Err != nil {
		return
	}
	if r.Pos++; r.Pos == len(r.Toks) {
		r.scan()
	}
}

func (r *interp) accept(text string) bool {
	if !r.At(text) || r.Err != nil {
		return false
	}
	r.next()
	return true
}

// expect consumes a required token.
func (r *interp) expect(text string) {
	if !r.accept(text) {
		r.fail()
	}
}

func (r *interp) fail() {
	if r.Err == nil {
		line := 1 + strings.Count(r.lex.Src[:min(r.Tok().Off, len(r.lex.Src))], "\n")
		r.Stop(fmt.Errorf("awk line %d: %q is not expected", line, lex.ClipName(r.Tok().Text)))
	}
}

// deeper counts a level of nesting. The caller decrements Depth afterwards.
func (r *interp) deeper() {
	if r.Depth++; r.Depth > effect.MaxDepth && r.Err == nil {
		r.Stop(fmt.Errorf("awk code nested over %d", effect.MaxDepth))
	}
}

// done reports whether there is nothing left to read.
func (r *interp) done() bool { return r.Err != nil || r.Tok().Kind == lex.EOF }

func (r *interp) newlines() {
	for r.Err == nil && r.Tok().Kind == lex.Newline {
		r.next()
	}
}

// program reads functions and rules.
func (r *interp) program() {
	for !r.done() {
		r.Spend(0)
		switch {
		case r.Tok().Kind == lex.Newline || r.At(";"):
			r.next()
		case r.At("function") || r.At("func"):
			r.next()
			r.function()
		case r.At("@") && r.directive():
		case r.At("{"):
			r.block()
		default:
			r.rule()
		}
	}
}

// function reads the head and body of a function. A parameter has the values that calls pass.
func (r *interp) function() {
	name := r.Tok().Text
	if r.Tok().Kind != lex.Name {
		r.fail()
		return
	}
	r.next()
	r.newlines()
	r.expect("(")
	var params []string
	for !r.done() && !r.At(")") {
		if r.Tok().Kind == lex.Name {
			params = append(params, r.Tok().Text)
		} else if r.Tok().Kind != lex.Newline && !r.At(",") {
			r.fail()
		}
		r.next()
	}
	r.expect(")")
	r.funcs[name] = params
	r.newlines()
	if !r.At("{") {
		r.fail()
		return
	}
	r.block()
}

// rule reads patterns and the action after them.
func (r *interp) rule() {
	r.expr()
	if r.accept(",") {
		r.newlines()
		r.expr()
	}
	switch {
	case r.At("{"):
		r.block()
	case !r.done() && r.Tok().Kind != lex.Newline && !r.At(";") && !r.At("}"):
		r.fail()
	}
}

// directive reads @include, @load or @namespace, and reports whether there was one. It looks
// only one token ahead.
func (r *interp) directive() bool {
	start := r.Tok()
	r.next()
	name := r.Tok().Text
	if name != "include" && name != "load" && name != "namespace" {
		r.Pos--
		return false
	}
	r.next()
	file := r.Tok()
	if file.Kind != lex.String {
		r.fail()
		return true
	}
	r.next()
	at := lex.Span{Off: start.Off, End: file.End}
	text := file.Pieces[0].Text
	switch {
	case name == "include":
		r.Emit(effect.Act{Kind: effect.Runs, Call: "@include", Args: []effect.Arg{{Text: "awk", Known: true}, {Text: "-f", Known: true}, {Text: text, Known: true}}}, at)
	case name == "load" && !libraries.Has(text):
		r.Emit(effect.Act{Kind: effect.Evaluates, Call: "@load", Args: []effect.Arg{{}}}, at)
	}
	return true
}

// libraries are the extensions that come with gawk. The table has their functions of
// consequence.
const libraries lex.Words = "filefuncs fnmatch intdiv ordchr readdir readfile revoutput revtwoway rwarray time"

func (r *interp) block() {
	r.deeper()
	r.expect("{")
	for !r.done() && !r.At("}") {
		r.statement()
	}
	r.expect("}")
	r.Depth--
}

// body reads the statement after a head in brackets.
func (r *interp) body() {
	r.newlines()
	r.statement()
}

// statement reads one, with the head of a compound one.
func (r *interp) statement() {
	r.deeper()
	defer func() { r.Depth-- }()
	r.Spend(0)
	word := ""
	if r.Tok().Kind == lex.Name {
		word = r.Tok().Text
	}
	switch word {
	case "if", "while", "switch":
		r.next()
		r.newlines()
		r.condition()
		if word != "switch" && !r.accept(";") {
			r.body()
		}
		return
	case "else":
		r.next()
		r.body()
		return
	case "do":
		r.next()
		r.body()
		return
	case "for":
		r.next()
		r.loop()
		return
	case "case", "default":
		r.next()
		if word == "case" {
			r.unary()
		}
		r.expect(":")
		return
	}
	if r.At("{") {
		r.block()
		return
	}
	r.simple(word)
	switch {
	case r.Tok().Kind == lex.Newline || r.At(";"):
		r.next()
	case !r.done() && !r.At("}"):
		r.fail()
	}
}

// simple reads a statement that needs a separator after it.
func (r *interp) simple(word string) {
	switch word {
	case "print", "printf":
		r.print()
	case "next", "nextfile", "break", "continue":
		r.next()
	case "delete":
		r.next()
		r.lvalue()
	case "exit", "return":
		r.next()
		if r.starts() {
			r.expr()
		}
	default:
		if r.Tok().Kind != lex.Newline && !r.At(";") && !r.At("}") && !r.At(")") {
			r.expr()
		}
	}
}

func (r *interp) condition() {
	r.expect("(")
	plain, noIn := r.plain, r.noIn
	r.plain, r.noIn = false, false
	r.expr()
	r.plain, r.noIn = plain, noIn
	r.expect(")")
}

// loop reads the head and body of for.
func (r *interp) loop() {
	r.expect("(")
	r.noIn = true
	r.simple(r.Tok().Text)
	r.noIn = false
	if r.accept("in") {
		if t := r.Tok(); t.Text == "ENVIRON" {
			r.Emit(effect.Act{Kind: effect.Runs, Call: "for", Args: []effect.Arg{{Text: "env", Known: true}}}, lex.Span{Off: t.Off, End: t.End})
		}
		r.expr()
		r.expect(")")
		r.body()
		return
	}
	for range 2 {
		r.expect(";")
		r.newlines()
		if r.starts() || r.At("delete") {
			r.simple(r.Tok().Text)
		}
		r.newlines()
	}
	r.expect(")")
	if !r.accept(";") {
		r.body()
	}
}
