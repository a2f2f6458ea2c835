package parser

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// carriage is how carriage returns reach the parser. To mvdan.cc/sh one is a
// blank, and it ends a line after a backslash; to a shell it is a byte like
// any other, so that x^M# is a word and no comment. A stand-in that the source
// does not hold takes its place. Those before a newline stay: they are
// dropped, as they come from an editor.
type carriage struct {
	standIn string // "" if the source needs none
}

// hide returns the source as the parser is to see it, of the same length. It
// reports false if no byte is left to stand in.
func (c *carriage) hide(text string) (string, bool) {
	if strings.IndexByte(text, '\r') < 0 {
		return text, true
	}
	seen := [32]bool{0: true, '\t': true, '\n': true, '\v': true, '\f': true, '\r': true}
	for i := 0; i < len(text); i++ {
		if text[i] < 32 {
			seen[text[i]] = true
		}
	}
	for b, used := range seen {
		if !used {
			c.standIn = string(rune(b))
			break
		}
	}
	if c.standIn == "" {
		return "", false
	}
	out := []byte(text)
	for i, b := range out {
		if b == '\r' && (i+1 == len(out) || out[i+1] != '\n' || i > 0 && out[i-1] == '\\') {
			out[i] = c.standIn[0]
		}
	}
	return string(out), true
}

// restore puts the carriage returns back into a node's text.
func (c *carriage) restore(n syntax.Node) {
	if c.standIn == "" {
		return
	}
	switch n := n.(type) {
	case *syntax.Lit:
		n.Value = strings.ReplaceAll(n.Value, c.standIn, "\r")
	case *syntax.SglQuoted:
		n.Value = strings.ReplaceAll(n.Value, c.standIn, "\r")
	}
}
