package guard

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
)

// A pattern that begins a word gives a program the names of files as they are, and one that begins
// with a dash is an option to it: touch -- -rf; rm *. The names that the request itself makes are known.

// maxDashNames bounds how many such names are looked at.
const maxDashNames = 32

// dashNames reads a command once more with the names in it that commands before it make, where a
// pattern matches them.
func (j *judge) dashNames(v *grammar.Invocation) {
	j.noteDashNames(v)
	if len(j.dashed) == 0 || v.Program == nil || v.Away || len(v.Command.Args) < 2 {
		return
	}
	dir, placed := j.zones.Start(v.Command)
	if !placed {
		return
	}
	c := *v.Command
	c.Args, c.Outer = nil, v.Command
	found := false
	for _, w := range v.Command.Args {
		matched := false
		for _, name := range j.dashed {
			if path.Dir(name) == path.Clean(dir) && matchesName(w, path.Base(name)) {
				c.Args = append(c.Args, parser.Text(path.Base(name)))
				matched = true
			}
		}
		if matched {
			w = concatWords(parser.Text("./"), w) // the others, which are no options
		}
		c.Args = append(c.Args, w)
		found = found || matched
	}
	if found {
		v.Nested = append(v.Nested, grammar.ReadCommand(&c, j.options(v.Command)))
	}
}

// noteDashNames keeps the files with such names that a command makes, by their absolute paths.
func (j *judge) noteDashNames(v *grammar.Invocation) {
	for i := range v.Effects {
		e := &v.Effects[i]
		text, known := e.Word.Text()
		if e.Kind&grammar.Writes == 0 || !known || !strings.HasPrefix(path.Base(text), "-") || len(j.dashed) >= maxDashNames {
			continue
		}
		dir, placed := j.zones.Start(v.Command)
		if !strings.HasPrefix(text, "/") {
			text = dir + "/" + text
		}
		if placed = placed || strings.HasPrefix(text, "/"); placed && !slices.Contains(j.dashed, path.Clean(text)) {
			j.dashed = append(j.dashed, path.Clean(text))
		}
	}
}

// matchesName reports whether a word is a pattern without a directory that matches a name.
func matchesName(w parser.Word, name string) bool {
	var pattern strings.Builder
	some := false
	for _, p := range w.Parts {
		switch p.Kind {
		case parser.Literal:
			pattern.WriteString(strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(p.Text))
		case parser.Glob:
			pattern.WriteString(p.Text)
			some = true
		default:
			return false
		}
	}
	ok, err := path.Match(pattern.String(), name)
	return some && ok && err == nil
}
