package guard

import (
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// hasGuardedLiteral reports whether code in a language without a reader has a string literal that is a path
// or a command which the policy guards. This is a guess from the text alone: what the code does
// with the literal is unknown.
func (j *judge) hasGuardedLiteral(v *grammar.Invocation, lang, code string) bool {
	if emptiesHome(code) || j.emptiesOutside(code) {
		return true
	}
	homes, some := homePaths(code)
	if some && (deletesBareHome(homes) || j.emptiesOutside(homes)) || sendsEnvironment(code) {
		return true
	}
	code = withHome(code)
	found := literalsOf(code)
	if some {
		found = append(pathsInHome(homes), found...)
	}
	if lang == "xml" {
		found = append(found, elementTexts(code)...)
	}
	inQuotes := len(found)
	if allowsUnquoted(lang) {
		found = append(found, lineTexts(append(shellTexts(code), strings.Split(code, "\n")...))...)
	} else if lang == "go" {
		found = append(found, generated(code)...)
	}
	connects, loads := mentions(code, connecting), mentions(code, loading)
	for i, text := range found {
		text = strings.TrimLeft(text, "<>+|& ") // Perl and others open a pipe by a sign before the command
		if connects && family.AllShells.Has(path.Base(program(text))) || loads && isAddress(text) {
			return true
		}
		if j.isGuardedPath(text, code) {
			return true
		}
		if grammar.Lookup(program(text)) != nil && (j.stopsSource(v, text) || i < inQuotes && j.stopsArgv(v, found[i:inQuotes]) || j.stopsSource(v, withOptions(text, found[i+1:]))) {
			return true
		}
	}
	return false
}

// withOptions returns a program with the literal after it, if that looks like its options: some tools
// take a program and its arguments as two texts.
func withOptions(program string, rest []string) string {
	if len(rest) == 0 || !strings.HasPrefix(rest[0], "-") || !strings.Contains(rest[0], " ") {
		return ""
	}
	return program + " " + rest[0]
}

// connecting are words of code that opens network connections. Together with the name of a
// shell it looks like a remote shell. loading are words of code that runs what it is
// given; together with an address (isAddress) it looks like remote code.
var (
	connecting = []string{"socket", "Socket", "connect(", "tcp", "TCP"}
	loading    = []string{"source(", "include(", "eval", "load", "install(", "install_git(", "install_url(", "require(", "exec", "import(", "Eval.", "parseClass(", "fetchTarball", "fetchurl", "fetchGit"}
)

// isAddress reports whether a literal is a URL of something to fetch.
func isAddress(text string) bool {
	for _, scheme := range [...]string{"http://", "https://", "ftp://", "git://", "git+"} {
		if strings.HasPrefix(text, scheme) {
			return true
		}
	}
	return false
}

// program returns the first word of a text.
func program(text string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return name
}

// maxLiterals bounds how many string literals of one code are examined, and maxWords how many
// consecutive ones may form an argument vector.
const (
	maxLiterals = 256
	maxWords    = 8
)

// literalsOf returns the string literals of code, by the quotes that most languages share, and the
// literals within a literal that is code itself.
func literalsOf(code string) []string {
	out := quotedTexts(code)
	for _, text := range out {
		if len(out) < maxLiterals && strings.ContainsAny(text, "\"'`") && strings.ContainsAny(text, "(") {
			out = append(out, quotedTexts(text)...)
		}
	}
	return out
}

// quotedTexts returns the texts between quotes.
func quotedTexts(code string) []string {
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

// elementTexts returns the texts between the tags of XML.
func elementTexts(code string) []string {
	var out []string
	for _, part := range strings.SplitN(code, ">", maxLiterals) {
		if text, _, _ := strings.Cut(part, "<"); strings.TrimSpace(text) != "" {
			out = append(out, strings.TrimSpace(text))
		}
	}
	return out
}

// allowsUnquoted tells whether code in a language may name commands and paths without quotes: macro
// languages, lists of words, and unknown languages.
func allowsUnquoted(lang string) bool {
	return wordlist.Among(lang, spec.AnyCode+" tex cmake postscript xml")
}

// maxBare bounds how many words without quotes are tried as paths.
const maxBare = 32

// shellTexts returns the parts of code in an unknown language that may be shell command lines:
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
	texts = append(texts, commandTexts(code)...)
	words := strings.FieldsFunc(code, func(r rune) bool { return strings.ContainsRune(" \t\n{}()[],;\"'", r) })
	for _, w := range words[:min(len(words), maxBare)] {
		if w != "/" && strings.IndexByte("/~", w[0]) >= 0 {
			texts = append(texts, w)
		}
	}
	return texts
}

// commandMarks are what stands before a command, and what behind it, in formats of settings and documents.
var commandMarks = [...][2]string{{"command:", "}"}, {"%pipe%", ")"}, {".sy ", "\n"}, {".pso ", "\n"}, {"COMPILER_LAUNCHER=", "\n"}}

// maxCommandText bounds the text behind such a mark.
const maxCommandText = 256

// commandTexts returns commands in settings, as one line: a list of words is joined by blanks.
func commandTexts(code string) (texts []string) {
	for _, m := range commandMarks {
		for rest := code; ; {
			_, after, found := strings.Cut(rest, m[0])
			if !found {
				break
			}
			rest = after
			text, _, _ := strings.Cut(after[:min(len(after), maxCommandText)], m[1])
			text = strings.NewReplacer("args:", " ", "\n", " ", "- ", " ", "[", " ", "]", " ", ",", " ", "\"", " ", "'", " ", ";", " ").Replace(text)
			texts = append(texts, strings.Join(strings.Fields(text), " "))
		}
	}
	return texts
}

// maxLines bounds how many lines of code in an unknown language are examined.
const maxLines = 128

// lineTexts adds what may be a command in the first line of each text: the line without its
// leading sign, and what follows the first word or a key.
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

// generated returns the commands that go generate runs.
func generated(code string) []string {
	var out []string
	for line := range strings.Lines(code) {
		if command, is := strings.CutPrefix(line, "//go:generate "); is {
			out = append(out, strings.TrimSpace(command))
		}
	}
	return out
}

// homeNames are expressions for the home directory, and treeCalls are calls that delete a directory
// recursively, in many languages.
var (
	homeNames = []string{"user.home", "user_home", `("HOME")`, "('HOME')", `"HOME"`, "$HOME", "ENV{HOME}", "os.home", "homedir", "Dir.home", "UserHomeDir", "getHomeDir", "expand(\"~", "NSHomeDirectory", "homeDirectoryForCurrentUser", "getHomeDirectory", "home-dir", "$*HOME", "fs/home", "user-homedir-pathname", "File.expand_path(\"~", "expand-file-name \"~"}
	treeCalls = []string{
		"deleteDir", "delete-directory", "RemoveAll", "rm_rf", "rm_r", "rmtree", "remove_all", "REMOVE_RECURSE", "<delete dir", "remove.all", "remove_dir_all", "Directory.Delete",
		"deleteRecursively", "removeDirectoryRecursive", "delete_directory", "removeItem(", `"rf")`, "'rf')",
		"removePathForcibly", "deleteTree", "delete-directory-tree", `"rm -rf "`, `"rm -fr "`, `"rm","-r`, `"rm", "-r`, "deleteSync(recursive", "delete(recursive",
		"removeDir(", "removeDir ", "register<Delete>", "type: Delete", "delete '", `delete "`, "delete file(", "project.delete(", "file.delete(", "delete-tree",
	}
)

// homeTexts are expressions for the home directory within a text, and homeValues those that are a
// value of their own, in files of settings and in code.
const (
	homeTexts = `$ENV{HOME} {env:HOME} {homedir} ${env.HOME} ${env:HOME} %(ENV_HOME)s ${user.home} {{.HOME}} {{env.HOME}} $(HOME) ${System.getProperty("user.home")} ${os.homedir()} ${process.env.HOME} #{Dir.home}`

	homeValues = `System.getProperty("user.home") System.getProperty('user.home') System.getenv("HOME") System.getenv('HOME') System.user_home!() System.user_home ENV["HOME"] ENV['HOME'] ` +
		`std::env::var("HOME").unwrap() env::var("HOME").unwrap() os.Getenv("HOME") NSHomeDirectory() os.homedir() homedir() process.env.HOME Dir.home Path.home() getHomeDir() Sys.getenv("HOME")`
)

// withHome returns code with the home directory in place of the expressions for it.
func withHome(code string) string {
	if !strings.Contains(code, "HOME") && !strings.Contains(code, "home") && !strings.Contains(code, "Home") {
		return code // nearly always
	}
	var pairs []string
	for e := range wordlist.Each(homeTexts) {
		pairs = append(pairs, e, "~")
	}
	for e := range wordlist.Each(homeValues) {
		pairs = append(pairs, e, `"~"`)
	}
	return strings.NewReplacer(pairs...).Replace(code)
}

// withTree are the arguments that make Octave's rmdir, Julia's rm, Crystal's rm_r and R's unlink recursive.
var withTree = []string{`,"s")`, `, "s")`, ",'s')", ", 's')", "recursive=true", "recursive = true", "recursive: true", ",TRUE)", ", TRUE)", "recursive=TRUE", "recursive = TRUE"}

// listDeletes are a call that lists a directory, and one that deletes a file: together they empty it.
var listDeletes = [...][2]string{
	{"Sys.readdir", "Sys.remove"},
	{"dir $*HOME", "unlink"},
	{"dir($*HOME", "unlink"},
	{"directory-files", "delete-file"},
	{"listDirectory", "removeFile"},
	{"getDirectoryContents", "removeFile"},
	{"directory-list", "delete-file"},
	{"fs/list-dir", "fs/delete"},
	{"fs/glob", "fs/delete"},
	{"file-seq", "delete-file"},
	{"file-seq", "fs/delete"},
	{"$*HOME.dir", "unlink"},
	{"listSync", "deleteSync"},
	{"walkDir", "removeFile"},
}

// emptiesListed reports whether code has both calls of such a pair.
func emptiesListed(code string) bool {
	for _, pair := range listDeletes {
		if strings.Contains(code, pair[1]) && strings.Contains(code, pair[0]) {
			return true
		}
	}
	return false
}

// deletesTree reports whether code has a call that deletes a directory recursively.
func deletesTree(code string) bool {
	return mentions(code, treeCalls) || emptiesListed(code) || (strings.Contains(code, "rmdir(") || strings.Contains(code, "rm(") || strings.Contains(code, "unlink(")) && mentions(code, withTree)
}

// treeDeletions yields the lines of code that delete a directory recursively.
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

// emptiesHome reports whether one line of code both names the home directory and deletes a
// directory recursively.
func emptiesHome(code string) bool {
	for line := range treeDeletions(code) {
		if mentions(line, homeNames) {
			return true
		}
	}
	return false
}

// emptiesOutside reports whether one line of code deletes a directory recursively and has a
// path, quoted or not, that lies outside of the work directory or is shared.
func (j *judge) emptiesOutside(code string) bool {
	e := grammar.Effect{Kind: grammar.Deletes, Recursive: parser.Yes}
	for line := range treeDeletions(code) {
		line = strings.ReplaceAll(line, "</", " ") // the end of an element is no path
		for _, w := range strings.FieldsFunc(line, isDelimiter) {
			p := j.machine.Expand(w)
			if strings.HasPrefix(p, "/") && p != "/" && p[:2] != "//" && j.zones.At(p, &e)&(rules.Outside|rules.Shared) != 0 {
				return true
			}
		}
	}
	return false
}

// alteringCalls are the beginnings of names of functions that change files, and the modes that open a
// file for writing.
var alteringCalls = []string{
	"Remove", "Delete", "REMOVE", "unlink", "rm", "remove", "delete", "write", "append", "truncate", "rename", "move", "chmod", "chown", "copy", "symlink", ">", `"w`, "'w", `"a"`, "'a'",
}

// treeDeleters are the beginnings of names of functions that delete directories recursively.
var treeDeleters = []string{"rm_r", "rmtree", "rmSync", "rmdir", "remove_tree", "rm -r"}

// isGuardedPath reports whether a literal is a path that the code must not touch. Where nothing in the
// code alters files, only credentials and blocked paths count.
func (j *judge) isGuardedPath(text, code string) bool {
	p := j.machine.Expand(text)
	switch {
	case p == "" || strings.ContainsAny(p, " \n\t"):
		return false
	case p == "/": // code also splits paths at "/"
		return mentions(code, treeDeleters)
	case !strings.HasPrefix(p, "/"):
		return j.zones.ZoneAnywhere(p)&rules.Secret != 0
	}
	guarded := rules.Secret | rules.Blocked
	if mentions(code, alteringCalls) {
		guarded |= rules.Home | rules.Above | rules.SystemDir | rules.System | rules.Shared | rules.Disk | rules.Persist | rules.Own
	}
	e := grammar.Effect{Kind: grammar.Deletes, Recursive: parser.Yes}
	return j.zones.At(p, &e)&guarded != 0
}

// mentions reports whether text contains one of the words.
func mentions(text string, words []string) bool {
	has := pairsOf(text)
	for _, w := range words {
		if has.MayHold(w) && strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// pairsOf returns the pairs of bytes that a text may have. A long one has nearly all of them: to find
// that out would take longer than to search it.
func pairsOf(text string) (has wordlist.Pairs) {
	const long = 512
	if len(text) > long {
		for i := range has {
			has[i] = true
		}
		return has
	}
	has.Add(text)
	return has
}

// stopsSource reports whether the policy would stop text as a shell command.
func (j *judge) stopsSource(v *grammar.Invocation, text string) bool {
	opt := j.options(v.Command)
	s, err := parser.Parse(text, opt)
	return err == nil && j.isStopped(grammar.Read(s, opt))
}

// stopsArgv reports whether the policy would stop literals as an argument vector.
func (j *judge) stopsArgv(v *grammar.Invocation, argv []string) bool {
	words := slices.Clone(argv[:min(len(argv), maxWords)])
	for i, w := range words {
		words[i] = j.machine.Expand(w)
	}
	c := parser.Argv(words)
	c.Outer, c.Dir = v.Command, v.Command.Dir
	return j.isStopped([]*grammar.Invocation{grammar.ReadCommand(c, parser.Options{Budget: j.budget(v.Command)})})
}

// isStopped reports whether a rule matches for certain and the policy asks or blocks.
func (j *judge) isStopped(invs []*grammar.Invocation) bool {
	for _, f := range rules.Check(j.policy.Rules, invs, rules.View{Zoner: j.zones, Strict: j.policy.Strict}) {
		if f.Truth == parser.Yes && j.policy.Action(f.Rule) <= rules.Ask {
			return true
		}
	}
	return false
}

// isDelimiter reports whether a character stands between the words and literals of code.
func isDelimiter(r rune) bool { return strings.ContainsRune(" \t\n{}()[],;<>=\"'`", r) }
