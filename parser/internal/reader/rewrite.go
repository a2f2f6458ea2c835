package reader

import (
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// Rewrite is how a text reaches the parser, where that is not as it stands. All that is
// done to it leaves each command what it is to a shell.
//
// To mvdan.cc/sh a carriage return is a blank, and it ends a line after a backslash; to a
// shell it is a byte like any other, so that x^M# is a word and no comment. Those before
// a newline stay: they are dropped, as they come from an editor. And it reads no bytes
// that are no UTF-8, which to a shell are part of a word. For each such byte a control
// character stands in that the text does not hold.
type Rewrite struct {
	standIns   [utf8.RuneSelf]byte // the byte that each control character stands for, or 0
	HidesBytes bool                // there is one that stands for something
	added      []int               // the places of bytes that the source does not have (repair)
}

// hideBytes returns the source as the parser is to see it, of the same length. It
// reports false where that cannot be.
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
	var shown [256]byte // what stands for a byte
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
			return "", false // in Shift JIS, Big5 and GBK the two are one character
		}
		out[i-1] = shown[b]
	}
	return string(out), true
}

// Lines are the lines of a source that was read so.
func (c Rewrite) Lines(source string) Lines {
	l := linesOf(source)
	l.added = c.added
	return l
}

// standIn is a control character for a byte, or 0 if none is left.
func (c *Rewrite) standIn(b byte, seen *[32]bool) byte {
	for s, used := range seen {
		if !used {
			seen[s], c.standIns[s], c.HidesBytes = true, b, true
			return byte(s)
		}
	}
	return 0
}

// Restore puts the bytes back into a node's text.
func (c *Rewrite) Restore(n syntax.Node) {
	if !c.HidesBytes {
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
