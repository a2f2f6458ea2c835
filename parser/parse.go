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

	// Args are the words that the shell was given beside the source, $0 first:
	// those after the text of sh -c. Nil means that they are not known.
	Args []tree.Word

	// Set names options that the shell is started with and that change what
	// words mean, as bash -O nullglob does.
	Set []tree.Word

	// Prints tells what programs print lists of names, as a search does. Nil means
	// that only what the shell's own commands print is known.
	Prints output.Printer

	// RealPath follows the symbolic links in an absolute path that are there before anything
	// runs, as realpath(1) does. Nil means that no link is known, and so not what realpath,
	// readlink -f and pwd -P print.
	RealPath func(path string) string

	// Inherits tells whether programs may read a variable of that name. Assignments to
	// those that are not written as one, as read NAME, are listed as if they were. Nil
	// means that none is.
	Inherits func(name string) bool

	// Budget is what this reading shares with all others for the same decision. Nil means
	// one of [MaxSteps] of its own.
	Budget *Budget

	stands *tree.Placeholders // for what is not known of the source, or nil

	// Origins asks for the origins of words that [Word.Stretches] returns.
	Origins bool
}

// Parse reads a shell source and lists the commands it would run. It runs
// nothing and reads nothing but its arguments.
//
// The error is ErrEmpty if there is no command, a *LimitError if the source is
// past the limits, and otherwise a *SyntaxError. A source with an error must
// not pass as harmless: a shell may run the lines before the error. Where a limit
// is passed after it was parsed, what was found until then comes with the error.
func Parse(text string, opt Options) (*tree.Script, error) {
	opt = opt.WithBudget()
	if s := tree.EvaluatedBefore(text, opt.Outer); s != nil {
		return s, nil
	}
	s, again, err := read(text, opt, false)
	if again && err == nil {
		s, _, err = read(text, opt, true)
	}
	return s, err
}

// read is Parse. It asks to be called again where arithmetic has assigned what the text
// does not show: then wary, so that each statement may have changed any variable by
// the time it is read again.
func read(text string, opt Options, wary bool) (s *tree.Script, again bool, err error) {
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
	source := &tree.Source{Text: opt.stands.Show(text), Outer: opt.Outer, Name: opt.Name}
	w := newWalker(newUnit(source, file, returns, opt.Lang, wary, nil), opt)
	w.placeholders = opt.stands
	w.topLevel(file.Stmts)
	s = &tree.Script{Source: w.source, Commands: tree.WithoutEvaluated(w.commands)}
	if limit := (*tree.LimitError)(nil); errors.As(w.err, &limit) {
		return s, false, w.err
	}
	if w.err != nil {
		return nil, false, w.err
	}
	return s, w.wary && !wary, nil
}
