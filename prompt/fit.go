package prompt

import (
	"slices"
	"strconv"
	"strings"
)

// maxPath is the longest path or command that is repeated, in bytes.
const maxPath = 120

// paragraph is one line of a description. The empty one is left out.
type paragraph struct {
	lead    string
	brief   string   // the lead in fewer words; the same, if empty
	items   []string // the more important first
	details bool     // what stands in brackets behind an item are examples of it
	joint   string
	tail    string
	more    bool // some of the items were left out
	keep    bool // it is never left out
}

// text is the paragraph as it is read.
func (p paragraph) text() string {
	s := p.lead + strings.Join(p.items, p.joint)
	if p.more {
		s += p.joint + "and more"
	}
	return s + p.tail
}

// fit joins paragraphs into at most limit bytes. Prose is said in fewer words first,
// or not at all; then lists lose the examples in them. What a list names is left out
// only after that: the ends of the longest first, down to one item; then the paragraphs
// that need not be kept, the last of them first.
func fit(ps []paragraph, limit int) string {
	ps = present(ps)
	for {
		text := joined(ps)
		switch {
		case len(text) <= limit, say(ps), drop(&ps, true), plain(ps), shorten(ps, 2):
		case drop(&ps, false), shorten(ps, 1), shorten(ps, 0):
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

// say puts fewer words in the place of the longest prose that has them.
func say(ps []paragraph) bool {
	longest := -1
	for i, p := range ps {
		if p.brief != "" && (longest < 0 || len(p.lead)-len(p.brief) > len(ps[longest].lead)-len(ps[longest].brief)) {
			longest = i
		}
	}
	if longest < 0 {
		return false
	}
	ps[longest].lead, ps[longest].brief = ps[longest].brief, ""
	return true
}

// plain takes the examples from the last item that has some, in the list with the
// longest text.
func plain(ps []paragraph) bool {
	longest, last, size := -1, -1, 0
	for i, p := range ps {
		at := -1
		for j, item := range p.items {
			if p.details && strings.Contains(item, " (") {
				at = j
			}
		}
		if n := len(p.text()); at >= 0 && n > size {
			longest, last, size = i, at, n
		}
	}
	if longest < 0 {
		return false
	}
	p := &ps[longest]
	p.items = slices.Clone(p.items)
	p.items[last], _, _ = strings.Cut(p.items[last], " (")
	return true
}

// drop takes the last paragraph that need not be kept, or that is only prose.
func drop(ps *[]paragraph, prose bool) bool {
	for i := len(*ps) - 1; i >= 0; i-- {
		if p := (*ps)[i]; !p.keep && !(prose && len(p.items) > 0) {
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
