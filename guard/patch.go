package guard

import (
	"path"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
	"github.com/agent-loop/shimgen/zone"
)

// applier is the grammar of a program that applies diffs: names of options, separated by
// blanks.
type applier struct {
	input   string // the option for the file with the diff; without it, the operands are files
	root    string // the option for a directory that is put before each name
	strip   string // the option for how many leading elements are taken off a name
	levels  int    // how many, if no option says so
	reverse string
	without string // options under which it changes no file of the work directory
	unless  string // options that make it change files nevertheless
	include string
	exclude string
	git     bool
	top     bool // names start at the top of the repository
}

// appliers are the programs that apply diffs.
var appliers = [...]struct {
	program, sub string
	applier
}{
	{"patch", "", applier{
		input: "-i", strip: "-p", levels: script.BaseName, reverse: "-R", without: "--dry-run -o --help -v",
	}},
	{"git", "apply", applier{
		root: "--directory", strip: "-p", levels: 1, reverse: "-R", git: true, include: "--include", exclude: "--exclude",
		without: "--stat --numstat --summary --check --cached", unless: "--apply",
	}},
	{"git", "am", applier{
		root: "--directory", strip: "-p", levels: 1, git: true, top: true, include: "--include", exclude: "--exclude",
		without: "--continue --resolved --skip --abort --quit --show-current-patch",
	}},
}

// applierOf returns the grammar of diffs of an invocation, or nil if it applies none.
func applierOf(v *grammar.Invocation) *applier {
	for i := range appliers {
		if a := &appliers[i]; a.program == v.Name && a.sub == v.Sub {
			return &a.applier
		}
	}
	return nil
}

// readPatches adds the effects of a diff on the files that it names. It knows the diff only if the
// request itself says it: on standard input, or in a file that the request writes. It opens no
// other diff.
func (j *judge) readPatches(v *grammar.Invocation) {
	a, how, ok := diffOf(v)
	if !ok {
		return
	}
	from := j.bases(v, a)
	for _, w := range j.diffs(v, a) {
		how.Placeholders = !w.Known()
		for _, act := range script.ReadDiff(placeholderText(w), how) {
			if !a.excludes(v, act.Args[0]) {
				j.patch(v, from, act)
			}
		}
	}
}

// diffOf returns the grammar of the diffs that an invocation applies, and how it reads their names. It
// returns false if the invocation applies none, or ignores the names.
func diffOf(v *grammar.Invocation) (a *applier, how script.Diff, ok bool) {
	a = applierOf(v)
	switch {
	case a == nil, a.without != "" && v.Has(a.without) == parser.Yes && (a.unless == "" || v.Has(a.unless) != parser.Yes):
		return a, how, false
	case a.input != "" && len(v.Operands) > 0:
		return a, how, false // with a file operand, patch(1) ignores the names in the diff
	}
	how = script.Diff{Git: a.git, Strip: a.levels, Reverse: a.reverse != "" && v.Has(a.reverse) == parser.Yes}
	levels, _ := v.Value(a.strip)
	text, _ := levels.Text()
	if n, err := strconv.Atoi(text); err == nil && n >= 0 {
		how.Strip = n
	}
	return a, how, true
}

// diffs returns the texts of the diffs that an invocation applies, as far as the request says
// them.
func (j *judge) diffs(v *grammar.Invocation, a *applier) []parser.Word {
	var files []parser.Word
	if w, given := v.Value(a.input); a.input != "" && given != parser.No {
		files = append(files, w)
	}
	for _, o := range v.Operands {
		files = append(files, o.Word)
	}
	if len(files) == 0 {
		return j.inputTexts(v, v.Command.Stdin)
	}
	var all []parser.Word
	for _, w := range files {
		in := parser.Stdin{Kind: parser.FromFile, Word: w}
		if w.Is("-") == parser.Yes || parser.IsStdinPath(w) {
			in = v.Command.Stdin
		}
		all = append(all, j.inputTexts(v, in)...)
	}
	return all
}

// inputTexts returns the texts that standard input, or a file, may hold.
func (j *judge) inputTexts(v *grammar.Invocation, in parser.Stdin) []parser.Word {
	if at, known := j.locate(v, in.Word); known && in.Kind == parser.FromFile {
		if x, there := j.writtenContent(v.Command, at); there {
			return x.Texts
		}
	}
	if text := j.options(v.Command).Prints.Text(in); len(text.Parts) > 0 {
		return []parser.Word{text}
	}
	return nil
}

// bases are the directories in which the names in a diff start: names under a header of git's,
// and other names. The empty word is the directory of the command.
type bases struct{ git, other parser.Word }

// bases returns the directories in which the names of an invocation start.
func (j *judge) bases(v *grammar.Invocation, a *applier) bases {
	var b bases
	if dir, known := j.directory(v, ""); known {
		b.other = parser.Text(dir)
		b.git = b.other
		if git, found := j.upward(dir, ".git", true); found && a.git {
			b.git = parser.Text(path.Dir(git))
		}
	} else {
		for i := range v.Options {
			if o := &v.Options[i]; o.Option != nil && o.Option.Role == spec.Dir {
				b.other = zone.Join(b.other, o.Value)
			}
		}
		b.git = b.other
	}
	if a.top {
		b.other = b.git
	}
	if root, given := v.Value(a.root); a.root != "" && given != parser.No {
		b.git, b.other = zone.Join(b.git, root), zone.Join(b.other, root)
	}
	return b
}

// patch adds the effect of a diff on one file.
func (j *judge) patch(v *grammar.Invocation, from bases, act script.Act) {
	v.Effects = append(v.Effects, grammar.Effect{Kind: kinds[act.Kind], Word: from.of(act), Truth: v.Truth, Cause: grammar.ByStdin})
}

// of returns the path of the file that an act of a diff names.
func (b bases) of(act script.Act) parser.Word {
	name := parser.Text(act.Args[0].Text)
	if act.Args[0].Template {
		name = joinPieces(act.Args[0].Pieces())
	}
	if act.Call == script.GitHead {
		return zone.Join(b.git, name)
	}
	return zone.Join(b.other, name)
}

// excludes reports whether --include or --exclude keep the program from touching a file. It does
// not evaluate patterns.
func (a applier) excludes(v *grammar.Invocation, name script.Arg) bool {
	if a.include == "" || !name.Known {
		return false
	}
	included, excluded := v.Has(a.include), v.Has(a.exclude)
	switch {
	case included == parser.No && excluded == parser.Yes:
		for w := range v.Values(a.exclude) {
			if w.Is(name.Text) == parser.Yes {
				return true
			}
		}
	case included == parser.Yes && excluded == parser.No:
		for w := range v.Values(a.include) {
			if text, known := w.Text(); !known || strings.ContainsAny(text, `*?[\`) || text == name.Text {
				return false
			}
		}
		return true
	}
	return false
}
