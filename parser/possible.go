package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// possible adds an unknown part that may be some text, or anything else. key identifies the choice, as
// a syntax node does. put adds the text, if it is picked.
func (e *expansion) possible(key any, texts []tree.Word, part tree.Part, quoted bool, put func(tree.Word)) {
	rest := part
	rest.Values, rest.Split = nil, e.Split && (!quoted || part.Split)
	if e.Split && !quoted && !e.Choices.Reading {
		texts = possibleFields(texts, tree.BlankIFS) // a choice represents one element, or any number
	}
	or := append([]tree.Word{{Parts: []tree.Part{rest}}}, texts...)
	or = or[:min(len(or), tree.MaxChoices)]
	chosen, ok := e.Choices.PickPossible(key, or)
	if ok && tree.Contains(texts, chosen) {
		put(chosen)
		return
	}
	if part.Values = nil; !ok && len(texts) > 0 {
		part.Values = &tree.Values{OneOf: or}
	}
	e.Unknown(part, quoted)
}

// possibleWord adds ${x+word} and the like where the value is not known: the word, or anything.
func (e *expansion) possibleWord(p *syntax.ParamExp, word tree.Word, part tree.Part, quoted bool) {
	op := p.Exp.Op
	var texts []tree.Word
	if op != syntax.ErrorUnset && op != syntax.ErrorUnsetOrNull && word.HasText() {
		texts = tree.Alternatives(tree.ValueOf(word))
	}
	e.possible(p, texts, part, quoted, func(tree.Word) { e.inPlace(p.Exp.Word, quoted) })
}

// possibleReplacement adds ${x/pattern/text} where the value is not known: the text, the beginning of a
// path, or anything.
func (e *expansion) possibleReplacement(p *syntax.ParamExp, part tree.Part, quoted bool) {
	e.possible(p, e.replacements(p), part, quoted, func(chosen tree.Word) { e.Value(chosen, quoted) })
}

// replacements returns the texts that a replacement in an unknown value may give. A slash is no path
// if it only replaces one character.
func (e *expansion) replacements(p *syntax.ParamExp) []tree.Word {
	if p.Repl == nil || p.Repl.Orig == nil || p.Repl.With == nil || hasProcess(p.Repl.With) {
		return nil
	}
	with := uptoMatch(tree.ValueOf(e.operand))
	pattern := e.w.text(p.Repl.Orig)
	if !with.HasText() || strings.Trim(with.String(), "./") == "" && !strings.Contains(pattern, "*") {
		return nil
	}
	or := []tree.Word{with}
	if strings.Contains(with.String(), "/") {
		rest := tree.UnknownWord(tree.Shorten(e.w.text(p)), true).Parts
		begins := tree.Word{Parts: slices.Concat(with.Parts, rest)}
		if strings.HasPrefix(pattern, "%") {
			begins.Parts = slices.Concat(rest, with.Parts)
		}
		or = append(or, begins)
	}
	return or
}

// uptoMatch returns the text of a replacement up to the first & in it, which newer shells replace by
// the match.
func uptoMatch(with tree.Word) tree.Word {
	for i, p := range with.Parts {
		if text, _, found := strings.Cut(p.Text, "&"); found && p.Kind == tree.Literal {
			before := tree.Word{Parts: slices.Clone(with.Parts[:i+1])}
			before.Parts[i] = tree.Part{Kind: tree.Literal, Text: text}
			return tree.Word{Parts: append(tree.MergeRuns(before.Parts), tree.Part{Text: "&", Empty: true})}
		}
	}
	return with
}
