package expand

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/quote"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// PlainText is the text of a word without any quoting or expansion.
func PlainText(w *syntax.Word) (string, bool) {
	if len(w.Parts) != 1 {
		return "", false
	}
	lit, ok := w.Parts[0].(*syntax.Lit)
	if !ok || strings.IndexByte(lit.Value, '\\') >= 0 {
		return "", false
	}
	return lit.Value, true
}

// Plain is a word as far as it is literal in the text, before any expansion. Of
// one with more than maxParts parts the rest is one unknown part.
func Plain(w *syntax.Word) tree.Word { return tree.Word{Parts: appendPlain(nil, w.Parts)} }

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

// PlainName is the name that a word spells out, or "".
func PlainName(w *syntax.Word) string {
	name, ok := PlainText(w)
	if !ok {
		name, _ = Plain(w).Text()
	}
	return name
}

// Simple is the text of a word in which nothing is special but quotes:
// the short way for most words. It is never empty.
func Simple(x *syntax.Word) (string, bool) {
	if len(x.Parts) == 0 || len(x.Parts) > 4 {
		return "", false // not short any more
	}
	text, ok := simplePart(x.Parts[0])
	for i := 1; ok && i < len(x.Parts); i++ {
		var s string
		s, ok = simplePart(x.Parts[i])
		text += s
	}
	return text, ok && text != "" && text[0] != '=' // which zsh expands
}

// special are the bytes of unquoted text that may mean something.
var special = [256]bool{'\\': true, '$': true, '~': true, '{': true, '*': true, '?': true, '[': true, '(': true}

func simplePart(p syntax.WordPart) (string, bool) {
	switch p := p.(type) {
	case *syntax.Lit:
		for i := range len(p.Value) {
			if special[p.Value[i]] {
				return "", false
			}
		}
		return p.Value, true
	case *syntax.SglQuoted:
		return p.Value, !p.Dollar
	case *syntax.DblQuoted:
		if len(p.Parts) != 1 || p.Dollar {
			return "", false
		}
		lit, ok := p.Parts[0].(*syntax.Lit)
		if !ok || strings.IndexByte(lit.Value, '\\') >= 0 {
			return "", false
		}
		return lit.Value, true
	}
	return "", false
}
