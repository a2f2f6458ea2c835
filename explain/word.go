package explain

import (
	"unicode/utf8"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/parser"
)

// Limits on the origins shown for one word.
const (
	maxChain   = 8  // depth of origins of origins
	maxOrigins = 40 // of one word
)

// maxText limits how much of one text is shown, in bytes.
const maxText = 2 << 10

// truncate cuts a long text between two characters, and redacts credentials of a known
// shape.
func truncate(s string) string {
	s = gate.Redact(s)
	if len(s) <= maxText {
		return s
	}
	n := maxText
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + " …"
}

// wordLine is one word and its origins.
type wordLine struct {
	Text    string      `json:"text"`    // after expansion, with "?" for unknown parts
	Known   bool        `json:"known"`   // whether all of it is known
	Written string      `json:"written"` // as written in the source
	Before  string      `json:"before"`  // the operator of a redirection, the name of an assignment
	Span    parser.Span `json:"span"`
	Parts   []partLine  `json:"parts"`
}

// partLine is a part of a word with one origin.
type partLine struct {
	Text   string      `json:"text"`
	Kind   string      `json:"kind"`
	Origin *originLine `json:"origin"` // null for text that is literal in the source
}

type originLine struct {
	Kind     string      `json:"kind"`
	Name     string      `json:"name"`
	Text     string      `json:"text"` // the source of the expansion, or of what set it
	Span     parser.Span `json:"span"`
	Commands []string    `json:"commands"` // whose output it is
	Parts    []partLine  `json:"parts"`    // what it was made of
}

var kindNames = [...]string{parser.Unknown: "unknown", parser.Literal: "literal", parser.Glob: "pattern"}

var originNames = [...]string{
	parser.Assignment: "assigned", parser.InitialValue: "given", parser.Unset: "unset", parser.Output: "output", parser.Tilde: "tilde",
	parser.Item: "item", parser.Parameter: "parameter", parser.OperatorExpansion: "operated", parser.Default: "default",
	parser.BraceExpansion: "braces", parser.Directory: "directory", parser.PossibleChange: "changed",
}

// wordOf describes a word. source is the text that holds it, with credentials redacted.
// shown is the word or, if a grammar says that it is a credential, its redacted form.
func (b *builder) wordOf(before string, w parser.Word, shown, source string) wordLine {
	if shown != w.String() {
		return wordLine{Text: truncate(shown), Written: truncate(shown), Before: before, Span: w.Span, Parts: []partLine{}}
	}
	left := maxOrigins
	out := wordLine{Text: truncate(w.String()), Known: w.Known(), Before: before, Span: w.Span, Parts: b.partsOf(w, 0, &left)}
	if w.Span != (parser.Span{}) && w.Span.End <= len(source) {
		out.Written = truncate(source[w.Span.Offset:w.Span.End])
	}
	return out
}

// partsOf returns the parts of a word, with their origins until the limits are reached.
func (b *builder) partsOf(w parser.Word, depth int, left *int) []partLine {
	out := []partLine{}
	for _, s := range w.Stretches() {
		p := partLine{Text: truncate(s.Text), Kind: kindNames[s.Kind]}
		if *left--; *left > 0 && depth < maxChain && s.Origin != nil {
			p.Origin = b.originOf(s.Origin, depth, left)
		}
		out = append(out, p)
		if *left <= 0 {
			break
		}
	}
	return out
}

func (b *builder) originOf(o *parser.Origin, depth int, left *int) *originLine {
	out := &originLine{Kind: originNames[o.Kind], Name: o.Name, Text: gate.Redact(o.Text), Span: o.Span, Commands: []string{}}
	if hasPlace(o) && out.Text == "" && o.Source != nil && o.Span.End <= len(o.Source.Text) {
		out.Text = truncate(b.shown(o.Source.Text)[o.Span.Offset:o.Span.End])
	}
	for _, c := range o.From[:min(len(o.From), maxFrom)] {
		out.Commands = append(out.Commands, truncate(b.redactor.Command(c)))
	}
	out.Parts = b.partsOf(o.Value, depth+1, left)
	return out
}

// hasPlace reports whether an origin has a place in the source.
func hasPlace(o *parser.Origin) bool {
	return o.Kind == parser.Assignment || o.Kind == parser.Item || o.Kind == parser.Parameter
}
