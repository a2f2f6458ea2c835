package rules

import (
	"strings"
	"unicode"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// gluedNouns are what a verb may have behind it without anything between: deletetable, dropdb.
const gluedNouns = "all db table tables user users node nodes instance instances database databases bucket buckets volume volumes snapshot snapshots cluster index topic queue role key keys secret vm disk file files family families row rows allrows"

// gluedObjects are what services hold and others use: they may follow the short verb rm, too, which is otherwise a
// program's name with something behind it, such as rmdir.
const gluedObjects = "acct acc account accounts zone zones list lists member members domain domains subscription tenant project org team group groups host hosts server servers " +
	"record records user users vdisk volume volumes vol lun pool snapshot snapshots database db cluster site backup backups"

// fileSuffixes end the names of files: remove-unused.js says nothing about what is done to it.
const fileSuffixes = "js mjs cjs ts tsx jsx py rb pl php sh bash go rs c h cc cpp hpp java kt swift cs sql json jsonl yaml yml toml md txt html css scss xml csv tsv lua ex exs log conf cfg ini tf png jpg svg pdf zip gz tar"

// saysVerb reports whether a name of several parts begins or ends with one of some verbs. Parts end
// at - _ : . and before capital letters: table_delete, fine_tunes.delete, deleteTable. Of a path
// only the last element counts, if it is written as the name of a call is: Admin/DeleteInstance.
func saysVerb(verbs, name string) bool {
	name, _, _ = strings.Cut(name, "[") // the arguments of a task: tenant:delete[acme]
	if strings.ContainsAny(name, "= @") || strings.Contains(name, "://") || isFileName(name) {
		return false
	}
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		if name = name[i+1:]; name == "" || !unicode.IsUpper(rune(name[0])) {
			return false
		}
	}
	first, last := ends(name)
	switch {
	case first == name:
		return glued(verbs, name)
	case wordlist.Among(strings.ToLower(first), "test tests spec"):
		return false
	}
	return wordlist.Among(strings.ToLower(first), verbs) || wordlist.Among(strings.ToLower(last), verbs)
}

// isFileName reports whether a name ends like that of a file.
func isFileName(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	return dot > 0 && wordlist.Among(strings.ToLower(name[dot+1:]), fileSuffixes)
}

// ends returns the first and the last part of a name.
func ends(name string) (first, last string) {
	isBorder := func(i int) bool {
		return i > 0 && unicode.IsUpper(rune(name[i])) && unicode.IsLower(rune(name[i-1]))
	}
	first, last = name, name
	for i := range len(name) {
		switch {
		case strings.IndexByte("-_:.", name[i]) >= 0:
			first, last = firstOf(first, name, i), name[i+1:]
		case isBorder(i):
			first, last = firstOf(first, name, i), name[i:]
		}
	}
	return first, last
}

// firstOf returns the first part of a name, which ends at a place unless it has ended before.
func firstOf(first, name string, at int) string {
	if first == name {
		return name[:at]
	}
	return first
}

// glued reports whether a name is a verb and a noun in one word.
func glued(verbs, name string) bool {
	name = strings.ToLower(name)
	for verb := range wordlist.Each(verbs) {
		if noun, is := strings.CutPrefix(name, verb); is && (wordlist.Among(noun, gluedNouns) || wordlist.Among(noun, gluedObjects)) {
			return true
		}
	}
	noun, is := strings.CutPrefix(name, "rm")
	return is && wordlist.Among(noun, gluedObjects) && wordlist.Among("remove", verbs)
}

// switches are options that take no value, in nearly every program.
const switches = "-y -f -a -v -q --yes --force --all --verbose --quiet --debug --json --recursive --confirm --no-confirm --non-interactive --auto-approve --no-input --"

// isValue reports whether a word of a program without a grammar may be the value of the option
// before it: --search delete.
func isValue(v *grammar.Invocation, w parser.Word) bool {
	text, _ := w.Text()
	for i, a := range v.Command.Args {
		if i == 0 || a.Is(text) != parser.Yes {
			continue
		}
		before := v.Command.Args[i-1].Prefix()
		return strings.HasPrefix(before, "-") && !strings.Contains(before, "=") && !wordlist.Among(before, switches)
	}
	return false
}

// queries are options whose value is text to look for or to show, in nearly every program.
const queries = "--include --exclude --search --filter --grep --match --pattern --query --name --label --tag --message --title --description --transform -k -t -m"

// isQuery reports whether a word of a program without a grammar is the value of such an option.
func isQuery(v *grammar.Invocation, w parser.Word) bool {
	text, _ := w.Text()
	for i, a := range v.Command.Args {
		if i > 0 && a.Is(text) == parser.Yes {
			return wordlist.Among(v.Command.Args[i-1].Prefix(), queries)
		}
	}
	return false
}

// hasBeside reports whether a word of an invocation, or the value of an option, fits a pattern.
func hasBeside(patterns string, v *grammar.Invocation) bool {
	for _, w := range v.Command.Args[min(1, len(v.Command.Args)):] {
		text, known := w.Text()
		if _, value, attached := strings.Cut(text, "="); known && attached && fitsOne(patterns, parser.Text(value)) == parser.Yes {
			return true
		}
		if known && fitsOne(patterns, w) == parser.Yes {
			return true
		}
		if globbed := withoutGlobs(w); !known && globbed != "" && fitsOne(patterns, parser.Text(globbed)) == parser.Yes {
			return true
		}
	}
	return false
}

// withoutGlobs returns a word with a character that no pattern names in the place of what the shell
// matches; "" for a word that is not known otherwise.
func withoutGlobs(w parser.Word) string {
	var text strings.Builder
	for _, p := range w.Parts {
		switch p.Kind {
		case parser.Literal:
			text.WriteString(p.Text)
		case parser.Glob:
			text.WriteByte(0)
		default:
			return ""
		}
	}
	return text.String()
}
