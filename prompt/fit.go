package prompt

import (
	"slices"
	"strconv"
	"strings"
)

// maxPath is the longest path or command that is repeated, in bytes.
const maxPath = 120

// paragraph is one line of a description. An empty one is left out.
type paragraph struct {
	lead    string
	brief   string   // the lead in fewer words; "" if there is no shorter one
	items   []string // the most important first
	details bool     // items have examples in brackets
	joint   string
	tail    string
	more    bool // some of the items were left out
	keep    bool // never left out
}

// text formats the paragraph.
func (p paragraph) text() string {
	s := p.lead + strings.Join(p.items, p.joint)
	if p.more {
		s += p.joint + "and more"
	}
	return s + p.tail
}

// fit joins paragraphs into at most limit bytes. It first shortens or drops prose, then
// drops the examples in lists. Only after that it drops items: the ends of the longest
// lists, down to one item; then whole paragraphs that need not be kept, from the last.
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

// shorten drops the last item of the list with the longest text, if that has more than
// least items.
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

// say replaces the longest lead that has a brief form by that.
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

// plain drops the examples of the last item that has some, in the list with the longest
// text.
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

// drop removes the last paragraph that need not be kept or, with prose, that has no list.
func drop(ps *[]paragraph, prose bool) bool {
	for i := len(*ps) - 1; i >= 0; i-- {
		if p := (*ps)[i]; !p.keep && !(prose && len(p.items) > 0) {
			*ps = append((*ps)[:i], (*ps)[i+1:]...)
			return true
		}
	}
	return false
}

// shown is a name in a description: unquoted if nothing in it can be misread, else
// quoted, in ASCII.
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
