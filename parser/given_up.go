package parser

import (
	"slices"

	"github.com/agent-loop/shimgen/parser/tree"
)

// giveUp notes the first limit past which the source says what something is and it is taken
// to be unknown all the same. Whoever judges a command behind it must not take what is
// unknown for what only execution knows: anybody can pad a source.
func (w *walker) giveUp(what string, max int) {
	if w.lost == nil {
		w.lost = &tree.LimitError{What: what, Max: max, Span: w.here(), Spent: true}
	}
}

// tooMany tells whether the items of a loop are not read one by one. Files are as long as
// they are, and a number is no program and no path of anybody else's.
func (w *walker) tooMany(items []tree.Word) bool {
	if len(items) <= maxItems {
		return false
	}
	numbers := !slices.ContainsFunc(items, func(x tree.Word) bool { return !isNumber(x) })
	if numbers || !w.source.InFile() {
		return numbers
	}
	w.giveUp("items of a loop", maxItems)
	return true
}

// giveUpRepeats is giveUp for a loop over some items that are known.
func (w *walker) giveUpRepeats(items int) {
	switch {
	case items > maxItems:
		w.giveUp("items of a loop", maxItems)
	case items > 0:
		w.giveUp("statements read again", maxRepeats)
	}
}
