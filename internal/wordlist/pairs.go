package wordlist

// Pairs is the set of the pairs of neighbouring bytes in a text, by a hash. One that looks for many
// words in a short text rejects most of them with it, without a search. The zero Pairs is that of an
// empty text.
type Pairs [256]bool

// Add adds the pairs of a text.
func (p *Pairs) Add(text string) {
	for i := 1; i < len(text); i++ {
		p[PairAt(text, i-1)] = true
	}
}

// MayHold reports whether a text with these pairs may contain a word, by the ends of the word.
func (p *Pairs) MayHold(word string) bool {
	return len(word) < 2 || p[PairAt(word, 0)] && p[PairAt(word, len(word)-2)]
}

// PairAt returns the hash of the two bytes of a text at an offset.
func PairAt(text string, at int) uint8 { return text[at]*7 + text[at+1] }
