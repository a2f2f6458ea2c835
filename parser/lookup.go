package parser

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// lookedUp are the words that a substitution may be which asks where a program
// is: command -v, which, or type -p. That is the name, its path, or nothing.
func (w *walker) lookedUp(from []*Command) []Word {
	if len(from) == 0 || !w.sole(from) {
		return nil
	}
	words := from[len(from)-1].Args
	if len(words) == 0 {
		return nil
	}
	i := slices.IndexFunc(words, func(a Word) bool { return strings.HasPrefix(a.Prefix(), "-") })
	command, known := words[0].Text()
	switch {
	case !known || w.effects.functions[command]:
		return nil
	case command == "which":
		words = words[1:]
	case i == 1 && command == "command" && words[1].Is("-v") == Yes, i == 1 && command == "type" && (words[1].Is("-p") == Yes || words[1].Is("-P") == Yes):
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
	path := unknown("path of "+name, true)
	path.Parts = append(path.Parts, Part{Kind: Literal, Text: name})
	return []Word{words[0], path, {}}
}

// oneOf adds one of a few words, which all come of one node.
func (e *expansion) oneOf(n syntax.Node, or []Word, part Part, quoted bool) {
	part.several = &several{or: or}
	if chosen, ok := e.choices.take(n, or); ok {
		e.value(chosen, true)
		e.open = quoted || len(chosen.Parts) > 0
		return
	}
	e.unknown(part, quoted)
}

// splitsAlone tells whether only the shell itself knows how it splits what a
// substitution gives: mksh drops empty words of it.
func (e *expansion) splitsAlone(text string, quoted bool) bool {
	return e.w.options.Lang == Mksh && e.split && !quoted && e.ifs != blankIFS && strings.ContainsAny(text, e.ifs)
}

// hash follows hash -p, which gives a name the path of a program.
func (w *walker) hash(builtin string, args []Word) {
	if builtin != "hash" || len(args) < 3 || args[0].Is("-p") != Yes {
		return
	}
	for _, a := range args[2:] {
		if name, known := a.Text(); known {
			if w.hashed == nil {
				w.hashed = map[string]Word{}
			}
			w.hashed[name] = args[1]
		}
	}
}

// eachCommand follows an array of texts that the shell runs at each prompt.
func (w *walker) eachCommand(array Word) bool {
	if len(array.Parts) != 1 || array.Parts[0].elems() == nil {
		return false
	}
	for _, e := range array.Parts[0].elems() {
		if text, known := e.Text(); !known || text != "" && !w.evaluateLater(w.doing, text) {
			w.unread(w.doing, e)
		}
	}
	return true
}
