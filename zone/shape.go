package zone

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// hole stands for what is not known in samples, which are compared with names of files
// and never read: what is not known is told by the parts of a word.
const hole = "\x01"

// shape is a path word as far as it is known: a literal path, and below it
// what only execution can tell.
type shape struct {
	// dir is the literal path: all of it if rest is empty, else the directory
	// that rest lies in, with its slash. It is "" if the word starts unknown.
	dir  string
	rest []component
}

// component is one name of a path.
type component struct {
	kind componentKind

	// text is the name itself, a pattern of path.Match, or for an unknown
	// component nothing.
	text string

	// sample is the name with a hole for each pattern and unknown part.
	sample string

	// open says that it is not known how the name begins.
	open bool

	// head and tail are what is literal at the ends of a pattern.
	head, tail string
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
	cut := strings.LastIndexByte(w.Prefix(), '/') + 1
	return shape{dir: w.Prefix()[:cut], rest: components(w.Tail(cut))}
}

// components splits a word at its literal slashes.
func components(w parser.Word) []component {
	out := []component{{}}
	for _, p := range w.Parts {
		if p.Kind != parser.Literal {
			out[len(out)-1].add(p)
			continue
		}
		for i, name := range strings.Split(p.Text, "/") {
			if i > 0 {
				out = append(out, component{})
			}
			out[len(out)-1].append(name)
		}
	}
	return out
}

// append adds literal text.
func (c *component) append(name string) {
	if c.kind == pattern {
		c.text += escape(name)
	} else {
		c.text += name
	}
	c.sample += name
}

// add adds a pattern or an unknown part.
func (c *component) add(p parser.Part) {
	c.open = c.open || c.sample == ""
	c.sample += hole
	text, ok := plainPattern(p.Text)
	if p.Kind == parser.Unknown || !ok {
		c.kind = unknown
		return
	}
	if c.kind == literal {
		c.kind, c.text = pattern, escape(c.text)
	}
	c.text += text
}

// plainPattern is a pattern of the shell as path.Match has it, which fits no fewer names:
// !(a) is all names but one, and +(*.c|*.h) some of them. Patterns that only fit some names,
// as +(a|b), are as good as unknown.
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

// escape makes literal text stand for itself in a pattern of path.Match.
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

// fold takes "." and empty components out, and each ".." together with the
// name before it; what it climbs beyond the first component it counts. It
// fails if the name before a ".." is unknown, which may be several names.
func fold(rest []component) (out []component, up int, ok bool) {
	for _, c := range rest {
		switch {
		case c.kind != literal || c.text != "" && c.text != "." && c.text != "..":
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

// everything reports whether components stand for all that lies directly in
// their directory: * alone.
func everything(rest []component) bool {
	if len(rest) != 1 || rest[0].kind != pattern {
		return false
	}
	switch rest[0].text {
	case "*", "**", "?*", "*?", ".*", ".[^.]*", ".??*", ".?*":
		return true
	}
	return false
}

// samples joins the components as a path, with holes for what is not known.
func samples(rest []component) string {
	names := make([]string, len(rest))
	for i, c := range rest {
		names[i] = c.sample
	}
	return strings.Join(names, "/")
}

// withoutUnknown returns the path a word would be if every part that may be empty
// were, and whether that leaves a path that the word itself does not show.
func withoutUnknown(w parser.Word) (string, bool) {
	var b strings.Builder
	some := false
	for _, p := range w.Parts {
		switch {
		case p.Kind == parser.Unknown && p.Empty:
			some = true
		case p.Kind == parser.Unknown:
			return "", false
		default:
			b.WriteString(p.Text)
		}
	}
	text := b.String()
	if !some || text == "" {
		return "", false
	}
	// "$D"/* leaves /*, which is everything in the root.
	if base := path.Base(text); base == "*" || base == ".*" {
		text = path.Dir(text)
	}
	return text, true
}

// Join puts a relative path below a directory.
func Join(dir, w parser.Word) parser.Word {
	if strings.HasPrefix(w.Prefix(), "/") || len(dir.Parts) == 0 {
		return w
	}
	parts := append([]parser.Part{}, dir.Parts...)
	parts = append(parts, parser.Part{Kind: parser.Literal, Text: "/"})
	return parser.Word{Parts: append(parts, w.Parts...), Span: w.Span}
}
