package flow

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// IsMade reports whether a command before an invocation certainly created the path of an effect,
// or a directory that contains it. The target of a symbolic link existed before.
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
			deletes := w.Kind&grammar.Deletes != 0 && w.Truth != parser.No
			if w.Away != e.Away { // of different machines
				continue
			}
			if !deletes && (w.Kind&grammar.Writes == 0 || w.Truth != parser.Yes && !links || w.Amends) {
				continue
			}
			at, known := target(earlier, w)
			switch below := strings.HasPrefix(want, at+"/"); {
			case !known || at != want && !below:
			case deletes:
				made, itself = false, false // something else may take its place
			case !links:
				made, itself = true, itself || at == want
			case below || !itself: // otherwise the link is in it
				return false
			}
		}
	}
	return made
}

// isPattern reports whether a word is text followed by a pattern, and isSearch whether it is text
// followed by the results of a search.
func isPattern(w parser.Word) bool { return len(w.Parts) == 2 && w.Parts[1].Kind == parser.Glob }

func isSearch(w parser.Word) bool {
	last := len(w.Parts) - 1
	return last > 0 && w.Parts[last].Kind == parser.Unknown && w.Parts[last].Text == grammar.Whatever && parser.Word{Parts: w.Parts[:last]}.Known()
}

// target returns the path of an effect, as far as the command's directory is known. For a pattern
// or a search it is the directory of the results.
func target(v *grammar.Invocation, e *grammar.Effect) (string, bool) {
	text, known := e.Word.Text()
	if !known {
		text = strings.TrimSuffix(e.Word.Prefix(), "/")
		if text == "" || !isPattern(e.Word) && !isSearch(e.Word) {
			return "", false
		}
	}
	if !strings.HasPrefix(text, "/") {
		dir, known := v.Command.Dir.Text()
		if !known {
			return "", false
		}
		text = path.Join(dir, text)
	}
	return path.Clean(text), true
}
