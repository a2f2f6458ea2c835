package grammar

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/othershell"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// run reads the command or code that a word in its role makes the program run.
func (r *reader) run(u use) {
	switch u.role {
	case spec.Argv:
		r.argv(u)
	case spec.Words:
		if r.syntax.Feeds {
			r.template(u)
			return
		}
		words := append([]parser.Word{u.word}, u.rest...)
		if u.lang != "" && u.lang != "sh" && u.lang != "clp" { // Db2 reads them as one statement
			words = quoted(words)
		}
		n := len(r.inv.Effects)
		r.code(cmp.Or(u.lang, "sh"), concat(u.word.Span, spaced(words)...), u.truth, r.cmd.Stdin)
		for i := n; i < len(r.inv.Effects); i++ {
			r.inv.Effects[i].Settled = r.settled(u.word, len(u.rest))
		}
	case spec.Shell:
		r.shell(u)
	case spec.FarShell:
		far := *r.syntax
		far.Away, far.Start = true, AwayHome
		own := r.syntax
		r.syntax = &far
		r.shell(u)
		r.syntax = own
	case spec.Code:
		r.code(u.lang, u.word, u.truth, r.cmd.Stdin)
	case spec.Script:
		r.script(u)
	case spec.Split:
		r.split(u)
	case spec.Module:
		r.module(u)
	case spec.Password:
		if !asksStore(u.word) {
			r.shell(u)
		}
	case spec.Transport:
		r.transport(u)
	case spec.Commas:
		r.inner(commaWords(u.word), u.truth)
	case spec.Applet:
		r.inner(append([]parser.Word{parser.Text(u.lang), u.word}, u.rest...), u.truth)
	}
}

// settled reports whether a verb with arguments does not run any of them as code. A number before the
// verb is a repeat count: redis-cli 5 eval CODE 0.
func (r *reader) settled(verb parser.Word, arguments int) bool {
	text, known := verb.Text()
	return r.syntax.Codes != "" && known && arguments > 0 && strings.Trim(text, "0123456789") != "" && !wordlist.Among(strings.ToLower(text), r.syntax.Codes)
}

// moduleTools are modules that are programs of other names, and those of programs without a grammar that
// rules are about.
const moduleTools = "code=python asyncio=python IPython=ipython ptipython=ipython awscli=aws azure.cli=az django=django-admin alembic=alembic flask=flask celery=celery airflow=airflow superset=superset dbt.cli.main=dbt aerich=aerich yoyo=yoyo " +
	"updog=updog pyftpdlib=pyftpdlib uploadserver=uploadserver RangeHTTPServer=RangeHTTPServer wsgidav=wsgidav wsgidav.server.server_cli=wsgidav twisted=twistd twistd=twistd"

// module reads a module that is run as a program. An unknown module has no effects.
func (r *reader) module(u use) {
	name, _ := u.word.Text()
	var tool parser.Word
	if Lookup(name) != nil || runsFiles(name) {
		tool = u.word
	}
	for entry := range wordlist.Each(moduleTools) {
		if module, program, _ := strings.Cut(entry, "="); module == name {
			tool = parser.Text(program)
		}
	}
	if len(tool.Parts) > 0 {
		r.inner(append([]parser.Word{tool}, r.operands...), u.truth)
	}
}

// commaWords splits a command at its commas.
func commaWords(w parser.Word) []parser.Word {
	text, known := w.Text()
	if !known {
		return []parser.Word{w}
	}
	var words []parser.Word
	for part := range strings.SplitSeq(text, ",") {
		words = append(words, parser.Text(part))
	}
	return words
}

// quoted puts words in double quotes, as a database client reads them.
func quoted(words []parser.Word) []parser.Word {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
	out := make([]parser.Word, len(words))
	for i, w := range words {
		parts := []parser.Part{{Kind: parser.Literal, Text: `"`}}
		for _, p := range w.Parts {
			if p.Kind == parser.Literal {
				p.Text = escape.Replace(p.Text)
			}
			parts = append(parts, p)
		}
		out[i] = parser.Word{Parts: append(parts, parser.Part{Kind: parser.Literal, Text: `"`}), Span: w.Span}
	}
	return out
}

// spaced joins words with blanks.
func spaced(words []parser.Word) []parser.Word {
	var out []parser.Word
	for i, w := range words {
		if i > 0 {
			out = append(out, parser.Text(" "))
		}
		out = append(out, w)
	}
	return out
}

// argv reads a nested command in the words of an operand.
func (r *reader) argv(u use) {
	words := u.rest
	if len(u.word.Parts) > 0 || len(words) == 0 {
		words = append([]parser.Word{u.word}, words...)
	}
	if len(words) > 1 && words[0].Is("--") == parser.Yes {
		words = words[1:] // a program cannot have this name: exec VM -- COMMAND
	}
	for _, filled := range r.fill(append(r.entry(), words...)) {
		r.inner(filled, u.truth)
	}
}

// inner reads a nested command.
func (r *reader) inner(words []parser.Word, truth parser.Truth) {
	o := r.outer()
	c := &parser.Command{
		Args: words, Stdin: o.Stdin, Dir: o.Dir, Func: o.Func,
		Env: o.Env, Background: o.Background, Awaited: o.Awaited, Shadowed: o.Shadowed, Span: o.Span, Source: o.Source,
		Outer: r.cmd,
	}
	if r.syntax.Feeds {
		c.Stdin = parser.Stdin{Kind: parser.FromFile, Word: parser.Text("/dev/null")}
	}
	r.nest(c, r.opt, truth)
}

// nest reads a command that this one runs.
func (r *reader) nest(c *parser.Command, opt parser.Options, truth parser.Truth) {
	if !r.mayNest(c) {
		return
	}
	v := read(c, opt, truth.And(r.inv.Truth), r.nestedRoot(), r.room)
	r.inv.Nested = append(r.inv.Nested, v)
}

// outer returns the command as its nested commands see it: in the directory it changed to, and with the
// variables and the PATH it set.
func (r *reader) outer() *parser.Command {
	o := *r.cmd
	o.Env = r.environment()
	if len(o.Dir.Parts) == 0 {
		o.Dir = r.dir
	} else if len(r.dir.Parts) > 0 {
		o.Dir = join(o.Dir, r.dir)
	}
	if r.syntax.Away {
		o.Dir = r.startThere()
	}
	for _, e := range r.inv.Effects {
		o.Shadowed = o.Shadowed || e.Kind == Sets && e.Name == "PATH"
	}
	return &o
}

// environment returns the exported variables that nested commands inherit. Another user may or may not
// get them, as sudoers(5) says.
func (r *reader) environment() *parser.Environment {
	e := r.cmd.Environment()
	switch {
	case r.syntax == nil:
		return e
	case r.syntax.Away:
		e = &parser.Environment{}
	case r.syntax.Privilege:
		e = e.Doubted()
	case r.given(r.syntax.Clears) != parser.No:
		e = e.Without()
	}
	for i := range r.inv.Options {
		if g := &r.inv.Options[i]; g.Is(r.syntax.Unsets) != parser.No {
			e = e.Without(g.Value.Prefix())
		}
	}
	for _, f := range r.inv.Effects {
		if f.Kind == Sets && f.Cause != ByAssign {
			e = e.With(f.Name, f.Word)
		}
	}
	for w, t := range r.inv.Values(r.syntax.Passes) {
		if name, value := r.passedOn(w, t); name != "" {
			e = e.With(name, value)
		}
	}
	return e
}

// passedOn returns the name and the value of a variable that an option passes on. Without a value it is
// the caller's.
func (r *reader) passedOn(w parser.Word, t parser.Truth) (string, parser.Word) {
	name, value, said := cut(w, '=')
	if !said {
		name = w
		value, said = r.cmd.Environment().Value(w.Prefix())
	}
	if !said || t != parser.Yes {
		value = unknown()
	}
	return name.Prefix(), value
}

// unknown is a word of which nothing is known.
func unknown() parser.Word {
	return parser.Word{Parts: []parser.Part{{Text: "?", Empty: true}}}
}

// code reads source that is run. Shell source is parsed as far as it is known; the commands in it
// inherit the rest of standard input.
func (r *reader) code(lang string, w parser.Word, truth parser.Truth, stdin parser.Stdin) {
	deep := depth(r.cmd) >= MaxNesting
	if lang == "sql" && r.dry() == parser.Yes {
		return // the server only checks it: bq query --dry_run
	}
	if lang == "postscript" {
		r.pipes(w, truth)
	}
	if lang != "sh" || !w.Known() {
		r.effect(Effect{Kind: Evaluates, Word: w, Lang: lang}, truth)
		r.suppose(lang, w, truth, stdin)
		if len(w.Parts) == 1 && !w.Known() {
			r.handedOn(lang, w.Parts[0].From, truth)
		}
		return
	}
	if deep {
		r.fail(ErrNesting)
		return
	}
	if err := r.source(w, truth, stdin); err != nil {
		r.refuse(w, err, truth)
	}
}

// suppose reads partly known shell source. Its unknown parts may change its meaning.
func (r *reader) suppose(lang string, w parser.Word, truth parser.Truth, stdin parser.Stdin) {
	if lang == "sh" && depth(r.cmd) < MaxNesting {
		_ = r.source(w, truth, stdin)
	}
}

// source reads the commands of shell source as nested.
func (r *reader) source(text parser.Word, truth parser.Truth, stdin parser.Stdin) error {
	o := r.outer()
	o.Stdin = stdin
	opt := r.opt
	opt.Outer, opt.Args, opt.Set = o, r.params, r.inv.shellOptions()
	if r.syntax.Away {
		opt.Vars, opt.Home, opt.RealPath = awayVars, awayHomes, nil
	}
	script, err := r.parse(text, &opt)
	if errors.Is(err, parser.ErrEmpty) {
		return nil
	}
	if script == nil {
		return err
	}
	for _, c := range script.Commands {
		c.Outer = r.cmd
		c.Shadowed = c.Shadowed || o.Shadowed
		r.nest(c, opt, truth)
	}
	return err
}

// refuse records why source cannot be read. If it is uncertain that the word is source at all, it
// records unknown code instead.
func (r *reader) refuse(w parser.Word, err error, truth parser.Truth) {
	if truth == parser.Yes {
		r.fail(fmt.Errorf("the source that %s runs: %w", r.inv.Name, err))
	}
	r.effect(Effect{Kind: Evaluates, Word: w, Lang: "sh"}, truth)
}

// dialect is a shell dialect with the programs that use it.
type dialect struct {
	names string
	lang  parser.Lang
}

// dialects are the dialects of shells that differ from the caller's own.
var dialects = []dialect{
	{"bash", parser.Bash},
	{"sh dash ash", parser.POSIX},
	{"mksh ksh", parser.Mksh},
	{"zsh", parser.Zsh},
}

// foreign rewrites source of a shell with a syntax of its own as bash reads it. It returns false for
// other programs, and for source that it does not read.
func (r *reader) foreign(text parser.Word) (parser.Word, bool) {
	source, known := text.Text()
	switch {
	case !known:
	case r.inv.Name == "fish":
		source, known = othershell.Fish(source)
		return parser.Text(source), known
	case r.inv.Name == "csh":
		source, known = othershell.Csh(source)
		return parser.Text(source), known
	}
	return text, false
}

// parse parses source in the program's dialect, and then as bash, since sh or ksh is bash on many
// machines.
func (r *reader) parse(text parser.Word, opt *parser.Options) (*parser.Script, error) {
	if rewritten, ok := r.foreign(text); ok {
		own := *opt
		own.Lang = parser.Bash
		script, err := parser.ParseWord(rewritten, own)
		var syntax *parser.SyntaxError
		if !errors.As(err, &syntax) {
			*opt = own
			return script, err
		}
	}
	for _, d := range dialects {
		if wordlist.Among(r.inv.Name, d.names) {
			opt.Lang = d.lang
		}
	}
	script, err := parser.ParseWord(text, *opt)
	var syntax *parser.SyntaxError
	if opt.Lang == parser.Bash || !errors.As(err, &syntax) {
		return script, err
	}
	opt.Lang = parser.Bash
	script, second := parser.ParseWord(text, *opt)
	if errors.As(second, &syntax) {
		return nil, err
	}
	return script, second
}

// script reads the run of a script file. A pipe in its place, as <( ) gives, is read as code.
func (r *reader) script(u use) {
	if u.lang == "ex" && strings.HasSuffix(u.word.String(), ".lua") {
		u.lang = "lua" // Neovim sources it as such
	}
	switch text, _ := u.word.Text(); {
	case text == "-" && r.readsCode() != parser.No:
		return // readsCode looks at it
	case isInputName(u.word), len(u.word.Parts) == 0: // sbcl --script
		r.stdinCode(u.lang, u.truth)
		return
	}
	if text, ok := held(u.word); ok {
		r.code(u.lang, parser.Text(text), u.truth, r.cmd.Stdin)
		return
	}
	if code, is := dataURL(u.word); is { // node --import 'data:text/javascript,…'
		r.code(u.lang, code, u.truth, r.cmd.Stdin)
		return
	}
	if isPipe(u.word) {
		w := parser.Word{Parts: slices.Clone(u.word.Parts), Span: u.word.Span}
		for i := range w.Parts {
			w.Parts[i].File = false
		}
		r.effect(Effect{Kind: Evaluates, Word: w, Lang: u.lang}, u.truth)
		r.suppose(u.lang, parser.Printer(r.printed).Text(parser.Stdin{Kind: parser.FromFile, Word: u.word}), u.truth, r.cmd.Stdin)
		r.handedOn(u.lang, u.word.From(), u.truth)
		return
	}
	if text, _ := u.word.Text(); wordlist.Among(u.lang, "gdb lldb") && strings.HasSuffix(text, ".py") {
		u.lang = "python" // Debugging with GDB, Command Files
	}
	r.effect(Effect{Kind: Runs | Reads, Word: join(r.dir, u.word), Lang: u.lang}, u.truth)
	r.coded(u.rest)
	r.framework(u)
}

// split reads text that is split into words of the program's own command line.
func (r *reader) split(u use) {
	text, known := u.word.Text()
	text = r.splitString(text)
	words := []parser.Word{r.cmd.Args[0]}
	if known {
		words = append(words, fields(text)...)
	} else {
		rest := unknown()
		rest.Parts[0].Split = true
		if !strings.ContainsAny(u.word.String(), `'"\$`) {
			words = append(words, u.word.Fields(" \t\n")...)
		} else {
			rest = concat(u.word.Span, u.word, rest)
		}
		words = append(words, rest)
	}
	r.inner(append(words, u.rest...), u.truth)
}

// splitString returns the text of env -S with its escapes and ${NAME} replaced, as far as the
// values are known (env(1), -S).
func (r *reader) splitString(text string) string {
	text, _, _ = strings.Cut(text, `\c`)
	text = strings.NewReplacer(`\\`, `\\`, `\_`, " ", `\t`, "\t", `\n`, "\n", `\f`, "\f", `\r`, "\r", `\v`, "\v").Replace(text)
	for from := 0; ; {
		begin := strings.Index(text[from:], "${")
		if begin < 0 {
			return text
		}
		begin += from
		length := strings.IndexByte(text[begin:], '}')
		if length < 0 {
			return text
		}
		name := text[begin+2 : begin+length]
		from = begin + length
		if value, ok := r.inherited(name); ok && len(text)+len(value) < maxSplit {
			text = text[:begin] + strings.ReplaceAll(value, " ", `\ `) + text[begin+length+1:]
			from = begin + len(value)
		}
	}
}

// maxSplit bounds the text of env -S after expansion.
const maxSplit = 1 << 16

// inherited returns the value of a variable in the command's environment, if it is known.
func (r *reader) inherited(name string) (string, bool) {
	for i := len(r.cmd.Assigns) - 1; i >= 0; i-- {
		if a := &r.cmd.Assigns[i]; a.Name == name && !a.Append {
			return a.Value.Text()
		}
	}
	if v, ok := r.environment().Value(name); ok {
		return v.Text()
	}
	if r.opt.Vars == nil {
		return "", false
	}
	return r.opt.Vars(name)
}

// fields splits text at blanks outside quotes, as env -S and xargs do. A word with a dollar sign is
// unknown, since env -S expands variables.
func fields(text string) []parser.Word {
	var words []parser.Word
	var b strings.Builder
	quote, open := byte(0), false
	flush := func() {
		if open {
			w := parser.Text(b.String())
			if strings.Contains(b.String(), "$") {
				w = parser.Word{Parts: []parser.Part{{Text: b.String(), Empty: true}}}
			}
			words = append(words, w)
		}
		b.Reset()
		open = false
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quote != '\'' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
			open = true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			b.WriteByte(c)
		case c == '\'' || c == '"':
			quote, open = c, true
		case strings.IndexByte(" \t\n\r\v\f", c) >= 0:
			flush()
		default:
			b.WriteByte(c)
			open = true
		}
	}
	flush()
	return words
}
