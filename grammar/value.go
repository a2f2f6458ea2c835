package grammar

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// NamesCommand reports whether the value of a variable or a setting is a command line or a program.
func NamesCommand(name string) bool {
	row := catalogue.ValueRow(name)
	return row != nil && (row.Holds == spec.HoldsLine || row.Holds == spec.HoldsFilter || row.Holds == spec.HoldsProgram)
}

// sets records the assignment of a value to a variable or a setting.
func (r *reader) sets(e Effect, truth parser.Truth) {
	e.Kind = Sets
	r.effect(e, truth)
	r.value(len(r.inv.Effects) - 1)
	if r.leadsElsewhere(e.Name) && e.Word.Is("") != parser.Yes {
		r.effect(Effect{Kind: Connects, Word: e.Word}, truth)
	}
	if e.Name == "remotecommand" && r.inv.Name == "ssh" && e.Word.Is("none") != parser.Yes {
		r.code("sh", e.Word, truth, r.cmd.Stdin) // ssh_config(5): what else stands behind the host
	}
}

// leadsElsewhere reports whether a setting names the host that is really connected to, whatever
// host the command line names: a proxy, ssh's HostName and ProxyJump.
func (r *reader) leadsElsewhere(name string) bool {
	return IsProxy(name) || wordlist.Among(r.inv.Name, "ssh scp sftp") && wordlist.Among(name, "hostname proxyjump")
}

// assigned reads the commands in variables that are set before a command, or alone, and the
// equivalent git settings.
func (r *reader) assigned(settings []gitSetting) {
	if r.syntax == nil {
		r.scanner = scanner{inv: r.inv, syntax: &spec.Syntax{}}
	}
	for i := range r.inv.Effects {
		if e := &r.inv.Effects[i]; e.Kind == Sets && e.Cause == ByAssign {
			r.value(i)
		}
	}
	r.gitSettings(settings, func(s gitSetting) *parser.Command {
		by := *r.cmd
		by.Assigns = slices.DeleteFunc(slices.Clone(by.Assigns), func(a parser.Assign) bool { return !slices.Contains(s.from, a.Name) })
		return &by
	})
}

// passed reads the settings that a wrapper such as env passes to git in variables.
func (r *reader) passed() {
	var all []parser.Assign
	for i := range r.inv.Effects {
		if e := &r.inv.Effects[i]; e.Kind == Sets && e.Truth == parser.Yes {
			all = append(all, parser.Assign{Name: e.Name, Value: e.Word})
		}
	}
	if len(all) == 0 {
		return // nearly always
	}
	settings, others := gitSettings(all)
	if len(others) == len(all) {
		return
	}
	isRead := func(e Effect) bool {
		return e.Kind == Sets && e.Truth == parser.Yes && !slices.ContainsFunc(others, func(a parser.Assign) bool { return a.Name == e.Name })
	}
	r.inv.Effects = slices.DeleteFunc(r.inv.Effects, isRead)
	r.gitSettings(settings, func(gitSetting) *parser.Command { return r.cmd })
}

// gitSettings reads settings as git does after -c. by returns the command that sets one.
func (r *reader) gitSettings(settings []gitSetting, by func(gitSetting) *parser.Command) {
	for _, s := range settings {
		n := len(r.inv.Nested)
		r.nest(&parser.Command{
			Args:  []parser.Word{parser.Text("git"), parser.Text("-c"), s.text, parser.Text("--version")},
			Stdin: parser.Stdin{Kind: parser.FromFile, Word: parser.Text("/dev/null")}, Dir: r.cmd.Dir,
			Span: r.cmd.Span, Source: r.cmd.Source, Outer: r.cmd,
		}, r.opt, parser.Yes)
		for _, v := range r.inv.Nested[n:] { // none if the nesting is too deep
			v.By = by(s)
		}
	}
}

// value reads what an assigned value makes programs run or load. The effect becomes Followed if
// that is only commands that do what their names say.
func (r *reader) value(i int) {
	e := r.inv.Effects[i]
	row := catalogue.ValueRow(e.Name)
	r.valueHeld(&e)
	text, known := e.Word.Text()
	if row == nil || !known || row.Bang && !strings.HasPrefix(text, "!") || depth(r.cmd) >= MaxNesting {
		return
	}
	leads := &Leads{Whole: true, Place: row.Holds == spec.HoldsRepository || row.Holds == spec.HoldsOther}
	switch row.Holds {
	case spec.HoldsLine, spec.HoldsFilter, spec.HoldsProgram:
		r.starts(row, text, e.Truth, leads)
	case spec.HoldsFunction:
		leads.Shadows = strings.TrimSuffix(strings.TrimPrefix(e.Name, "BASH_FUNC_"), "%%")
		r.starts(row, leads.Shadows+" "+text, e.Truth, leads)
	case spec.HoldsRepository:
		leads.Paths = []string{text}
	case spec.HoldsOutput:
		leads.Place = true
		if strings.ContainsAny(text[:min(1, len(text))], "/~") {
			r.touch(Writes, use{word: e.Word, truth: e.Truth})
		}
	case spec.HoldsFiles:
		leads.Paths = strings.FieldsFunc(text, func(c rune) bool { return c == ':' })
	case spec.HoldsLibraries: // the loader looks up a bare name in the system's directories: ld.so(8)
		leads.Paths = paths(strings.FieldsFunc(text, func(c rune) bool { return c == ':' || c == ' ' }))
	case spec.HoldsOptions:
		rest, loads := withoutHooks(text)
		leads.Paths, leads.Whole = optionPaths(rest)
		leads.Plain = loads && rest == ""
	}
	r.inv.Effects[i].Leads = leads
	r.inv.Effects[i].Followed = leads.Plain && len(leads.Paths) == 0 && !evaluates(leads.Commands)
}

// valueHeld reads the content of the file, such as <(echo text), that a program started with this
// variable runs first.
func (r *reader) valueHeld(e *Effect) {
	lang := startupLanguage(e.Name)
	if lang == "" || !isPipe(e.Word) && (lang != "psql" || r.inv.Name != "psql" || r.given("-X") != parser.No || e.Word.Is("/dev/null") == parser.Yes) {
		return
	}
	r.script(use{word: e.Word, lang: lang, truth: e.Truth})
}

// startupLanguage returns the language of the file that a variable names for a program to run
// first: bash(1), BASH_ENV and ENV; python(1), PYTHONSTARTUP; make(1), MAKEFILES; psql(1),
// PSQLRC.
func startupLanguage(variable string) string {
	switch variable {
	case "BASH_ENV", "ENV":
		return "sh"
	case "PYTHONSTARTUP":
		return "python"
	case "MAKEFILES":
		return "make"
	case "PSQLRC":
		return "psql"
	}
	return ""
}

// starts reads a value that is a command line, or a program, as nested commands. If these do more
// than their names say, their arguments count too.
func (r *reader) starts(row *spec.ValueRow, text string, truth parser.Truth, leads *Leads) {
	n := len(r.inv.Nested)
	if row.Holds == spec.HoldsFilter {
		text = strings.TrimLeft(text, "|-")
	}
	text = strings.TrimPrefix(text, "!")
	leads.Whole = r.started(row, text, false, truth)
	leads.Plain = leads.Whole && len(r.inv.Nested) > n
	for v := range All(r.inv.Nested[n:]) {
		leads.Plain = leads.Plain && spares(row, v)
	}
	if row.Fed && !leads.Plain {
		r.inv.Nested = r.inv.Nested[:n]
		leads.Whole = r.started(row, text, true, truth)
	}
	leads.Commands = r.inv.Nested[n:]
	for v := range All(leads.Commands) {
		if name, known := v.Command.Program().Text(); known && strings.Contains(name, "/") {
			leads.Paths = append(leads.Paths, name)
		}
	}
}

// evaluates reports whether commands run code, as sed does. The reader of that code decides about it.
func evaluates(invs []*Invocation) bool {
	for v := range All(invs) {
		if slices.ContainsFunc(v.Effects, func(e Effect) bool { return e.Kind == Evaluates }) {
			return true
		}
	}
	return false
}

// started reads a value as the shell, or its owner, starts it: with unknown words appended if fed
// is set.
func (r *reader) started(row *spec.ValueRow, text string, fed bool, truth parser.Truth) (whole bool) {
	stdin := parser.Stdin{Kind: parser.FromFile, Word: parser.Text("/dev/null")}
	if row.Holds != spec.HoldsProgram {
		if fed {
			text += ` "./$1"` // a file, a host or a prompt: nothing that could be an option
		}
		return r.source(parser.Text(text), truth, stdin) == nil
	}
	c := &parser.Command{
		Args: []parser.Word{parser.Text(text)}, Stdin: stdin, Dir: r.cmd.Dir, Span: r.cmd.Span, Source: r.cmd.Source, Outer: r.cmd,
	}
	if fed {
		c.Args = append(c.Args, parser.Word{Parts: append(parser.Text("./").Parts, unknown().Parts...)})
	}
	r.nest(c, r.opt, truth)
	return true
}

// paths returns the words that name a file by a path.
func paths(words []string) []string {
	return slices.DeleteFunc(words, func(w string) bool { return !strings.Contains(w, "/") })
}

// optionPaths returns the paths in a list of options, and whether they are all that the options
// load or run.
func optionPaths(text string) (found []string, whole bool) {
	for word := range strings.FieldsSeq(text) {
		switch {
		case strings.Contains(word, "--eval"), strings.Contains(word, "+!"):
			return nil, false
		case strings.HasPrefix(word, "--jobserver"): // make passes it to nested makes
			continue
		}
		if at := strings.LastIndexAny(word, "=:,"); at >= 0 {
			word = word[at+1:]
		}
		if len(word) > 2 && word[0] == '-' && word[1] != '-' {
			word = word[2:] // -I./lib
		}
		found = append(found, word)
	}
	return paths(found), true
}

// hooks are packages that teach node(1) to read a project's own sources and settings. node finds them
// where npx(1) does, so a name alone loads nothing that another command would not.
const hooks = "tsx tsx/esm tsx/cjs ts-node/esm ts-node/register ts-node/register/transpile-only tsconfig-paths/register source-map-support/register dotenv/config esbuild-register @swc-node/register"

// withoutHooks returns the value of NODE_OPTIONS without the options that load such a package, or only
// set limits and messages, and whether there were hooks.
func withoutHooks(text string) (rest string, loads bool) {
	words, kept := strings.Fields(text), []string(nil)
	for i := 0; i < len(words); i++ {
		name, value, joined := strings.Cut(words[i], "=")
		if wordlist.Among(name, "-r --require --import --loader --experimental-loader") {
			if !joined && i+1 < len(words) {
				value = words[i+1]
			}
			if wordlist.Among(value, hooks) {
				loads = true
				if !joined {
					i++
				}
				continue
			}
		}
		if !wordlist.Among(name, "--max-old-space-size --no-warnings --no-deprecation --enable-source-maps --trace-warnings") {
			kept = append(kept, words[i])
		}
	}
	return strings.Join(kept, " "), loads
}

// spares reports whether a command does only what its name says: it is one of the row's plain
// programs, or a program without a grammar and without operands of its own; and it starts
// nothing.
func spares(row *spec.ValueRow, v *Invocation) bool {
	if v.Open || v.Err != nil || v.Truth != parser.Yes {
		return false
	}
	switch path := strings.Contains(v.Command.Program().Prefix(), "/"); {
	case row.Plain == "*" && v.Program == nil, row.Plain != "*" && !wordlist.Among(v.Name, row.Plain) && (v.Program != nil || !path || !bareOptions(v.Command)):
		return false
	}
	for i := range v.Effects {
		e := &v.Effects[i]
		if e.Kind&(Runs|Evaluates|Writes) != 0 && e.Cause == ByArgs && !v.Starts(e) && e.Lang != "sed" {
			return false
		}
	}
	return true
}

// bareOptions reports whether a command's words are only options, and the places in which its
// owner puts a file's name (less(1), INPUT PREPROCESSOR).
func bareOptions(c *parser.Command) bool {
	for _, w := range c.Args[1:] {
		if text, known := w.Text(); !known || !strings.HasPrefix(text, "-") && text != "%s" {
			return false
		}
	}
	return true
}
