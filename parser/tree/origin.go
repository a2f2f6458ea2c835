package tree

import (
	"slices"
)

// OriginKind is the kind of place that a stretch of a word comes from.
type OriginKind uint8

// The kinds of origins.
const (
	Assignment        OriginKind = iota // an assignment of Value to Name at Span
	InitialValue                        // the value of Name that the shell starts with
	Unset                               // Name has no known value
	Output                              // Text is a substitution; From are its commands
	Tilde                               // Text is a tilde, alone or with a user's name
	Item                                // Name is the variable of the loop at Span
	Parameter                           // Name is the number of an argument of the call at Span
	OperatorExpansion                   // Text is an expansion that applies an operator to Value
	Default                             // Text is an expansion whose word replaces the missing value of Name
	BraceExpansion                      // Text is a word with braces
	Directory                           // Name is a variable that holds a directory of the shell
	PossibleChange                      // code that is not followed may change Name
)

// Origin says where a stretch of a word comes from. It is for explanations only: no decision
// depends on it.
type Origin struct {
	Kind OriginKind
	Name string // of a variable, of a user, or the number of a parameter
	Text string // the source of what was expanded

	// Span and Source locate the assignment, the loop, the call or the expansion.
	Span   Span
	Source *Source

	// Value is the word that this one was made from. Its stretches have origins of their own, so
	// that a chain can be followed back.
	Value Word

	// From are the commands whose output an Output is.
	From []*Command

	Joined []Stretch // literal text from several places; no other field is set then
}

// Stretch is a part of a word that comes from one place.
type Stretch struct {
	Kind PartKind
	Text string

	// Origin is nil for text that the source contains literally, and for everything read without
	// Options.Origins.
	Origin *Origin
}

// Stretches returns the parts of a word. It cuts a literal part where its text comes from
// different places.
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

// lastOf returns the last n bytes of some stretches: a word may have lost its beginning, the
// name of an option.
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

// JoinOrigins returns the origin of two literal parts that become one; nil if neither has one.
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

// FillIn returns the stretches of a joined origin, with another origin for those without one.
func (o *Origin) FillIn(other *Origin) []Stretch {
	out := slices.Clone(o.Joined)
	for i := range out {
		if out[i].Origin == nil {
			out[i].Origin = other
		}
	}
	return out
}
