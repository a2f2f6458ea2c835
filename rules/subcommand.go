package rules

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// sub returns whether an invocation's subcommand matches one of some patterns; Maybe if unknown
// words are in its place.
func sub(list string, v *grammar.Invocation) parser.Truth {
	name := v.Sub
	if v.Program == nil {
		name = leading(v.Operands)
		for i := range valueLike(v) {
			if spec.MatchSub(list, leading(v.Operands[i+1:])) {
				return parser.Yes
			}
		}
	}
	if spec.MatchSub(list, name) {
		return parser.Yes
	}
	switch {
	case !v.Open:
		return parser.No
	case v.Displaced:
		return parser.Maybe
	case name == "":
		return hidesSub(list, v)
	}
	return parser.Maybe.And(parser.Of(mayBecome(list, name)))
}

// mayBecome reports whether further words may complete a subcommand to one that matches a pattern.
func mayBecome(list, name string) bool {
	return strings.Contains(" "+list, " "+strings.ReplaceAll(name, " ", "/")+"/")
}

// certainElsewhere returns how far an answer about the words of an invocation counts: in a subcommand
// that the rule cannot be about, what an unknown word may be does not.
func (r *Rule) certainElsewhere(v *grammar.Invocation, t parser.Truth) parser.Truth {
	if t != parser.Maybe || r.PossibleIn == "" || v.Program == nil || v.Sub == "" || !v.SubSure {
		return t
	}
	return t.And(parser.Of(spec.MatchSub(r.PossibleIn, v.Sub) || mayBecome(r.PossibleIn, v.Sub)))
}

// maxLeading is the number of operands of a program without a grammar that may name its subcommand, and of
// those before them that may be values of options.
const maxLeading = 3

// valueLike returns how many of the first operands of a program without a grammar stand directly behind an
// option, and so may be its value: claude --model x mcp add.
func valueLike(v *grammar.Invocation) int {
	n, behind := 0, false
	for _, w := range arguments(v) {
		switch prefix := w.Prefix(); {
		case strings.HasPrefix(prefix, "-"):
			behind = prefix != "--" && !strings.Contains(prefix, "=")
		case !behind || n >= len(v.Operands) || n >= maxLeading:
			return n
		default:
			n, behind = n+1, false
		}
	}
	return n
}

// leading returns the first of some operands of a program without a grammar, as its possible subcommand.
func leading(operands []grammar.Operand) string {
	var b strings.Builder
	for i := range min(len(operands), maxLeading) {
		text, known := operands[i].Word.Text()
		if !known {
			break
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(text)
	}
	return b.String()
}
