package guard

import (
	"cmp"
	"encoding/json"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/grammar/project"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// readProjectFiles reads code that an invocation runs although none of its words names it: the recipes
// of a makefile, the scripts of a package, the hooks of a repository.
func (j *judge) readProjectFiles(v *grammar.Invocation) {
	j.readToolFiles(v)
	j.readAlias(v)
	j.readRequirements(v)
	j.readModules(v)
	j.foundPrograms(v)
	if v.Away || v.Program == nil {
		return
	}
	if r, runs := project.RecipesOf(v.Name); runs {
		j.recipes(v, r)
	}
	if family.PackageManagers.Has(v.Name) {
		j.scripts(v)
	}
	if v.HasTrait(spec.GitConfig) {
		j.hooks(v)
	}
}

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
			at := below(dir, name)
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

// below returns the path of a name in a directory. Both are clean.
func below(dir, name string) string {
	if dir == "/" {
		return "/" + name
	}
	return dir + "/" + name
}

// displayPath returns a path for messages: relative to the work directory if it is below.
func (j *judge) displayPath(at string) string {
	if rest, ok := strings.CutPrefix(at, j.zones.Top+"/"); ok {
		return rest
	}
	return at
}

// recipes reads the file of recipes that an invocation finds by itself.
func (j *judge) recipes(v *grammar.Invocation, r project.Recipes) {
	for option := range wordlist.Each(r.Without) {
		if v.Has(option) == parser.Yes {
			return
		}
	}
	e := grammar.Effect{Kind: grammar.Runs | grammar.Reads, Lang: v.Program.Lang, Truth: v.Truth}
	dir, known := j.directory(v, "")
	at, found := j.findFile(v, dir, r.Files, r.Above)
	if !known || !found {
		j.addUnread(v, e)
		return
	}
	e.Word = parser.Text(at)
	j.readFile(v, e)
}

// findFile looks for a file of one of the names in a directory and, with above, in those above it: one
// that the request writes, or one that is there and that the request has not removed. A file that cannot
// be read says nothing: what the request writes under a later name in its directory comes first.
func (j *judge) findFile(v *grammar.Invocation, dir, names string, above bool) (string, bool) {
	if v.Command.WrittenFiles() == nil {
		return j.upward(dir, names, above) // nearly always
	}
	for path.IsAbs(dir) {
		unreadable := ""
		for name := range wordlist.Each(names) {
			at := below(dir, name)
			if x, made := j.writtenContent(v.Command, at); made && x.Removed {
				continue
			} else if made {
				return at, true
			}
			if _, err := j.machine.Files.Lstat(at); err != nil {
				continue
			}
			if _, err := j.readCounted(at); err == nil {
				return at, true
			}
			unreadable = cmp.Or(unreadable, at)
		}
		if unreadable != "" {
			return unreadable, true
		}
		if !above || dir == "/" {
			break
		}
		dir = path.Dir(dir)
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
	at, found := j.findFile(v, dir, "package.json", true)
	if !known || !found {
		j.addUnread(v, e)
		return
	}
	contents, sure := j.readVersions(v, e, at)
	for _, c := range contents {
		text, _ := c.word.Text()
		scripts, err := packageScripts(text)
		if err != nil {
			if sure = false; c.written && j.stopsAny(v, linesIn(text)) {
				v.Effects = append(v.Effects, evaluation(e, grammar.GuardedText, "sh"))
			}
			continue
		}
		for i, name := range names {
			if script, ok := scripts[name]; ok {
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

// packageScripts returns the scripts in the text of a package.json. npm wants their key as it is; the
// fields of a Go value would also match it in capitals.
func packageScripts(text string) (scripts map[string]string, err error) {
	var pkg map[string]json.RawMessage
	if err = json.Unmarshal([]byte(text), &pkg); err == nil && pkg["scripts"] != nil {
		err = json.Unmarshal(pkg["scripts"], &scripts)
	}
	return scripts, err
}

// scriptNames returns the names of the scripts that an invocation runs, and the words that it
// adds to the named one.
func scriptNames(v *grammar.Invocation) (names []string, args string) {
	var operands []string
	for _, o := range v.Operands {
		text, _ := o.Word.Text()
		operands = append(operands, text)
	}
	run := project.ScriptsOf(v.Name, v.Sub, v.Program.Own, operands)
	if run.Args < 0 {
		return run.Names, ""
	}
	for _, o := range v.Operands[run.Args:] {
		if text, known := o.Word.Text(); known {
			args += " " + shellquote.Word(text)
		} else {
			args += ` "${_unknown}"`
		}
	}
	return run.Names, args
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
	opt.Lang, opt.Budget = parser.POSIX, &j.files
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
