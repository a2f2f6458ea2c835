package parser

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

// giveUpRepeats is giveUp for a loop over some items that are known.
func (w *walker) giveUpRepeats(items int) {
	switch {
	case items > maxItems:
		w.giveUp("items of a loop", maxItems)
	case items > 0:
		w.giveUp("statements read again", maxRepeats)
	}
}
