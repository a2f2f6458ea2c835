package redact

import (
	"regexp"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
)

// Limits on a text that no shell could parse: words that may be the name of a program,
// and words behind one.
const (
	maxUnread = 1 << 12
	maxBehind = 1 << 7
)

// redactUnread redacts text that no shell could parse: it reads whatever may be a
// program, with what follows it, as if it ran.
func redactUnread(text string, mask bool) string {
	words := loose(text)
	r := newRedaction(text, nil)
	r.mask = mask
	for i, w := range words {
		if i >= maxUnread {
			break
		}
		if w.ends || grammar.Lookup(w.text) == nil {
			continue
		}
		c := &parser.Command{}
		for _, next := range words[i:min(len(words), i+maxBehind)] {
			if next.ends {
				break
			}
			arg := parser.Text(next.text)
			arg.Span = parser.Span{Offset: next.from, End: next.to}
			c.Args = append(c.Args, arg)
		}
		r.invs = []*grammar.Invocation{grammar.ReadCommand(c, parser.Options{})}
		r.find()
	}
	r.loops()
	for name := range r.seen {
		set := regexp.MustCompile(`(?:^|[\s;&|(])` + name + `\+?=('[^']*'?|"[^"]*"?|[^\s;&|)]*)`)
		for _, at := range set.FindAllStringSubmatchIndex(text, -1) {
			r.cuts = append(r.cuts, span{at[2], at[3]})
		}
	}
	return r.removeCuts(r.cuts, text, 0, len(text))
}

// looseWord is a word of text that is split without parsing, or an operator that ends a
// command.
type looseWord struct {
	text     string
	from, to int
	ends     bool
}

// loose splits text into words at blanks and operators outside quotes. A quote that is
// never closed extends to the end of its line, as its author meant.
func loose(text string) []looseWord {
	var words []looseWord
	for i := 0; i < len(text); {
		if strings.IndexByte(" \t\r", text[i]) >= 0 {
			i++
			continue
		}
		w := looseWord{from: i}
		if strings.IndexByte(";&|()\n<>`", text[i]) >= 0 {
			i++
			w.ends = true
		} else {
			w.text, i = looseText(text, i)
		}
		w.to = i
		words = append(words, w)
	}
	return words
}

// looseText is the word that begins at an offset, without its quotes, and its end.
func looseText(text string, i int) (string, int) {
	var b strings.Builder
	for i < len(text) && strings.IndexByte(" \t\r;&|()\n<>`", text[i]) < 0 {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			b.WriteByte(text[i+1])
			i += 2
		case c == '\'' || c == '"':
			rest := text[i+1:]
			n := strings.IndexByte(rest, c)
			if n < 0 {
				n = len(rest)
				if line := strings.IndexByte(rest, '\n'); line >= 0 {
					n = line
				}
				b.WriteString(rest[:n])
				return b.String(), i + 1 + n
			}
			b.WriteString(rest[:n])
			i += n + 2
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String(), i
}
