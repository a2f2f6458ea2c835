package parser

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// arithm reads the substitutions and assignments in an arithmetic expression.
func (w *walker) arithm(x syntax.ArithmExpr) {
	right := []*syntax.BinaryArithm{} // the left spine may be as long as the source
	for b, ok := x.(*syntax.BinaryArithm); ok; b, ok = x.(*syntax.BinaryArithm) {
		right = append(right, b)
		x = b.X
	}
	switch n := x.(type) {
	case nil:
	case *syntax.UnaryArithm:
		if n.Op == syntax.Inc || n.Op == syntax.Dec {
			w.assignUnwritten(arithmName(n.X), tree.UnknownWord("$((", false), w.here())
		}
		w.nested(func() { w.arithm(n.X) })
	case *syntax.ParenArithm:
		w.nested(func() { w.arithm(n.X) })
	case *syntax.FlagsArithm:
		w.nested(func() { w.arithm(n.X) })
	case *syntax.Word:
		w.arithmeticOf(w.inArithmetic(n))
	default:
		w.unsupported(x)
	}
	for _, b := range slices.Backward(right) {
		w.nested(func() { w.arithm(b.Y) })
		if assigns(b.Op) {
			w.assignUnwritten(arithmName(b.X), tree.UnknownWord("$((", false), w.here())
		}
	}
}

// nested calls read one level deeper, if the depth limit allows. Unlike enter it does not ask a
// node for its place: mvdan.cc/sh finds the place of a binary expression by recursion.
func (w *walker) nested(read func()) {
	w.depth++
	if w.depth > maxWalk && w.err == nil {
		w.err = &tree.LimitError{What: "levels of nesting", Max: reader.MaxDepth, Span: w.lines.SpanRead(0, 0)}
	}
	if w.err == nil {
		read()
	}
	w.depth--
}

// assigns reports whether an arithmetic operator assigns to its left operand.
func assigns(op syntax.BinAritOperator) bool {
	s := op.String()
	return strings.HasSuffix(s, "=") && s != "==" && s != "!=" && s != "<=" && s != ">="
}

// arithmName returns the variable that an arithmetic assignment names, or "".
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

// test reads the substitutions in a [[ ]] expression.
func (w *walker) test(x syntax.TestExpr) {
	right := []*syntax.BinaryTest{}
	for b, ok := x.(*syntax.BinaryTest); ok; b, ok = x.(*syntax.BinaryTest) {
		right = append(right, b)
		x = b.X
	}
	if len(right) > 0 {
		w.compared(right[len(right)-1])
	}
	switch n := x.(type) {
	case nil:
	case *syntax.UnaryTest:
		w.nested(func() { w.test(n.X) })
		if n.Op == syntax.TsVarSet || n.Op == syntax.TsRefVar {
			w.arithmeticWord(n.X)
		}
	case *syntax.ParenTest:
		w.nested(func() { w.test(n.X) })
	case *syntax.Word:
		w.quoted(n)
	default:
		w.unsupported(x)
	}
	for _, b := range slices.Backward(right) {
		w.nested(func() { w.test(b.Y) })
	}
	if len(right) > 0 && right[len(right)-1].Op == syntax.TsReMatch {
		w.matched(right[len(right)-1])
	}
}

// matched assigns the groups that [[ x =~ y ]] matches in a known text.
func (w *walker) matched(b *syntax.BinaryTest) {
	text, known := w.textOfTest(b.X)
	expr, compiles := w.textOfTest(b.Y)
	if !known || !compiles || len(text) > expand.MaxOperand || w.options.Lang != reader.Bash || !w.spend(len(text)+expand.OperatorCost) {
		return
	}
	array := tree.Word{}
	for i, found := range filter.Submatches(expr, text) {
		array = w.keyedValue("BASH_REMATCH", strconv.Itoa(i), tree.Text(found), array)
	}
	if len(array.Parts) > 0 {
		w.assign("BASH_REMATCH", array)
	}
}

// textOfTest returns the text of a word of a test, if it is known.
func (w *walker) textOfTest(x syntax.TestExpr) (string, bool) {
	word, ok := x.(*syntax.Word)
	if !ok {
		return "", false
	}
	outer := w.choices
	w.choices = expand.Choices{Reading: true, Picked: map[any]tree.Word{}} // do not read the substitutions a second time
	v := w.quoted(word)
	w.choices = outer
	return v.Text()
}

// compared reads both sides of a numeric comparison as arithmetic.
func (w *walker) compared(b *syntax.BinaryTest) {
	switch b.Op {
	case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
		w.arithmeticWord(b.X)
		w.arithmeticWord(b.Y)
	}
}

// arithmeticWord evaluates the known text of a word of a test as arithmetic. The word's own
// substitutions are read elsewhere.
func (w *walker) arithmeticWord(x syntax.TestExpr) {
	word, ok := x.(*syntax.Word)
	if !ok {
		return
	}
	outer := w.choices
	w.choices = expand.Choices{Reading: true, Picked: map[any]tree.Word{}}
	v := w.quoted(word)
	w.choices = outer
	w.arithmeticOf(v)
}
