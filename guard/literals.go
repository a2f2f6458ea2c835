package guard

import (
	"iter"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// names reports whether code in a language that nobody here reads has a string
// literal with a path or a command that the policy guards. It is a guess, made
// on the text alone: what the code does with the literal is not known.
func (j *judge) names(v *grammar.Invocation, lang, code string) bool {
	found := literalsOf(code)
	if bare(lang) {
		found = append(found, lineTexts(append(shellTexts(code), strings.Split(code, "\n")...))...)
	} else if lang == "go" {
		found = append(found, generated(code)...)
	}
	if emptiesHome(code) || j.emptiesOutside(code) {
		return true
	}
	connects, loads := mentions(code, connecting), mentions(code, loading)
	for i, text := range found {
		text = strings.TrimLeft(text, "<>+|& ") // a pipe in the place of a file
		if connects && wordlist.Among(path.Base(program(text)), starting) || loads && isAddress(text) {
			return true
		}
		if j.guards(text, code) {
			return true
		}
		if grammar.Lookup(program(text)) != nil && (j.objects(v, text) || j.objectsTo(v, found[i:])) {
			return true
		}
	}
	return false
}

// connecting are words of code that talks to another machine, loading those of code
// that runs what it is given, and starting the programs that make a way in of
// the one, as isAddress makes of the other.
var (
	connecting = []string{"socket", "Socket", "connect(", "tcp", "TCP"}
	loading    = []string{"source(", "include(", "eval", "load", "install(", "install_git(", "install_url(", "require(", "exec", "import("}
)

const starting = "sh bash dash zsh ksh ash cmd.exe powershell"

// isAddress reports whether a literal is the address of something to fetch.
func isAddress(text string) bool {
	for _, scheme := range [...]string{"http://", "https://", "ftp://", "git://", "git+"} {
		if strings.HasPrefix(text, scheme) {
			return true
		}
	}
	return false
}

// program is the first word of a text.
func program(text string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return name
}

// maxLiterals bounds how many string literals of one code are looked at, and
// maxWords how many in a row may be an argument vector.
const (
	maxLiterals = 256
	maxWords    = 8
)

// literalsOf returns the string literals of a program text, by the quotes that
// most languages share.
func literalsOf(code string) []string {
	var out []string
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(code) && len(out) < maxLiterals; i++ {
		switch c := code[i]; {
		case quote == 0 && (c == '"' || c == '\'' || c == '`'):
			quote = c
		case quote == 0:
		case c == '\\' && i+1 < len(code):
			i++
			b.WriteByte(code[i])
		case c == quote:
			out = append(out, b.String())
			b.Reset()
			quote = 0
		default:
			b.WriteByte(c)
		}
	}
	return out
}

// bare tells whether code may name commands and paths without quotes: that of macros, of
// lists of words, and in a language that nobody knows.
func bare(lang string) bool { return wordlist.Among(lang, spec.AnyCode+" tex cmake postscript") }

// maxBare bounds how many words without quotes are looked at as paths.
const maxBare = 32

// shellTexts are the parts of code in a language nobody knows that may be lines for a shell:
// all of it, without the sign that many programs want before one, and what stands in brackets.
func shellTexts(code string) []string {
	texts := []string{strings.TrimLeft(code, "!$:%&|^ ")}
	for _, pair := range [...]string{"()", "{}", "[]"} {
		if from, to := strings.IndexByte(code, pair[0]), strings.LastIndexByte(code, pair[1]); from >= 0 && from < to {
			texts = append(texts, strings.TrimSpace(code[from+1:to]))
		}
	}
	for rest := code; ; { // cmake's execute_process
		_, after, found := strings.Cut(rest, "COMMAND ")
		if !found {
			break
		}
		rest = after
		command, _, _ := strings.Cut(after, ")")
		texts = append(texts, strings.TrimSpace(command))
	}
	words := strings.FieldsFunc(code, func(r rune) bool { return strings.ContainsRune(" \t\n{}()[],;\"'", r) })
	for _, w := range words[:min(len(words), maxBare)] {
		if w != "/" && strings.IndexByte("/~", w[0]) >= 0 {
			texts = append(texts, w)
		}
	}
	return texts
}

// maxLines bounds how many lines of code in a language nobody knows are looked at.
const maxLines = 128

// lineTexts adds to texts what may be a command in the first line of each: behind the sign
// or the word that runs one, or behind a key.
func lineTexts(texts []string) []string {
	texts = texts[:min(len(texts), maxLines)]
	for _, text := range texts[:len(texts):len(texts)] {
		line, _, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
		line = strings.Trim(line, " \t!$:%&|-@.;`'\"()")
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//") {
			continue
		}
		texts = append(texts, line)
		for _, sign := range [...]string{" ", ": ", "= ", "="} {
			if _, rest, found := strings.Cut(line, sign); found {
				texts = append(texts, strings.Trim(rest, " \t!`'\";"))
			}
		}
	}
	return texts
}

// generated are the commands that go generate runs.
func generated(code string) []string {
	var out []string
	for line := range strings.Lines(code) {
		if command, is := strings.CutPrefix(line, "//go:generate "); is {
			out = append(out, strings.TrimSpace(command))
		}
	}
	return out
}

// homes are names of the home directory in other languages, and trees those of what deletes
// a directory with all that is in it there.
var (
	homes = []string{"user.home", "user_home", `("HOME")`, "('HOME')", `"HOME"`, "$HOME", "ENV{HOME}", "os.home", "homedir", "Dir.home", "UserHomeDir", "getHomeDirectory", "expand(\"~"}
	trees = []string{
		"deleteDir", "RemoveAll", "rm_rf", "rm_r", "rmtree", "remove_all", "REMOVE_RECURSE", "<delete dir", "remove.all", "remove_dir_all", "Directory.Delete",
		"deleteRecursively", "removeDirectoryRecursive", "delete_directory", `"rf")`, "'rf')",
	}
)

// withTree are the arguments that make Octave's rmdir delete what is in a directory.
var withTree = []string{`,"s")`, `, "s")`, ",'s')", ", 's')"}

// deletesTree reports whether a line of code, or one of many, deletes a tree.
func deletesTree(code string) bool {
	return mentions(code, trees) || strings.Contains(code, "rmdir(") && mentions(code, withTree)
}

// treeDeletions are the lines of code that delete a tree.
func treeDeletions(code string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !deletesTree(code) {
			return
		}
		for line := range strings.Lines(code) {
			if deletesTree(line) && !yield(line) {
				return
			}
		}
	}
}

// emptiesHome reports whether a line of code both names the home directory and deletes a tree.
func emptiesHome(code string) bool {
	for line := range treeDeletions(code) {
		if mentions(line, homes) {
			return true
		}
	}
	return false
}

// emptiesOutside reports whether a line of code deletes a tree and has a path in it, in quotes
// or by itself, that the policy would not let a recursive delete have.
func (j *judge) emptiesOutside(code string) bool {
	e := grammar.Effect{Kind: grammar.Deletes, Recursive: parser.Yes}
	for line := range treeDeletions(code) {
		for _, w := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\n{}()[],;<>=\"'`", r) }) {
			p := j.machine.Expand(w)
			if strings.HasPrefix(p, "/") && p != "/" && p[:2] != "//" && j.zones.At(p, &e)&(rules.Outside|rules.Shared) != 0 {
				return true
			}
		}
	}
	return false
}

// alters are the beginnings of names that functions have which change files,
// and the mode of opening a file to write it.
var alters = []string{
	"Remove", "Delete", "REMOVE", "unlink", "rm", "remove", "delete", "write", "append", "truncate", "rename", "move", "chmod", "chown", "copy", "symlink", ">", `"w`, "'w", `"a"`, "'a'",
}

// empties are the beginnings of names that functions have which delete trees.
var empties = []string{"rm_r", "rmtree", "rmSync", "rmdir", "remove_tree", "rm -r"}

// guards reports whether a literal is a path that must not be touched. Reading
// is no harm in most places: where nothing in the code alters files, only
// credentials count.
func (j *judge) guards(text, code string) bool {
	p := j.machine.Expand(text)
	switch {
	case p == "" || strings.ContainsAny(p, " \n\t"):
		return false
	case p == "/": // what paths are split at, too
		return mentions(code, empties)
	case !strings.HasPrefix(p, "/"):
		return j.zones.ZoneAnywhere(p)&rules.Secret != 0
	}
	guarded := rules.Secret | rules.Blocked
	if mentions(code, alters) {
		guarded |= rules.Home | rules.Above | rules.SystemDir | rules.System | rules.Shared | rules.Disk | rules.Persist | rules.Own
	}
	e := grammar.Effect{Kind: grammar.Deletes, Recursive: parser.Yes}
	return j.zones.At(p, &e)&guarded != 0
}

// mentions reports whether a text contains one of some words.
func mentions(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// objects reports whether the policy would stop a text as a shell command.
func (j *judge) objects(v *grammar.Invocation, text string) bool {
	opt := j.options(v.Command)
	s, err := parser.Parse(text, opt)
	return err == nil && j.stops(grammar.Read(s, opt))
}

// objectsTo reports whether the policy would stop literals as an argument
// vector.
func (j *judge) objectsTo(v *grammar.Invocation, argv []string) bool {
	c := parser.Argv(argv[:min(len(argv), maxWords)])
	c.Outer, c.Dir = v.Command, v.Command.Dir
	return j.stops([]*grammar.Invocation{grammar.ReadCommand(c, parser.Options{Budget: j.budget(v.Command)})})
}

// stops reports whether a rule finds something that is not let through.
func (j *judge) stops(invs []*grammar.Invocation) bool {
	for _, f := range rules.Check(j.policy.Rules, invs, rules.View{Zones: j.zones.Zones, Strict: j.policy.Strict}) {
		if f.Truth == parser.Yes && j.policy.Action(f.Rule) <= rules.Ask {
			return true
		}
	}
	return false
}
