package rules

import (
	"strings"
	"sync/atomic"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// listField is a field of a rule that is a list of patterns.
type listField uint8

const (
	operandList listField = iota
	notOperandList
	nameList
	valueList
	notList
	listFields
)

// patternLists are a rule's lists of patterns by field, prepared for comparison with known texts. A
// process that decides once reads most lists once, as they are written; one that decides often prepares
// each list that it reads again.
type patternLists [listFields]struct {
	read     atomic.Bool
	prepared atomic.Pointer[patternList]
}

// fits returns whether a word matches one of the patterns in a field of the rule.
func (r *Rule) fits(field listField, patterns string, w parser.Word) parser.Truth {
	return fitsList(w, patterns, func(text string) bool { return r.fitsText(field, patterns, text) })
}

// fitsText is fits for known text.
func (r *Rule) fitsText(field listField, patterns, text string) bool {
	if r.lists == nil {
		return fitsText(patterns, text)
	}
	l := &r.lists[field]
	list := l.prepared.Load()
	if list == nil || list.patterns != patterns { // of a copy whose field was changed
		if !l.read.Swap(true) {
			return fitsText(patterns, text)
		}
		list = newPatternList(patterns)
		l.prepared.Store(list)
	}
	return list.fits(text)
}

// patternList is a list of patterns, each with what a text must have to fit it.
type patternList struct {
	patterns string
	empty    bool          // the empty text fits
	plain    *wordlist.Set // the patterns without a star
	starred  []starPattern
	floats   bool // the literal of some starred one may be anywhere
}

// starPattern is a pattern with a star, and the literal at its beginning or behind a star there.
type starPattern struct {
	pattern, literal string
	anchored         bool  // a text begins with the literal
	first, last      uint8 // hashes of the first and the last two bytes of a literal that may be anywhere
}

// newPatternList prepares a list of patterns.
func newPatternList(patterns string) *patternList {
	l := &patternList{patterns: patterns, plain: wordlist.NewSet(patterns)}
	for p := range wordlist.Each(patterns) {
		switch head, rest, star := strings.Cut(p, "*"); {
		case p == "-":
			l.empty = true
		case !star:
		case head != "":
			l.starred = append(l.starred, starPattern{pattern: p, literal: head, anchored: true})
		default:
			s := starPattern{pattern: p}
			if s.literal, _, _ = strings.Cut(rest, "*"); len(s.literal) > 1 {
				s.first, s.last = wordlist.PairAt(s.literal, 0), wordlist.PairAt(s.literal, len(s.literal)-2)
				l.floats = true
			}
			l.starred = append(l.starred, s)
		}
	}
	return l
}

// fits reports whether a text matches one of the patterns, as fitsText does.
func (l *patternList) fits(text string) bool {
	switch {
	case text == "" && l.empty:
		return true
	case text != "-" && l.plain.Has(text):
		return true
	case len(l.starred) == 0:
		return false
	}
	var has wordlist.Pairs
	if l.floats {
		has.Add(text)
	}
	for i := range l.starred {
		s := &l.starred[i]
		if s.mayFit(text, &has) && spec.Glob(s.pattern, text) {
			return true
		}
	}
	return false
}

// mayFit quickly tests whether a text with these pairs of bytes has the literal of a pattern.
func (s *starPattern) mayFit(text string, has *wordlist.Pairs) bool {
	switch {
	case s.anchored:
		return strings.HasPrefix(text, s.literal)
	case len(s.literal) > 1:
		return has[s.first] && has[s.last]
	}
	return true
}
