package grammar

import (
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// What it takes to read a command that another one runs, in steps of the budget.
const (
	stepsOfCommand = 300
	stepsOfWord    = 10
	stepsOfPair    = 3     // of an operand and an option
	freePairs      = 1_000 // of one command
)

// mayNest tells whether a command that this one runs may be read: whether it does not
// stand too deep, nor those that it runs in turn, and whether the budget is not spent.
// That is told before its words are sorted: each level of a chain sorts all the rest.
func (r *reader) mayNest(c *parser.Command) bool {
	if depth(r.cmd)+chained(c.Args) > MaxNesting {
		r.fail(ErrNesting)
		return false
	}
	if !r.opt.Budget.Spend(stepsOfCommand + len(c.Args)*stepsOfWord) {
		r.fail(r.opt.Budget.Spent(c.Span))
		return false
	}
	return true
}

// mayAct tells whether the budget is enough for operands that all look at all options.
// Of ordinary commands that is not asked.
func (r *reader) mayAct(pairs int) bool {
	if pairs <= freePairs || r.opt.Budget.Spend(pairs*stepsOfPair) {
		return true
	}
	r.fail(r.opt.Budget.Spent(r.cmd.Span))
	return false
}

// chained counts the programs at the beginning of some words that run the words after
// them: sudo and nice in "sudo nice ls".
func chained(words []parser.Word) int {
	for i, w := range words {
		name, known := w.Text()
		if i > MaxNesting || !known {
			return i
		}
		if p := Lookup(name); p == nil || !p.Syntax.Operands.Has(spec.Argv) {
			return i
		}
	}
	return len(words)
}
