package expand

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/internal/quote"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// The bounds on the values that operators work on.
const (
	MaxOperand   = 512 // bytes of a value
	maxReplaced  = 64  // bytes of a value in which a pattern is replaced
	maxGlob      = 256 // bytes of a pattern
	OperatorCost = 512 // bytes that one operator costs in addition
)

// Operator holds what parameter expansion operators need to know of the shell.
type Operator struct {
	Arithmetic
	Placeholders *tree.Placeholders // in the source
	AnyCase      bool               // patterns of ${x/p/s} match in either case
	Extended     bool               // extglob is on: +( ) and others in patterns are operators
	Grouping     bool               // ( ) alone is an operator, as in zsh
	Spend        func(n int) bool   // counts work; false if there was too much
}

// HasOperator reports whether an expansion has exactly one operator, of a kind that is
// evaluated.
func HasOperator(p *syntax.ParamExp) bool {
	plain := *p
	plain.Length, plain.Slice, plain.Repl, plain.Exp = false, nil, nil, nil
	return IsPlain(&plain) && (p.Length || p.Slice != nil || p.Repl != nil || p.Exp != nil && !IsAlternative(p.Exp.Op))
}

// Apply returns the value of an expansion with an operator, whose parameter has the value text. It
// returns false if the value is not known.
func (o Operator) Apply(p *syntax.ParamExp, text string, quoted bool) (string, bool) {
	switch {
	case p.Length:
		return strconv.Itoa(len(text)), true
	case p.Slice != nil:
		return o.sliced(p.Slice, text)
	case p.Repl != nil:
		return o.replaced(p.Repl, text, quoted)
	}
	switch op := p.Exp.Op; op {
	case syntax.OtherParamOps:
		return transformed(p.Exp.Word.Lit(), text)
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		m, ok := o.compiled(p.Exp.Word)
		if m.not != nil && len(text) > maxNegated {
			return "", false
		}
		return trimmed(m, text, op), ok
	case syntax.UpperFirst, syntax.UpperAll, syntax.LowerFirst, syntax.LowerAll:
		if p.Exp.Word != nil && len(p.Exp.Word.Parts) > 0 {
			return "", false
		}
		n := len(text)
		if op == syntax.UpperFirst || op == syntax.LowerFirst {
			n = min(n, 1)
		}
		if op == syntax.UpperFirst || op == syntax.UpperAll {
			return strings.ToUpper(text[:n]) + text[n:], true
		}
		return strings.ToLower(text[:n]) + text[n:], true
	}
	return "", false
}

// transformed returns ${x@operator} (bash(1), Parameter Expansion).
func transformed(operator, text string) (string, bool) {
	switch operator {
	case "U":
		return strings.ToUpper(text), true
	case "L":
		return strings.ToLower(text), true
	case "u":
		n := min(len(text), 1)
		return strings.ToUpper(text[:n]) + text[n:], true
	case "E":
		return quote.ANSIC(text), true
	case "P":
		return text, !strings.ContainsAny(text, "\\$`!")
	case "Q":
		plain := strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\'' }) < 0
		return "'" + text + "'", plain && text != "" // the result is empty for an unset variable
	}
	return "", false
}

// sliced returns ${x:offset:length}.
func (o Operator) sliced(s *syntax.Slice, text string) (string, bool) {
	from, ok := o.Calculate(s.Offset)
	if !ok {
		return "", false
	}
	if from < 0 {
		if from += len(text); from < 0 {
			return "", true
		}
	}
	from = min(from, len(text))
	to := len(text)
	if s.Length != nil {
		n, ok := o.Calculate(s.Length)
		if to = from + n; !ok || n < -len(text) {
			return "", false
		}
		if n < 0 {
			to = len(text) + n
		}
	}
	if to < from {
		return "", false // an error
	}
	return text[from:min(to, len(text))], true
}

// trimmed removes the shortest or the longest match from one end of a text.
func trimmed(m matcher, text string, op syntax.ParExpOperator) string {
	if m.before == nil {
		return text
	}
	cuts := make([]int, len(text)+1)
	for i := range cuts {
		cuts[i] = i
	}
	if op == syntax.RemLargePrefix || op == syntax.RemSmallSuffix {
		slices.Reverse(cuts)
	}
	prefix := op == syntax.RemSmallPrefix || op == syntax.RemLargePrefix
	for _, i := range cuts {
		switch {
		case prefix && m.matches(text[:i]):
			return text[i:]
		case !prefix && m.matches(text[i:]):
			return text[:i]
		}
	}
	return text
}

// replaced returns ${x/pattern/string}.
func (o Operator) replaced(r *syntax.Replace, text string, quoted bool) (string, bool) {
	from, ok := o.patternText(r.Orig)
	if o.AnyCase {
		return "", false
	}
	if !ok || from == "" {
		return text, ok
	}
	with := ""
	if r.With != nil {
		if with, ok = o.replacementText(r.With, quoted); !ok {
			return "", false
		}
	}
	anchor := byte(0)
	if !r.All && (from[0] == '#' || from[0] == '%') {
		anchor, from = from[0], from[1:]
	}
	if anchor == 0 && !strings.ContainsAny(from, `*?[\()`) {
		n := 1
		if r.All {
			n = -1
		}
		return strings.Replace(text, from, with, n), len(text)*(len(with)+1) <= tree.MaxValue
	}
	m, ok := o.compile(from)
	if !ok || len(text) > maxReplaced || m.not != nil && len(text) > maxNegated/2 || !o.Spend(len(text)*len(text)*len(text)) {
		return "", false
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		j := longest(m, text, i, anchor)
		if j <= i {
			b.WriteByte(text[i])
			i++
			continue
		}
		b.WriteString(with)
		if i = j; !r.All {
			b.WriteString(text[i:])
			break
		}
	}
	return b.String(), b.Len() <= tree.MaxValue
}

// longest returns the end of the longest match that starts at i, or -1.
func longest(m matcher, text string, i int, anchor byte) int {
	if anchor == '#' && i > 0 {
		return -1
	}
	for j := len(text); j > i; j-- {
		if m.matches(text[i:j]) {
			return j
		}
		if anchor == '%' {
			break
		}
	}
	return -1
}

// replacementText returns the string of a replacement. It fails for a string with &, which
// shells read differently.
func (o Operator) replacementText(x *syntax.Word, quoted bool) (string, bool) {
	var b strings.Builder
	for _, p := range x.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(p.Value, `&\~<>`) || o.Placeholders.IndexIn(p.Value) >= 0 {
				return "", false
			}
			b.WriteString(p.Value)
		case *syntax.SglQuoted:
			if quoted || p.Dollar || o.Placeholders.IndexIn(p.Value) >= 0 || strings.Contains(p.Value, "&") {
				return "", false
			}
			b.WriteString(p.Value)
		default:
			return "", false
		}
	}
	return b.String(), true
}

// patternText returns the pattern in a word, with quoted text escaped.
func (o Operator) patternText(x *syntax.Word) (string, bool) {
	if x == nil {
		return "", true
	}
	var b strings.Builder
	for i, p := range x.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if o.Placeholders.IndexIn(p.Value) >= 0 || i == 0 && strings.HasPrefix(p.Value, "~") || strings.ContainsAny(p.Value, "<>") {
				return "", false
			}
			b.WriteString(p.Value)
		case *syntax.SglQuoted:
			if p.Dollar || o.Placeholders.IndexIn(p.Value) >= 0 {
				return "", false
			}
			b.WriteString(literalPattern(p.Value))
		case *syntax.DblQuoted:
			text, ok := o.quotedText(p)
			if !ok {
				return "", false
			}
			b.WriteString(literalPattern(text))
		case *syntax.ParamExp: // bash takes a value as a pattern, zsh as text
			text, ok := o.valueOf(p, false)
			if !ok || strings.ContainsAny(text, `*?[]\()|!+@~<>`) {
				return "", false
			}
			b.WriteString(text)
		default:
			return "", false
		}
	}
	return b.String(), true
}

// quotedText returns the text in double quotes.
func (o Operator) quotedText(q *syntax.DblQuoted) (string, bool) {
	var b strings.Builder
	for _, p := range q.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if strings.Contains(p.Value, `\`) || o.Placeholders.IndexIn(p.Value) >= 0 {
				return "", false
			}
			b.WriteString(p.Value)
		case *syntax.ParamExp:
			text, ok := o.valueOf(p, true)
			if !ok {
				return "", false
			}
			b.WriteString(text)
		default:
			return "", false
		}
	}
	return b.String(), true
}

// valueOf evaluates an expansion inside a pattern, such as "${x#/*/}" in "${x%"${x#/*/}"}".
func (o Operator) valueOf(p *syntax.ParamExp, quoted bool) (text string, ok bool) {
	plain := IsPlain(p) && p.Exp == nil
	if p.Param == nil || !tree.IsName(p.Param.Value) && !IsNumber(p.Param.Value) || !plain && !HasOperator(p) {
		return "", false
	}
	text, ok = o.Lookup(p.Param.Value).Text()
	if plain || !ok {
		return text, ok
	}
	if len(text) > MaxOperand || !filter.IsASCII(text) || !o.Spend(len(text)*len(text)+OperatorCost) {
		return "", false
	}
	ok = false
	o.Nested(func() { text, ok = o.Apply(p, text, quoted) })
	return text, ok
}
