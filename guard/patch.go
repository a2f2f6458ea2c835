package guard

import (
	"path"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
	"github.com/agent-loop/shimgen/zone"
)

// applier is how a program that applies diffs is told what to do: names of options,
// separated by blanks.
type applier struct {
	input   string // the file that the diff is in; without it, the operands are
	root    string // a directory that is put before each name
	strip   string // how many leading elements of a name are taken off
	levels  int    // how many are where no option says it
	reverse string
	without string // options under which no file of the work directory is touched
	unless  string // those under which they are nevertheless
	include string
	exclude string
	git     bool
	top     bool // names start at the top of the repository
}

// appliers are the programs that apply diffs, with their subcommands.
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

// applierOf returns how an invocation applies diffs.
func applierOf(v *grammar.Invocation) (applier, bool) {
	for i := range appliers {
		if a := &appliers[i]; a.program == v.Name && a.sub == v.Sub {
			return a.applier, true
		}
	}
	return applier{}, false
}

// patches adds what an invocation that applies diffs does to the files that they name,
// where the request itself says what they hold: on standard input, or in a file that it
// wrote. No other diff is opened.
func (j *judge) patches(v *grammar.Invocation) {
	a, ok := applierOf(v)
	switch {
	case !ok, a.without != "" && v.Has(a.without) == parser.Yes && (a.unless == "" || v.Has(a.unless) != parser.Yes):
		return
	case a.input != "" && len(v.Operands) > 0:
		return // patch(1) with a file among its words passes over the names
	}
	how := script.Diff{Git: a.git, Strip: a.levels, Reverse: a.reverse != "" && v.Has(a.reverse) == parser.Yes}
	levels, _ := v.Value(a.strip)
	text, _ := levels.Text()
	if n, err := strconv.Atoi(text); err == nil && n >= 0 {
		how.Strip = n
	}
	from := j.bases(v, a)
	for _, w := range j.diffs(v, a) {
		how.Placeholders = !w.Known()
		for _, act := range script.ReadDiff(placeholderText(w), how) {
			if !a.passes(v, act.Args[0]) {
				j.patch(v, from, act)
			}
		}
	}
}

// diffs are the texts that an invocation applies, as far as the request says them.
func (j *judge) diffs(v *grammar.Invocation, a applier) []parser.Word {
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
		if text, known := w.Text(); known && wordlist.Among(text, "- /dev/stdin /dev/fd/0 /proc/self/fd/0") {
			in = v.Command.Stdin
		}
		all = append(all, j.inputTexts(v, in)...)
	}
	return all
}

// inputTexts are the texts that standard input, or a file, may hold.
func (j *judge) inputTexts(v *grammar.Invocation, in parser.Stdin) []parser.Word {
	if at, known := j.located(v, in.Word); known && in.Kind == parser.FromFile {
		if x, there := j.written(v.Command, at); there {
			return x.Texts
		}
	}
	if text := j.options(v.Command).Prints.Text(in); len(text.Parts) > 0 {
		return []parser.Word{text}
	}
	return nil
}

// bases are the directories that names in a diff start from: those under a head of
// git's, and others. The empty word is the directory of the command.
type bases struct{ git, other parser.Word }

// bases returns where an invocation's names start from.
func (j *judge) bases(v *grammar.Invocation, a applier) bases {
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

// patch adds what a diff does to one file.
func (j *judge) patch(v *grammar.Invocation, from bases, act script.Act) {
	name := parser.Text(act.Args[0].Text)
	if act.Args[0].Template {
		name = joinPieces(act.Args[0].Pieces())
	}
	dir := from.other
	if act.Call == script.GitHead {
		dir = from.git
	}
	v.Effects = append(v.Effects, grammar.Effect{Kind: kinds[act.Kind], Word: zone.Join(dir, name), Truth: v.Truth, Cause: grammar.ByStdin})
}

// passes reports whether options say that a file is left alone. Patterns are not followed.
func (a applier) passes(v *grammar.Invocation, name script.Arg) bool {
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
