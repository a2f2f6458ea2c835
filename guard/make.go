package guard

import (
	"fmt"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// maxMakes bounds how often a file of recipes may run itself with other words.
const maxMakes = 6

// makeInput adds what the command line and the directory pass to a makefile: variables, targets,
// and the files that it includes, which go into texts under the names that it uses. It returns
// the directory that recipes run in, or nil if that is the command's own.
func (j *judge) makeInput(v *grammar.Invocation, by grammar.Effect, g *script.CommandLine, texts map[string]*parser.Source) *script.Arg {
	for _, a := range v.Command.Assigns {
		addVariable(g, a.Name, argument(a.Value))
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
		g.Args = append(g.Args, script.Arg{}) // with several makefiles, one may need what another defines
	}
	dir, known := j.directory(v, "")
	if known {
		delete(g.Vars, "CURDIR") // make sets it itself
		addVariable(g, "CURDIR", script.Arg{Text: dir, Known: true})
		g.Open = func(name string) (string, error) { return j.readIncluded(v, by, dir, name, texts) }
	}
	if !moved {
		return nil
	}
	return &script.Arg{Text: dir, Known: known}
}

// readIncluded returns the content of a file that a makefile includes.
func (j *judge) readIncluded(v *grammar.Invocation, by grammar.Effect, dir, name string, texts map[string]*parser.Source) (string, error) {
	at := name
	if text, known := v.Command.Stdin.Word.Text(); known && text != "" && parser.IsStdinPath(parser.Text(name)) {
		return text, nil
	}
	if !strings.HasPrefix(at, "/") {
		at = path.Join(dir, at)
	}
	at, err := j.zones.Resolve(at, true)
	if err != nil {
		return "", err
	}
	var text string
	if x, written := j.writtenContent(v.Command, at); !written {
		text, err = j.readCounted(at)
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
	j.recordFile(src, keyOf(v, &by, at))
	return text, nil
}

// dryRun reports whether make only prints its recipes. It still runs $(shell …), and recipes
// that begin with + or have $(MAKE).
func dryRun(v *grammar.Invocation) bool { return v.Has("-n -q -t") == parser.Yes }

// runKey is a file and what of it runs.
type runKey struct {
	path  string // with links followed
	words string // the language it is read as, and what selects a part of it: targets, or the name of a script
}

// keyOf returns what an invocation runs of a file.
func keyOf(v *grammar.Invocation, e *grammar.Effect, at string) runKey {
	lang := v.Language(e)
	if lang != "make" && lang != "just" {
		return runKey{at, lang}
	}
	var b strings.Builder
	b.WriteString(lang)
	for _, o := range v.Operands {
		b.WriteString(" " + o.Word.String())
	}
	return runKey{at, b.String()}
}

// recursesTooOften reports whether a file of recipes runs itself again and again with other words.
func (j *judge) recursesTooOften(v *grammar.Invocation, at string) bool {
	n := 0
	for c := v.Command; c != nil; c = c.Outer {
		if s := c.Source; s != nil && j.sources[s].path == at {
			n++
		}
	}
	return n > maxMakes
}

// targets returns the recipes that an invocation names.
func targets(v *grammar.Invocation) []string {
	var names []string
	for _, o := range v.Operands {
		text, known := o.Word.Text()
		if known && text != "" && !strings.Contains(text, "=") && strings.Trim(text, "0123456789") != "" {
			names = append(names, text)
		}
	}
	return names
}
