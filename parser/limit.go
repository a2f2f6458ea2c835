package parser

import (
	"slices"

	"github.com/agent-loop/shimgen/parser/tree"
)

// exceed records the first limit past which something is treated as unknown although the
// source states it. A caller must not mistake this for something that only execution
// knows: anybody can pad a source.
func (w *walker) exceed(what string, max int) {
	if w.limit == nil {
		w.limit = &tree.LimitError{What: what, Max: max, Span: w.here(), Spent: true}
	}
}

// tooManyItems reports whether a loop has too many items to read them one by one. This limit does
// not apply to a request, only to a file. For numbers it applies everywhere but is not recorded:
// a number is neither a program nor a path.
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

// exceedRepeats calls exceed for a loop with too many known items.
func (w *walker) exceedRepeats(items int) {
	switch {
	case items > maxItems:
		w.exceed("items of a loop", maxItems)
	case items > 0:
		w.exceed("statements read again", maxRepeats)
	}
}
