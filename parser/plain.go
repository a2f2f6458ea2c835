package parser

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/quote"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// plainText is the text of a word without any quoting or expansion.
func plainText(w *syntax.Word) (string, bool) {
	if len(w.Parts) != 1 {
		return "", false
	}
	lit, ok := w.Parts[0].(*syntax.Lit)
	if !ok || strings.IndexByte(lit.Value, '\\') >= 0 {
		return "", false
	}
	return lit.Value, true
}

// plain is a word as far as it is literal in the text, before any expansion. Of
// one with more than maxParts parts the rest is one unknown part.
func plain(w *syntax.Word) tree.Word { return tree.Word{Parts: appendPlain(nil, w.Parts)} }

func appendPlain(out []tree.Part, parts []syntax.WordPart) []tree.Part {
	for _, p := range parts {
		if len(out) == tree.MaxParts {
			out[tree.MaxParts-1] = tree.Part{}
			return out
		}
		switch p := p.(type) {
		case *syntax.Lit:
			out = tree.AppendPart(out, tree.Part{Kind: tree.Literal, Text: quote.Unescape(p.Value, "")})
		case *syntax.SglQuoted:
			text := p.Value
			if p.Dollar {
				text = quote.ANSIC(text)
			}
			out = tree.AppendPart(out, tree.Part{Kind: tree.Literal, Text: text})
		case *syntax.DblQuoted:
			out = appendPlain(out, p.Parts)
		default:
			out = append(out, tree.Part{})
		}
	}
	return out
}

// plainName is the name that a word spells out, or "".
func plainName(w *syntax.Word) string {
	name, ok := plainText(w)
	if !ok {
		name, _ = plain(w).Text()
	}
	return name
}
