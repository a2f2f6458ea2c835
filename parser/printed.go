package parser

import (
	"path"
	"slices"
	"strings"
)

// Picked is the text of an unknown part of a name that a filter has picked from others.
const Picked = "{named}"

// maxPrinted is how many words are told of an output that lists names.
const maxPrinted = maxChoices - 2

// maxListed bounds such an output, in bytes.
const maxListed = 4 << 10

// handing are the filters that hand on lines as they came, and picking those that hand
// on some of them.
const (
	handing = " cat gcat sort gsort uniq guniq tac gtac tee gtee shuf "
	picking = " grep egrep fgrep head ghead tail gtail "
)

// Printed tells what a program prints a list of of which a shell knows nothing.
type Printed func(*Command) []Word

// Names returns what some standard input is a list of, as far as that is known: patterns,
// each for the names of files that it matches, and other names. There may be more than
// they say.
func (others Printed) Names(in Stdin) []Word { return telling(others.input(in)) }

// Text returns what some standard input holds, as far as that is known: what is not known of
// it may be anything.
func (others Printed) Text(in Stdin) Word { return others.input(in) }

// input is what some standard input holds; the empty word if nothing is known.
func (others Printed) input(in Stdin) Word {
	o := outputs{others, maxOutputs}
	return o.input(in)
}

// all is what some commands write.
func (others Printed) all(from []*Command) Word {
	o := outputs{others, maxOutputs}
	return o.all(from)
}

// last is what the last of some commands writes.
func (others Printed) last(from []*Command) Word {
	o := outputs{others, maxOutputs}
	return o.last(from)
}

// outputs reads what commands write.
type outputs struct {
	others Printed
	left   int // commands that are looked at yet
}

// maxOutputs bounds the commands that are looked at for one text.
const maxOutputs = 32

func (o *outputs) input(in Stdin) Word {
	switch {
	case in.Kind == FromFile && len(in.Word.Parts) == 1 && in.Word.Parts[0].File:
		return o.last(in.Word.Parts[0].From)
	case in.Kind == FromFile && in.holds != nil:
		return *in.holds
	case in.Kind == FromText, in.Kind == FromPipe && len(in.Word.Parts) > 0:
		return in.Word
	case in.Kind == FromPipe:
		return o.all(in.From)
	}
	return Word{}
}

// last is what the last of some commands writes. It may be listed several times.
func (o *outputs) last(from []*Command) Word {
	i := len(from)
	for i > 0 && from[i-1].Span == from[len(from)-1].Span {
		i--
	}
	return o.all(from[i:])
}

func (o *outputs) all(from []*Command) Word {
	var text Word
	for _, c := range from {
		if o.left--; o.left < 0 {
			break
		}
		if out := o.of(c); len(text.Parts)+len(out.Parts) <= maxParts {
			text.Parts = append(text.Parts, out.Parts...)
		}
	}
	return text
}

// of is what a command writes, as far as it is known: a filter is run on a text in which
// bytes stand for what is not.
func (o *outputs) of(c *Command) Word {
	words := carried(c.Args)
	if len(words) == 0 {
		return Word{}
	}
	name, _ := words[0].Text()
	name = name[strings.LastIndexByte(name, '/')+1:]
	f, isFilter := filterNamed(name)
	switch {
	case name == "":
		return Word{}
	case strings.Contains(picking, " "+name+" "):
		if slices.ContainsFunc(words[1:], reports) {
			return Word{}
		}
		return picked(o.linesOf(c, words))
	case strings.Contains(handing, " "+name+" "):
		return o.linesOf(c, words)
	case isFilter && f.reads && c.Stdin.Kind == Inherited:
		return Word{}
	case isFilter:
		return f.run(words, o.input(c.Stdin))
	case o.others != nil:
		var out Word
		for _, x := range o.others(c) {
			out.Parts = append(append(out.Parts, x.Parts...), Part{Kind: Literal, Text: "\n"})
		}
		return out
	}
	return Word{}
}

// linesOf is what a filter reads: the file that its last word names, if the source wrote
// that, or its standard input.
func (o *outputs) linesOf(c *Command, words []Word) Word {
	if c.files != nil && len(words) > 1 {
		if text := c.files.like(words[len(words)-1]); len(text.Parts) > 0 {
			return text
		}
	}
	return o.input(c.Stdin)
}

// run is what a filter makes of words and of a text that are known in part.
func (f filter) run(words []Word, in Word) Word {
	nul := Part{Kind: Literal, Text: "\x00"} // between what is put together
	var all Word
	for _, x := range words {
		all.Parts = append(append(all.Parts, x.Parts...), nul)
	}
	fed := len(in.Parts) > 0
	text, s, ok := Word{Parts: append(all.Parts, in.Parts...)}.standing()
	if !ok || len(text) > maxOperand || f.reads && !fed {
		return Word{}
	}
	args := strings.SplitN(text, nul.Text, len(words)+1)
	steps := 0
	call := filterCall{args: args[1:len(words)], in: args[len(words)], fed: fed, spend: func(n int) bool { steps += n; return steps <= maxValue }}
	if fed && !strings.HasSuffix(call.in, "\n") {
		call.in += "\n"
	}
	out, ok := f.output(call)
	if !ok || len(out) > maxOperand {
		return Word{}
	}
	return Word{Parts: s.parse(out)}
}

// telling are the names that a text lists, without those of which nothing is known, and
// those past maxPrinted; nil for a text that is known.
func telling(text Word) []Word {
	if len(text.Parts) > maxParts || text.Known() || text.size() > maxListed {
		return nil
	}
	var names []Word
	for _, x := range text.Fields(blankIFS + "\x00") {
		for _, o := range alternatives(x) {
			if len(o.Parts) != 1 || o.Parts[0].Kind != Unknown {
				names = append(names, o)
			}
		}
	}
	return names[:min(len(names), maxPrinted)]
}

// Fields returns what stands in a word between any of some bytes of its text.
func (w Word) Fields(bytes string) []Word {
	var words []Word
	word := Word{Span: w.Span}
	end := func() {
		if len(word.Parts) > 0 {
			words = append(words, word)
		}
		word.Parts = nil
	}
	for _, p := range w.Parts {
		if p.Kind != Literal {
			word.Parts = append(word.Parts, p)
			continue
		}
		for text := p.Text; text != ""; {
			i := strings.IndexAny(text, bytes)
			if i < 0 {
				i = len(text)
			}
			if i > 0 {
				p.Text = text[:i]
				word.Parts = append(word.Parts, p)
			}
			if text = text[i:]; text != "" {
				end()
				text = text[1:]
			}
		}
	}
	end()
	return words
}

// reports tells whether an option makes grep print other than the lines that it picks.
func reports(w Word) bool {
	option := w.Prefix()
	return strings.HasPrefix(option, "-") && !strings.HasPrefix(option, "--") && strings.ContainsAny(option, "cblLqnH")
}

// picked are names of which some are left.
func picked(text Word) Word {
	text.Parts = slices.Clone(text.Parts)
	for i, p := range text.Parts {
		if p.Kind == Unknown {
			text.Parts[i].Text = Picked
		}
	}
	return text
}

// possibleWords are the words that a text may be which is known in part: any text, the text as
// far as it is known, which is cut at some bytes, and each name in it. Of names that are
// known those count that are paths. It is nil where the text tells nothing.
func possibleWords(w Word, rest Part, bytes string) []Word {
	names := telling(w)
	if len(names) == 0 {
		return nil
	}
	rest.several = nil
	or := []Word{{Parts: []Part{rest}}}
	for _, x := range append(w.Fields(bytes), names...) {
		x = named(x)
		known := x.Known() && !strings.Contains(x.Prefix(), "/") || len(x.Parts) == 1 && x.Parts[0].Kind == Unknown
		if !known && len(or) < maxChoices && !oneOf(or, x) {
			or = append(or, x)
		}
	}
	if len(or) == 1 {
		return nil
	}
	return or
}

// withoutEnd is a text without the newlines at its end.
func (w Word) withoutEnd() Word {
	last := len(w.Parts) - 1
	if last < 0 || w.Parts[last].Kind != Literal {
		return w
	}
	w.Parts = slices.Clone(w.Parts)
	if w.Parts[last].Text = strings.TrimRight(w.Parts[last].Text, "\n"); w.Parts[last].Text == "" {
		w.Parts = w.Parts[:last]
	}
	return w
}

// like is what the file last written of a name holds, as far as it is known.
func (f *files) like(name Word) Word {
	text, known := name.Text()
	if text = path.Clean(text); !known {
		return Word{}
	}
	for ; f != nil; f = f.older {
		if len(f.Texts) == 1 && (f.Path == text || strings.HasSuffix(f.Path, "/"+text)) {
			return f.Texts[0]
		}
	}
	return Word{}
}
