package expand

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// Arithmetic evaluates expressions of numbers and of variables that hold numbers, without
// assignments. Numbers past 32 bits differ among shells.
type Arithmetic struct {
	Lookup func(name string) tree.Word
	Nested func(read func()) // calls read one level deeper, within the depth limit
}

// Calculate returns the value of an expression.
func (a Arithmetic) Calculate(x syntax.ArithmExpr) (int, bool) {
	right := []*syntax.BinaryArithm{} // the left spine may be as long as the source
	for b, ok := x.(*syntax.BinaryArithm); ok; b, ok = x.(*syntax.BinaryArithm) {
		right = append(right, b)
		x = b.X
	}
	n, ok := a.operand(x)
	for _, b := range slices.Backward(right) {
		if !ok {
			return 0, false
		}
		var m int
		a.Nested(func() { m, ok = a.rightOf(b, n) })
		n, ok = m, ok && math.MinInt32 <= m && m <= math.MaxInt32
	}
	return n, ok
}

// operand returns the value of an expression that is not binary.
func (a Arithmetic) operand(x syntax.ArithmExpr) (n int, ok bool) {
	switch x := x.(type) {
	case *syntax.ParenArithm:
		a.Nested(func() { n, ok = a.Calculate(x.X) })
		return n, ok
	case *syntax.UnaryArithm:
		a.Nested(func() { n, ok = a.Calculate(x.X) })
		switch x.Op {
		case syntax.Minus:
			return -n, ok && n > math.MinInt32
		case syntax.Plus:
			return n, ok
		case syntax.Not:
			return oneIf(n == 0), ok
		case syntax.BitNegation:
			return ^n, ok
		}
	case *syntax.Word:
		return a.integer(x)
	}
	return 0, false
}

// integer returns the value of a word: a number, or a variable that holds one.
func (a Arithmetic) integer(x *syntax.Word) (int, bool) {
	if len(x.Parts) != 1 {
		return 0, false
	}
	text := ""
	switch p := x.Parts[0].(type) {
	case *syntax.Lit:
		text = p.Value
	case *syntax.ArithmExp:
		return a.Calculate(p.X)
	case *syntax.ParamExp:
		if !IsPlain(p) || p.Exp != nil || p.Param == nil {
			return 0, false
		}
		text = p.Param.Value
		if !tree.IsName(text) && !IsNumber(text) {
			return 0, false
		}
		return decimal(a.Lookup(text))
	}
	if tree.IsName(text) {
		return decimal(a.Lookup(text))
	}
	return decimal(tree.Text(text))
}

// decimal returns the number that a word spells. A leading zero means octal.
func decimal(v tree.Word) (int, bool) {
	text, known := v.Text()
	if n, ok := based(text); known && ok {
		return n, true
	}
	n, err := strconv.ParseInt(text, 10, 32)
	digits := text
	if err == nil && text[0] == '-' {
		digits = text[1:]
	}
	return int(n), known && err == nil && text[0] != '+' && (digits == "0" || digits[0] != '0')
}

// based returns a number with a base prefix, 16#72, or in C's notation, 0x72. Shells differ
// above base 36, and dash has no base prefix.
func based(text string) (int, bool) {
	digits, base := text, 0
	if before, after, found := strings.Cut(text, "#"); found {
		b, err := strconv.Atoi(before)
		if err != nil || b < 2 || b > 36 || before[0] == '+' {
			return 0, false
		}
		digits, base = after, b
	} else if rest := strings.TrimPrefix(strings.ToLower(text), "0x"); len(rest) < len(text) {
		digits, base = rest, 16
	}
	if base == 0 || digits == "" || !isAlphanumeric(digits) {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, base, 32)
	return int(n), err == nil
}

// isAlphanumeric reports whether a text has no sign, underscore or blank.
func isAlphanumeric(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool { return (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') }) < 0
}

// rightOf applies a binary operator to a value and its right operand.
func (a Arithmetic) rightOf(b *syntax.BinaryArithm, n int) (int, bool) {
	if b.Op == syntax.TernQuest {
		or, ok := b.Y.(*syntax.BinaryArithm)
		switch {
		case !ok || or.Op != syntax.TernColon:
			return 0, false
		case n != 0:
			return a.Calculate(or.X)
		}
		return a.Calculate(or.Y)
	}
	m, ok := a.Calculate(b.Y)
	if !ok {
		return 0, false
	}
	return combined(b.Op, n, m)
}

// combined applies a binary operator to two values.
func combined(op syntax.BinAritOperator, n, m int) (int, bool) {
	switch op {
	case syntax.Add:
		return n + m, true
	case syntax.Sub:
		return n - m, true
	case syntax.Mul:
		return n * m, true
	case syntax.Quo:
		if m != 0 {
			return n / m, true
		}
	case syntax.Rem:
		if m != 0 {
			return n % m, true
		}
	case syntax.Shl:
		return n << max(m, 0), m >= 0 && m < 32
	case syntax.Shr:
		return n >> max(m, 0), m >= 0 && m < 32
	case syntax.And:
		return n & m, true
	case syntax.Or:
		return n | m, true
	case syntax.Xor:
		return n ^ m, true
	case syntax.Eql:
		return oneIf(n == m), true
	case syntax.Neq:
		return oneIf(n != m), true
	case syntax.Lss:
		return oneIf(n < m), true
	case syntax.Leq:
		return oneIf(n <= m), true
	case syntax.Gtr:
		return oneIf(n > m), true
	case syntax.Geq:
		return oneIf(n >= m), true
	case syntax.AndArit:
		return oneIf(n != 0 && m != 0), true
	case syntax.OrArit:
		return oneIf(n != 0 || m != 0), true
	}
	return 0, false
}

// oneIf converts a truth value to a number.
func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}
