package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// lookedUp returns the possible output of a substitution that looks a program up: command -v,
// which, or type -p. The output is the program's name, its path, or nothing.
func (w *walker) lookedUp(from []*tree.Command) []tree.Word {
	if len(from) == 0 || !w.isOnlyWriter(from) {
		return nil
	}
	words := from[len(from)-1].Args
	if len(words) == 0 {
		return nil
	}
	i := slices.IndexFunc(words, func(a tree.Word) bool { return strings.HasPrefix(a.Prefix(), "-") })
	command, known := words[0].Text()
	switch {
	case !known || w.effects.named[command]:
		return nil
	case command == "which":
		words = words[1:]
	case i == 1 && command == "command" && words[1].Is("-v") == tree.Yes, i == 1 && command == "type" && (words[1].Is("-p") == tree.Yes || words[1].Is("-P") == tree.Yes):
		words = words[2:]
	default:
		return nil
	}
	if len(words) != 1 {
		return nil
	}
	name, known := words[0].Text()
	if !known || name == "" || name[0] == '-' || strings.ContainsAny(name, "/ \t\n") {
		return nil
	}
	return []tree.Word{words[0], anyPathOf(name), {}, tree.Text(anInstalledDir + name)}
}

// anyPathOf returns a word for the path of a program in a directory that is not known.
func anyPathOf(name string) tree.Word {
	path := tree.UnknownWord(pathOfProgram+name, true)
	path.Parts = append(path.Parts, tree.Part{Kind: tree.Literal, Text: name})
	return path
}

const (
	pathOfProgram  = "path of "
	anInstalledDir = "/usr/local/bin/" // represents any directory of programs; they run the same program
)

// lookedUpName returns the program name behind the words of lookedUp, or "".
func lookedUpName(or []tree.Word) string {
	if len(or) < 2 || len(or[1].Parts) != 2 || !strings.HasPrefix(or[1].Parts[0].Text, pathOfProgram) {
		return ""
	}
	return or[1].Parts[1].Text
}

// oneOf adds a choice among a few words. Its key is the syntax node n.
func (e *expansion) oneOf(n syntax.Node, or []tree.Word, part tree.Part, quoted bool) {
	part.Values = &tree.Values{OneOf: or}
	if chosen, ok := e.Choices.Pick(n, or); ok {
		e.Value(chosen, true)
		e.Open = quoted || len(chosen.Parts) > 0
		return
	}
	e.Unknown(part, quoted)
}

// splitsAlone reports whether splitting the output of a substitution differs among shells:
// mksh drops empty words.
func (e *expansion) splitsAlone(text string, quoted bool) bool {
	return e.w.options.Lang == reader.Mksh && e.Split && !quoted && e.Ifs != tree.BlankIFS && strings.ContainsAny(text, e.Ifs)
}

// hash follows hash -p, which binds a name to the path of a program.
func (w *walker) hash(builtin string, args []tree.Word) {
	if builtin == "hash" && len(args) > 1 && args[0].Is("-d") == tree.Yes && w.options.Lang == reader.Zsh {
		w.nameDirectories(args[1:])
		return
	}
	if builtin != "hash" || len(args) < 3 || args[0].Is("-p") != tree.Yes {
		return
	}
	for _, a := range args[2:] {
		if name, known := a.Text(); known {
			if w.hashed == nil {
				w.hashed = map[string]tree.Word{}
			}
			w.hashed[name] = args[1]
		}
	}
}

// eachCommand follows an array whose elements the shell runs at each prompt.
func (w *walker) eachCommand(array tree.Word) bool {
	if len(array.Parts) != 1 || array.Parts[0].Elements() == nil {
		return false
	}
	for _, e := range array.Parts[0].Elements() {
		if text, known := e.Text(); !known || text != "" && !w.evaluateLater(w.doing, text) {
			w.listUnreadable(w.doing, e)
		}
	}
	return true
}
