package parser

import (
	"slices"
	"strconv"

	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// maxOrigins bounds how many origins are kept for one source.
const maxOrigins = 20_000

// originTracer is what the walker keeps to tell where words come from. Without Options.Origins
// none of it is used.
type originTracer struct {
	origins int
	cause   cause // of the assignment that is being made
}

// cause says why a variable is assigned. The zero cause is that the command
// which is being read or applied does it.
type cause struct {
	kind tree.OriginKind
	span tree.Span
}

// setCause notes the cause of the assignment that comes next.
func (w *walker) setCause(kind tree.OriginKind, span tree.Span) { w.cause = cause{kind, span} }

// trace gives all parts of a word an origin, whose Value the word becomes.
func (w *walker) trace(o tree.Origin, v tree.Word) tree.Word {
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
		v.Parts[i].Origin = &kept
	}
	return v
}

// under makes an origin that of all that is added to a word and has none of
// its own, until the function it returns is called.
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

// traceAssigned is trace for what a variable becomes. A variable that is as it
// was stays so.
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

// traceBraces is trace for the words that one word with braces becomes. What
// was expanded inside the braces keeps its own origin.
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
