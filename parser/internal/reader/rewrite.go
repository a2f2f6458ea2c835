package reader

import (
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// Rewrite records how a text was changed before the parser read it. No change alters the
// meaning of a command to a shell.
//
// mvdan.cc/sh treats a carriage return as a blank, and as the end of a line after a backslash; a
// shell treats it like any other byte, so that x^M# is a word and not a comment. Those before a
// newline stay in the text and the parser drops them, since they come from an editor. The
// parser also rejects invalid UTF-8, which a shell accepts in a word. Each such byte is
// replaced by a control character that does not occur in the text.
type Rewrite struct {
	standIns *[utf8.RuneSelf]byte // the byte that each control character stands for, or 0; nil if none does
	added    []int                // the places of bytes that the source does not have (repair)
}

// hideBytes returns the source as the parser is to see it, of the same length. It returns false
// if that is impossible.
func (c *Rewrite) hideBytes(text string) (string, bool) {
	if utf8.ValidString(text) && strings.IndexByte(text, '\r') < 0 {
		return text, true
	}
	seen := [32]bool{0: true, '\t': true, '\n': true, '\v': true, '\f': true, '\r': true}
	for i := 0; i < len(text); i++ {
		if text[i] < 32 {
			seen[text[i]] = true
		}
	}
	var shown [256]byte // the control character for each byte
	out := []byte(text)
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		hidden := r == utf8.RuneError && n == 1 || text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n' || i > 0 && text[i-1] == '\\')
		if !hidden {
			i += n
			continue
		}
		b := text[i]
		if shown[b] == 0 {
			if shown[b] = c.standIn(b, &seen); shown[b] == 0 {
				return "", false
			}
		}
		if i++; b >= utf8.RuneSelf && i < len(text) && strings.IndexByte("\\`[]{}|~^@", text[i]) >= 0 {
			return "", false // in Shift JIS, Big5 and GBK the two bytes are one character
		}
		out[i-1] = shown[b]
	}
	return string(out), true
}

// Lines returns the lines of a source that was rewritten in this way.
func (c *Rewrite) Lines(source string) Lines {
	l := linesOf(source)
	l.added = c.added
	return l
}

// HidesBytes reports whether some control character is a stand-in.
func (c *Rewrite) HidesBytes() bool { return c.standIns != nil }

// standIn returns a control character for a byte, or 0 if none is left.
func (c *Rewrite) standIn(b byte, seen *[32]bool) byte {
	for s, used := range seen {
		if !used {
			if c.standIns == nil {
				c.standIns = new([utf8.RuneSelf]byte)
			}
			seen[s], c.standIns[s] = true, b
			return byte(s)
		}
	}
	return 0
}

// Restore puts the original bytes back into a node's text.
func (c *Rewrite) Restore(n syntax.Node) {
	if !c.HidesBytes() {
		return
	}
	switch n := n.(type) {
	case *syntax.Lit:
		n.Value = c.restored(n.Value)
	case *syntax.SglQuoted:
		n.Value = c.restored(n.Value)
	}
}

func (c *Rewrite) restored(text string) string {
	out := []byte(text)
	for i, b := range out {
		if b < utf8.RuneSelf && c.standIns[b] != 0 {
			out[i] = c.standIns[b]
		}
	}
	return string(out)
}
