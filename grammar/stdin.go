package grammar

import (
	"cmp"
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// isInputName reports whether a word is a name of standard input as a file.
func isInputName(w parser.Word) bool { return w.Is("-") == parser.Yes || parser.IsStdinPath(w) }

// stdin reads standard input as code if the program does.
func (r *reader) stdin() {
	t := r.readsCode()
	if t != parser.No {
		if r.syntax.Lang == "sh" && r.has("-s") == parser.Yes {
			r.params = append([]parser.Word{parser.Text(r.inv.Name)}, r.operands...)
		}
		r.stdinCode(cmp.Or(r.lang(), r.syntax.Lang), t)
		r.params = nil
	}
	if r.startsShell() {
		r.stdinCode("sh", parser.Yes)
	}
}

// startsShell reports whether the program starts a shell that reads something else than its
// caller's input.
func (r *reader) startsShell() bool {
	if !r.syntax.Shells || r.cmd.Stdin.Kind == parser.Inherited {
		return false
	}
	for l := range r.layouts() {
		if l.noStdin && l.truth == parser.Yes {
			return false
		}
	}
	return !slices.ContainsFunc(r.inv.Operands, func(o Operand) bool { return startsCommand(o.Role) }) &&
		!slices.ContainsFunc(r.inv.Options, func(g OptionUse) bool { return g.Option != nil && startsCommand(g.Option.Role) })
}

// startsCommand reports whether a word in a role is a command or code.
func startsCommand(role spec.Role) bool {
	switch role {
	case spec.Argv, spec.Words, spec.Shell, spec.Code, spec.Script, spec.Entry:
		return true
	}
	return false
}

// readsCode returns whether standard input is run as code.
func (r *reader) readsCode() parser.Truth {
	if r.syntax.Lang == "" || !r.syntax.Stdin && r.syntax.StdinWith == "" {
		return parser.No
	}
	return r.readsCodeNow()
}

// readsCodeNow is readsCode for a program that does so at times.
func (r *reader) readsCodeNow() parser.Truth {
	t := parser.Yes
	for l := range r.layouts() {
		if l.noStdin {
			t = l.truth.Not()
		}
	}
	if t == parser.No {
		return t
	}
	for _, o := range r.inv.Operands {
		if o.Role == spec.Code {
			return parser.No // sqlite3 FILE SQL
		}
	}
	with := r.given(r.syntax.StdinWith)
	if r.syntax.Away && !r.logsIn() {
		return parser.No
	}
	if len(r.operands) == 0 || r.syntax.Away {
		return t.And(parser.Of(r.syntax.Stdin).Or(with))
	}
	if !r.syntax.Stdin {
		return parser.No
	}
	first := r.operands[0].Is("-")
	switch {
	case isInputName(r.operands[0]) && len(r.inv.Operands) > 0 && r.inv.Operands[0].Role == spec.File:
		first = parser.Yes
	case slices.Contains(r.loose, 0):
		first = parser.Maybe
	case isPipe(r.operands[0]):
		first = parser.No
	}
	return t.And(first.Or(with))
}

// logsIn reports whether no operand is a command, and at most one a host, so that the shell there reads the
// input: ssh(1), adb shell.
func (r *reader) logsIn() bool {
	hosts := len(r.layout().First)
	return len(r.inv.Operands) == hosts && (hosts == 0 || r.inv.Operands[0].Role == spec.Host) && r.cmd.Stdin.Kind != parser.Inherited
}

// stdinCode reads standard input as code.
func (r *reader) stdinCode(lang string, truth parser.Truth) {
	r.caused(ByStdin, func() { r.stdinSource(lang, truth) })
}

// stdinSource is stdinCode without setting the cause.
func (r *reader) stdinSource(lang string, truth parser.Truth) {
	in := r.cmd.Stdin
	if text, ok := inputText(in); ok {
		r.code(lang, text, truth, parser.Stdin{})
		return
	}
	switch in.Kind {
	case parser.FromFile:
		if host, ok := socket(in.Word); ok {
			r.effect(Effect{Kind: Connects, Word: host}, truth)
			r.effect(Effect{Kind: Evaluates, Word: unknown(), Lang: lang}, truth)
			return
		}
		if isPipe(in.Word) {
			r.script(use{word: in.Word, lang: lang, truth: truth})
			return
		}
		if in.Word.Is("/dev/null") != parser.Yes {
			r.effect(Effect{Kind: Runs | Reads, Word: in.Word, Lang: lang}, truth)
			if r.syntax.Away {
				r.inv.inputAt = &inputPlace{r.nestedRoot(), r.startThere()}
			}
		}
	case parser.FromPipe:
		r.effect(Effect{Kind: Evaluates, Word: r.input(), Lang: lang}, truth)
		r.supposeInput(lang, parser.Printer(r.printed).Text(in), truth)
		r.handedOn(lang, in.From, truth)
	default:
		r.effect(Effect{Kind: Evaluates, Word: unknown(), Lang: lang}, parser.Maybe)
	}
}

// supposeInput reads the possible text on a pipe as code: it may come from one of two programs,
// or be partly unknown.
func (r *reader) supposeInput(lang string, text parser.Word, truth parser.Truth) {
	switch {
	case lang == "sh":
		r.suppose(lang, text, truth, parser.Stdin{})
	case len(text.Parts) > 0:
		r.effect(Effect{Kind: Evaluates, Word: text, Lang: lang}, truth)
	}
}

// inputText returns the text on standard input: of a here-document or a here-string, or the known text
// written to a pipe.
func inputText(in parser.Stdin) (parser.Word, bool) {
	ok := in.Kind == parser.FromText || in.Kind == parser.FromPipe && len(in.Word.Parts) > 0
	return in.Word, ok
}

// inputOrPrinted returns the content of standard input as far as the commands that write it tell.
func (r *reader) inputOrPrinted() parser.Word {
	if text, ok := inputText(r.cmd.Stdin); ok {
		return text
	}
	return parser.Printer(r.printed).Text(r.cmd.Stdin)
}

// input returns the content of standard input: its text, or an unknown word whose From are the writers.
func (r *reader) input() parser.Word {
	if text, ok := inputText(r.cmd.Stdin); ok {
		return text
	}
	w := unknown()
	w.Parts[0].From = r.cmd.Stdin.From
	return w
}
