package policy

// Words returns the words of an entry, and whether others may follow. ok is false for an
// expression, and for a program that is not written literally.
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
