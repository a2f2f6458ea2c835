package expand

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
)

// EitherCase widens the literal text of file patterns so that it matches in either case.
func EitherCase(parts []tree.Part) []tree.Part {
	var out []tree.Part
	from, pattern := 0, false // the name that is read
	name := func() {
		for i := from; i < len(out) && pattern; i++ {
			if out[i].Kind != tree.Unknown && !strings.HasSuffix(out[i].Text, "/") {
				out[i].Kind, out[i].Text = tree.Glob, "*"
			}
		}
		from, pattern = len(out), false
	}
	for _, p := range parts {
		if p.Kind != tree.Literal {
			pattern = pattern || p.Kind == tree.Glob
			out = append(out, p)
			continue
		}
		for text := p.Text; text != ""; {
			i := strings.IndexByte(text, '/')
			if i > 0 || i < 0 {
				p.Text = text[:max(i, 0)]
				if i < 0 {
					p.Text = text
				}
				out = append(out, p)
			}
			if i < 0 {
				break
			}
			name()
			p.Text, text = "/", text[i+1:]
			out = append(out, p)
			from = len(out)
		}
	}
	name()
	return out
}

// extendedPattern returns the extglob pattern that text starts with, or "". A pattern that is
// not closed may continue in the next piece.
func extendedPattern(text string) (pattern string, closed bool) {
	if len(text) < 2 || text[1] != '(' || strings.IndexByte("?*+@!", text[0]) < 0 {
		return "", false
	}
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[:i+1], true
			}
		}
	}
	return text, false
}

// LooksExtended reports whether a word has an unquoted text that looks like an extglob pattern.
// Even with extglob off, bash looks for files of that name, and removes the word if there
// are none.
func LooksExtended(pieces []Piece) bool {
	last := byte(0)
	for _, p := range pieces {
		if !plainPiece(p) {
			last = 0
			continue
		}
		for _, c := range []byte(p.Part.Text) {
			if c == '(' && last != 0 && strings.IndexByte("?*+@!", last) >= 0 {
				return true
			}
			last = c
		}
	}
	return false
}

// JoinUnquoted merges each run of unquoted pieces: an extglob pattern may start in one value
// and continue in the next.
func JoinUnquoted(pieces []Piece) []Piece {
	var out []Piece
	for _, p := range pieces {
		if n := len(out); n > 0 && plainPiece(p) && plainPiece(out[n-1]) && len(out[n-1].Part.Text) < tree.MaxMerged {
			out[n-1].Part.Text += p.Part.Text
			continue
		}
		out = append(out, p)
	}
	return out
}

func plainPiece(p Piece) bool { return p.Part.Kind == tree.Literal && !p.Quoted }
