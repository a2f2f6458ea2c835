// Package wordsplit splits a line into words where quotes and backslashes keep blanks together, for
// languages that differ only in which quotes they have and where a backslash counts.
package wordsplit

import "strings"

// Quoting says how a language writes words.
//
//	redis := Quoting{Quotes: `"'`, Separators: " \t\r", Escaped: func(quote, next byte) (string, bool) {
//		return string(next), quote == '"'
//	}}
//	redis.Split(`set a "b c"`) // set, a, b c
type Quoting struct {
	Quotes     string // the bytes of which each opens a quote and closes it again
	Separators string // the bytes that end a word outside quotes

	// Escaped returns what a backslash and the byte behind it mean, within a quote or, if quote is 0,
	// outside. It returns false if the backslash is an ordinary byte there.
	Escaped func(quote, next byte) (text string, is bool)
}

// Split returns the words of a text, without their quotes, and whether every quote is closed. An empty
// quoted word is a word.
func (q Quoting) Split(text string) (words []string, closed bool) {
	var word strings.Builder
	inside, quote := false, byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\\' && i+1 < len(text) {
			if meant, is := q.Escaped(quote, text[i+1]); is {
				word.WriteString(meant)
				inside = true
				i++
				continue
			}
		}
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && strings.IndexByte(q.Quotes, c) >= 0:
			quote, inside = c, true
		case quote == 0 && strings.IndexByte(q.Separators, c) >= 0:
			if inside {
				words = append(words, word.String())
			}
			word.Reset()
			inside = false
		default:
			word.WriteByte(c)
			inside = true
		}
	}
	if inside {
		words = append(words, word.String())
	}
	return words, quote == 0
}
