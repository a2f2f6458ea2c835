package parser

import "slices"

// giveUp notes the first limit past which the source says what something is and it is taken
// to be unknown all the same. Whoever judges a command behind it must not take what is
// unknown for what only execution knows: anybody can pad a source.
func (w *walker) giveUp(what string, max int) {
	if w.lost == nil {
		w.lost = &LimitError{What: what, Max: max, Span: w.here(), Spent: true}
	}
}

// GivenUp returns the limit past which words of the command, or of one that runs it, may be
// unknown that the source says, or nil.
func (c *Command) GivenUp() *LimitError {
	for ; c != nil; c = c.Outer {
		if c.lost != nil {
			return c.lost
		}
	}
	return nil
}

// tooMany tells whether the items of a loop are not read one by one. Files are as long as
// they are, and a number is no program and no path of anybody else's.
func (w *walker) tooMany(items []Word) bool {
	if len(items) <= maxItems {
		return false
	}
	numbers := !slices.ContainsFunc(items, func(x Word) bool { return !isNumber(x) })
	if numbers || !w.source.inFile() {
		return numbers
	}
	w.giveUp("items of a loop", maxItems)
	return true
}

// inFile tells whether a source, or one that runs it, was read from a file.
func (s *Source) inFile() bool { return s.Name != "" || s.Outer.File() != "" }

// File is the name of the file that a command stands in, the innermost of several, or ""
// if it stands in the text that was given. A nil command stands in none.
func (c *Command) File() string {
	for ; c != nil; c = c.Outer {
		if c.Source != nil && c.Source.Name != "" {
			return c.Source.Name
		}
	}
	return ""
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
