package flow

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// IsMade reports whether a command before an invocation surely wrote the path that one of its
// effects is on, or a directory that it lies in. What a symbolic link leads to was there before.
func (g *Graph) IsMade(v *grammar.Invocation, e *grammar.Effect) bool {
	want, known := target(v, e)
	if !known {
		return false
	}
	made, itself := false, false
	for earlier := range grammar.All(g.invs) {
		if earlier == v {
			return made
		}
		links := earlier.HasTrait(spec.LinksFiles) && earlier.Has("-s --symbolic") != parser.No
		for i := range earlier.Effects {
			w := &earlier.Effects[i]
			if w.Kind&grammar.Writes == 0 || w.Truth != parser.Yes {
				continue
			}
			at, known := target(earlier, w)
			switch below := strings.HasPrefix(want, at+"/"); {
			case !known || at != want && !below:
			case !links:
				made, itself = true, itself || at == want
			case below || !itself: // else the link lies in it
				return false
			}
		}
	}
	return made
}

// target is the path of an effect, as far as the directory of its command is known. Of a
// pattern it is the directory that the names it matches lie in.
func target(v *grammar.Invocation, e *grammar.Effect) (string, bool) {
	text, known := e.Word.Text()
	if !known {
		text = strings.TrimSuffix(e.Word.Prefix(), "/")
		if parts := e.Word.Parts; text == "" || len(parts) != 2 || parts[1].Kind != parser.Glob {
			return "", false
		}
	}
	dir, known := v.Command.Dir.Text()
	if !strings.HasPrefix(text, "/") && known {
		text = dir + "/" + text
	}
	return path.Clean(text), true
}
