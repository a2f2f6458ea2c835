package parser

import (
	"slices"

	"github.com/agent-loop/shimgen/parser/tree"
)

// exceed notes the first limit past which the source says what something is and it is taken
// to be unknown all the same. Whoever judges a command behind it must not take what is
// unknown for what only execution knows: anybody can pad a source.
func (w *walker) exceed(what string, max int) {
	if w.limit == nil {
		w.limit = &tree.LimitError{What: what, Max: max, Span: w.here(), Spent: true}
	}
}

// tooManyItems tells whether the items of a loop are not read one by one. Files are as long as
// they are, and a number is no program and no path of anybody else's.
func (w *walker) tooManyItems(items []tree.Word) bool {
	if len(items) <= maxItems {
		return false
	}
	numbers := !slices.ContainsFunc(items, func(x tree.Word) bool { return !isNumber(x) })
	if numbers || !w.source.InFile() {
		return numbers
	}
	w.exceed("items of a loop", maxItems)
	return true
}

// exceedRepeats is exceed for a loop over some items that are known.
func (w *walker) exceedRepeats(items int) {
	switch {
	case items > maxItems:
		w.exceed("items of a loop", maxItems)
	case items > 0:
		w.exceed("statements read again", maxRepeats)
	}
}
