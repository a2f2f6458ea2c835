package rules

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// segment is a part of a word as overlaps reads it: a byte, or any number of bytes of a kind.
type segment struct {
	one  byte // the byte, if kind is exactly
	kind segmentKind
}

type segmentKind uint8

const (
	exactly segmentKind = iota
	anyText
	inName // without a slash
	digits
	dated // digits, and the signs of a date
)

// has reports whether a segment of several bytes may contain a byte.
func (s segment) has(b byte) bool {
	switch s.kind {
	case anyText:
		return true
	case inName:
		return b != '/'
	case digits:
		return '0' <= b && b <= '9'
	case dated:
		return '0' <= b && b <= '9' || strings.IndexByte("-_.:TZ", b) >= 0
	}
	return false
}

// partlyKnown is a word with unknown parts, read for the comparison with patterns.
type partlyKnown struct {
	prefix string // the known text before the first unknown part
	masked string

	segments []segment
	splits   bool // the shell may split it: then its ends are of several words
}

// masked returns the text of a word with a byte that no pattern contains for each unknown part.
// If that matches, the word matches whatever the unknown parts are.
func masked(w parser.Word) string {
	var b strings.Builder
	for _, p := range w.Parts {
		if p.Kind == parser.Literal {
			b.WriteString(p.Text)
		} else {
			b.WriteByte(0)
		}
	}
	return b.String()
}

// readPartly reads a word, whose text is masked. It appends the segments to room.
func readPartly(w parser.Word, masked string, room []segment) partlyKnown {
	word, whole := segments(room, w)
	return partlyKnown{prefix: w.Prefix(), masked: masked, segments: word, splits: !whole}
}

// fits returns whether the word matches a pattern, as [fits] does.
func (k *partlyKnown) fits(pattern string) parser.Truth {
	if pattern == "-" {
		pattern = ""
	}
	head, _, star := strings.Cut(pattern, "*")
	switch begins := star && strings.HasPrefix(k.prefix, head); {
	case begins && spec.Glob(pattern, k.masked):
		return parser.Yes // "+*" fits +$branch whatever the branch, and "*/x*" fits $host/x
	case begins, strings.HasPrefix(head, k.prefix):
		return parser.Maybe.And(parser.Of(k.overlaps(pattern)))
	}
	return parser.No
}

// fitsOne reports whether the word matches, or may match, one of some blank-separated patterns.
func (k *partlyKnown) fitsOne(patterns string) bool {
	for p := range wordlist.Each(patterns) {
		if k.fits(p) != parser.No {
			return true
		}
	}
	return false
}

// overlaps reports whether some text fits both a pattern, in which * matches any text, and the word.
// What a shell's pattern matches has no slash.
func (k *partlyKnown) overlaps(pattern string) bool {
	word := k.segments
	if k.splits {
		return true
	}
	if !mayAgree(pattern, word) {
		return false // nearly every one
	}
	const maxSteps = 1 << 16
	if len(pattern)*len(word) > maxSteps {
		return true
	}
	// reached[i] says that some text fits the word read so far and pattern[:i].
	var room [2][64]bool
	reached, next := room[0][:], room[1][:]
	if len(pattern) >= len(reached) {
		reached, next = make([]bool, len(pattern)+1), make([]bool, len(pattern)+1)
	}
	reached[0] = true
	for i := 0; i < len(pattern) && pattern[i] == '*'; i++ {
		reached[i+1] = true
	}
	for _, s := range word {
		s.read(pattern, reached, next)
		reached, next = next, reached
	}
	return reached[len(pattern)]
}

// mayAgree reports whether the literal ends of a pattern and of a word may belong to one text, and a slash of
// the pattern to the word.
func mayAgree(pattern string, word []segment) bool {
	if strings.IndexByte(pattern, '/') >= 0 && !slices.ContainsFunc(word, func(s segment) bool { return s.one == '/' || s.kind == anyText }) {
		return false
	}
	if pattern != "" && pattern[0] != '*' && !mayBegin(word, pattern[0]) {
		return false
	}
	for i := 0; i < min(len(pattern), len(word)) && pattern[i] != '*' && word[i].kind == exactly; i++ {
		if pattern[i] != word[i].one {
			return false
		}
	}
	for i := 1; i <= min(len(pattern), len(word)); i++ {
		p, w := pattern[len(pattern)-i], word[len(word)-i]
		if p == '*' || w.kind != exactly {
			break
		}
		if p != w.one {
			return false
		}
	}
	return true
}

// mayBegin reports whether a word may begin with a byte.
func mayBegin(word []segment, b byte) bool {
	for _, s := range word {
		switch {
		case s.kind == exactly:
			return s.one == b
		case s.has(b):
			return true
		}
	}
	return false
}

// read sets next to what is reached in a pattern after one more segment of a word.
func (s segment) read(pattern string, before, next []bool) {
	clear(next)
	if s.kind != exactly {
		copy(next, before) // it may be empty
	}
	for i := range pattern {
		switch {
		case pattern[i] == '*':
			next[i] = next[i] || before[i] && s.kind == exactly // the star takes it
			next[i+1] = next[i+1] || next[i]
		case s.kind == exactly:
			next[i+1] = next[i+1] || before[i] && pattern[i] == s.one
		default:
			next[i+1] = next[i+1] || next[i] && s.has(pattern[i])
		}
	}
}

// segments appends the segments of a word to out. It returns false if the shell may split the word: then its ends are of
// several words.
func segments(out []segment, w parser.Word) ([]segment, bool) {
	for _, p := range w.Parts {
		switch {
		case p.Kind == parser.Literal:
			for _, b := range []byte(p.Text) {
				out = append(out, segment{one: b})
			}
		case p.Kind == parser.Glob && !strings.Contains(p.Text, "("):
			out = append(out, segment{kind: inName})
		case p.IsNumber():
			out = append(out, segment{kind: digits})
		case p.IsDated() && !p.Split:
			out = append(out, segment{kind: dated})
		case p.Split || p.Kind == parser.Unknown && slices.Contains([]string{"", "$@", "$*"}, p.Text):
			return nil, false
		default:
			out = append(out, segment{kind: anyText})
		}
	}
	return out, true
}
