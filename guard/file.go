package guard

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/buildfile"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/script"
)

// The bounds on the files that one decision reads because the command would run them.
const (
	maxOpened = 64        // files
	maxFile   = 256 << 10 // bytes of one
)

// fileVersion is what a file that a command would run may hold.
type fileVersion struct {
	word    parser.Word
	written bool // the request itself wrote it
	given   bool // the caller has opened the file and passes the shell exactly this text
}

// readFile reads the file that an effect starts or runs as a script, and adds what that does to the
// invocation. If it cannot read the file, it says so.
//
// It opens no other files, and of these neither installed programs nor credentials nor
// shimgen's own state.
func (j *judge) readFile(v *grammar.Invocation, e grammar.Effect) {
	starts, from := v.Starts(&e), v.Command
	if e.Cause == grammar.ByStdin && v.InputFromHere() {
		from = v.Launcher
	} else if v.Away || e.Away {
		j.readArrived(v, e)
		return
	}
	if !starts && e.Kind != grammar.Runs|grammar.Reads || checksSyntax(v) {
		return
	}
	at, known := j.locateFrom(from, e.Word)
	switch {
	case starts && (!known || j.zones.IsOwn(at) || j.zones.SystemZone(at) != 0), known && j.isRunning(v, keyOf(v, &e, at)):
		return
	case !known || j.recursesTooOften(v, at):
		j.addUnread(v, e)
		return
	}
	found, sure := j.readVersions(v, e, at)
	if !sure && len(found) == 0 && j.isOfNewVenv(v, at) {
		return
	}
	for _, c := range found {
		if starts {
			j.runScript(v, e, c, v.Command.Args, "")
		} else {
			j.addContent(v, e, at, c)
		}
	}
	if !sure && (!starts || len(found) == 0) {
		j.addUnread(v, e)
	}
}

// checksSyntax reports whether a shell only reads its script: bash -n FILE.
func checksSyntax(v *grammar.Invocation) bool {
	args := v.Command.Args
	if !v.HasTrait(spec.ChecksSyntax) || len(args) != 3 {
		return false
	}
	options, known := args[1].Text()
	return known && len(options) > 1 && options[0] == '-' && strings.Contains(options, "n") && strings.Trim(options[1:], "nvx") == ""
}

// locate returns the canonical path that a word names in the directory of an invocation.
func (j *judge) locate(v *grammar.Invocation, w parser.Word) (string, bool) {
	return j.locateFrom(v.Command, w)
}

// locateFrom is locate for a command.
func (j *judge) locateFrom(c *parser.Command, w parser.Word) (string, bool) {
	text, known := w.Text()
	if !known || text == "" {
		return "", false
	}
	if text[0] != '/' {
		dir, known := j.zones.Start(c)
		if !known {
			return "", false
		}
		text = dir + "/" + text
	}
	at, err := j.zones.Resolve(text, true)
	return at, err == nil
}

// isRunning reports whether one of the commands around v already runs that: then the judge knows
// what it does. A text may do other things when it is read as another language.
func (j *judge) isRunning(v *grammar.Invocation, what runKey) bool {
	for c := v.Command; c != nil; c = c.Outer {
		if s := c.Source; s != nil && j.sources[s] == what {
			return true
		}
	}
	return false
}

// readVersions returns what a file may hold when an invocation runs it, and adds to the
// invocation's effects what the unknown output of commands that have written there may hold. sure
// is false if the file may hold something else, too.
func (j *judge) readVersions(v *grammar.Invocation, e grammar.Effect, at string) (found []fileVersion, sure bool) {
	if j.req.Script != nil && v == j.Invocations[0] {
		return []fileVersion{{word: parser.Text(*j.req.Script), given: true}}, true
	}
	x, written := j.writtenContent(v.Command, at)
	j.guessContent(v, e, x.From)
	if !written {
		j.guessCopy(v, e, at)
	}
	found, sure = j.fileVersions(x, written, at)
	return found, sure && !j.mayHaveChanged(x.By, v, at)
}

// fileVersions returns what a file may hold: what the request has written there, and what the file
// system has. sure is false if it may hold something else, too.
func (j *judge) fileVersions(x parser.Written, written bool, at string) (found []fileVersion, sure bool) {
	sure = !x.Other
	old, err := "", error(nil)
	if x.Before || x.After || !written {
		old, err = j.readCounted(at)
		sure = sure && (err == nil || written && errors.Is(err, fs.ErrNotExist))
	}
	if (x.Before || !written) && err == nil {
		found = append(found, fileVersion{word: parser.Text(old)})
	}
	for _, t := range x.Texts {
		if x.After && old != "" {
			t = parser.Word{Parts: append(parser.Text(old).Parts, t.Parts...)}
		}
		found = append(found, fileVersion{word: t, written: true})
	}
	return found, sure
}

// writtenContent returns what the request writes to a file before a command.
func (j *judge) writtenContent(c *parser.Command, at string) (parser.Written, bool) {
	at = c.WrittenFiles().Resolve(at)
	for _, x := range slices.Backward(c.Written()) { // the last write under one of a file's names counts
		p := x.Path
		if !strings.HasPrefix(p, "/") {
			p = path.Join(j.zones.Dir, p)
		}
		if real, err := j.zones.Resolve(p, true); err == nil && real == at {
			return x, true
		}
	}
	return parser.Written{}, false
}

// readCounted returns what the file system has at a path, and counts the files that this decision reads.
func (j *judge) readCounted(at string) (string, error) {
	if j.opened++; j.opened > maxOpened {
		return "", fmt.Errorf("%s: more than %d files", at, maxOpened)
	}
	if j.zones.At(at, &grammar.Effect{Kind: grammar.Reads})&(rules.Secret|rules.Own|rules.Disk|rules.Blocked) != 0 {
		return "", fmt.Errorf("%s: %w", at, fs.ErrPermission)
	}
	return j.machine.Files.Content(at, maxFile)
}

// runScript adds the command that runs a file started by its path: with the interpreter of its
// first line, or with a shell (execve(2), bash(1)). args begin with that path. dir is the
// directory to start in; "" means that of the command.
func (j *judge) runScript(v *grammar.Invocation, e grammar.Effect, c fileVersion, args []parser.Word, dir string) {
	text, _ := c.word.Text()
	if !c.word.Known() {
		text = c.word.Prefix()
	}
	words, ok := interpreter(text)
	if !ok {
		j.addUnread(v, e)
		return
	}
	outer := v.Command
	run := &parser.Command{Outer: outer, Dir: outer.Dir, Stdin: outer.Stdin, Source: outer.Source, Span: outer.Span}
	for _, w := range words {
		run.Args = append(run.Args, parser.Text(w))
	}
	run.Args = append(run.Args, args...)
	if dir != "" {
		run.Dir, run.Stdin = parser.Text(dir), parser.Stdin{}
	}
	v.Nested = append(v.Nested, grammar.ReadCommand(run, j.options(outer)))
}

// interpreter returns the words that the kernel or the shell puts before a file's path to start
// it. It returns false if the text is binary.
func interpreter(text string) ([]string, bool) {
	if strings.IndexByte(text, 0) >= 0 {
		return nil, false
	}
	line, _, _ := strings.Cut(text, "\n")
	named, ok := strings.CutPrefix(line, "#!")
	words := strings.Fields(named)
	if !ok || len(words) == 0 {
		return []string{"sh"}, true
	}
	if path.Base(words[0]) != "env" && len(words) > 2 {
		words = []string{words[0], strings.Join(words[1:], " ")} // the kernel passes everything after the interpreter as one argument
	}
	if program := words[0]; grammar.Lookup(program) != nil {
		words[0] = path.Base(program)
	}
	return words, true
}

// addContent adds what the content of a file does.
func (j *judge) addContent(v *grammar.Invocation, e grammar.Effect, at string, c fileVersion) {
	if slices.Contains(j.active, at) {
		return // it reads itself
	}
	j.active = append(j.active, at)
	defer func() { j.active = j.active[:len(j.active)-1] }()
	name := j.displayPath(e.Word.String())
	lang := v.Language(&e)
	e.Lang = lang
	text, known := c.word.Text()
	switch {
	case strings.IndexByte(text, 0) >= 0 && !c.given:
		j.addUnread(v, e)
	case lang == "just":
		j.addScript(v, e, &scriptRun{name: name, from: keyOf(v, &e, at), text: buildfile.Just(shellText(c.word), targets(v))})
	case lang == "ninja":
		j.addScript(v, e, &scriptRun{name: name, from: keyOf(v, &e, at), text: buildfile.Ninja(shellText(c.word))})
	case lang == "sh":
		j.addScript(v, e, &scriptRun{name: name, from: keyOf(v, &e, at), text: shellText(c.word), args: arguments(v, e), given: c.given})
	case script.HasReader(lang) && known, script.Partial(lang):
		src := &parser.Source{Text: placeholderText(c.word), Outer: v.Command, Name: name}
		j.recordFile(src, keyOf(v, &e, at))
		e.At = &grammar.Position{Source: src}
		j.addCode(v, e, src.Text, !known)
	case c.written && j.hasGuardedLiteral(v, lang, text):
		v.Effects = append(v.Effects, evaluation(e, grammar.GuardedText, lang))
	default:
		j.addUnread(v, e)
	}
}

// arguments returns the parameters of a script, beginning with its name: the script's operand
// and those after it. For a script on standard input it returns nil: unknown.
func arguments(v *grammar.Invocation, e grammar.Effect) []parser.Word {
	if e.Cause == grammar.ByStdin || v.HasTrait(spec.SharesParameters) {
		return nil
	}
	for i, o := range v.Operands {
		if o.Role == spec.Script {
			var words []parser.Word
			for _, rest := range v.Operands[i:] {
				words = append(words, rest.Word)
			}
			return words
		}
	}
	return nil
}

// includes reports whether an act reads another file of code in the same language: psql's \i,
// mysql's source, .read of sqlite3.
func includes(lang string, a script.Act) bool {
	const calls = "i ir include include_relative source read rea"
	return a.Kind == script.Reads && script.Partial(lang) && wordlist.Among(a.Call, calls)
}

// shellText returns a word as shell source, with a variable in place of each unknown part.
func shellText(w parser.Word) string {
	var b strings.Builder
	for _, p := range w.Parts {
		if p.Kind == parser.Literal {
			b.WriteString(p.Text)
		} else {
			b.WriteString("${_unknown}")
		}
	}
	return b.String()
}

// scriptRun is shell source that a command runs from a file.
type scriptRun struct {
	name string // as it was written
	from runKey
	text string
	dir  *parser.Word  // where it runs, if not where the command does
	args []parser.Word // $0 and the arguments; nil if they are not known

	// given says that the caller has opened the file and will run exactly this text. If it
	// cannot be read, the request is refused.
	given bool
}

// addScript adds the commands of shell source that an invocation runs from a file.
func (j *judge) addScript(v *grammar.Invocation, e grammar.Effect, r *scriptRun) {
	outer := *v.Command
	if e.Cause == grammar.ByStdin {
		outer.Stdin = parser.Stdin{}
	}
	if r.dir != nil {
		outer.Dir = *r.dir
	}
	before := len(v.Nested)
	opt := j.options(&outer)
	opt.Lang, opt.Name, opt.Args, opt.Budget = j.req.Lang, r.name, r.args, &j.files
	err := v.Source(r.text, opt, e.Truth)
	var syntax *parser.SyntaxError
	var limit *parser.LimitError
	switch {
	case err == nil:
	case errors.As(err, &limit):
		j.addUnread(v, e) // what was read before the limit stays judged
	case r.given, errors.As(err, &syntax) && wordlist.Among(v.Name, "bash sh dash source ."):
		v.Err = fmt.Errorf("%s: %w", r.name, err)
	default:
		j.addUnread(v, e)
	}
	for _, n := range v.Nested[before:] {
		if s := n.Command.Source; s != nil && s.Text == r.text {
			j.recordFile(s, r.from)
		}
	}
}

// addUnread records that an invocation runs a file that shimgen could not read.
func (j *judge) addUnread(v *grammar.Invocation, e grammar.Effect) {
	e.At = nil
	v.Effects = append(v.Effects, unreadable(e, v.Language(&e)))
	if name, known := e.Word.Text(); known && (strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/")) && j.mayRunWritten(v) {
		v.Effects = append(v.Effects, evaluation(e, grammar.GuardedText, "sh"))
	}
	if call := j.evaluated[v.Command]; call != "" && j.mayBeStream(v, e.Word) {
		v.Effects = append(v.Effects, dynamicEffect(e, call)) // inline code evaluates that file, and nobody knows its content
	}
}

// mayBeStream reports whether a word may name a pipe, a socket or a device, so that another
// process decides what is read. A file that does not exist yields nothing.
func (j *judge) mayBeStream(v *grammar.Invocation, w parser.Word) bool {
	at, known := j.locate(v, w)
	if !known {
		return true
	}
	mode, err := j.machine.Files.Lstat(at)
	return err == nil && !mode.IsRegular()
}

// unreadable is the effect of a file, or of code in it, that shimgen cannot read.
func unreadable(by grammar.Effect, what string) grammar.Effect {
	e := opaque(by, grammar.UnreadFile, what)
	e.Word = parser.Text(by.Word.String())
	return e
}
