package parser

import (
	"io"

	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// unit is one text that is read as shell source: the one that was asked about,
// or one that a command in it evaluates.
type unit struct {
	source  *tree.Source
	lines   lines
	effects *effects
	lang    Lang
	stands  *tree.Placeholders // for parts of the source that are no text, or nil
}

// definition is a function with the text that it stands in.
type definition struct {
	decl *syntax.FuncDecl
	unit *unit
}

// newUnit makes the unit of a syntax tree. What an outer one knows of functions, it
// knows too. A wary one takes any statement to change any variable.
func newUnit(source *tree.Source, root syntax.Node, returns carriage, lang Lang, wary bool, outer *unit) *unit {
	u := &unit{source: source, lines: returns.lines(source.Text), lang: lang}
	u.effects = effectsOf(u, root, returns, wary, outer)
	return u
}

// parseFile reads a text as commands, within the limits.
func parseFile(text string, lang Lang) (*syntax.File, carriage, error) {
	var file *syntax.File
	returns, err := parse(text, lang, func(p *syntax.Parser, r io.Reader) (err error) {
		file, err = p.Parse(r, "")
		return err
	})
	return file, returns, err
}

// parseDocument reads a text as the body of a here-document: only expansions
// count.
func parseDocument(text string, lang Lang) (*syntax.Word, carriage, error) {
	var word *syntax.Word
	returns, err := parse(text, lang, func(p *syntax.Parser, r io.Reader) (err error) {
		word, err = p.Document(r)
		return err
	})
	return word, returns, err
}
