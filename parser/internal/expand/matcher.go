package expand

import (
	"errors"
	"regexp"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/filter"
	"mvdan.cc/sh/v3/pattern"
	"mvdan.cc/sh/v3/syntax"
)

// maxNegated bounds a text that is matched against !( ), which is tried on every substring.
const maxNegated = 32

// matcher matches a pattern against a whole text. A !( ) splits the pattern into three.
type matcher struct {
	before, not, after *regexp.Regexp // not and after are nil without !( )
}

func (m matcher) matches(text string) bool {
	if m.not == nil {
		return m.before.MatchString(text)
	}
	for i := range len(text) + 1 {
		for j := i; j <= len(text) && m.before.MatchString(text[:i]); j++ {
			if !m.not.MatchString(text[i:j]) && m.after.MatchString(text[j:]) {
				return true
			}
		}
	}
	return false
}

// compiled compiles the pattern in a word.
func (o Operator) compiled(x *syntax.Word) (matcher, bool) {
	text, ok := o.patternText(x)
	if !ok {
		return matcher{}, false
	}
	return o.compile(text)
}

// compile compiles a pattern.
func (o Operator) compile(text string) (matcher, bool) {
	if len(text) > maxGlob || o.Grouping && strings.ContainsAny(text, "()") || !filter.IsASCII(text) {
		return matcher{}, false
	}
	mode := pattern.EntireString
	if o.Extended {
		mode |= pattern.ExtendedOperators
	}
	expr, err := pattern.Regexp(text, mode)
	var negated *pattern.NegExtGlobError
	switch {
	case err == nil:
		re, err := regexp.Compile(expr)
		return matcher{before: re}, err == nil
	case errors.As(err, &negated) && len(negated.Groups) == 1:
		return o.without(text, negated.Groups[0].Start, negated.Groups[0].End)
	}
	return matcher{}, false
}

// without compiles a pattern whose !( ) extends from one offset to another.
func (o Operator) without(text string, from, to int) (matcher, bool) {
	if strings.ContainsAny(text[:from], `(\[`) || to < from+len("!()") {
		return matcher{}, false // it may be nested, or text
	}
	before, ok := o.compile(text[:from])
	not, okNot := o.compile("@" + text[from+1:to])
	after, okAfter := o.compile(text[to:])
	if !ok || !okNot || !okAfter || before.not != nil || not.not != nil || after.not != nil {
		return matcher{}, false
	}
	return matcher{before.before, not.before, after.before}, true
}

// literalPattern returns a pattern that matches exactly one text.
func literalPattern(text string) string {
	return strings.NewReplacer("(", `\(`, ")", `\)`, "|", `\|`).Replace(pattern.QuoteMeta(text, 0))
}

// HasExtended reports whether an expansion's pattern contains extglob operators.
func HasExtended(p *syntax.ParamExp) bool {
	var word *syntax.Word
	switch {
	case p.Repl != nil:
		word = p.Repl.Orig
	case p.Exp != nil:
		word = p.Exp.Word
	}
	if word == nil {
		return false
	}
	for _, part := range word.Parts {
		lit, ok := part.(*syntax.Lit)
		for i := 1; ok && i < len(lit.Value); i++ {
			if lit.Value[i] == '(' && strings.IndexByte("?*+@!", lit.Value[i-1]) >= 0 {
				return true
			}
		}
	}
	return false
}
