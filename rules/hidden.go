package rules

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// An invocation is open because a word is unknown, or because the grammar does not have an option or
// a subcommand. An unknown word that may be any word hides anything. The known words hide only what
// they contain: an unknown option may be a bundle, and may take the next word as its value.

// hidesAnything reports whether an invocation may have words of which nothing is known.
func hidesAnything(v *grammar.Invocation) bool {
	return v.Open && (v.IsToldByVariable() || slices.ContainsFunc(arguments(v), isFree))
}

// arguments returns the words after the program word.
func arguments(v *grammar.Invocation) []parser.Word {
	if v.Command == nil || len(v.Command.Args) == 0 {
		return nil
	}
	return v.Command.Args[1:]
}

// isFree reports whether a word may become any word, or several.
func isFree(w parser.Word) bool {
	return !w.Known() && (w.Splits() || w.Parts[0].Kind != parser.Literal && !w.Parts[0].File)
}

// hidesOption returns Maybe if an open invocation may have one of some options that are not listed.
func hidesOption(v *grammar.Invocation, options string) parser.Truth {
	switch {
	case !v.Open:
		return parser.No
	case hidesAnything(v):
		return parser.Maybe
	}
	words := arguments(v)
	for o := range wordlist.Each(options) {
		name, pattern := option(o)
		spells := func(w parser.Word) bool { return maySpell(w, name) }
		ends := func(w parser.Word) bool { return mayEndIn(w, pattern) }
		if slices.ContainsFunc(words, spells) && slices.ContainsFunc(words, ends) {
			return parser.Maybe
		}
	}
	return parser.No
}

// maySpell reports whether a word may contain an option: by its beginning, or in a bundle that starts
// with an option that the grammar does not have. A bundle may contain the short form of any long option.
func maySpell(w parser.Word, name string) bool {
	text, known := w.Prefix(), w.Known()
	if text == "" {
		return false
	}
	bundle := text[0] == '-' && !strings.HasPrefix(text, "--") && (!known || len(text) > len("-x"))
	switch {
	case strings.HasPrefix(name, "--"):
		long, _, _ := strings.Cut(text, "=")
		return bundle || strings.HasPrefix(text, "--") && strings.HasPrefix(name, long)
	case len(name) == len("-x") && name[0] == '-':
		return bundle && (!known || strings.Contains(text[1:], name[1:])) || text == name
	}
	return strings.HasPrefix(text, name) || !known && strings.HasPrefix(name, text) || name[0] == '+' && text[0] == '+'
}

// mayEndIn reports whether a part of a word up to its end may match a pattern.
func mayEndIn(w parser.Word, pattern string) bool {
	text, known := w.Text()
	if !known || pattern == "*" {
		return true
	}
	for i := range text {
		if fits(pattern, parser.Text(text[i:])) == parser.Yes {
			return true
		}
	}
	return false
}

// hidesOperand returns Maybe if an open invocation may have an operand as the rule wants it that is not
// listed.
func (r *Rule) hidesOperand(v *grammar.Invocation) parser.Truth {
	if !v.Open {
		return parser.No
	}
	words := arguments(v)
	if r.First {
		words = words[:untilFirst(v, words)]
	}
	return parser.Maybe.And(parser.Of(v.IsToldByVariable() || slices.ContainsFunc(words, isFree) || slices.ContainsFunc(words, r.mayEndInOperand)))
}

// untilFirst returns the number of words up to the one that is certainly the first operand, or up to a
// later one.
func untilFirst(v *grammar.Invocation, words []parser.Word) int {
	n := countFirst(v)
	if n == 0 {
		return len(words)
	}
	first, known := v.Operands[n-1].Word.Text()
	if !known {
		return len(words)
	}
	for i := len(words); i > 0; i-- {
		if words[i-1].Is(first) == parser.Yes {
			return i
		}
	}
	return len(words)
}

// mayEndInOperand reports whether a part of a word up to its end may be an operand as the rule wants it.
func (r *Rule) mayEndInOperand(w parser.Word) bool {
	text, known := w.Text()
	if !known {
		return r.fitsOperand(w) != parser.No
	}
	for i := range text {
		if (i == 0 || text[0] == '-') && r.fitsOperand(parser.Text(text[i:])) != parser.No {
			return true
		}
	}
	return false
}

// asTask returns the name of a task with its arguments as a text, although the shell reads what stands in brackets as a
// pattern, which matches no file: db:seed[acme].
func asTask(w parser.Word) (parser.Word, bool) {
	if last := len(w.Parts) - 1; last < 1 || w.Parts[last].Kind != parser.Glob {
		return w, false // nearly every one
	}
	text := ""
	for i, p := range w.Parts {
		if p.Kind != parser.Literal && !(p.Kind == parser.Glob && i == len(w.Parts)-1 && strings.HasPrefix(p.Text, "[")) || strings.Contains(p.Text, "/") {
			return w, false
		}
		text += p.Text
	}
	return parser.Text(text), strings.Contains(text, ":")
}

// fitsOperand returns whether a word is an operand as the rule wants it.
func (r *Rule) fitsOperand(w parser.Word) parser.Truth {
	t := parser.Yes
	if task, ok := asTask(w); ok && r.Operand != "" {
		w = task
	}
	if r.Operand != "" {
		t = r.fitsVerb(w)
	}
	if r.NotOperand != "" && t != parser.No {
		t = t.And(r.fits(notOperandList, r.NotOperand, w).Not())
	}
	if r.Mode != AnyMode {
		t = t.And(grants(r.Mode, w))
	}
	return t
}

// fitsVerb returns whether a word matches the rule's Operand. For a program without a grammar these are
// verbs: a word with a slash, of which the rest is unknown, is a path and no verb.
func (r *Rule) fitsVerb(w parser.Word) parser.Truth {
	if text, known := w.Text(); r.NoGrammar && known && isFileName(text) {
		return parser.No
	}
	isPath := func(p parser.Part) bool { return p.Kind == parser.Literal && strings.Contains(p.Text, "/") }
	if !r.NoGrammar || w.Known() || !slices.ContainsFunc(w.Parts, isPath) {
		return r.fits(operandList, r.Operand, w)
	}
	best := parser.No
	for p := range wordlist.Each(r.Operand) {
		if strings.Contains(p, "/") {
			best = best.Or(fits(p, w))
		}
	}
	return best
}

// hidesSub returns Maybe if a word of an open invocation without a known subcommand may be one that
// matches a pattern.
func hidesSub(list string, v *grammar.Invocation) parser.Truth {
	if hidesAnything(v) {
		return parser.Maybe
	}
	return parser.Maybe.And(parser.Of(slices.ContainsFunc(arguments(v), func(w parser.Word) bool {
		text, known := w.Text()
		return !known || text != "" && (spec.MatchSub(list, text) || mayBecome(list, text))
	})))
}
