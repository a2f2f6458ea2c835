package parser

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// arithm reads an arithmetic expression for its substitutions and its
// assignments. Left spines are followed in a loop.
func (w *walker) arithm(x syntax.ArithmExpr) {
	for {
		switch n := x.(type) {
		case nil:
			return
		case *syntax.BinaryArithm:
			if assigns(n.Op) {
				w.assign(arithmName(n.X), unknown("$((", false))
			}
			w.nested(n.Y, func() { w.arithm(n.Y) })
			x = n.X
		case *syntax.UnaryArithm:
			if n.Op == syntax.Inc || n.Op == syntax.Dec {
				w.assign(arithmName(n.X), unknown("$((", false))
			}
			w.nested(n, func() { w.arithm(n.X) })
			return
		case *syntax.ParenArithm:
			w.nested(n, func() { w.arithm(n.X) })
			return
		case *syntax.FlagsArithm:
			w.nested(n, func() { w.arithm(n.X) })
			return
		case *syntax.Word:
			w.quoted(n)
			return
		default:
			w.unsupported(x)
			return
		}
	}
}

// nested reads what stands inside an expression, if it is not too deep. The
// node is not asked for its place: a binary one would recurse.
func (w *walker) nested(_ syntax.Node, read func()) {
	w.depth++
	if w.depth > maxWalk && w.err == nil {
		w.err = &LimitError{What: "levels of nesting", Max: MaxDepth, Span: w.lines.span(0, 0)}
	}
	if w.err == nil {
		read()
	}
	w.depth--
}

// assigns tells whether an arithmetic operator assigns to its left side.
func assigns(op syntax.BinAritOperator) bool {
	s := op.String()
	return strings.HasSuffix(s, "=") && s != "==" && s != "!=" && s != "<=" && s != ">="
}

// arithmName is the variable that an arithmetic assignment names, or "".
func arithmName(x syntax.ArithmExpr) string {
	word, ok := x.(*syntax.Word)
	if !ok || len(word.Parts) != 1 {
		return ""
	}
	switch p := word.Parts[0].(type) {
	case *syntax.Lit:
		name, _, _ := strings.Cut(p.Value, "[")
		return name
	case *syntax.ParamExp:
		if p.Param != nil {
			return p.Param.Value
		}
	}
	return ""
}

// test reads a [[ ]] expression for its substitutions.
func (w *walker) test(x syntax.TestExpr) {
	for {
		switch n := x.(type) {
		case nil:
			return
		case *syntax.BinaryTest:
			w.nested(n, func() { w.test(n.Y) })
			x = n.X
		case *syntax.UnaryTest:
			w.nested(n, func() { w.test(n.X) })
			return
		case *syntax.ParenTest:
			w.nested(n, func() { w.test(n.X) })
			return
		case *syntax.Word:
			w.quoted(n)
			return
		default:
			w.unsupported(x)
			return
		}
	}
}
