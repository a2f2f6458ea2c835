package guard

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// foundPrograms adds what the files do that the source has written and that an invocation starts by
// a bare name: a file in a directory of programs, or in one that PATH was changed for.
func (j *judge) foundPrograms(v *grammar.Invocation) {
	written := v.Command.Written()
	if len(written) == 0 || v.Away || len(v.Command.Args) == 0 {
		return // nearly always
	}
	for _, x := range written {
		own := startedAs(v, path.Base(x.Path))
		if own == nil {
			continue // nearly always
		}
		at, ok := j.absolute(x.Path)
		if !ok || !j.isSearched(v, path.Dir(at)) {
			continue
		}
		named := slices.ContainsFunc(v.Command.Args, func(w parser.Word) bool { return w.Is(at) == parser.Yes })
		if !named {
			own[0] = parser.Text(at)
			j.startWritten(v, at, own)
		}
	}
}

// startWritten adds what a file does that v starts, as far as the source has written it. args is the
// argument vector, the file first.
func (j *judge) startWritten(v *grammar.Invocation, at string, args []parser.Word) {
	e := grammar.Effect{Kind: grammar.Runs, Word: parser.Text(at), Truth: v.Truth}
	found, _ := j.readVersions(v, e, at)
	for _, c := range found {
		if c.written {
			j.runScript(v, e, c, args, "")
		}
	}
}

// startedAs returns the argument vector with which an invocation starts a program of a name, or nil: as
// its own program, as a subcommand in a file of its own (git-NAME), or as a tool that it looks
// up.
func startedAs(v *grammar.Invocation, name string) []parser.Word {
	words := v.Command.Args
	program, known := words[0].Text()
	switch {
	case !known || strings.Contains(program, "/"):
		return nil
	case program == name:
		return slices.Clone(words)
	case family.PackageRunners.Has(program):
		return wordsFrom(words, name)
	case family.Builders.Has(program) && family.Tools.Has(name):
		return []parser.Word{{}}
	}
	sub, is := strings.CutPrefix(name, program+"-")
	if !is || !family.Dispatchers.Has(program) {
		return nil
	}
	return wordsFrom(words, sub)
}

// wordsFrom returns the words of a command from the first that is a name on, or nil.
func wordsFrom(words []parser.Word, name string) []parser.Word {
	for i, w := range words[1:] {
		if w.Is(name) == parser.Yes {
			return slices.Clone(words[i+1:])
		}
	}
	return nil
}

// isSearched reports whether a bare name may be looked up in a directory.
func (j *judge) isSearched(v *grammar.Invocation, dir string) bool {
	if strings.HasSuffix(dir, "/node_modules/.bin") && isWithin(v.Command, family.PackageRunners) {
		return true
	}
	for _, home := range j.machine.Homes {
		if below, is := strings.CutPrefix(dir, j.zones.Resolved(home)+"/"); is && wordlist.Among(below, homeDirs) {
			return true
		}
	}
	return wordlist.Among(dir, programDirs) || movesPath(v.Command)
}

// The directories in which PATH usually looks: those of the machine, and those below a home.
const (
	programDirs = "/bin /sbin /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin /opt/homebrew/bin"
	homeDirs    = "bin .local/bin .cargo/bin go/bin"
)

// isWithin reports whether one of some programs runs a command.
func isWithin(c *parser.Command, programs family.Family) bool {
	for ; c != nil; c = c.Outer {
		if name, _ := c.Program().Text(); programs.Has(path.Base(name)) {
			return true
		}
	}
	return false
}

// movesPath reports whether the source changes PATH for a command: before it, with it, or with one of
// those that run it.
func movesPath(c *parser.Command) bool {
	for ; c != nil; c = c.Outer {
		if c.Shadowed || slices.ContainsFunc(c.Assigns, func(a parser.Assign) bool { return a.Name == "PATH" || a.Name == "path" }) ||
			slices.ContainsFunc(c.Args, func(w parser.Word) bool { return strings.HasPrefix(w.Prefix(), "PATH=") }) {
			return true
		}
	}
	return false
}
