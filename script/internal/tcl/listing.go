package tcl

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// hole stands in the text of a word for a name that a listing gives. No code has it, as it has no NUL.
const hole = "\x00"

// found returns a text with holes as a template.
func found(text string) effect.Arg {
	pieces := strings.Split(text, hole)
	for i, p := range pieces {
		pieces[i] = effect.EscapeTemplate(p)
	}
	return effect.Arg{Text: strings.Join(pieces, effect.Placeholder), Template: true}
}

// options are the options of glob(n) that take a value.
const options lex.Words = "-directory -dir -path -types -type"

// globbed returns what the names look like that glob(n) returns for its first pattern: a template.
func globbed(args []string) (string, bool) {
	dir, tails := "", false
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		name := args[0]
		args = args[1:]
		if name == "--" {
			break
		}
		tails = tails || name == "-tails"
		if !options.Has(name) || len(args) == 0 {
			continue
		}
		switch {
		case strings.HasPrefix(name, "-dir"):
			dir = strings.TrimSuffix(args[0], "/") + "/"
		case name == "-path":
			dir = args[0]
		}
		args = args[1:]
	}
	if len(args) == 0 {
		return "", false
	}
	pattern := args[0]
	if !tails {
		pattern = dir + pattern
	}
	v := absval.Glob(pattern).Args()
	return strings.Join(v[0].Pieces(), hole), len(v) == 1
}

// listedBy returns the same for the output of a program, for a search that nothing limits and for ls(1).
func listedBy(argv []string) (string, bool) {
	switch argv = argv[min(len(argv), 1):]; {
	case len(argv) > 1 && argv[0] == "find" && !slices.ContainsFunc(argv, func(a string) bool {
		return strings.HasSuffix(a, "name") || strings.HasSuffix(a, "path") || strings.HasSuffix(a, "regex")
	}):
		return strings.TrimSuffix(argv[1], "/") + "/" + hole, true
	case len(argv) > 0 && argv[0] == "ls":
		return hole, true
	}
	return "", false
}

// filePath returns the result of file(n) for the parts that only compute a path.
func filePath(args []string) (string, bool) {
	switch args[0] {
	case "join":
		return strings.Join(args[1:], "/"), true
	case "normalize", "nativename":
		return args[len(args)-1], true
	}
	return "", false
}

// learnLoop records the values of the variable of a loop over a list.
func (s *scope) learnLoop(args []word) {
	if len(args) != 3 || !args[0].known || strings.ContainsAny(args[0].text, " \t\n") {
		return
	}
	list := s.constant(args[1])
	if list == nil {
		return
	}
	if strings.Contains(*list, hole) {
		s.add(args[0].text, list)
		return
	}
	if items := strings.Fields(*list); len(items) <= maxValues && !strings.ContainsAny(*list, `{}"\`) {
		for i := range items {
			s.add(args[0].text, &items[i])
		}
	}
}

// empties reports whether code that opens files for writing never writes to one.
func empties(code string) bool {
	return !strings.Contains(code, "puts") && !strings.Contains(code, "copy") && !strings.Contains(code, "chan")
}

// chdir follows cd(n).
func (s *scope) chdir(words []word) {
	if words[0].text != "cd" || len(words) > 2 {
		return
	}
	to := effect.Arg{Text: "~", Known: true}
	if len(words) == 2 {
		to = arg(s.resolved(words[1], 0))
	}
	s.dir = &to
}
