package guard

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// markOntoOne marks the deletions of an mv(1) that runs once for each of many files and has one name as its
// goal. If that is no directory, each file replaces the one before.
func (j *judge) markOntoOne(v *grammar.Invocation) {
	if v.Name != "mv" || len(v.Operands) != 2 || v.Has("-t -T") == parser.Yes || !isOneOfMany(v.Command, v.Operands[0].Word) {
		return
	}
	goal, known := v.Operands[1].Word.Text()
	at, located := j.locate(v, v.Operands[1].Word)
	if !known || !located || strings.HasSuffix(goal, "/") || strings.HasSuffix(goal, ".") || j.isDirectory(at) || j.makesDirectory(at) {
		return
	}
	for i := range v.Effects {
		if e := &v.Effects[i]; e.Kind == grammar.Deletes {
			e.Name = grammar.OntoOne
		}
	}
}

// isOneOfMany reports whether a word is a variable or a name of a search, one of whose values is meant, and
// not a pattern that stands for all of them at once.
func isOneOfMany(c *parser.Command, w parser.Word) bool {
	if _, found := template(w); !found {
		return false
	}
	if w.Parts[len(w.Parts)-1].Kind != parser.Glob {
		return true
	}
	src, span := c.Source, w.Span
	return src != nil && 0 <= span.Offset && span.Offset < span.End && span.End <= len(src.Text) && strings.Contains(src.Text[span.Offset:span.End], "$")
}

// isDirectory reports whether there is a directory at a path.
func (j *judge) isDirectory(at string) bool {
	mode, err := j.machine.Files.Lstat(at)
	return err == nil && mode.IsDir()
}

// makesDirectory reports whether the request makes a directory at a path.
func (j *judge) makesDirectory(at string) bool {
	for u := range grammar.All(j.Invocations) {
		if !wordlist.Among(u.Name, "mkdir install") {
			continue
		}
		for i := range u.Operands {
			if real, known := j.locate(u, u.Operands[i].Word); known && real == at {
				return true
			}
		}
	}
	return false
}
