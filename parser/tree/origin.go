package tree

import (
	"slices"
)

// OriginKind tells how a stretch of a word came to be there.
type OriginKind uint8

// The kinds of origins.
const (
	Assignment        OriginKind = iota // Name was assigned, at Span, what Value was
	InitialValue                        // Name has the value that the shell starts with
	Unset                               // nothing that is known has set Name
	Output                              // Text is a substitution; From are its commands
	Tilde                               // Text is a tilde, alone or with a user's name
	Item                                // Name is the variable of the loop at Span
	Parameter                           // Name is the number of an argument of the call at Span
	OperatorExpansion                   // Text is an expansion with an operator on Value
	Default                             // Text is an expansion with a word for where Name has no value
	BraceExpansion                      // Text is a word with braces
	Directory                           // Name is a variable that holds a directory of the shell
	PossibleChange                      // Name may be changed by code that is not followed
)

// Origin says where a stretch of a word comes from. It is there to be shown:
// nothing is decided by it.
type Origin struct {
	Kind OriginKind
	Name string // of a variable, of a user, or the number of a parameter
	Text string // the source of what was expanded

	// Span and Source are the place of the assignment, the loop, the call or
	// the expansion.
	Span   Span
	Source *Source

	// Value is what this was made of. Its stretches have origins of their
	// own, so that a chain can be followed back.
	Value Word

	// From are the commands that wrote what an Output is.
	From []*Command

	Joined []Stretch // of literal text from several places; then nothing else is set
}

// Stretch is a stretch of a word that comes from one place.
type Stretch struct {
	Kind PartKind
	Text string

	// Origin is nil for text that stands in the source as it is, and for all
	// that was read without Options.Origins.
	Origin *Origin
}

// Stretches returns the parts of a word, literal ones cut where text from one
// place ends and text from another begins.
func (w Word) Stretches() []Stretch {
	var out []Stretch
	for _, p := range w.Parts {
		if p.Origin == nil || p.Origin.Joined == nil {
			out = append(out, Stretch{p.Kind, p.Text, p.Origin})
			continue
		}
		out = append(out, lastOf(p.Origin.Joined, len(p.Text))...)
	}
	return out
}

// lastOf returns the last n bytes of some stretches: a word may have lost its
// beginning to an option's name.
func lastOf(stretches []Stretch, n int) []Stretch {
	var out []Stretch
	for i := len(stretches) - 1; i >= 0 && n > 0; i-- {
		s := stretches[i]
		s.Text = s.Text[max(len(s.Text)-n, 0):]
		n -= len(s.Text)
		out = append(out, s)
	}
	slices.Reverse(out)
	return out
}

// JoinOrigins is the origin of two literal parts that become one. It is nil if
// neither has one.
func JoinOrigins(a, b Part) *Origin {
	if a.Origin == b.Origin && (a.Origin == nil || a.Origin.Joined == nil) {
		return a.Origin
	}
	return &Origin{Joined: slices.Concat(stretchesOf(a), stretchesOf(b))}
}

func stretchesOf(p Part) []Stretch {
	if p.Origin != nil && p.Origin.Joined != nil {
		return p.Origin.Joined
	}
	return []Stretch{{p.Kind, p.Text, p.Origin}}
}

// FillIn are the stretches of a joined origin, with another one for those that have
// none.
func (o *Origin) FillIn(other *Origin) []Stretch {
	out := slices.Clone(o.Joined)
	for i := range out {
		if out[i].Origin == nil {
			out[i].Origin = other
		}
	}
	return out
}
