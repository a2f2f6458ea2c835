package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// asksWords reports whether a rule matches the words of a command and not its effects, or the words
// that a script gets.
func (r *Rule) asksWords() bool {
	if r.Effect != 0 {
		return r.Operand != "" && r.Effect&^(grammar.Runs|grammar.Evaluates) == 0
	}
	return (r.Program != "" || r.NoGrammar) && (r.Sub != "" || r.Verbs != "" || r.Operand != "" || r.Any != "")
}

// explains reports whether a command only prints its usage: --help is one of its options, and not
// the value of the option before it.
func explains(v *grammar.Invocation) bool {
	if usage(v) || explainsTask(v) {
		return true
	}
	if hasOption(v, "--help") != parser.Yes {
		return false
	}
	before := ""
	for _, w := range v.Command.Args[1:] {
		text, known := w.Text()
		if (text == "--help" || text == "-help") && (!strings.HasPrefix(before, "-") || isSwitch(v, before)) {
			return true
		}
		if before = text; !known {
			before = "-"
		}
	}
	return false
}

// usage reports whether -h as the last word asks for the usage of a subcommand, behind nothing but
// options without a value.
func usage(v *grammar.Invocation) bool {
	args := v.Command.Args
	n := len(args)
	if !v.HasTrait(spec.HelpAlone) || v.Sub == "" || n < 3 || args[n-1].Is("-h") != parser.Yes {
		return false
	}
	last := v.Sub[strings.LastIndexByte(v.Sub, ' ')+1:]
	for n--; n > 1; n-- {
		if args[n-1].Is(last) == parser.Yes {
			return true
		}
		if text, known := args[n-1].Text(); !known || !isSwitch(v, text) {
			return false
		}
	}
	return false
}

// consoles are the scripts of frameworks that start a task by its name. They answer -h behind the task,
// and help before it, with its usage: artisan(1) of Laravel, Symfony's console, Django's manage.py, Rails.
const consoles = "artisan console manage.py django-admin rails"

// explainsTask reports whether the words behind a script, a module or the name of a task ask for its usage
// and for nothing else.
func explainsTask(v *grammar.Invocation) bool {
	words, short := taskWords(v)
	if len(words) < 2 {
		return false
	}
	if words[0].Is("help") == parser.Yes && (short || v.Program == nil) {
		return true
	}
	last := words[len(words)-1]
	if last.Is("--help") != parser.Yes && (!short || last.Is("-h") != parser.Yes) {
		return false
	}
	return !slices.ContainsFunc(words[:len(words)-1], func(w parser.Word) bool {
		text, known := w.Text()
		return !known || strings.HasPrefix(text, "-")
	})
}

// taskWords returns the words that a script or a program without a grammar reads itself, and whether -h
// asks it for its usage.
func taskWords(v *grammar.Invocation) (words []parser.Word, short bool) {
	switch {
	case v.Name == "":
		return nil, false
	case v.Program == nil:
		return v.Command.Args[1:], wordlist.Among(v.Name, consoles)
	case len(v.Operands) == 0, v.Operands[0].Role != spec.Script:
		return nil, false
	}
	for _, o := range v.Operands[1:] {
		words = append(words, o.Word)
	}
	script, _ := v.Operands[0].Word.Text()
	return words, wordlist.Among(path.Base(script), consoles)
}

// isSwitch reports whether a word is an option that takes no value.
func isSwitch(v *grammar.Invocation, word string) bool {
	return slices.ContainsFunc(v.Options, func(g grammar.OptionUse) bool {
		return g.Option != nil && g.Option.Arg == spec.None && wordlist.Among(word, g.Option.Names)
	})
}
