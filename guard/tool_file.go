package guard

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/grammar/project"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/script"
)

// readToolFiles reads the files that the request has written before v and that v's tool finds
// by their names, or that a word of v names.
func (j *judge) readToolFiles(v *grammar.Invocation) {
	written := v.Command.Written()
	if len(written) == 0 || v.Away {
		return // nearly always
	}
	var tools []*project.Tool
	for _, name := range toolNames(v) {
		tools = append(tools, j.toolsOf(name)...)
		j.readSettings(v, name, written)
		j.readRemotes(v, name, written)
		j.readSources(v, name, written)
		j.readPrograms(v, name, written)
	}
	if j.readScriptOptions(v, written); len(tools) == 0 {
		return
	}
	dir, known := j.directory(v, "")
	for _, t := range tools {
		if t.Needs != "" && v.Has(t.Needs) == parser.No {
			continue
		}
		compiles := project.OnlyCompiles(v.Name, v.Sub) && !j.startsByPath(v)
		for _, x := range written {
			if compiles && !project.RunsInBuild(v.Name, x.Path) {
				continue
			}
			if at, ok := j.absolute(x.Path); ok && (known && finds(t, dir, at) || t.RunsNamed && j.isNamed(v, at)) {
				j.toolContent(v, at, t.Lang)
			}
		}
	}
}

// startsByPath reports whether a later command starts a program by its path, such as one that v
// builds.
func (j *judge) startsByPath(v *grammar.Invocation) bool {
	after := false
	for u := range grammar.All(j.Invocations) {
		if after && (strings.Contains(u.Command.Program().Prefix(), "/") || !u.Command.Program().Known()) {
			return true
		}
		after = after || u == v
	}
	return false
}

// toolNames returns the programs whose rows are those of an invocation.
func toolNames(v *grammar.Invocation) []string {
	if v.Name == "python" {
		if module, given := v.Value("-m"); given == parser.Yes {
			text, _ := module.Text()
			return project.ModulePrograms(text)
		}
	}
	return []string{v.Name}
}

// readSettings reads the files of code that the request has made and that settings name which it has
// written for a tool: script-shell=./s.sh in .npmrc.
func (j *judge) readSettings(v *grammar.Invocation, name string, written []parser.Written) {
	for _, x := range written {
		at, ok := j.absolute(x.Path)
		if !ok || !project.FindsSettings(name, at) {
			continue
		}
		for _, file := range j.madeBefore(v) {
			lang := project.LanguageOf(file, "")
			if lang == "" && path.Ext(file) == "" {
				lang = spec.AnyCode
			}
			rest := strings.TrimPrefix(file, path.Dir(at)+"/")
			if lang == "" || file == at || !slices.ContainsFunc(x.Texts, func(t parser.Word) bool { return project.Named(placeholderText(t), rest) }) {
				continue
			}
			j.readMade(v, file, lang)
		}
	}
}

// readRemotes adds the repositories that settings of a tool name which the request has written: the tool
// clones them and runs what is in them. An address that is known only in part may be any.
func (j *judge) readRemotes(v *grammar.Invocation, name string, written []parser.Written) {
	for _, x := range written {
		at, ok := j.absolute(x.Path)
		if !ok {
			continue
		}
		for _, t := range x.Texts {
			addresses, all := project.Remotes(name, at, placeholderText(t))
			for _, address := range addresses {
				v.Effects = append(v.Effects, grammar.Effect{Kind: grammar.Runs, Word: parser.Text(address), Truth: parser.Yes, Cause: grammar.ByArgs})
			}
			if !all {
				v.Effects = append(v.Effects, grammar.Effect{Kind: grammar.Runs, Word: parser.Text("https://"), Truth: parser.Yes, Cause: grammar.ByArgs})
			}
		}
	}
}

// readSources adds the servers of packages, and the packages by their addresses, that settings of a package
// manager name which the request has written.
func (j *judge) readSources(v *grammar.Invocation, name string, written []parser.Written) {
	for _, x := range written {
		at, ok := j.absolute(x.Path)
		if !ok {
			continue
		}
		for _, t := range x.Texts {
			for _, address := range project.Sources(name, v.Sub, at, placeholderText(t)) {
				v.Effects = append(v.Effects, grammar.Effect{Kind: grammar.Connects, Name: grammar.PackageSource, Word: parser.Text(address), Truth: parser.Yes, Cause: grammar.ByArgs})
			}
		}
	}
}

// readPrograms adds the settings that the request has written, by which a tool starts a program that is neither
// the system's nor the project's, or a command line of a shell. A program that the request has written, too, is
// read.
func (j *judge) readPrograms(v *grammar.Invocation, name string, written []parser.Written) {
	for _, x := range written {
		at, ok := j.absolute(x.Path)
		if !ok {
			continue
		}
		for _, t := range x.Texts {
			for _, s := range project.ProgramsIn(name, at, placeholderText(t)) {
				first := program(s.Value)
				file := j.machine.Expand(first)
				if !strings.HasPrefix(file, "/") {
					file = path.Join(path.Dir(path.Dir(at)), file)
				}
				switch {
				case slices.Contains(j.madeBefore(v), file):
					j.readMade(v, file, project.LanguageOf(file, "sh"))
				case family.AllShells.Has(path.Base(first)) && strings.Contains(s.Value, " -c "), j.isStray(file):
					v.Effects = append(v.Effects, grammar.Effect{Kind: grammar.Sets, Name: s.Key, Word: parser.Text(s.Value), Truth: parser.Yes, Cause: grammar.ByArgs})
				}
			}
		}
	}
}

// isStray reports whether a program lies neither in the system nor in the work directory.
func (j *judge) isStray(file string) bool {
	e := grammar.Effect{Kind: grammar.Runs}
	return !strings.HasPrefix(file, strings.TrimSuffix(j.zones.Top, "/")+"/") && j.zones.At(file, &e)&(rules.System|rules.SystemDir|rules.Shared) == 0
}

// addHeadSources adds the addresses of packages in the head of a script of Python, from which uv(1) and pipx(1)
// install them before they run it.
func addHeadSources(v *grammar.Invocation, by grammar.Effect, code string) {
	if by.Lang != "python" || !wordlist.Among(v.Name, "uv uvx pipx") {
		return
	}
	for _, address := range project.HeadSources(code) {
		v.Effects = append(v.Effects, grammar.Effect{Kind: grammar.Connects, Name: grammar.PackageSource, Word: parser.Text(address), Truth: by.Truth, Cause: by.Cause, At: by.At})
	}
}

// readScriptOptions reads the files of code that the request has written and that an option of v names,
// by the option's name. What v does with other options and with operands is unknown: it may check a
// script's style.
func (j *judge) readScriptOptions(v *grammar.Invocation, written []parser.Written) {
	args := v.Command.Args[min(1, len(v.Command.Args)):]
	for i, w := range args {
		name, value, attached := strings.Cut(w.Prefix(), "=")
		if !attached && i+1 < len(args) {
			value = args[i+1].Prefix()
		}
		if !project.TakesCode(name) {
			continue
		}
		for _, x := range written {
			if at, ok := j.absolute(x.Path); ok && slices.ContainsFunc(strings.Fields(value), func(word string) bool { return j.is(v, word, at) }) {
				j.toolContent(v, at, project.LanguageOf(at, spec.AnyCode))
			}
		}
	}
}

// is reports whether a text is the path of a file, in the directory of v.
func (j *judge) is(v *grammar.Invocation, text, at string) bool {
	real, ok := j.locate(v, parser.Text(text))
	return ok && real == at
}

// toolsOf returns the rows for a program, and caches them for this decision.
func (j *judge) toolsOf(program string) []*project.Tool {
	some, known := j.tools[program]
	if known {
		return some
	}
	if j.tools == nil {
		j.tools = map[string][]*project.Tool{}
	}
	some = project.ToolsOf(program)
	j.tools[program] = some
	return some
}

// absolute returns the canonical path of a file that the request writes.
func (j *judge) absolute(at string) (string, bool) {
	if !strings.HasPrefix(at, "/") {
		at = path.Join(j.zones.Dir, at)
	}
	real, err := j.zones.Resolve(at, true)
	return real, err == nil
}

// finds reports whether a tool that works in dir finds a file there or below.
func finds(t *project.Tool, dir, at string) bool {
	rest, is := strings.CutPrefix(at, strings.TrimSuffix(dir, "/")+"/")
	return is && t.Finds(rest)
}

// isNamed reports whether a word of v names a file, or its directory: alone, as the value of an
// option, or as a target that is the file's path without its extension.
func (j *judge) isNamed(v *grammar.Invocation, at string) bool {
	env := v.Command.Environment()
	for _, name := range env.Names() {
		if value, set := env.Value(name); set && j.is(v, value.Prefix(), at) {
			return true // AWS_CONFIG_FILE=FILE
		}
	}
	for i := range v.Options {
		if value, known := v.Options[i].Value.Text(); known && value != "" && (j.is(v, value, at) || j.is(v, value+path.Ext(at), at)) {
			return true // ruby -r./FILE
		}
	}
	for _, w := range v.Command.Args[min(1, len(v.Command.Args)):] {
		text, known := w.Text()
		if !known || text == "" || text == "." || text == "./..." {
			continue
		}
		if _, value, ok := strings.Cut(text, "="); ok {
			text = value
		}
		if fields := strings.Fields(text); len(fields) == 2 && j.is(v, fields[1], at) {
			return true // gdb -ex 'source FILE', --node-options='--require FILE'
		}
		if before, value, ok := strings.Cut(text, ":"); ok && (j.is(v, value, at) || j.is(v, strings.ReplaceAll(before, ".", "/")+path.Ext(at), at)) {
			return true // tshark -X lua_script:FILE, uvicorn MODULE:app
		}
		real, ok := j.locate(v, parser.Text(text))
		if ok && (real == at || path.Dir(at) == real || real+path.Ext(at) == at) {
			return true
		}
	}
	return false
}

// toolContent adds what a file does that a tool runs, as far as the request has written it.
func (j *judge) toolContent(v *grammar.Invocation, at, lang string) {
	dsl := wordlist.Among(lang, "python ruby javascript") // its functions may be the tool's own; those of a test get data
	lang = project.LanguageOf(at, lang)
	e := grammar.Effect{Kind: grammar.Runs | grammar.Reads, Word: parser.Text(at), Lang: lang, Truth: v.Truth}
	if j.isRunning(v, keyOf(v, &e, at)) || j.runsByGrammar(v, at) {
		return // the program's grammar has read it as a script already
	}
	found, _ := j.readVersions(v, e, at)
	for _, c := range found {
		text := placeholderText(c.word)
		switch {
		case !c.written:
		case lang == "sh" || lang == "ninja" || script.HasReader(lang):
			j.addContent(v, e, at, c)
			if dsl && !project.IsTest(at) && j.hasGuardedLiteral(v, spec.AnyCode, text) {
				v.Effects = append(v.Effects, evaluation(e, grammar.GuardedText, lang))
			}
		case j.hasGuardedLiteral(v, lang, text):
			v.Effects = append(v.Effects, evaluation(e, grammar.GuardedText, lang))
		}
	}
}

// runsByGrammar reports whether v runs a file according to its grammar.
func (j *judge) runsByGrammar(v *grammar.Invocation, at string) bool {
	for i := range v.Effects {
		if e := &v.Effects[i]; e.Kind == grammar.Runs|grammar.Reads {
			if real, known := j.locate(v, e.Word); known && real == at {
				return true
			}
		}
	}
	return false
}
