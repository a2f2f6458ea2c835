package guard

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
)

// The shell replaces a pattern by file names, and a program takes a name that begins with a
// dash for an option: touch -- -rf; rm *. The judge knows such names if the request itself
// creates the files.

// expandToDashNames reads v again with its patterns expanded to the files with a leading dash that
// earlier commands created, and adds the result as a nested command.
func (j *judge) expandToDashNames(v *grammar.Invocation) {
	j.noteDashNames(v)
	if len(j.dashNamed) == 0 || v.Program == nil || v.Away || len(v.Command.Args) < 2 {
		return
	}
	dir, placed := j.zones.Start(v.Command)
	if !placed {
		return
	}
	if budget := j.budget(v.Command); !budget.Spend(len(v.Command.Args) * len(j.dashNamed)) {
		v.Err = budget.Spent(v.Command.Span)
		return
	}
	c := *v.Command
	c.Args, c.Outer = nil, v.Command
	found := false
	for _, w := range v.Command.Args {
		matched := false
		for _, name := range j.dashNamed {
			if path.Dir(name) == path.Clean(dir) && matchesName(w, path.Base(name)) {
				c.Args = append(c.Args, parser.Text(path.Base(name)))
				matched = true
			}
		}
		if matched {
			w = concatWords(parser.Text("./"), w) // the other files that the pattern matches: ./ keeps them from being options
		}
		c.Args = append(c.Args, w)
		found = found || matched
	}
	if found {
		v.Nested = append(v.Nested, grammar.ReadCommand(&c, j.options(v.Command)))
	}
}

// noteDashNames remembers the files that v creates and whose names begin with a dash, by
// absolute path.
func (j *judge) noteDashNames(v *grammar.Invocation) {
	for i := range v.Effects {
		e := &v.Effects[i]
		text, known := e.Word.Text()
		if e.Kind&grammar.Writes == 0 || !known || !strings.HasPrefix(path.Base(text), "-") {
			continue
		}
		dir, placed := j.zones.Start(v.Command)
		if !strings.HasPrefix(text, "/") {
			text = dir + "/" + text
		}
		if placed = placed || strings.HasPrefix(text, "/"); placed && !slices.Contains(j.dashNamed, path.Clean(text)) {
			j.dashNamed = append(j.dashNamed, path.Clean(text))
		}
	}
}

// matchesName reports whether w is a pattern without unknown parts that matches name.
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
