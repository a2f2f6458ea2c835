package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// mayAbortLine records that an error in an expansion may abort the line here.
func (w *walker) mayAbortLine() { w.aborted = w.join(w.aborted, w.state.clone()) }

// mayAbortAtGlob records that a word without a match aborts the line under failglob. sought
// says that bash looks for the word as a file although it is not a pattern.
func (w *walker) mayAbortAtGlob(word tree.Word, sought bool) {
	if w.effects.shopts&builtins.FailGlob != 0 && (sought || word.HasPattern() || word.Splits()) {
		w.mayAbortLine()
	}
}

// number reads an arithmetic expression in an expansion, where an error aborts the line. It
// assumes that variables hold numbers, but not that commands print them.
func (w *walker) number(x syntax.ArithmExpr) {
	w.arithm(x)
	if mayFailArithmetic(x) {
		if _, known := w.calculate(x); !known {
			w.mayAbortLine()
		}
	}
}

// mayFailArithmetic reports whether an expression divides, or contains a command substitution.
func mayFailArithmetic(x syntax.ArithmExpr) bool {
	for {
		switch n := x.(type) {
		case *syntax.BinaryArithm:
			switch n.Op {
			case syntax.Quo, syntax.Rem, syntax.QuoAssgn, syntax.RemAssgn:
				return true
			}
			if mayFailArithmetic(n.Y) {
				return true
			}
			x = n.X // the left spine may be as long as the source
		case *syntax.UnaryArithm:
			x = n.X
		case *syntax.ParenArithm:
			x = n.X
		case *syntax.Word:
			return slices.ContainsFunc(n.Parts, substitutesIn)
		default:
			return false
		}
	}
}

func substitutesIn(p syntax.WordPart) bool {
	switch p := p.(type) {
	case *syntax.CmdSubst:
		return true
	case *syntax.DblQuoted:
		return slices.ContainsFunc(p.Parts, substitutesIn)
	case *syntax.ArithmExp:
		return mayFailArithmetic(p.X)
	}
	return false
}

// converts reads a value that is assigned to an integer variable.
func (w *walker) converts(v tree.Word) {
	w.arithmeticOf(v)
	if slices.ContainsFunc(v.Parts, func(p tree.Part) bool {
		return len(p.From) > 0 || p.Kind == tree.Literal && strings.ContainsAny(p.Text, "/%.")
	}) {
		w.mayAbortLine()
	}
}

// topLevel reads the statements of a text line by line. After a line that may have been
// aborted, the next line starts in either state.
func (w *walker) topLevel(list []*syntax.Stmt) {
	outer := w.aborted
	w.aborted = nil
	for i, s := range list {
		w.stmt(s)
		if w.aborted != nil && (i+1 == len(list) || w.lines.LineAt(w.lines.InSource(reader.Offset(list[i+1].Pos()))) > w.lines.LineAt(w.lines.InSource(reader.Offset(s.End())))) {
			w.state = w.join(w.state.clone(), w.aborted)
			w.aborted = nil
		}
	}
	w.aborted = outer
}
