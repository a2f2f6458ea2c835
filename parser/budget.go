package parser

import (
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/tree"
)

// MaxSteps is what a reading without a [Budget] of its caller's may take.
const MaxSteps = 64_000_000

// Budget bounds what all readings for one decision may take together: of the source, of
// what it evaluates and of what that runs in turn, however deep. It counts steps and not
// time, so that the same request has the same answer on every machine. Most take
// about a tenth of a microsecond and 50 bytes.
//
// A limit for each reading alone does not do: text that runs itself twice is read twice
// as often at each level.
type Budget struct {
	max, left int
	due       int             // steps until stop is looked at again
	stop      <-chan struct{} // closed when nobody waits for the answer any more
}

// untilStop is how many steps pass between two looks at the time.
const untilStop = 10_000

// NewBudget returns a budget of some steps. It is spent as well when stop is closed, if
// that is not nil.
func NewBudget(steps int, stop <-chan struct{}) *Budget {
	return &Budget{max: steps, left: steps, stop: stop}
}

// Spend takes some steps, and reports whether they were left. A nil Budget has no end.
func (b *Budget) Spend(steps int) bool {
	if b == nil {
		return true
	}
	if b.due -= steps; b.due < 0 {
		b.due = untilStop
		select {
		case <-b.stop:
			b.left = -1
		default:
		}
	}
	if b.left >= 0 {
		b.left -= steps
	}
	return b.left >= 0
}

// Spent returns the error of a budget that is spent.
func (b *Budget) Spent(at tree.Span) error {
	return &tree.LimitError{What: "steps", Max: b.max, Span: at, Spent: true}
}

// WithBudget returns the options with a budget, if they have none.
func (o Options) WithBudget() Options {
	if o.Budget == nil {
		o.Budget = NewBudget(MaxSteps, nil)
	}
	return o
}

// What things take, in steps.
const (
	stepsOfReading   = 300 // of a text, however short
	stepsOfStatement = 10
	stepsOfWord      = 5
	stepsOfCommand   = 300 // with what grammar and rules do about it
	bytesInStep      = 2   // of text that is parsed
	movesInStep      = 64  // of bytes that expansions and filters move
)

// keeps is what a reading leaves of a budget: some of it, so that what the commands that
// it found run in turn can be read as well.
func (b *Budget) keeps() int { return b.left / 4 }

// step takes steps from the budget. Past it, the reading ends where it is.
func (w *walker) step(n int) {
	if b := w.options.Budget; (!b.Spend(n) || b.left < w.kept) && w.err == nil {
		w.err = b.Spent(w.here())
	}
}

// MaxWords is how many words the commands of a source may have in all. A
// command itself counts as commandWords, and each time it is listed. This
// bounds what Parse takes beside the tree.
const (
	MaxWords     = 160_000
	commandWords = 3
	partsOfWord  = 2  // that weigh as much as a word
	fromOfWord   = 16 // commands behind a value that do
)

// weigh counts words that are listed, and refuses a source with too many.
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

// here is the command that is read, for errors.
func (w *walker) here() tree.Span {
	if w.doing != nil && w.doing.Source == w.source {
		return w.doing.Span
	}
	return w.lines.SpanRead(0, 0)
}
