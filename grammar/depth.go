package grammar

import (
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// The cost of reading a nested command, in steps of the budget.
const (
	stepsOfCommand = 300
	stepsOfWord    = 10
	stepsOfGuess   = 50_000 // of a command that is tried in one that was tried: they would double with each word
	stepsOfItem    = 100    // of a name in a list, or a call in an expression
	stepsOfPair    = 3      // of an operand and an option
	freePairs      = 1_000  // of one command
)

// mayNest reports whether a nested command may be read: the nesting must not be too deep, including
// the commands that it runs in turn, and the budget not exhausted. It is called before the words
// are sorted, because each level of a chain sorts all remaining words.
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

// mayAct reports whether the budget suffices for each operand to look at each option. It is not
// needed for ordinary commands.
func (r *reader) mayAct(pairs int) bool {
	if pairs <= freePairs || r.opt.Budget.Spend(pairs*stepsOfPair) {
		return true
	}
	r.fail(r.opt.Budget.Spent(r.cmd.Span))
	return false
}

// mayGuess reports whether a command may be tried that the words of one without a grammar may be.
func (r *reader) mayGuess() bool {
	if !r.isGuessed() || r.opt.Budget.Spend(stepsOfGuess) {
		return true
	}
	r.fail(r.opt.Budget.Spent(r.cmd.Span))
	return false
}

// isGuessed reports whether the command stands in the words of one without a grammar.
func (r *reader) isGuessed() bool {
	for c := r.cmd.Outer; c != nil && c.Source == r.cmd.Source; c = c.Outer {
		if name, known := c.Program().Text(); known && Lookup(name) == nil {
			return true
		}
	}
	return false
}

// mayRead reports whether the budget suffices for one more of the things that a word or a text names.
func (r *reader) mayRead() bool {
	if r.opt.Budget.Spend(stepsOfItem) {
		return true
	}
	r.fail(r.opt.Budget.Spent(r.cmd.Span))
	return false
}

// chained counts the programs at the start of some words that run the following words: sudo and nice
// in "sudo nice ls".
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
