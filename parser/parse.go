package parser

import (
	"errors"

	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
)

// Options says what the caller knows about the shell that will run a source.
type Options struct {
	Lang reader.Lang

	// Vars returns the value of a variable the shell starts with, such as
	// HOME. Nil means that no value is known.
	Vars func(name string) (string, bool)

	// Home returns the home directory of a user, for ~user. Nil means that
	// none is known. The current user's home is Vars("HOME").
	Home func(user string) (string, bool)

	// Name is the file that the source was read from, or "".
	Name string

	// Outer is the command that runs this source, or nil. Its Dir is where
	// the source starts, and its Stdin is what the source inherits.
	Outer *tree.Command

	// Args are the shell's arguments, $0 first: the words after the text of sh -c. Nil means that
	// they are not known.
	Args []tree.Word

	// Set names options that the shell is started with and that change the meaning of words, as
	// bash -O nullglob does.
	Set []tree.Word

	// Prints returns the names that a program prints, such as a search. Nil means that only the
	// output of the shell's own commands is known.
	Prints output.Printer

	// Writes returns what a program writes to files by itself, and not by its output: by its code,
	// or because it changes a file. Paths are relative to where the source starts. An entry with
	// After or Before adds to what is known of the file. Nil means that no program does. It is not
	// asked about the last command of a source without Outer, whose files nothing in it reads.
	Writes func(c *tree.Command) []tree.Written

	// RealPath resolves the symbolic links of an absolute path that exist before anything runs, as
	// realpath(1) does. Nil means that no link is known, and neither is the output of realpath,
	// readlink -f and pwd -P.
	RealPath func(path string) string

	// Inherits reports whether programs may read a variable. If so, an assignment in another form,
	// such as read NAME, is listed as if it were NAME=value. Nil means that it always returns
	// false.
	Inherits func(name string) bool

	// Budget is the budget that all readings for one decision share. Nil means a new one of
	// [MaxSteps].
	Budget *Budget

	placeholders *tree.Placeholders // for what is not known of the source, or nil

	// Origins asks for the origins of words that [Word.Stretches] returns.
	Origins bool
}

// Parse reads a shell source and lists the commands it would run. It runs nothing and reads
// nothing but its arguments.
//
// The error is ErrEmpty if there is no command, a *LimitError if the source exceeds a limit, and
// otherwise a *SyntaxError. A source with an error must not pass as harmless: a shell may run
// the lines before the error. If a limit is exceeded after parsing, Parse returns the commands
// found so far together with the error.
func Parse(text string, opt Options) (*tree.Script, error) {
	opt = opt.WithBudget()
	if s := tree.EvaluatedBefore(text, opt.Outer); s != nil {
		return s, nil
	}
	s, again, err := read(text, &opt, false)
	if again && err == nil {
		s, _, err = read(text, &opt, true)
	}
	return s, err
}

// product is what a reading hands on, in one allocation: room for a typical source, which has one to
// three commands. The walker makes more when it needs more.
type product struct {
	source   tree.Source
	script   tree.Script
	list     [4]*tree.Command
	commands [3]tree.Command
	words    [10]tree.Word
	parts    [12]tree.Part
}

// read implements Parse. It returns again if arithmetic assigned variables that the text does
// not show: then the caller calls it again with wary set, so that any statement may change any
// variable.
func read(text string, opt *Options, wary bool) (s *tree.Script, again bool, err error) {
	if !opt.Budget.Spend(stepsOfReading + len(text)/bytesInStep) {
		return nil, false, opt.Budget.Spent(tree.Span{})
	}
	file, returns, err := reader.File(text, opt.Lang)
	if err != nil {
		return nil, false, err
	}
	if len(file.Stmts) == 0 {
		return nil, false, ErrEmpty
	}
	out := &product{source: tree.Source{Text: opt.placeholders.Show(text), Outer: opt.Outer, Name: opt.Name}}
	w := newWalker(opt, out)
	w.unit.fill(&out.source, file, &returns, opt.Lang, wary, nil)
	if w.effects.misread != nil {
		return nil, false, w.effects.misread
	}
	w.effects.shopts |= inheritedShopts(opt, w.startEnv)
	if opt.Outer == nil {
		w.lastSimple = lastSimple(file.Stmts)
	}
	w.topLevel(file.Stmts)
	w.readAllLater()
	w.markAwaited()
	s = &out.script
	s.Source, s.Commands, s.Files = w.source, tree.WithoutEvaluated(w.commands), w.state.files
	if w.err == nil {
		return s, w.wary && !wary, nil
	}
	if limit := (*tree.LimitError)(nil); errors.As(w.err, &limit) {
		return s, false, w.err
	}
	return nil, false, w.err
}
