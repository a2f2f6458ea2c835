package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// call handles literally named builtins that assign, change the directory or evaluate text.
func (e *effects) call(c *syntax.CallExpr) {
	if e.calls++; len(c.Args) == 0 || e.calls > MaxWords/commandWords {
		return // past that, the source is refused when the calls are listed
	}
	at := reader.Offset(c.Args[0].Pos())
	name, ok := expand.PlainText(c.Args[0])
	if ok && name != "command" && name != "builtin" {
		switch builtins.KindOf(name) { // most commands, whose words do not matter
		case builtins.MovesDir:
			e.called(at, name)
			e.add(at, changesDir)
			return
		case 0, builtins.LooksUp, builtins.Ends:
			e.called(at, name)
			return
		}
	}
	if !isText(c.Args[0].Parts) {
		return
	}
	words := slices.Grow(e.words[:0], len(c.Args))
	e.words = nil // what is read inside makes its own
	for _, a := range c.Args {
		words = append(words, expand.Plain(a))
	}
	e.builtin(at, builtins.Words(words))
	e.words = words
}

// called records a call of what may be a function.
func (e *effects) called(at int, name string) {
	e.changes = append(e.changes, e.change(at, name, true))
}

// builtin handles the words of a possible builtin.
func (e *effects) builtin(at int, words []tree.Word) {
	name, ok := words[0].Text()
	if !ok {
		return
	}
	e.called(at, name)
	switch builtins.KindOf(name) {
	case builtins.MovesDir:
		e.add(at, changesDir)
	case builtins.Evaluates:
		e.evaluated(at, name, words[1:])
	case builtins.Traps:
		if len(words) > 1 {
			e.later(at, words[1])
		}
	case builtins.AssignsArgs:
		switch name {
		case "shift":
			e.add(at, changesShift)
		case "set":
			e.add(at, changesArgs)
			e.shopts |= builtins.OptionsSetBy(name, words[1:])
		}
		e.addAll(at, builtins.AssignedBy(name, words[1:]))
		if builtins.MayBePath(name, words[1:]) {
			e.add(at, "PATH")
		}
	case builtins.Aliases:
		for _, w := range words[1:] {
			n, _, _ := strings.Cut(w.Prefix(), "=")
			e.define(n, nil)
			if len(n) < len(w.Prefix()) {
				e.later(at, w.Tail(len(n)+1))
			}
		}
	case builtins.SetsShell:
		e.shopts |= builtins.OptionsSetBy(name, words[1:])
		if name == "emulate" {
			e.add(at, changesAll)
		}
	}
}
