package zone

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/parser"
)

// hole marks an unknown part in samples, which are only compared with file names. Whether a part
// is unknown is decided by the word's parts.
const hole = "\x01"

// shape is the known form of a path word: a literal path, and the components after it that are
// not literal.
type shape struct {
	// dir is the literal path: the whole path if rest is empty, otherwise the directory of rest
	// with its slash. It is "" if the start of the word is unknown.
	dir  string
	rest []component
}

// component is one name of a path.
type component struct {
	kind componentKind

	// text is the name itself, a pattern of path.Match, or "" for an unknown component.
	text string

	// sample is the name with a hole for each pattern and unknown part.
	sample string

	// open says that the beginning of the name is unknown.
	open bool

	// head and tail are the literal ends of a pattern.
	head, tail string

	// digits says that a pattern ends in a number, and beforeDigits is the literal before it.
	digits       bool
	beforeDigits string
}

type componentKind uint8

const (
	literal componentKind = iota
	pattern
	unknown
)

// exact reports whether the whole path is literal.
func (s shape) exact() bool { return len(s.rest) == 0 }

// shapeOf reads a word as a path.
func shapeOf(w parser.Word) shape {
	if text, known := w.Text(); known {
		return shape{dir: text}
	}
	prefix := w.Prefix()
	dir := prefix[:strings.LastIndexByte(prefix, '/')+1]
	return shape{dir: dir, rest: components(w, len(dir))}
}

// components splits a word at its literal slashes, without the literal text that it begins with up to some
// length.
func components(w parser.Word, skip int) []component {
	out := []component{{}}
	for i := range w.Parts {
		p := &w.Parts[i]
		if p.Kind != parser.Literal {
			out[len(out)-1].add(p)
			continue
		}
		skipped := min(skip, len(p.Text))
		skip -= skipped
		for text := p.Text[skipped:]; ; {
			name, rest := pathname.CutFirst(text)
			out[len(out)-1].append(name)
			if len(name) == len(text) {
				break
			}
			out = append(out, component{})
			text = rest
		}
	}
	return out
}

// append adds literal text.
func (c *component) append(name string) {
	if name == "" {
		return
	}
	c.digits = false
	if c.kind == pattern {
		c.text += escape(name)
	} else {
		c.text += name
	}
	c.sample += name
}

// number is a pattern that matches a number, and more.
const number = "[0-9]*"

// add adds a pattern or an unknown part.
func (c *component) add(p *parser.Part) {
	c.open = c.open || c.sample == ""
	c.sample += hole
	text, ok := number, true
	switch c.digits = p.IsNumber(); {
	case p.Kind != parser.Unknown:
		text, ok = plainPattern(p.Text)
	case !c.digits:
		ok = p.IsDated()
	}
	if !ok {
		c.kind = unknown
		return
	}
	if c.kind == literal {
		c.kind, c.text = pattern, escape(c.text)
	}
	c.text += text
}

// plainPattern converts a shell pattern to one of path.Match that matches at least the same
// names: !(a) matches all names but one, and +(*.c|*.h) some. A pattern for only a few names,
// such as +(a|b), is treated as unknown.
func plainPattern(text string) (string, bool) {
	switch open := strings.IndexByte(text, '('); {
	case open >= 0 && (text[0] == '!' || strings.ContainsAny(text[open:], "*?[")):
		return "*", true
	case open >= 0 || text == "[":
		return "", false
	case strings.HasPrefix(text, "[") && strings.Contains(text, ":"):
		return "?", true
	}
	return strings.Replace(text, "[!", "[^", 1), true
}

// escape escapes literal text for a pattern of path.Match.
func escape(s string) string {
	if !strings.ContainsAny(s, `*?[\`) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(`*?[\`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// isName reports whether a component is one or more names, and not "", "." or "..".
func (c *component) isName() bool {
	return c.kind != literal || c.text != "" && c.text != "." && c.text != ".."
}

// fold removes "." and empty components, and each ".." with the name before it. It returns how
// far the path climbs beyond the first component. It fails if the name before a ".." is unknown,
// since that may be several names.
func fold(rest []component) (out []component, up int, ok bool) {
	plain := true
	for i := range rest {
		plain = plain && rest[i].isName()
	}
	if plain {
		return rest, 0, true // nearly always
	}
	for _, c := range rest {
		switch {
		case c.isName():
			out = append(out, c)
		case c.text != "..":
		case len(out) == 0:
			up++
		case out[len(out)-1].kind == unknown:
			return nil, 0, false
		default:
			out = out[:len(out)-1]
		}
	}
	return out, up, true
}

// descends reports whether components begin with **, which goes into all directories below: bash(1),
// globstar. zsh always has it, and a shell that does not have it goes into one.
func descends(rest []component) bool {
	return len(rest) > 0 && rest[0].kind == pattern && rest[0].text == "**"
}

// everything reports whether components are just *: everything directly in their directory, or with **
// below it.
func everything(rest []component) bool {
	for len(rest) > 1 && descends(rest) {
		rest = rest[1:]
	}
	if len(rest) != 1 || rest[0].kind != pattern {
		return false
	}
	switch rest[0].text {
	case "*", "**", "?*", "*?", ".*", ".[^.]*", ".??*", ".?*":
		return true
	}
	return false
}

// samples joins the components to a path, with holes for unknown parts.
func samples(rest []component) string {
	names := make([]string, len(rest))
	for i, c := range rest {
		names[i] = c.sample
	}
	return strings.Join(names, "/")
}

// withoutUnknown returns the path without the parts that may be empty, and whether that is a path
// that the word itself does not show.
func withoutUnknown(w parser.Word) (string, bool) {
	some := false
	for i := range w.Parts {
		some = some || w.Parts[i].Kind == parser.Unknown && w.Parts[i].Empty
	}
	if !some {
		return "", false
	}
	var b strings.Builder
	for _, p := range w.Parts {
		switch {
		case p.Kind == parser.Unknown && p.Empty:
		case p.Kind == parser.Unknown:
			return "", false
		default:
			b.WriteString(p.Text)
		}
	}
	text := b.String()
	if text == "" {
		return "", false
	}
	// "$D"/* leaves /*, which is everything in the root.
	if base := path.Base(text); base == "*" || base == ".*" {
		text = path.Dir(text)
	}
	return text, true
}

// Join resolves a relative path from a directory.
func Join(dir, w parser.Word) parser.Word {
	if strings.HasPrefix(w.Prefix(), "/") || len(dir.Parts) == 0 {
		return w
	}
	parts := append([]parser.Part{}, dir.Parts...)
	parts = append(parts, parser.Part{Kind: parser.Literal, Text: "/"})
	return parser.Word{Parts: append(parts, w.Parts...), Span: w.Span}
}
