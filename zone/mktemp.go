package zone

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// temporary returns a word that begins with the output of mktemp(1) as a path: mktemp prints the name
// of a file or directory that it has made, below a directory for temporary files.
func (m *Map) temporary(w parser.Word) (parser.Word, bool) {
	if m.linksUnknown || len(w.Parts) == 0 || w.Parts[0].Kind != parser.Unknown || w.Parts[0].File || len(w.Parts[0].From) != 1 {
		return w, false
	}
	name, ok := m.tempName(w.Parts[0].From[0])
	if !ok {
		return w, false
	}
	return parser.Word{Parts: append([]parser.Part{{Kind: parser.Literal, Text: name}}, w.Parts[1:]...), Span: w.Span}, true
}

// tempName returns a name that mktemp may print; false if it may be elsewhere, or if the command
// prints something else.
func (m *Map) tempName(c *parser.Command) (string, bool) {
	if program, known := c.Program().Text(); !known || program != "mktemp" || c.Shadowed || len(c.Assigns) > 0 || len(m.machine.Temp) == 0 {
		return "", false
	}
	dir, name := m.machine.Temp[0], "tmp.XXXXXXXXXX"
	if set, changed := c.Environment().Value("TMPDIR"); changed {
		text, known := set.Text()
		if !known {
			return "", false
		}
		dir = text
	}
	named, templates := false, 0
	for _, a := range c.Args[1:] {
		text, known := a.Text()
		switch {
		case !known:
			return "", false
		case text == "--directory" || text == "--quiet":
		case strings.HasPrefix(text, "-"):
			if strings.Trim(text[1:], "dqt") != "" {
				return "", false
			}
			named = named || strings.Contains(text, "t")
		default:
			name, templates = text, templates+1
		}
	}
	if templates > 1 || !strings.Contains(name, "XXX") {
		return "", false
	}
	switch {
	case strings.HasPrefix(name, "/"):
		dir, name = path.Split(name)
	case templates == 0 || named && !strings.Contains(name, "/"):
	default:
		return "", false
	}
	real, err := m.Resolve(dir, true)
	full := path.Join(real, name)
	return full, err == nil && m.IsInTemp(full) && full != real
}
