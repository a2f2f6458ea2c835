package prompt

import (
	"strconv"
	"strings"
)

// maxPath is the longest path or command that is repeated, in bytes.
const maxPath = 120

// paragraph is one line of a description. The empty one is left out.
type paragraph struct {
	lead  string
	items []string // the more important first
	joint string
	tail  string
	more  bool // some of the items were left out
	keep  bool // it is never left out
}

// text is the paragraph as it is read.
func (p paragraph) text() string {
	s := p.lead + strings.Join(p.items, p.joint)
	if p.more {
		s += p.joint + "and more"
	}
	return s + p.tail
}

// fit joins paragraphs into at most limit bytes. Lists lose their ends first,
// the longest of them at each step; then go the paragraphs that need not be
// kept, the last of them first; then the rest of the lists.
func fit(ps []paragraph, limit int) string {
	ps = present(ps)
	for {
		text := joined(ps)
		switch {
		case len(text) <= limit, shorten(ps, 2):
		case drop(&ps), shorten(ps, 1), shorten(ps, 0):
		default:
			return text
		}
		if len(text) <= limit {
			return text
		}
	}
}

func present(ps []paragraph) []paragraph {
	var some []paragraph
	for _, p := range ps {
		if p.lead != "" {
			some = append(some, p)
		}
	}
	return some
}

func joined(ps []paragraph) string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.text()
	}
	return strings.Join(lines, "\n")
}

// shorten takes the last item of the list with the longest text, if there is
// one with more than least items.
func shorten(ps []paragraph, least int) bool {
	longest, size := -1, 0
	for i, p := range ps {
		if n := len(strings.Join(p.items, p.joint)); len(p.items) > least && n > size {
			longest, size = i, n
		}
	}
	if longest < 0 {
		return false
	}
	p := &ps[longest]
	p.items, p.more = p.items[:len(p.items)-1], true
	if len(p.items) == 0 {
		p.joint, p.lead = "", strings.TrimSuffix(p.lead, " ")+" "
	}
	return true
}

// drop takes the last paragraph that need not be kept.
func drop(ps *[]paragraph) bool {
	for i := len(*ps) - 1; i >= 0; i-- {
		if !(*ps)[i].keep {
			*ps = append((*ps)[:i], (*ps)[i+1:]...)
			return true
		}
	}
	return false
}

// shown is a name in a description: as it is where it can be misread for
// nothing else, else quoted, in ASCII.
func shown(s string) string {
	for i := range len(s) {
		if c := s[i]; c <= ' ' && c != ' ' || c >= 0x7f || strings.IndexByte("\"`\\;,", c) >= 0 {
			return strconv.QuoteToASCII(s)
		}
	}
	if s == "" || strings.HasPrefix(s, " ") || strings.HasSuffix(s, " ") {
		return strconv.QuoteToASCII(s)
	}
	return s
}
