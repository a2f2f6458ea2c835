package expand

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/quote"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// PlainText returns the text of a word without quoting or expansion.
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

// Plain returns the literal parts of a word before any expansion. If a word has more than
// maxParts parts, the rest becomes one unknown part.
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

// PlainName returns the name that a word spells out, or "".
func PlainName(w *syntax.Word) string {
	name, ok := PlainText(w)
	if !ok {
		name, _ = Plain(w).Text()
	}
	return name
}

// Simple returns the text of a word in which only quotes are special. It is the fast path for
// most words. The text is never empty.
func Simple(x *syntax.Word) (string, bool) {
	if len(x.Parts) == 0 || len(x.Parts) > 4 {
		return "", false // too long for the fast path
	}
	text, ok := simplePart(x.Parts[0])
	if !ok && isBracket(x) {
		return "[", true
	}
	for i := 1; ok && i < len(x.Parts); i++ {
		var s string
		s, ok = simplePart(x.Parts[i])
		text += s
	}
	return text, ok && text != "" && text[0] != '=' // zsh expands =
}

// isBracket reports whether a word is [ alone, which is a program's name or text: a pattern ends in ].
func isBracket(x *syntax.Word) bool {
	lit, ok := x.Parts[0].(*syntax.Lit)
	return ok && len(x.Parts) == 1 && lit.Value == "["
}

// special marks the bytes of unquoted text that may have a meaning.
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
