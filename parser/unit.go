package parser

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// unit is one text that is read as shell source: the given one, or one that a command in it
// evaluates.
type unit struct {
	source       *tree.Source
	lines        reader.Lines
	returns      reader.Rewrite
	effects      effects
	lang         reader.Lang
	placeholders *tree.Placeholders // parts of the source that are not text, or nil

	// asksLast says that the source may use lastArgument, which is tracked only then.
	asksLast bool
}

// lastArgument is the variable that holds the last argument of the previous command (bash(1),
// Special Parameters).
const lastArgument = "_"

func mayAskLast(text string) bool {
	return strings.IndexByte(text, '_') >= 0 && (strings.Contains(text, "$_") || strings.Contains(text, "${_"))
}

// definition is a function with the unit that contains it.
type definition struct {
	decl *syntax.FuncDecl
	unit *unit
}

// fill makes the unit of a syntax tree. An inner unit knows the functions of the outer one. In
// a wary unit any statement may change any variable.
func (u *unit) fill(source *tree.Source, root syntax.Node, returns *reader.Rewrite, lang reader.Lang, wary bool, outer *unit) {
	u.source, u.lines, u.returns, u.lang = source, returns.Lines(source.Text), *returns, lang
	u.asksLast = lang == reader.Bash && mayAskLast(source.Text)
	u.effects.fill(u, root, wary, outer)
}
