package script

import (
	"errors"
	"fmt"
	"strings"
)

// awk reads a program by the grammar of POSIX, with what gawk adds. Tokens are
// cut as they are needed.
type awk struct {
	reading
	lex   awkTokens
	funcs map[string][]string // the parameters of the program's functions

	plain bool // ">" is a redirection: the list of print without brackets
	noIn  bool // "in" belongs to for
}

func readAWK(code string, given Given) ([]Act, error) {
	if strings.IndexByte(code, 0) >= 0 {
		return nil, errors.New("awk code with a NUL")
	}
	r := &awk{reading: newReading(given), lex: awkTokens{cursor{lang: "awk", src: code}}, funcs: map[string][]string{}}
	for name, args := range given.Vars {
		for _, a := range args {
			r.names[name] = join(r.names[name], anyOf([]Arg{{Text: unescapeC(a.Text), Known: a.Known}}))
		}
	}
	r.names["ARGV"] = anyOf(given.Args)
	r.scan()
	for r.round = 0; r.round <= learning && r.err == nil; r.round++ {
		r.pos = 0
		r.program()
	}
	if r.err != nil {
		return nil, r.err
	}
	return r.acts, nil
}

// scan cuts one more token.
func (r *awk) scan() {
	t, err := r.lex.next()
	if err != nil {
		t = token{kind: tokEnd, off: r.lex.pos, end: r.lex.pos}
	}
	r.toks = append(r.toks, t)
	if err != nil {
		r.stop(err)
	}
}

// next goes on to the next token; no reader but this one's may do so.
func (r *awk) next() {
	if r.tok().kind == tokEnd || r.err != nil {
		return
	}
	if r.pos++; r.pos == len(r.toks) {
		r.scan()
	}
}

func (r *awk) accept(text string) bool {
	if !r.at(text) || r.err != nil {
		return false
	}
	r.next()
	return true
}

// expect takes what must stand here.
func (r *awk) expect(text string) {
	if !r.accept(text) {
		r.fail()
	}
}

func (r *awk) fail() {
	if r.err == nil {
		line := 1 + strings.Count(r.lex.src[:min(r.tok().off, len(r.lex.src))], "\n")
		r.stop(fmt.Errorf("awk line %d: %q is not expected", line, clip(r.tok().text)))
	}
}

// deeper counts what is inside something else, and is followed by a decrement.
func (r *awk) deeper() {
	if r.depth++; r.depth > MaxDepth && r.err == nil {
		r.stop(fmt.Errorf("awk code nested over %d", MaxDepth))
	}
}

// done tells whether nothing is left to read.
func (r *awk) done() bool { return r.err != nil || r.tok().kind == tokEnd }

func (r *awk) newlines() {
	for r.err == nil && r.tok().kind == tokNewline {
		r.next()
	}
}

// program reads functions and rules.
func (r *awk) program() {
	for !r.done() {
		r.spend(0)
		switch {
		case r.tok().kind == tokNewline || r.at(";"):
			r.next()
		case r.at("function") || r.at("func"):
			r.next()
			r.function()
		case r.at("@") && r.directive():
		case r.at("{"):
			r.block()
		default:
			r.rule()
		}
	}
}

// function reads the head and body of one. A parameter holds what the calls
// give it.
func (r *awk) function() {
	name := r.tok().text
	if r.tok().kind != tokName {
		r.fail()
		return
	}
	r.next()
	r.newlines()
	r.expect("(")
	var params []string
	for !r.done() && !r.at(")") {
		if r.tok().kind == tokName {
			params = append(params, r.tok().text)
		} else if r.tok().kind != tokNewline && !r.at(",") {
			r.fail()
		}
		r.next()
	}
	r.expect(")")
	r.funcs[name] = params
	r.newlines()
	if !r.at("{") {
		r.fail()
		return
	}
	r.block()
}

// rule reads patterns and the action after them.
func (r *awk) rule() {
	r.expr()
	if r.accept(",") {
		r.newlines()
		r.expr()
	}
	switch {
	case r.at("{"):
		r.block()
	case !r.done() && r.tok().kind != tokNewline && !r.at(";") && !r.at("}"):
		r.fail()
	}
}

// directive reads @include, @load and @namespace, and tells whether it was one.
// It looks ahead no further than one token.
func (r *awk) directive() bool {
	start := r.tok()
	r.next()
	name := r.tok().text
	if name != "include" && name != "load" && name != "namespace" {
		r.pos--
		return false
	}
	r.next()
	file := r.tok()
	if file.kind != tokString {
		r.fail()
		return true
	}
	r.next()
	at := span{start.off, file.end}
	text := file.pieces[0].text
	switch {
	case name == "include":
		r.emit(Act{Kind: Runs, Call: "@include", Args: []Arg{{Text: "awk", Known: true}, {Text: "-f", Known: true}, {Text: text, Known: true}}}, at)
	case name == "load" && !awkLibraries.has(text):
		r.emit(Act{Kind: Evaluates, Call: "@load", Args: []Arg{{}}}, at)
	}
	return true
}

// awkLibraries are the extensions that come with gawk, whose functions the table
// has where they matter.
const awkLibraries words = "filefuncs fnmatch intdiv ordchr readdir readfile revoutput revtwoway rwarray time"

func (r *awk) block() {
	r.deeper()
	r.expect("{")
	for !r.done() && !r.at("}") {
		r.statement()
	}
	r.expect("}")
	r.depth--
}

// body reads the statement after a head in brackets.
func (r *awk) body() {
	r.newlines()
	r.statement()
}

// statement reads one, with the head of a compound one.
func (r *awk) statement() {
	r.deeper()
	defer func() { r.depth-- }()
	r.spend(0)
	word := ""
	if r.tok().kind == tokName {
		word = r.tok().text
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
	if r.at("{") {
		r.block()
		return
	}
	r.simple(word)
	switch {
	case r.tok().kind == tokNewline || r.at(";"):
		r.next()
	case !r.done() && !r.at("}"):
		r.fail()
	}
}

// simple reads a statement that needs a separator after it.
func (r *awk) simple(word string) {
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
		if r.tok().kind != tokNewline && !r.at(";") && !r.at("}") && !r.at(")") {
			r.expr()
		}
	}
}

func (r *awk) condition() {
	r.expect("(")
	plain, noIn := r.plain, r.noIn
	r.plain, r.noIn = false, false
	r.expr()
	r.plain, r.noIn = plain, noIn
	r.expect(")")
}

// loop reads the head and body of for.
func (r *awk) loop() {
	r.expect("(")
	r.noIn = true
	r.simple(r.tok().text)
	r.noIn = false
	if r.accept("in") {
		if t := r.tok(); t.text == "ENVIRON" {
			r.emit(Act{Kind: Runs, Call: "for", Args: []Arg{{Text: "env", Known: true}}}, span{t.off, t.end})
		}
		r.expr()
		r.expect(")")
		r.body()
		return
	}
	for range 2 {
		r.expect(";")
		r.newlines()
		if r.starts() || r.at("delete") {
			r.simple(r.tok().text)
		}
		r.newlines()
	}
	r.expect(")")
	if !r.accept(";") {
		r.body()
	}
}
