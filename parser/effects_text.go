package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
)

// evaluated handles the text of an eval, if it is literal.
func (e *effects) evaluated(at int, name string, words []tree.Word) {
	text, known := evalText(words)
	if name == "eval" && known && e.text(at, text) {
		return
	}
	e.add(at, changesAll)
	if moves(text) || slices.ContainsFunc(words, func(w tree.Word) bool { return len(w.Parts) == tree.MaxParts }) {
		e.add(at, changesDir)
	}
}

// later handles text that runs at another time, as a function's body does.
func (e *effects) later(at int, w tree.Word) {
	outer := e.inBody
	e.inBody = true
	if text, known := w.Text(); !known || !e.text(at, text) {
		e.add(at, changesAll)
	}
	e.inBody = outer
}

// text records the changes of a text that is evaluated at a place.
func (e *effects) text(at int, text string) bool {
	if e.nested == maxEvals {
		return false
	}
	file, returns, err := reader.File(text, e.unit.lang)
	if err != nil {
		return false
	}
	outer, before := e.at, e.returns
	if e.at < 0 {
		e.at = at
	}
	e.nested++
	e.returns = &returns
	e.stmts(file.Stmts)
	e.nested--
	e.at, e.returns = outer, before
	return true
}

// moves reports whether text may change the directory.
func moves(text string) bool {
	return strings.Contains(text, "cd") || strings.Contains(text, "pushd") || strings.Contains(text, "popd")
}
