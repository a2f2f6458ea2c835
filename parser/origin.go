package parser

import (
	"slices"
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// OriginKind tells how a stretch of a word came to be there.
type OriginKind uint8

// The kinds of origins.
const (
	Assigned  OriginKind = iota // Name was assigned, at Span, what Value was
	Given                       // Name has the value that the shell starts with
	Unset                       // nothing that is known has set Name
	Output                      // Text is a substitution; From are its commands
	Tilde                       // Text is a tilde, alone or with a user's name
	Item                        // Name is the variable of the loop at Span
	Parameter                   // Name is the number of an argument of the call at Span
	Operated                    // Text is an expansion with an operator on Value
	Default                     // Text is an expansion with a word for where Name has no value
	Braced                      // Text is a word with braces
	Directory                   // Name is a variable that holds a directory of the shell
	Changed                     // Name may be changed by code that is not followed
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

	joined []Stretch // of literal text from several places; then nothing else is set
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
		if p.origin == nil || p.origin.joined == nil {
			out = append(out, Stretch{p.Kind, p.Text, p.origin})
			continue
		}
		out = append(out, lastOf(p.origin.joined, len(p.Text))...)
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

// joined is the origin of two literal parts that become one. It is nil if
// neither has one.
func joined(a, b Part) *Origin {
	if a.origin == b.origin && (a.origin == nil || a.origin.joined == nil) {
		return a.origin
	}
	return &Origin{joined: slices.Concat(stretchesOf(a), stretchesOf(b))}
}

func stretchesOf(p Part) []Stretch {
	if p.origin != nil && p.origin.joined != nil {
		return p.origin.joined
	}
	return []Stretch{{p.Kind, p.Text, p.origin}}
}

// maxOrigins bounds how many origins are kept for one source.
const maxOrigins = 20_000

// tracing is what the walker keeps to tell origins. Without Options.Origins
// none of it is used.
type tracing struct {
	origins int
	cause   cause // of the assignment that is being made
}

// cause says why a variable is assigned. The zero cause is that the command
// which is being read or applied does it.
type cause struct {
	kind OriginKind
	span Span
}

// because notes the cause of the assignment that comes next.
func (w *walker) because(kind OriginKind, span Span) { w.cause = cause{kind, span} }

// trace gives all parts of a word an origin, whose Value the word becomes.
func (w *walker) trace(o Origin, v Word) Word {
	if !w.options.Origins || len(v.Parts) == 0 || w.origins >= maxOrigins {
		return v
	}
	w.origins++
	kept := o // not o itself: that would be allocated where nothing is traced too
	kept.Value = v
	if o.Source == nil {
		kept.Source = w.source
	}
	v.Parts = slices.Clone(v.Parts)
	for i := range v.Parts {
		v.Parts[i].origin = &kept
	}
	return v
}

// under makes an origin that of all that is added to a word and has none of
// its own, until the function it returns is called.
func (e *expansion) under(o Origin) (done func()) {
	outer := e.origin
	if e.w.origins < maxOrigins {
		e.w.origins++
		kept := o
		kept.Source = e.w.source
		e.origin = &kept
	}
	return func() { e.origin = outer }
}

// traceAssigned is trace for what a variable becomes. A variable that is as it
// was stays so.
func (w *walker) traceAssigned(name string, v Word) Word {
	if !w.options.Origins {
		return v
	}
	why := w.cause
	w.cause = cause{}
	o := Origin{Kind: why.kind, Name: name, Span: why.span}
	if why.span == (Span{}) && w.doing != nil {
		o.Span, o.Source = w.doing.Span, w.doing.Source
	}
	return w.trace(o, v)
}

// traceArguments is trace for the arguments of a call, or of set.
func (w *walker) traceArguments(args []Word, c *Command) []Word {
	if !w.options.Origins {
		return args
	}
	for i, a := range args {
		args[i] = w.trace(Origin{Kind: Parameter, Name: strconv.Itoa(i + 1), Span: c.Span, Source: c.Source}, a)
	}
	return args
}

// traceBraces is trace for the words that one word with braces becomes. What
// was expanded inside the braces keeps its own origin.
func (w *walker) traceBraces(words []Word, x *syntax.Word, span Span) {
	if !w.options.Origins || len(words) < 2 {
		return
	}
	o := &Origin{Kind: Braced, Text: cut(w.text(x)), Span: span, Source: w.source}
	for _, word := range words {
		for i := range word.Parts {
			p := &word.Parts[i]
			if p.origin == nil {
				p.origin = o
			} else if p.origin.joined != nil {
				p.origin = &Origin{joined: p.origin.or(o)}
			}
		}
	}
}

// or are the stretches of a joined origin, with another one for those that have
// none.
func (o *Origin) or(other *Origin) []Stretch {
	out := slices.Clone(o.joined)
	for i := range out {
		if out[i].Origin == nil {
			out[i].Origin = other
		}
	}
	return out
}
