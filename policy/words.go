package policy

// Words are the words of an entry, and whether any may follow. An expression has none, and
// neither has a program that is written with what only a shell knows.
func (e CommandEntry) Words() (words []string, more, ok bool) {
	if e.like == nil {
		return nil, false, false
	}
	for _, w := range e.like.Command.Args {
		text, known := w.Text()
		if !known {
			return nil, false, false
		}
		words = append(words, text)
	}
	return words, e.more, len(words) > 0
}
