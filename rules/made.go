package rules

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
)

// made reports whether a command before this one made the place that an effect is on, or
// one that it lies in: what was not there before the text began is the text's own.
func (m *matcher) made(v *grammar.Invocation, e *grammar.Effect) bool {
	if m.view.Made != nil && m.view.Made(v, e) {
		return true
	}
	place, known := placeOf(v, e)
	if !known || m.view.Exists != nil && m.view.Exists(v, e) {
		return false
	}
	for earlier := range grammar.All(m.invs) {
		if earlier == v {
			return false
		}
		for i := range earlier.Effects {
			w := &earlier.Effects[i]
			if w.Kind&grammar.Writes == 0 || w.Truth != parser.Yes {
				continue
			}
			if at, known := placeOf(earlier, w); known && (at == place || strings.HasPrefix(place, at+"/")) {
				return true
			}
		}
	}
	return false
}

// placeOf is the path of an effect, as far as the directory of its command is known. Of a
// pattern it is the directory that what it picks lies in.
func placeOf(v *grammar.Invocation, e *grammar.Effect) (string, bool) {
	text, known := e.Word.Text()
	if !known {
		text = strings.TrimSuffix(e.Word.Prefix(), "/")
		if parts := e.Word.Parts; text == "" || len(parts) != 2 || parts[1].Kind != parser.Glob {
			return "", false
		}
	}
	dir, placed := v.Command.Dir.Text()
	if !strings.HasPrefix(text, "/") && placed {
		text = dir + "/" + text
	}
	return path.Clean(text), true
}
