package guard

import (
	"errors"
	"slices"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// The steps that one decision may take (parser.Budget). A request that needs more is refused:
// nobody writes one that long by hand. A file that it runs may be longer; shimgen then treats
// the file as unread, and the profile decides about unread files.
const (
	stepsOfRequest = 8_000_000
	stepsOfFiles   = 3_000_000
)

// budgets holds what is left of both. They are separate so that a long file cannot use up the
// budget of the request.
type budgets struct {
	request, files parser.Budget
}

func newBudgets(stop <-chan struct{}) budgets {
	return budgets{*parser.NewBudget(stepsOfRequest, stop), *parser.NewBudget(stepsOfFiles, stop)}
}

// budget returns the budget that pays for reading what c runs: that of the files if c stands in
// one.
func (j *judge) budget(c *parser.Command) *parser.Budget {
	if c.File() != "" {
		return &j.files
	}
	return &j.request
}

// options returns the parser options that all readings for this decision share. outer is the
// command that runs what is read, or nil.
func (j *judge) options(outer *parser.Command) parser.Options {
	opt := j.withoutPrinter(outer)
	opt.Prints = func(c *parser.Command) []parser.Word { return j.prints(c, j.withoutPrinter(outer)) }
	opt.Inherits = grammar.IsInherited
	return opt
}

// withoutPrinter returns the options for reading what a program prints: the output of others is not known
// then.
func (j *judge) withoutPrinter(outer *parser.Command) parser.Options {
	return parser.Options{
		Vars: j.req.Vars, Home: j.machine.UserHome,
		Outer: outer, Origins: j.req.Origins, Budget: j.budget(outer), RealPath: j.realPath, Writes: j.written,
	}
}

// isSpent reports whether reading ended because a budget ran out.
func isSpent(err error) bool {
	var limit *parser.LimitError
	return errors.As(err, &limit) && limit.Spent
}

// skipOverrunFiles marks a file as unread if the budget of the files ended while reading it. An
// exhausted budget in a file, unlike one in the request, is no reason to refuse.
func (j *judge) skipOverrunFiles(invs []*grammar.Invocation) {
	for v := range grammar.All(invs) {
		if file := v.Command.File(); file != "" && isSpent(v.Err) {
			v.Err = nil
			j.addUnread(v, grammar.Effect{Word: parser.Text(file), Lang: "sh", Truth: v.Truth})
		}
	}
}

// refuseAtLimit refuses a request that runs an unknown command after the parser gave up tracking
// values: padding could hide any command there. It ignores commands in files, which may be long
// for good reasons.
func (j *judge) refuseAtLimit(invs []*grammar.Invocation) {
	gaveUp := false
	for v := range grammar.All(invs) {
		gaveUp = gaveUp || v.Command.GivenUp() != nil
	}
	if !gaveUp {
		return // nearly always
	}
	functions, unknown := map[string]bool{}, false // functions that the request calls, and whether one of them runs something unknown
	for v := range grammar.All(invs) {
		if v.Command.Func != "" {
			functions[v.Command.Func], unknown = true, unknown || runsUnknown(v)
		}
	}
	for v := range grammar.All(invs) {
		limit := j.limitOf(v)
		if limit == nil {
			continue
		}
		if functions[v.Name] {
			j.callLimit = limit
		}
		if runsUnknown(v) || unknown && functions[v.Name] {
			j.refuse(limit)
		}
	}
}

// limitOf returns the limit after which the parser no longer knew the words of v, if v stands
// in the request itself; otherwise nil.
func (j *judge) limitOf(v *grammar.Invocation) *parser.LimitError {
	limit := v.Command.GivenUp()
	if limit == nil && v.Command.Func != "" {
		limit = j.callLimit
	}
	if limit == nil || v.Command.File() != "" {
		return nil
	}
	return limit
}

// isHiddenByLimit reports whether a finding would be catastrophic and is uncertain only because of such
// a limit.
func (j *judge) isHiddenByLimit(f rules.Finding) bool {
	return f.Rule.Class == rules.Catastrophic && f.Effect != nil && !f.Effect.Word.Known() && j.limitOf(f.Invocation) != nil
}

// runsUnknown reports whether v runs a program with an unknown name, or evaluates source of
// which nothing is known.
func runsUnknown(v *grammar.Invocation) bool {
	if !v.Command.Program().Known() {
		return true
	}
	return slices.ContainsFunc(v.Effects, func(e grammar.Effect) bool {
		return e.Kind == grammar.Evaluates && !e.Followed && !e.Word.Known() && e.Word.Prefix() == ""
	})
}
