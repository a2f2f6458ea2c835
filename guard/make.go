package guard

import (
	"fmt"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// maxMakes is how often a file of recipes may run itself with other words.
const maxMakes = 6

// makes adds what make's command line and its directory give to a makefile:
// variables, what is to be made, and the files that it includes, which are put
// into texts by the names it has for them. It returns the directory that
// commands run in, or nil where that is the command's own.
func (j *judge) makes(v *grammar.Invocation, by grammar.Effect, g *script.CommandLine, texts map[string]*parser.Source) *script.Arg {
	for _, a := range v.Command.Assigns {
		g.Vars[a.Name] = append(g.Vars[a.Name], argument(a.Value))
	}
	pieces, moved, open := 0, false, false
	for i := range v.Options {
		o := &v.Options[i]
		switch o.Name {
		case "-f", "--file", "--makefile":
			pieces++
		case "-E", "--eval":
			pieces += 2
		case "-C", "--directory":
			moved = true
		case "-j", "--jobs", "-l", "--load-average", "--max-load":
			open = open || len(o.Value.Parts) == 0
		}
	}
	args := g.Args[:0:0]
	for _, a := range g.Args {
		if a.Known || a.Text != "" || !open { // else the number of jobs
			args = append(args, a)
		}
	}
	if g.Args = args; pieces > 1 {
		g.Args = append(g.Args, script.Arg{}) // one may need what another has
	}
	dir, known := j.directory(v, "")
	if known {
		g.Vars["CURDIR"] = []script.Arg{{Text: dir, Known: true}}
		g.Open = func(name string) (string, error) { return j.included(v, by, dir, name, texts) }
	}
	if !moved {
		return nil
	}
	return &script.Arg{Text: dir, Known: known}
}

// included is what a file holds that a makefile includes.
func (j *judge) included(v *grammar.Invocation, by grammar.Effect, dir, name string, texts map[string]*parser.Source) (string, error) {
	at := name
	if !strings.HasPrefix(at, "/") {
		at = path.Join(dir, at)
	}
	at, err := j.zones.Resolve(at, true)
	if err != nil {
		return "", err
	}
	var text string
	if x, written := j.written(v.Command, at); !written {
		text, err = j.open(at)
	} else if len(x.Texts) == 1 && !x.Before && !x.After && !x.Other {
		text = placeholderText(x.Texts[0])
	} else {
		err = fmt.Errorf("%s: may hold several things", at)
	}
	if err != nil {
		return "", err
	}
	src := &parser.Source{Text: text, Outer: v.Command, Name: j.displayPath(at)}
	texts[name] = src
	j.isFrom(src, reading(v, &by, at))
	return text, nil
}

// dryRun reports whether make only says what it would run. It runs what is in
// the makefile beside the recipes all the same.
func dryRun(v *grammar.Invocation) bool { return v.Has("-n -q -t") == parser.Yes }

// reading names a file that is read, with the words that say what of it runs.
func reading(v *grammar.Invocation, e *grammar.Effect, at string) string {
	if lang := v.Language(e); lang != "make" && lang != "just" {
		return at
	}
	var b strings.Builder
	b.WriteString(at + "#")
	for _, o := range v.Operands {
		b.WriteString(" " + o.Word.String())
	}
	return b.String()
}

// circles reports whether a file of recipes runs itself over and over, with
// other words each time.
func (j *judge) circles(v *grammar.Invocation, at string) bool {
	n := 0
	for c := v.Command; c != nil; c = c.Outer {
		if s := c.Source; s != nil && strings.HasPrefix(j.sources[s], at+"#") {
			n++
		}
	}
	return n > maxMakes
}
