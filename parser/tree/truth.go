package tree

// Truth is the answer to a question about words that may be unknown.
// The zero value is No.
type Truth uint8

// The three answers, ordered so that the larger is the stronger.
const (
	No    Truth = iota // impossible, whatever the unknown words hold
	Maybe              // depends on a word that only execution knows
	Yes                // holds for certain
)

// And is the weaker of two answers: both must hold.
func (t Truth) And(o Truth) Truth { return min(t, o) }

// Or is the stronger of two answers: one is enough.
func (t Truth) Or(o Truth) Truth { return max(t, o) }

// Not turns Yes into No and keeps Maybe.
func (t Truth) Not() Truth { return Yes - t }

// Of is Yes for true and No for false.
func Of(b bool) Truth {
	if b {
		return Yes
	}
	return No
}

// String returns "no", "maybe" or "yes".
func (t Truth) String() string {
	switch t {
	case Yes:
		return "yes"
	case Maybe:
		return "maybe"
	default:
		return "no"
	}
}
