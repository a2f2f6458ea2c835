package grammar

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// maxApart bounds the nested commands that are read separately for the values of a marker. Past it, all
// values go into one command.
const maxApart = 16

// fill adds to a nested command the words that its runner provides: the words of standard input, or the
// paths that a search finds. It returns one command for each value of a marker, as find(1) and xargs
// -I run one.
func (r *reader) fill(words []parser.Word) [][]parser.Word {
	switch {
	case r.syntax.Feeds:
		return r.feed(words)
	case r.syntax.Narrow == "":
		return [][]parser.Word{words}
	case r.inv.Name == "fd" && !slices.ContainsFunc(words, isPlaceholder): // fd(1): the path is the last argument then
		words = append(words[:len(words):len(words)], parser.Text("{}"))
	}
	return replaceEach(words, "{}", found(r.inv))
}

// replaceEach replaces a marker by each of some words, in a separate command each.
func replaceEach(words []parser.Word, marker string, with []parser.Word) (all [][]parser.Word) {
	marked := slices.ContainsFunc(words, func(w parser.Word) bool {
		text, known := w.Text()
		return known && strings.Contains(text, marker)
	})
	if !marked || len(with) == 0 || len(with) > maxApart {
		return [][]parser.Word{replace(words, marker, with)}
	}
	for i := range with {
		all = append(all, replace(words, marker, with[i:i+1]))
	}
	return all
}

// isPlaceholder reports whether a word contains a marker that fd replaces by a path, or by a part of
// one.
func isPlaceholder(w parser.Word) bool {
	text, known := w.Text()
	if !known {
		return false
	}
	for _, sign := range [...]string{"{}", "{/}", "{//}", "{.}", "{/.}"} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return false
}

// feed appends the words of standard input, or replaces the marker by them.
func (r *reader) feed(words []parser.Word) [][]parser.Word {
	for i := range r.inv.Options {
		g := &r.inv.Options[i]
		if g.Is(r.syntax.Replace) == parser.No {
			continue
		}
		marker, known := g.Value.Text()
		if !known || marker == "" {
			marker = "{}"
		}
		return replaceEach(words, marker, r.fed(lines))
	}
	return [][]parser.Word{append(words[:len(words):len(words)], r.fed(fields)...)}
}

// fed returns the words of standard input if its text is known, or else an unknown word for any number
// of words. split splits the text, unless an option names a separator byte: xargs(1).
func (r *reader) fed(split func(text string) []parser.Word) []parser.Word {
	in, fed := inputText(r.cmd.Stdin)
	text, known := in.Text()
	file := r.has("-a")
	if holds, ok := r.writtenText(r.cmd.Stdin.Word); ok && r.cmd.Stdin.Kind == parser.FromFile {
		text, known, fed = holds, true, true
	}
	if name, given := r.inv.Value("-a"); given == parser.Yes && file == parser.Yes {
		if holds, ok := held(name); ok {
			text, known, fed, file = holds, true, true, parser.No
		} else if holds, ok := r.writtenText(name); ok {
			text, known, fed, file = holds, true, true, parser.No
		} else if isInputName(name) {
			file = parser.No
		}
	}
	null, by := r.has("-0"), r.has("-d")
	value, _ := r.inv.Value("-d")
	at, plain := value.Text()
	switch {
	case !fed || !known || file != parser.No || null == parser.Maybe || by == parser.Maybe || null == by && by == parser.Yes:
	case null == parser.No && by == parser.No:
		return split(text)
	case null == parser.Yes:
		return items(text, "\x00")
	case plain && (at == `\n` || at == `\0`):
		return items(text, map[string]string{`\n`: "\n", `\0`: "\x00"}[at])
	case plain && len(at) == 1 && at != `\`:
		return items(text, at)
	}
	if found := r.searched(); found != nil && file == parser.No {
		return found
	}
	if name, given := r.inv.Value("-a"); given == parser.Yes && file == parser.Yes {
		if found := r.listed(name); found != nil {
			return found
		}
	}
	w := unknown()
	w.Parts[0].Split = true
	w.Parts[0].From = append(in.From(), r.cmd.Stdin.From...)
	return []parser.Word{w}
}

// writtenText returns the content of a file that the source wrote, if it is known.
func (r *reader) writtenText(name parser.Word) (text string, ok bool) {
	holds := r.cmd.WrittenFiles().Like(name)
	text, ok = holds.Text()
	return text, ok && text != ""
}

// listed returns the names in a file that is partly known, if the source wrote it or if it is a process
// substitution; nil if there are none.
func (r *reader) listed(name parser.Word) []parser.Word {
	if isPipe(name) {
		return parser.Printer(r.printed).Names(parser.Stdin{Kind: parser.FromFile, Word: name})
	}
	holds := r.cmd.WrittenFiles().Like(name)
	if len(holds.Parts) == 0 || holds.Known() {
		return nil
	}
	return parser.Printer(r.printed).Names(parser.Stdin{Kind: parser.FromFile, Word: name, Content: &holds})
}

// items splits text at each delimiter. The text after the last one is an item unless it is empty.
func items(text, delimiter string) []parser.Word {
	var words []parser.Word
	for item := range strings.SplitAfterSeq(text, delimiter) {
		if item != "" {
			words = append(words, parser.Text(strings.TrimSuffix(item, delimiter)))
		}
	}
	return words
}

// lines splits text as xargs -I does: a line is one word, without quotes and leading blanks.
func lines(text string) []parser.Word {
	var words []parser.Word
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.ContainsAny(line, `'"\`) {
			words = append(words, concat(parser.Span{}, spaced(fields(line))...))
		} else if line != "" {
			words = append(words, parser.Text(line))
		}
	}
	return words
}

// replace replaces a marker by words. If the marker is part of a word, it becomes the only word, or
// unknown.
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

// unsplit returns the parts of a word that must stay one word.
func unsplit(w parser.Word) []parser.Part {
	parts := append([]parser.Part(nil), w.Parts...)
	for i := range parts {
		parts[i].Split = false
	}
	return parts
}
