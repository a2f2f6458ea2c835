package guard

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
)

// readProjectFiles reads code that an invocation runs although none of its words names it: the recipes
// of a makefile, the scripts of a package, the hooks of a repository.
func (j *judge) readProjectFiles(v *grammar.Invocation) {
	j.readToolFiles(v)
	j.foundPrograms(v)
	if v.Away || v.Program == nil {
		return
	}
	for i := range recipeFiles {
		if r := &recipeFiles[i]; r.program == v.Name {
			j.recipes(v, r.without, r.names, r.above)
		}
	}
	if wordlist.Among(v.Name, packageManagers) {
		j.scripts(v)
	}
	if v.HasTrait(spec.GitConfig) {
		j.hooks(v)
	}
}

// recipeFiles are the programs that run recipes: the options under which they run none, or
// those of another file; the names of the file; whether it may be in a directory above.
var recipeFiles = [...]struct {
	program, without, names string
	above                   bool
}{
	{"make", "-f -v -h", "GNUmakefile makefile Makefile", false},
	{"just", "-f -n -l -V -h -s -e --summary --dump --evaluate --init --fmt --variables -c", "justfile Justfile .justfile", true},
}

// packageManagers are the programs that run scripts of package.json.
const packageManagers = "npm yarn bun"

// directory returns the directory in which an invocation works: that of its command, or the one
// that options with the role Dir, or one of these options, change to.
func (j *judge) directory(v *grammar.Invocation, options string) (string, bool) {
	dir, known := j.zones.Start(v.Command)
	for i := range v.Options {
		o := &v.Options[i]
		if o.Option == nil || o.Option.Role != spec.Dir && !wordlist.Among(o.Name, options) {
			continue
		}
		text, ok := o.Value.Text()
		known = known && ok
		if dir = dir + "/" + text; strings.HasPrefix(text, "/") {
			dir, known = text, ok
		}
	}
	if !known {
		return "", false
	}
	real, err := j.zones.Resolve(dir, true)
	return real, err == nil
}

// upward looks for one of the names in a directory and, with above, in those above it.
func (j *judge) upward(dir, names string, above bool) (string, bool) {
	for path.IsAbs(dir) { // false if dir is unknown
		for name := range wordlist.Each(names) {
			at := path.Join(dir, name)
			if _, err := j.machine.Files.Lstat(at); err == nil {
				return at, true
			}
		}
		if !above || dir == "/" {
			break
		}
		dir = path.Dir(dir)
	}
	return "", false
}

// displayPath returns a path for messages: relative to the work directory if it is below.
func (j *judge) displayPath(at string) string {
	if rest, ok := strings.CutPrefix(at, j.zones.Top+"/"); ok {
		return rest
	}
	return at
}

// recipes reads the file of recipes that an invocation finds by itself, unless it has one of
// the options without.
func (j *judge) recipes(v *grammar.Invocation, without, names string, above bool) {
	for option := range wordlist.Each(without) {
		if v.Has(option) == parser.Yes {
			return
		}
	}
	e := grammar.Effect{Kind: grammar.Runs | grammar.Reads, Lang: v.Program.Lang, Truth: v.Truth}
	dir, known := j.directory(v, "")
	at, found := j.findFile(v, dir, names)
	if !found {
		at, found = j.upward(dir, names, above)
	}
	if !known || !found {
		j.addUnread(v, e)
		return
	}
	e.Word = parser.Text(at)
	j.readFile(v, e)
}

// findFile looks for a file of one of these names that the request itself writes.
func (j *judge) findFile(v *grammar.Invocation, dir, names string) (string, bool) {
	if v.Command.WrittenFiles() == nil {
		return "", false // nearly always
	}
	for name := range wordlist.Each(names) {
		at := path.Join(dir, name)
		if _, ok := j.writtenContent(v.Command, at); ok {
			return at, true
		}
	}
	return "", false
}

// commandAliases are other names of package managers' commands. Sources: npm help, and the help
// of each of its commands; pnpm help.
var commandAliases = [...]struct{ command, names string }{
	{"run", "run-script rum urn"},
	{"install", "i in ins inst insta instal isnt isnta isntal isntall add"},
	{"ci", "ic clean-install install-clean isntall-clean"},
	{"test", "t tst"},
	{"install-test", "it"},
	{"install-ci-test", "cit clean-install-test sit"},
	{"rebuild", "rb"},
}

// packageCommand returns a package manager's command under the name that commandAliases has.
func packageCommand(v *grammar.Invocation) string {
	if v.Sub == "" && v.Name == "yarn" {
		return "install"
	}
	for i := range commandAliases {
		if wordlist.Among(v.Sub, commandAliases[i].names) {
			return commandAliases[i].command
		}
	}
	return v.Sub
}

// lifecycle returns the scripts of a package that a command of its manager runs in addition to
// those of its own name (npm-scripts(7)).
func lifecycle(command string) (scripts string, ok bool) {
	const (
		install = "preinstall install postinstall prepublish preprepare prepare postprepare"
		test    = " pretest test posttest"
	)
	switch command {
	case "install", "ci", "rebuild":
		return install, true
	case "install-test", "install-ci-test":
		return install + test, true
	case "publish":
		return "prepublishOnly prepack prepare postpack publish postpublish", true
	case "pack":
		return "prepack prepare postpack", true
	case "version":
		return "preversion version postversion", true
	}
	return "", false
}

// scripts reads the scripts of package.json that an invocation runs.
func (j *judge) scripts(v *grammar.Invocation) {
	names, args := scriptNames(v)
	if len(names) == 0 || v.Has("--ignore-scripts") == parser.Yes {
		return
	}
	e := grammar.Effect{Kind: grammar.Runs | grammar.Reads, Lang: "sh", Truth: v.Truth}
	dir, known := j.directory(v, " --prefix --dir --cwd ")
	at, found := j.findFile(v, dir, "package.json")
	if !found {
		at, found = j.upward(dir, "package.json", true)
	}
	if !known || !found {
		j.addUnread(v, e)
		return
	}
	contents, sure := j.fileVersions(v, e, at)
	for _, c := range contents {
		text, _ := c.word.Text()
		var pkg struct{ Scripts map[string]string }
		if err := json.Unmarshal([]byte(text), &pkg); err != nil {
			if sure = false; c.written && j.stopsAny(v, linesIn(text)) {
				v.Effects = append(v.Effects, evaluation(e, grammar.GuardedText, "sh"))
			}
			continue
		}
		for i, name := range names {
			if script, ok := pkg.Scripts[name]; ok {
				if i == 1 || len(names) == 1 {
					script += args
				}
				j.packageScript(v, e, at, name, script, text)
			}
		}
	}
	if !sure {
		j.addUnread(v, e)
	}
}

// scriptCommands are the subcommands of package managers that run scripts of the package, beside
// their own work or as it. All other subcommands run none.
const scriptCommands = "test t tst it cit sit install-test install-ci-test clean-install-test start stop restart i in ins inst insta instal isnt isnta isntal isntall install add ci ic clean-install install-clean isntall-clean " +
	"publish pack version uninstall un unlink remove rm r link ln rebuild rb prune dedupe ddp update up upgrade import shrinkwrap deploy recursive multi m run"

// scriptNames returns the names of the scripts that an invocation runs, and the words that it
// adds to the named one.
func scriptNames(v *grammar.Invocation) (names []string, args string) {
	name, operands := packageCommand(v), v.Operands
	if name == "" {
		return nil, "" // prints a version or help, or runs code: bun -e
	}
	if list, ok := lifecycle(name); ok {
		switch {
		case len(operands) > 0 && name == "install-test":
			return strings.Fields("pretest test posttest"), ""
		case len(operands) > 0 && (name == "install" || name == "rebuild"):
			return nil, "" // other packages
		}
		return strings.Fields(list), ""
	}
	if name == "run" {
		if len(operands) == 0 {
			return nil, ""
		}
		text, known := operands[0].Word.Text()
		if !known {
			return nil, ""
		}
		name, operands = text, operands[1:]
	}
	if own, _, _ := strings.Cut(v.Sub, " "); v.Sub == name && !wordlist.Among(own, scriptCommands) && wordlist.Among(own, v.Program.Own) {
		return nil, ""
	}
	for _, o := range operands {
		if text, known := o.Word.Text(); known {
			args += " " + shellquote.Word(text)
		} else {
			args += ` "${_unknown}"`
		}
	}
	return []string{"pre" + name, name, "post" + name}, args
}

// packageScript reads one script of a package, which a shell runs in the package's directory.
func (j *judge) packageScript(v *grammar.Invocation, e grammar.Effect, at, name, script, text string) {
	from := runKey{at, name}
	if j.isRunning(v, from) {
		return
	}
	src := &parser.Source{Text: text, Outer: v.Command, Name: j.displayPath(at)}
	j.recordFile(src, from)
	outer := *v.Command
	outer.Source, outer.Span, outer.Dir, outer.Stdin = src, keyIn(text, name), parser.Text(path.Dir(at)), parser.Stdin{}
	opt := j.options(&outer)
	opt.Lang, opt.Budget = parser.POSIX, j.files
	if v.Source(script, opt, e.Truth) != nil {
		j.addUnread(v, e)
	}
}

// keyIn returns the position of a script's name in package.json.
func keyIn(text, name string) parser.Span {
	key, _ := json.Marshal(name)
	from := max(strings.Index(text, `"scripts"`), 0)
	i := max(strings.Index(text[from:], string(key)), 0)
	return spanIn(text, from+i, from+i+len(key))
}

// hooks reads the hooks that an invocation of git runs in its repository.
func (j *judge) hooks(v *grammar.Invocation) {
	names := policy.Hooks(v.Sub)
	if names == "" {
		return
	}
	dir, known := j.directory(v, "")
	if !known {
		return
	}
	git, found := j.upward(dir, ".git", true)
	if !found {
		return
	}
	if _, err := j.machine.Files.Lstat(j.zones.Resolved(path.Join(git, "hooks"))); err != nil && len(v.Command.Written()) == 0 {
		return // there are no hooks, and the request has written none
	}
	for name := range wordlist.Each(names) {
		at, err := j.zones.Resolve(path.Join(git, "hooks", name), true)
		mode, lost := j.machine.Files.Lstat(at)
		_, made := j.writtenContent(v.Command, at)
		if err != nil || !made && (lost != nil || mode&fs.ModeType != 0 || mode&0o111 == 0) {
			continue
		}
		e := grammar.Effect{Kind: grammar.Runs, Word: parser.Text(j.displayPath(path.Join(git, "hooks", name))), Truth: v.Truth}
		found, _ := j.fileVersions(v, e, at)
		for _, c := range found {
			j.runScript(v, e, c, []parser.Word{parser.Text(path.Join(git, "hooks", name))}, path.Dir(git))
		}
		if len(found) == 0 {
			j.addUnread(v, e)
		}
	}
}
