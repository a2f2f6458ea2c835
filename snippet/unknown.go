package snippet

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/excerpt"
)

// unknownWord stands for text that only somebody else fills in.
const unknownWord = "${_unknown}"

// template is how a kind of file marks what it fills in before a shell sees the text.
type template struct{ begin, end string }

// templated puts a variable that nobody knows in the place of each part that is filled in,
// or the value of one that is known. Within single quotes it ends them: the text comes before
// the shell's quotes. In code of another language, a name stands for it.
func templated(t excerpt.Text, lang string, m template, known func(string) (string, bool)) excerpt.Text {
	s := t.String
	if !strings.Contains(s, m.begin) {
		return t
	}
	var b excerpt.Builder
	quote := byte(0)
	for from, i := 0, 0; ; {
		n := strings.Index(s[i:], m.begin)
		if n < 0 {
			b.Add(t, from, len(s))
			return b.Text()
		}
		n += i
		size := strings.Index(s[n:], m.end)
		if size < 0 {
			size = len(s) - n - len(m.end)
		}
		quote = quoteAfter(s[from:n], quote)
		b.Add(t, from, n)
		inside := strings.TrimSpace(s[n+len(m.begin) : max(n+size, n+len(m.begin))])
		b.Put(standIn(inside, lang, quote, known), t.Place(n))
		i = min(n+size+len(m.end), len(s))
		from = i
	}
}

// standIn is what stands for one part that is filled in.
func standIn(inside, lang string, quote byte, known func(string) (string, bool)) string {
	if known != nil {
		if value, ok := known(inside); ok {
			return value
		}
	}
	switch {
	case !IsShell(lang):
		return "_unknown"
	case quote == '\'':
		return `'"` + unknownWord + `"'`
	}
	return unknownWord
}

// quoteAfter is the quote that is open behind a part of a shell's source, as far as
// that can be told without reading it.
func quoteAfter(s string, quote byte) byte {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && quote != '\'':
			i++
		case quote == 0 && c == '#' && (i == 0 || s[i-1] == ' ' || s[i-1] == '\n'):
			if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
				i += n
			} else {
				return quote
			}
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote == c && c != 0:
			quote = 0
		}
	}
	return quote
}
