package rules

import (
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// fitsOne returns whether a word matches one of the blank-separated patterns.
func fitsOne(patterns string, w parser.Word) parser.Truth {
	return fitsList(w, patterns, func(text string) bool { return fitsText(patterns, text) })
}

// fitsList is fitsOne with a function that matches the patterns with known text.
func fitsList(w parser.Word, patterns string, fitsText func(text string) bool) parser.Truth {
	if text, known := w.Text(); known {
		return parser.Of(fitsText(text))
	}
	text := masked(w)
	if fitsText(text) {
		return parser.Yes // whatever the unknown parts are
	}
	var room [64]segment
	read := readPartly(w, text, room[:0])
	return parser.Maybe.And(parser.Of(read.fitsOne(patterns)))
}

// fitsText is fitsOne for known text. It looks for the patterns without a star all at once, rejects
// most others by two neighbouring letters that the text lacks, and searches only once for a literal
// that adjacent patterns share after a star.
func fitsText(patterns, text string) bool {
	switch {
	case text == "" && wordlist.Among("-", patterns):
		return true
	case text != "-" && strings.IndexByte(text, ' ') < 0 && wordlist.Among(text, patterns):
		return true
	}
	var has pairs
	first, there := "", true
	for rest := patterns; rest != ""; {
		if rest[0] != '*' {
			star := strings.IndexByte(rest, '*')
			if star < 0 {
				return false
			}
			rest = rest[strings.LastIndexByte(rest[:star], ' ')+1:]
		}
		p := rest
		if i := strings.IndexByte(rest, ' '); i >= 0 {
			p, rest = rest[:i], rest[i+1:]
		} else {
			rest = ""
		}
		switch {
		case p[0] != '*' && (text == "" || p[0] != text[0]):
			continue
		case p[0] == '*' && len(p) > 2 && p[1] != '*' && p[2] != '*' && !has.pair(p[1:3], text):
			continue
		case p[0] == '*' && len(p) > 1:
			begin := p[1:]
			if i := strings.IndexByte(begin, '*'); i >= 0 {
				begin = begin[:i]
			}
			if begin != first {
				first, there = begin, strings.Contains(text, begin)
			}
			if !there {
				continue
			}
		}
		if spec.Glob(p, text) {
			return true
		}
	}
	return false
}

// pairs are the pairs of bytes of a text. The set is made for the first question.
type pairs struct {
	made bool
	wordlist.Pairs
}

// pair reports whether the text may contain two bytes side by side.
func (has *pairs) pair(two, text string) bool {
	if !has.made {
		has.made = true
		has.Add(text)
	}
	return has.MayHold(two)
}

// fits returns whether a word matches a pattern in which * matches any text. "-" alone matches
// the empty word.
func fits(pattern string, w parser.Word) parser.Truth {
	if text, known := w.Text(); known {
		if pattern == "-" {
			pattern = ""
		}
		return parser.Of(spec.Glob(pattern, text))
	}
	var room [64]segment
	read := readPartly(w, masked(w), room[:0])
	return read.fits(pattern)
}

// grants returns whether a chmod(1) mode, octal or symbolic, grants what a ModeTest asks for.
func grants(test ModeTest, w parser.Word) parser.Truth {
	text, known := w.Text()
	if !known {
		return parser.Maybe
	}
	if n, err := strconv.ParseUint(strings.TrimLeft(text, "=+-"), 8, 16); err == nil {
		if strings.HasPrefix(text, "-") {
			return parser.No // it removes permissions
		}
		if test == SetID {
			return parser.Of(n&0o6000 != 0)
		}
		return parser.Of(n&0o002 != 0)
	}
	best := parser.No
	for clause := range strings.SplitSeq(text, ",") {
		best = best.Or(symbolic(test, clause))
	}
	return best
}

// symbolic tests one clause of a symbolic mode, such as go+w or u=rwxs. What o=u grants depends on the
// file.
func symbolic(test ModeTest, clause string) parser.Truth {
	i := strings.IndexAny(clause, "+=-")
	if i < 0 {
		return parser.No
	}
	best := parser.No
	who, rest := clause[:i], clause[i:]
	for len(rest) > 0 {
		op := rest[0]
		rest = rest[1:]
		end := strings.IndexAny(rest, "+=-")
		if end < 0 {
			end = len(rest)
		}
		perms := rest[:end]
		rest = rest[end:]
		if op == '-' {
			continue
		}
		// Without a user class the umask applies, which denies others writing.
		others := test == WorldSet && strings.ContainsAny(who, "oa")
		switch {
		case test == SetID && strings.Contains(perms, "s"), others && strings.Contains(perms, "w"):
			return parser.Yes
		case others && strings.ContainsAny(perms, "ug"):
			best = parser.Maybe
		}
	}
	return best
}
