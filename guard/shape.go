package guard

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// shape is a path word as far as it is known: an exact path, or a literal
// directory with something below it that only execution knows.
type shape struct {
	// dir is the literal path: all of it if exact, else the directory that
	// the unknown rest lies in. It is "" if the word starts unknown.
	dir string

	// rest are the components after dir when the word is not exact; a
	// component that is neither literal nor a pattern is "".
	rest []string

	exact   bool
	unknown bool // a component of rest is unknown, and not only a pattern
}

// shapeOf reads a word as a path.
func shapeOf(w parser.Word) shape {
	if text, known := w.Text(); known {
		return shape{dir: text, exact: true}
	}
	head := w.Prefix()
	cut := strings.LastIndexByte(head, '/') + 1
	s := shape{dir: head[:cut]}
	s.rest, s.unknown = components(w.Tail(cut))
	return s
}

// components splits a word at its literal slashes.
func components(w parser.Word) (out []string, unknown bool) {
	cur, dark := "", false
	flush := func() {
		if dark {
			cur = ""
		}
		out = append(out, cur)
		cur, dark = "", false
	}
	for _, p := range w.Parts {
		switch p.Kind {
		case parser.Unknown:
			dark, unknown = true, true
		case parser.Literal:
			lead, more, found := strings.Cut(p.Text, "/")
			cur += escape(lead)
			for found {
				flush()
				lead, more, found = strings.Cut(more, "/")
				cur += escape(lead)
			}
		default:
			cur += p.Text
		}
	}
	flush()
	return out, unknown
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

// everything reports whether the rest of a shape stands for all that lies
// directly in its directory: *, or * with a trailing slash.
func (s shape) everything() bool {
	if s.unknown || len(s.rest) == 0 {
		return false
	}
	for i, c := range s.rest {
		if i == 0 && c != "*" && c != ".*" && c != "{*,.*}" && c != "?*" && c != "**" {
			return false
		}
		if i > 0 && c != "" && c != "." {
			return false
		}
	}
	return true
}

// emptied returns the path a word would be if every part that may be empty
// were, and whether that leaves a path that the word itself does not show.
func emptied(w parser.Word) (string, bool) {
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
