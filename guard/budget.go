package guard

import (
	"errors"
	"slices"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// What one decision may take, in steps (parser.Budget). A person or an agent wrote the
// request: where that is too much, it is refused. Files that are about to run are as long
// as they are, and what is past their budget is unread, as the profile takes it.
const (
	stepsOfRequest = 8_000_000
	stepsOfFiles   = 3_000_000
)

// budgets are what is left of both. They are apart, so that no file takes from the
// reading of the request what that needs.
type budgets struct {
	request, files *parser.Budget
}

func newBudgets(stop <-chan struct{}) budgets {
	return budgets{parser.NewBudget(stepsOfRequest, stop), parser.NewBudget(stepsOfFiles, stop)}
}

// budget is the one that pays for what a command runs.
func (j *judge) budget(c *parser.Command) *parser.Budget {
	if c.File() != "" {
		return j.files
	}
	return j.request
}

// options are what all readings for the decision have in common, of what a command runs.
func (j *judge) options(outer *parser.Command) parser.Options {
	opt := parser.Options{
		Vars: j.req.Vars, Home: j.machine.UserHome,
		Outer: outer, Origins: j.req.Origins, Budget: j.budget(outer), RealPath: j.zones.Resolved,
	}
	opt.Prints, opt.Inherits = grammar.OutputPrinter(opt), grammar.IsInherited
	return opt
}

// spent reports whether a budget ended a reading.
func spent(err error) bool {
	var limit *parser.LimitError
	return errors.As(err, &limit) && limit.Spent
}

// overrun makes unread what the budget of the files did not do for: a command in a file
// is no reason to refuse the request, as one in the request itself is.
func (j *judge) overrun(invs []*grammar.Invocation) {
	for v := range grammar.All(invs) {
		if file := v.Command.File(); file != "" && spent(v.Err) {
			v.Err = nil
			j.unread(v, grammar.Effect{Word: parser.Text(file), Lang: "sh", Truth: v.Truth})
		}
	}
}

// givenUp refuses a request that runs what is not known, behind a limit past which known
// values are taken to be unknown: padding would hide any command. Files are as long as
// they are.
func (j *judge) givenUp(invs []*grammar.Invocation) {
	functions, unknown := map[string]bool{}, false // those of the request, and whether any of them runs what is not known
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
			j.cut = limit
		}
		if runsUnknown(v) || unknown && functions[v.Name] {
			j.refuse(limit)
		}
	}
}

// limitOf is the limit past which words of an invocation may be unknown that the request
// says, or nil.
func (j *judge) limitOf(v *grammar.Invocation) *parser.LimitError {
	limit := v.Command.GivenUp()
	if limit == nil && v.Command.Func != "" {
		limit = j.cut
	}
	if limit == nil || v.Command.File() != "" {
		return nil
	}
	return limit
}

// hidden reports whether a finding may be one only because of such a limit, and would be
// a catastrophe.
func (j *judge) hidden(f rules.Finding) bool {
	return f.Rule.Class == rules.Catastrophic && f.Effect != nil && !f.Effect.Word.Known() && j.limitOf(f.Invocation) != nil
}

// runsUnknown reports whether nothing is known of what an invocation runs: of its program,
// or of source that it evaluates.
func runsUnknown(v *grammar.Invocation) bool {
	if !v.Command.Program().Known() {
		return true
	}
	return slices.ContainsFunc(v.Effects, func(e grammar.Effect) bool {
		return e.Kind == grammar.Evaluates && !e.Followed && !e.Word.Known() && e.Word.Prefix() == ""
	})
}
