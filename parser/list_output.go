package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// maxPossible bounds the possible outputs of a list that are kept.
const maxPossible = tree.MaxChoices - 3

// printer is one command of a list, with what it prints.
type printer struct {
	*tree.Command
	text tree.Word
	told bool // something is known of the text
	sure bool // it runs whenever the list does
}

// possibleOutputs returns texts that the commands of a list may print, if several of them may print
// or may not run: ls; echo x, false || echo x. A command whose output is not known may print nothing.
// The commands of each branch count with those that surely run.
func (w *walker) possibleOutputs(list []*syntax.Stmt, from []*tree.Command) []tree.Word {
	all := w.printers(from)
	if len(all) == 0 || len(all) == 1 && all[0].sure && (!all[0].text.Known() || endsInCall(list) && w.isOnlyWriter(from)) {
		return nil // what one command prints is known without this
	}
	var or []tree.Word
	add := func(runs func(printer) bool, unknown bool) {
		x, size := joinedOutput(all, runs, unknown), 0
		if size = x.Size(); len(or) < maxPossible && x.HasText() && size <= tree.MaxValue && w.spend(size) && !tree.Contains(or, x) {
			or = append(or, x)
		}
	}
	any := func(printer) bool { return true }
	for i, p := range all {
		if p.sure || i > 0 && all[i-1].Under == p.Under {
			continue
		}
		add(func(q printer) bool { return q.sure || p.Under.Within(q.Under) }, false)
	}
	if len(or) == 0 {
		add(any, false)
	}
	add(any, true)
	for i, p := range all { // the values of a loop's variable, or of a word with choices
		if i+1 < len(all) && all[i+1].Span == p.Span || i > 0 && all[i-1].Span == p.Span {
			add(func(q printer) bool { return q.Command == p.Command }, false)
		}
	}
	return or
}

// possibleOutputsOf is possibleOutputs for a substitution, which may be read again.
func (w *walker) possibleOutputsOf(c *syntax.CmdSubst, from []*tree.Command) []tree.Word {
	if w.choices.IsRepeated() {
		return w.possible[c]
	}
	or := w.possibleOutputs(c.Stmts, from)
	if or != nil && w.possible == nil {
		w.possible = map[syntax.Node][]tree.Word{}
	}
	if or != nil || w.possible[c] != nil {
		w.possible[c] = or
	}
	return or
}

// printers returns the commands that write to the output of a list themselves, if
// something is known of what they print.
func (w *walker) printers(from []*tree.Command) []printer {
	var all []printer
	telling := false
	for _, c := range output.Writers(from) {
		if w.isSilent(c) {
			continue
		}
		p := printer{Command: c, sure: w.surelyRuns(c)}
		if x := w.outputOf(c); len(x.Texts) == 1 {
			p.text, p.told = x.Texts[0], true
			telling = telling || p.text.HasText()
		}
		all = append(all, p)
	}
	if !telling {
		return nil
	}
	return all
}

// surelyRuns reports whether a command runs whenever the list does whose reading is going on.
func (w *walker) surelyRuns(c *tree.Command) bool {
	for d := c.Under; d != w.scope.under; d = d.Outer {
		if d == nil || d.Kind != tree.ListHead && d.Kind != tree.MayFail {
			return false
		}
	}
	return true
}

// joinedOutput returns what some commands print one after the other, without the newlines at the
// end. Output that is not known is a line, or left out.
func joinedOutput(all []printer, runs func(printer) bool, unknown bool) tree.Word {
	var sum tree.Word
	for _, p := range all {
		switch {
		case !runs(p):
		case p.told:
			sum.Parts = append(sum.Parts, p.text.Parts...)
		case unknown:
			sum.Parts = append(sum.Parts, tree.Part{Text: tree.Shorten(p.String()), Empty: true, From: []*tree.Command{p.Command}}, tree.Part{Kind: tree.Literal, Text: "\n"})
		}
	}
	sum.Parts = tree.MergeRuns(sum.Parts)
	for sum.Suffix() != strings.TrimRight(sum.Suffix(), "\n") {
		sum = sum.WithoutEnd()
	}
	return tree.ValueOf(sum)
}

// possibleFields returns the words that possible outputs are split into.
func possibleFields(texts []tree.Word, bytes string) (words []tree.Word) {
	for _, x := range texts {
		for _, f := range x.Fields(bytes) {
			if f.HasText() && len(words) < maxPossible && !tree.Contains(words, f) {
				words = append(words, f)
			}
		}
	}
	return slices.Clip(words)
}
