package parser

import (
	"strings"

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
func plain(w *syntax.Word) Word { return Word{Parts: appendPlain(nil, w.Parts)} }

func appendPlain(out []Part, parts []syntax.WordPart) []Part {
	for _, p := range parts {
		if len(out) == maxParts {
			out[maxParts-1] = Part{}
			return out
		}
		switch p := p.(type) {
		case *syntax.Lit:
			out = appendPart(out, Part{Kind: Literal, Text: unescape(p.Value, "")})
		case *syntax.SglQuoted:
			text := p.Value
			if p.Dollar {
				text = ansiC(text)
			}
			out = appendPart(out, Part{Kind: Literal, Text: text})
		case *syntax.DblQuoted:
			out = appendPlain(out, p.Parts)
		default:
			out = append(out, Part{})
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
