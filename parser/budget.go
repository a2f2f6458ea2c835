package parser

import (
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/tree"
)

// MaxSteps is the budget of a reading whose caller gave no [Budget].
const MaxSteps = 64_000_000

// Budget bounds the total work of all readings for one decision: of the source, of the text
// that it evaluates, and of nested sources at any depth. It counts steps and not time, so
// that the same request gets the same answer on every machine. Most steps take about a
// tenth of a microsecond and 50 bytes.
//
// A limit for each single reading would not suffice: a text that runs itself twice doubles
// the number of readings at each level.
type Budget struct {
	max, left int
	due       int             // steps until stop is looked at again
	stop      <-chan struct{} // closed when nobody waits for the answer any more
}

// untilStop is the number of steps between two checks of the stop channel.
const untilStop = 10_000

// NewBudget returns a budget of some steps. Closing stop, if it is not nil, exhausts the
// budget as well.
func NewBudget(steps int, stop <-chan struct{}) *Budget {
	return &Budget{max: steps, left: steps, stop: stop}
}

// Spend takes steps from the budget and reports whether they were left. A nil Budget has no
// limit.
func (b *Budget) Spend(steps int) bool {
	if b == nil {
		return true
	}
	if b.due -= steps; b.due < 0 {
		b.lookAtStop()
	}
	if b.left >= 0 {
		b.left -= steps
	}
	return b.left >= 0
}

func (b *Budget) lookAtStop() {
	b.due = untilStop
	select {
	case <-b.stop:
		b.left = -1
	default:
	}
}

// Spent returns the error of an exhausted budget.
func (b *Budget) Spent(at tree.Span) error {
	return &tree.LimitError{What: "steps", Max: b.max, Span: at, Spent: true}
}

// WithBudget returns the options with a budget: their own, or else a new one.
func (o Options) WithBudget() Options {
	if o.Budget == nil {
		o.Budget = NewBudget(MaxSteps, nil)
	}
	return o
}

// Costs in steps.
const (
	stepsOfReading   = 300 // of a text, however short
	stepsOfStatement = 10
	stepsOfWord      = 5
	stepsOfCommand   = 300 // with what grammar and rules do about it
	bytesInStep      = 2   // of text that is parsed
	movesInStep      = 64  // of bytes that expansions and filters move
)

// keeps returns the share of a budget that a reading leaves for others, so that the nested
// sources of the commands it found can be read as well.
func (b *Budget) keeps() int { return b.left / 4 }

// step takes steps from the budget. When the budget is exhausted, the reading ends.
func (w *walker) step(n int) {
	if b := w.options.Budget; !b.Spend(n) || b.left < w.kept {
		w.exhausted()
	}
}

func (w *walker) exhausted() {
	if w.err == nil {
		w.err = w.options.Budget.Spent(w.here())
	}
}

// MaxWords bounds the words of all commands of a source. Each listing of a command counts
// as commandWords more. This bounds the memory that Parse takes in addition to the tree.
const (
	MaxWords     = 160_000
	commandWords = 3
	partsOfWord  = 2  // parts that weigh as much as one word
	fromOfWord   = 16 // commands in Part.From that weigh as much as one word
)

// weigh counts listed words, and refuses a source with too many.
func (w *walker) weigh(words int, at tree.Span) {
	w.step(words * stepsOfWord)
	if w.words += words; w.words > MaxWords && w.err == nil {
		w.err = &tree.LimitError{What: "words in its commands", Max: MaxWords, Span: at}
	}
}

// overfull refuses a word with too many parts.
func (w *walker) overfull() {
	if w.err == nil {
		w.err = &tree.LimitError{What: "parts of one word", Max: expand.MaxPieces, Span: w.here()}
	}
}

// here returns the place of the command that is being read, for errors.
func (w *walker) here() tree.Span {
	if w.doing != nil && w.doing.Source == w.source {
		return w.doing.Span
	}
	return w.lines.SpanRead(0, 0)
}
