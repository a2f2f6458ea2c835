package guard

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// writes returns what a command writes to files other than by its output: what its code writes, what
// a diff adds, and which files it changes. The parser adds it to what it knows of the files that the
// source has written.
func (j *judge) writes(c *parser.Command) (all []parser.Written) {
	if name, known := c.Program().Text(); known && family.PureReaders.Has(name) {
		return nil
	}
	opt := j.options(c.Outer)
	opt.Writes = nil // the texts that the command runs are read for this command only
	for v := range grammar.All([]*grammar.Invocation{grammar.ReadCommand(c, opt)}) {
		if v.Away {
			continue
		}
		for _, e := range v.Effects {
			switch code, known := e.Word.Text(); {
			case e.Kind == grammar.Evaluates && known && script.HasReader(e.Lang):
				all = append(all, j.codeWrites(v, e, code)...)
			case e.Kind == grammar.Runs|grammar.Reads && script.HasReader(v.Language(&e)):
				all = append(all, j.scriptWrites(v, e)...)
			case e.Kind&grammar.Writes != 0 && known && e.Cause == grammar.ByArgs && !e.Amends && !v.IsArrival(&e):
				all = append(all, changed(code, c))
			}
		}
		all = append(all, j.diffWrites(v)...)
		if family.FileEditors.Has(v.Name) {
			for _, o := range v.Operands {
				if name, known := o.Word.Text(); known {
					all = append(all, changed(name, c))
				}
			}
		}
	}
	return all
}

// changed returns the entry of a file that a command changes in a way that is not known.
func changed(name string, by *parser.Command) parser.Written {
	return parser.Written{Path: name, Other: true, Before: true, From: []*parser.Command{by}}
}

// scriptWrites returns what a script writes that the source itself has written.
func (j *judge) scriptWrites(v *grammar.Invocation, e grammar.Effect) (all []parser.Written) {
	at, known := j.locate(v, e.Word)
	if !known {
		return nil
	}
	x, _ := j.writtenContent(v.Command, at)
	for _, t := range x.Texts {
		if code, known := t.Text(); known {
			e.Lang = v.Language(&e)
			all = append(all, j.codeWrites(v, e, code)...)
		}
	}
	return all
}

// codeWrites returns what code writes to files whose names it says.
func (j *judge) codeWrites(v *grammar.Invocation, e grammar.Effect, code string) (all []parser.Written) {
	if e.Lang == "make" {
		return nil
	}
	acts, err := j.readCode(e.Lang, code, codeInput(v), true)
	if err != nil {
		return nil
	}
	for _, a := range acts {
		if a.Kind != script.Writes || len(a.Args) != 1 || !a.Args[0].Known {
			continue
		}
		at := j.machine.Expand(a.Args[0].Text)
		if a.Dir != nil && a.Dir.Known && !strings.HasPrefix(at, "/") {
			at = j.machine.Expand(a.Dir.Text) + "/" + at
		}
		if e.Lang == "sed" {
			all = append(all, changed(at, v.Command))
		} else if e.Lang == script.PatchLang {
			all = append(all, parser.Written{Path: at, Other: true, Before: true, Texts: []parser.Word{parser.Text(added(code))}})
		} else if a.Holds != nil {
			all = append(all, held(v.Command, at, a)...)
		}
	}
	return all
}

// held returns what a file holds after an act of code that writes it. Where nothing is known of the
// text, it may be made of any text of the command that runs the code.
func held(c *parser.Command, at string, a script.Act) (all []parser.Written) {
	x := parser.Written{Path: at, Other: true, Before: a.Keeps}
	for _, h := range a.Holds {
		if !h.Known {
			x.From = []*parser.Command{c}
		}
		if !h.Known && h.Text == "" && len(h.Rest) == 0 {
			x.Before = true // it may be made from what the file held
			continue
		}
		if len(x.Texts) < maxHeld {
			x.Texts = append(x.Texts, heldText(h))
		}
	}
	if len(x.Texts) == 0 {
		x.From = []*parser.Command{c}
	}
	if !x.Before || len(x.Texts) < 2 {
		return []parser.Written{x}
	}
	for _, t := range x.Texts { // each follows what was there
		one := x
		one.Texts = []parser.Word{t}
		all = append(all, one)
	}
	return all
}

// maxHeld bounds the possible texts of one write that are followed.
const maxHeld = 4

// heldText converts a text that code writes. Unlike in a path, ~ has no meaning in it.
func heldText(h script.Arg) parser.Word {
	if h.Template {
		return joinPieces(h.Pieces())
	}
	w := parser.Text(h.Text)
	if !h.Known {
		w = joinPieces(append([]string{h.Text}, h.Rest...))
	}
	return w
}

// diffWrites returns what the diffs that an invocation applies add to files.
func (j *judge) diffWrites(v *grammar.Invocation) (all []parser.Written) {
	a, how, ok := diffOf(v)
	if !ok {
		return nil
	}
	from := j.bases(v, a)
	for _, w := range j.diffs(v, a) {
		text, known := w.Text()
		if !known {
			continue
		}
		for _, act := range script.ReadDiff(text, how) {
			at, known := from.of(act).Text()
			if known && act.Kind == script.Writes && !a.excludes(v, act.Args[0]) {
				all = append(all, parser.Written{Path: at, Other: true, Before: true, Texts: []parser.Word{parser.Text(added(text))}})
			}
		}
	}
	return all
}

// added returns the lines that a diff adds.
func added(diff string) string {
	var b strings.Builder
	before := ""
	for line := range strings.Lines(diff) {
		header := strings.HasPrefix(line, "+++ ") && strings.HasPrefix(before, "--- ")
		if rest, is := strings.CutPrefix(line, "+"); is && !header {
			b.WriteString(rest)
		}
		before = line
	}
	return b.String()
}

// guessContent adds that a file which v runs may hold a line that the policy stops, because a
// command has that line among its words, or in its input, and wrote the file.
func (j *judge) guessContent(v *grammar.Invocation, e grammar.Effect, from []*parser.Command) {
	if len(from) > 0 && j.mayHavePrinted(v, from) {
		v.Effects = append(v.Effects, evaluation(e, grammar.GuardedText, "sh"))
	}
}

// guessCopy adds that a file which v runs may hold a line that the policy stops, because the source has
// written such a line to another file, and somebody must have made this one since: split(1), tar(1).
func (j *judge) guessCopy(v *grammar.Invocation, e grammar.Effect, at string) {
	if v.Command.WrittenFiles() == nil || j.exists(at) || !j.copiesBefore(v) {
		return // nearly always
	}
	for _, x := range v.Command.Written() {
		for _, t := range x.Texts {
			if text, known := t.Text(); known && j.stopsAny(v, linesIn(text)) {
				v.Effects = append(v.Effects, evaluation(e, grammar.GuardedText, "sh"))
				return
			}
		}
	}
}

// copiesBefore reports whether a command before v copies files to names that it makes up or finds in its
// input.
func (j *judge) copiesBefore(v *grammar.Invocation) bool {
	for u := range grammar.All(j.Invocations) {
		if u == v {
			break
		}
		if family.Copiers.Has(path.Base(u.Command.Program().Prefix())) {
			return true
		}
	}
	return false
}

// mayHavePrinted reports whether one of some commands, or one that feeds it, may have printed a
// line that the policy stops.
func (j *judge) mayHavePrinted(v *grammar.Invocation, from []*parser.Command) bool {
	for range maxProducers {
		var next []*parser.Command
		for _, c := range from {
			if j.stopsAny(v, j.fragments(c)) || j.stopsAny(v, j.storedFor(c)) {
				return true
			}
			next = append(next, j.fileWriters(c)...)
			next = append(next, c.Stdin.From...)
		}
		if from = next; len(from) == 0 {
			break
		}
	}
	return false
}

// fragments returns the texts of a command that may become lines of what it writes: its own, and those
// of the files that it names and the source has written.
func (j *judge) fragments(c *parser.Command) []string {
	var all []string
	for _, text := range ownTexts(c) {
		all = append(all, linesIn(text)...)
	}
	pairs := replacements(c)
	for _, x := range j.namedFiles(c) {
		for _, t := range x.Texts {
			if text, known := t.Text(); known {
				all = append(all, linesIn(text)...)
				all = append(all, replaced(text, pairs)...)
			}
		}
	}
	for _, text := range all[:len(all):len(all)] {
		if as := asShell(text); as != text {
			all = append(all, as)
		}
	}
	return all
}

// asShell returns a line of a makefile, or one without blanks, as the shell gets it.
func asShell(line string) string {
	return strings.NewReplacer("$$", "$", "${IFS}", " ", "$IFS", " ").Replace(withHome(line))
}

// fileWriters returns the commands whose output may be in the files that a command names.
func (j *judge) fileWriters(c *parser.Command) (all []*parser.Command) {
	for _, x := range j.namedFiles(c) {
		all = append(all, x.From...)
	}
	return all
}

// namedFiles returns the files that the source has written and that a command names, in a word or as
// its input.
func (j *judge) namedFiles(c *parser.Command) (all []parser.Written) {
	if c.WrittenFiles() == nil {
		return nil // nearly always
	}
	words := c.Args[min(1, len(c.Args)):]
	words = append(words[:len(words):len(words)], filesInWords(c)...)
	if c.Stdin.Kind == parser.FromFile {
		words = append(words[:len(words):len(words)], c.Stdin.Word)
	}
	for _, w := range words {
		if at, known := j.locateFrom(c, w); known {
			if x, written := j.writtenContent(c, at); written {
				all = append(all, x)
				continue
			}
		}
		all = append(all, derivedFrom(c, w)...)
	}
	return all
}

// minName is the length that the name of a file must have to be looked for in other names.
const minName = 3

// derivedFrom returns the files that the source has written and whose names a word contains: a.sh.gz and
// :a.sh are probably made from a.sh.
func derivedFrom(c *parser.Command, w parser.Word) (all []parser.Written) {
	text, known := w.Text()
	if !known || strings.Contains(text, " ") {
		return nil
	}
	for _, x := range c.Written() {
		if name := path.Base(x.Path); len(name) >= minName && len(text) > len(name) && strings.Contains(text, name) {
			all = append(all, x)
		}
	}
	return all
}

// filesInWords returns the literals in code among the words of a command, which may be names of files.
func filesInWords(c *parser.Command) (names []parser.Word) {
	if !family.Interpreters.Has(path.Base(c.Program().Prefix())) {
		return nil
	}
	for _, w := range c.Args[min(1, len(c.Args)):] {
		if code, known := w.Text(); known && strings.ContainsAny(code, `'"`) {
			for _, name := range literalsOf(code) {
				names = append(names, parser.Text(name))
			}
		}
	}
	return names
}

// linesIn returns the lines of a text, and the string literals in it, without what makes them data: a
// key, the mark of a list. A line that begins with a slash is a pattern, unless it names a program.
func linesIn(text string) []string {
	lines := strings.Split(text, "\n")
	return slices.DeleteFunc(slices.Concat(lines, lineTexts(lines), literalsOf(text)), func(line string) bool {
		name := program(line)
		return strings.HasPrefix(name, "/") && !strings.Contains(name, "bin/")
	})
}

// hasOwnTexts reports whether a program's first operand is only looked for, or is a script that may
// substitute text.
func hasOwnTexts(name string) bool {
	return family.Finders.Has(name) || family.StreamEditors.Has(name) || family.LineInterpreters.Has(name) || family.FileEditors.Has(name)
}

// ownTexts returns the words of a command that may be a part of its output, and its input. What
// the program only looks for is not.
func ownTexts(c *parser.Command) []string {
	var texts []string
	words := c.Args
	program := slices.IndexFunc(words, func(w parser.Word) bool {
		return hasOwnTexts(path.Base(w.Prefix()))
	})
	name := ""
	if program >= 0 {
		name = path.Base(words[program].Prefix())
	}
	looked := family.Finders.Has(name)
	for _, w := range words[program+1:] {
		text, known := w.Text()
		switch {
		case !known || text == "":
		case family.StreamEditors.Has(name):
			texts = append(texts, script.SedAdds(text)...)
		case family.FileEditors.Has(name):
			texts = append(append(texts, script.Substitutions(text)...), text)
		case family.LineInterpreters.Has(name):
			texts = append(append(texts, script.Substitutions(text)...), literalsOf(text)...)
		case looked && text[0] != '-':
			looked = false
		default:
			texts = append(texts, withoutPatterns(text))
		}
	}
	if text, known := c.Stdin.Word.Text(); known && text != "" && c.Stdin.Kind != parser.FromFile {
		texts = append(texts, text)
		if family.FileEditors.Has(name) {
			texts = append(texts, script.Substitutions(text)...)
		}
	}
	return texts
}
