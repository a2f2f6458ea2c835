package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// fill puts into a nested command what it gets from elsewhere: the words of
// standard input, or the paths that a search finds.
func (r *reader) fill(words []parser.Word) []parser.Word {
	switch {
	case r.syntax.Feeds:
		return r.feed(words)
	case r.syntax.Narrow != "":
		return replace(words, "{}", r.found())
	}
	return words
}

// feed adds the words of standard input, or puts them in the place of the
// marker.
func (r *reader) feed(words []parser.Word) []parser.Word {
	fed := r.fed()
	for i := range r.inv.Options {
		g := &r.inv.Options[i]
		if g.is(r.syntax.Replace) == parser.No {
			continue
		}
		marker, known := g.Value.Text()
		if !known || marker == "" {
			marker = "{}"
		}
		return replace(words, marker, fed)
	}
	return append(words[:len(words):len(words)], fed...)
}

// fed returns the words that standard input holds, if its text is known and
// split in the usual way; otherwise an unknown word for any number of them.
func (r *reader) fed() []parser.Word {
	in, given := inputText(r.cmd.Stdin)
	text, known := in.Text()
	if given && known && r.has("-0 -d -a") == parser.No {
		return fields(text)
	}
	w := unknown()
	w.Parts[0].Split = true
	w.Parts[0].From = append(in.From(), r.cmd.Stdin.From...)
	return []parser.Word{w}
}

// found returns a word for the paths below each of the starting points. What is
// found may be the starting point itself: the unknown part may be empty.
func (r *reader) found() []parser.Word {
	starts := r.operands
	if len(starts) == 0 {
		starts = []parser.Word{parser.Text(".")}
	}
	var words []parser.Word
	for _, s := range starts {
		words = append(words, concat(s.Span, s, parser.Text("/"), unknown()))
	}
	return words
}

// replace puts words in the place of a marker. Where it is part of a word,
// that part becomes the single word, or unknown.
func replace(words []parser.Word, marker string, with []parser.Word) []parser.Word {
	var out []parser.Word
	for _, w := range words {
		text, known := w.Text()
		before, after, found := strings.Cut(text, marker)
		switch {
		case !known || !found:
			out = append(out, w)
		case before == "" && after == "":
			out = append(out, with...)
		default:
			out = append(out, within(w.Span, text, marker, with))
		}
	}
	return out
}

// within replaces every marker in a text.
func within(span parser.Span, text, marker string, with []parser.Word) parser.Word {
	mid := unknown()
	if len(with) == 1 {
		mid = with[0]
	}
	w := parser.Word{Span: span}
	for i, piece := range strings.Split(text, marker) {
		if i > 0 {
			w.Parts = append(w.Parts, unsplit(mid)...)
		}
		w.Parts = append(w.Parts, parser.Text(piece).Parts...)
	}
	return w
}

// unsplit returns the parts of a word that stays one word.
func unsplit(w parser.Word) []parser.Part {
	parts := append([]parser.Part(nil), w.Parts...)
	for i := range parts {
		parts[i].Split = false
	}
	return parts
}
