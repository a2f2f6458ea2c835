package expand

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// The bounds on brace expansion.
const (
	maxBraces     = 64       // in one word of the source
	maxBraceWords = 1000     // that one word becomes
	maxBraceText  = 16 << 10 // bytes of the word
)

// HasBraces reports whether a word contains braces that may expand.
func HasBraces(x *syntax.Word) bool {
	return slices.ContainsFunc(x.Parts, func(p syntax.WordPart) bool {
		lit, ok := p.(*syntax.Lit)
		return ok && strings.IndexByte(lit.Value, '{') >= 0
	})
}

// Braces expands braces. It returns false if there would be too many words. spend counts the
// bytes of the words.
func Braces(x *syntax.Word, spend func(n int) bool) ([]*syntax.Word, bool) {
	open := 0
	for _, p := range x.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			open += strings.Count(lit.Value, "{")
		}
	}
	size := reader.Offset(x.End()) - reader.Offset(x.Pos())
	if open > maxBraces || size > maxBraceText {
		return nil, false
	}
	split := syntax.Word{Parts: append([]syntax.WordPart(nil), x.Parts...)}
	if !syntax.SplitBraces(&split) {
		return []*syntax.Word{x}, true
	}
	var out []*syntax.Word
	bounded := eachBraced(split.Parts, func(parts []syntax.WordPart) bool {
		alt := &syntax.Word{Parts: parts}
		if len(out) == maxBraceWords || !spend(size+WordCost) || !mergeLiterals(alt) {
			return false
		}
		out = append(out, alt)
		return true
	})
	if !bounded {
		return nil, false
	}
	return out, true
}

// eachBraced passes to emit the parts of each word that a word with braces expands to, in
// bash's order: the first braces vary slowest. It stops and returns false when emit
// returns false.
func eachBraced(parts []syntax.WordPart, emit func([]syntax.WordPart) bool) bool {
	at := slices.IndexFunc(parts, func(p syntax.WordPart) bool { _, is := p.(*syntax.BraceExp); return is })
	if at < 0 {
		return emit(slices.Clone(parts))
	}
	before, after := parts[:at], parts[at+1:]
	return eachElement(parts[at].(*syntax.BraceExp), func(element []syntax.WordPart) bool {
		return eachBraced(element, func(chosen []syntax.WordPart) bool {
			return eachBraced(after, func(rest []syntax.WordPart) bool {
				return emit(slices.Concat(before, chosen, rest))
			})
		})
	})
}

// eachElement passes to emit each alternative of a brace expression: the elements of {a,b}, or
// the values of {1..5}.
func eachElement(x *syntax.BraceExp, emit func([]syntax.WordPart) bool) bool {
	if x.Sequence {
		return eachValue(x, emit)
	}
	for _, e := range x.Elems {
		if !emit(e.Parts) {
			return false
		}
	}
	return true
}

// eachValue passes to emit the values of {FROM..TO} or {FROM..TO..STEP}, which are numbers or
// letters ("Brace Expansion" in bash(1)). The sign of the step does not matter. If a number
// has a leading zero, all are padded to the widest.
func eachValue(x *syntax.BraceExp, emit func([]syntax.WordPart) bool) bool {
	from, to := x.Elems[0].Lit(), x.Elems[1].Lit()
	first, err1 := strconv.ParseInt(from, 10, 64)
	last, err2 := strconv.ParseInt(to, 10, 64)
	text := func(n int64) string { return strconv.FormatInt(n, 10) }
	if err1 != nil || err2 != nil {
		first, last = int64(from[0]), int64(to[0])
		text = func(n int64) string { return string(rune(n)) }
	} else if padded(from) || padded(to) {
		width := max(len(from), len(to))
		text = func(n int64) string { return fmt.Sprintf("%0*d", width, n) }
	}
	step := uint64(1)
	if len(x.Elems) > 2 {
		n, _ := strconv.ParseInt(x.Elems[2].Lit(), 10, 64)
		step = max(distance(0, n), 1)
	}
	// Count down the remaining distance, which cannot overflow.
	for n, left := first, distance(first, last); ; left -= step {
		if !emit([]syntax.WordPart{&syntax.Lit{Value: text(n)}}) {
			return false
		}
		if left < step {
			return true
		}
		if n <= last {
			n += int64(step)
		} else {
			n -= int64(step)
		}
	}
}

// distance returns the absolute difference of two numbers.
func distance(a, b int64) uint64 { return uint64(max(a, b)) - uint64(min(a, b)) }

// padded reports whether a number has a leading zero, and is not just "0".
func padded(number string) bool {
	digits := strings.TrimPrefix(number, "-")
	return len(digits) > 1 && digits[0] == '0'
}

// mergeLiterals merges literal parts that brace expansion has made adjacent, as in {~,x}/y. It
// returns false if text and a variable become adjacent that were not so in the source: in
// {$x,y}z a shell reads $xz.
func mergeLiterals(x *syntax.Word) bool {
	var parts []syntax.WordPart
	var before *syntax.Lit
	for i, p := range x.Parts {
		lit, ok := p.(*syntax.Lit)
		if v, is := p.(*syntax.ParamExp); is && v.Short && i+1 < len(x.Parts) && tree.IsName(v.Param.Value) {
			if next, ok := x.Parts[i+1].(*syntax.Lit); ok && next.Value != "" && strings.IndexByte(tree.NameBytes, next.Value[0]) >= 0 {
				return false
			}
		}
		if before != nil && endsInDollar(before.Value) {
			return false
		}
		if ok && before != nil {
			merged := *before
			merged.Value += lit.Value
			before = &merged
			parts[len(parts)-1] = before
			continue
		}
		before = lit
		parts = append(parts, p)
	}
	x.Parts = parts
	return true
}

// endsInDollar reports whether text ends in an unescaped $.
func endsInDollar(s string) bool {
	s, found := strings.CutSuffix(s, "$")
	return found && (len(s)-len(strings.TrimRight(s, `\`)))%2 == 0
}
