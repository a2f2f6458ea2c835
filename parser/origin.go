package parser

import (
	"slices"
	"strconv"

	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// maxOrigins bounds the origins that are kept for one source.
const maxOrigins = 20_000

// originTracer is the walker's state for tracing where words come from. It is unused without
// Options.Origins.
type originTracer struct {
	origins int
	cause   cause // of the assignment that is being made
}

// cause is the reason for an assignment to a variable. The zero cause is the command that is
// being read or applied.
type cause struct {
	kind tree.OriginKind
	span tree.Span
}

// setCause sets the cause of the next assignment.
func (w *walker) setCause(kind tree.OriginKind, span tree.Span) { w.cause = cause{kind, span} }

// trace gives all parts of a word an origin o, and makes the word the origin's Value.
func (w *walker) trace(o tree.Origin, v tree.Word) tree.Word {
	if !w.options.Origins || len(v.Parts) == 0 || w.origins >= maxOrigins {
		return v
	}
	w.origins++
	kept := o // a copy: &o would be allocated even without tracing
	kept.Value = v
	if o.Source == nil {
		kept.Source = w.source
	}
	v.Parts = slices.Clone(v.Parts)
	for i := range v.Parts {
		v.Parts[i].Origin = &kept
	}
	return v
}

// under makes o the origin of all parts that are added to a word without an origin of their own,
// until the returned function is called.
func (e *expansion) under(o tree.Origin) (done func()) {
	outer := e.Origin
	if e.w.origins < maxOrigins {
		e.w.origins++
		kept := o
		kept.Source = e.w.source
		e.Origin = &kept
	}
	return func() { e.Origin = outer }
}

// traceAssigned is trace for the new value of a variable. It leaves an unchanged variable
// alone.
func (w *walker) traceAssigned(name string, v tree.Word) tree.Word {
	if !w.options.Origins {
		return v
	}
	why := w.cause
	w.cause = cause{}
	o := tree.Origin{Kind: why.kind, Name: name, Span: why.span}
	if why.span == (tree.Span{}) && w.doing != nil {
		o.Span, o.Source = w.doing.Span, w.doing.Source
	}
	return w.trace(o, v)
}

// traceArguments is trace for the arguments of a call, or of set.
func (w *walker) traceArguments(args []tree.Word, c *tree.Command) []tree.Word {
	if !w.options.Origins {
		return args
	}
	for i, a := range args {
		args[i] = w.trace(tree.Origin{Kind: tree.Parameter, Name: strconv.Itoa(i + 1), Span: c.Span, Source: c.Source}, a)
	}
	return args
}

// traceBraces is trace for the words that one word with braces expands to. Expansions inside
// the braces keep their own origin.
func (w *walker) traceBraces(words []tree.Word, x *syntax.Word, span tree.Span) {
	if !w.options.Origins || len(words) < 2 {
		return
	}
	o := &tree.Origin{Kind: tree.BraceExpansion, Text: tree.Shorten(w.text(x)), Span: span, Source: w.source}
	for _, word := range words {
		for i := range word.Parts {
			p := &word.Parts[i]
			if p.Origin == nil {
				p.Origin = o
			} else if p.Origin.Joined != nil {
				p.Origin = &tree.Origin{Joined: p.Origin.FillIn(o)}
			}
		}
	}
}
