package output

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/tree"
)

// Picked is the text of the unknown part of a name that a filter selected from a list.
const Picked = "{named}"

// maxListed bounds such an output in bytes.
const maxListed = 4 << 10

// handing lists the filters that pass all lines on unchanged, and picking those that pass some
// of them on.
const (
	handing = " cat gcat sort gsort uniq guniq tac gtac tee gtee shuf gshuf pv sponge iconv nl "
	picking = " grep egrep fgrep rg head ghead tail gtail comm strings "
)

// Printer returns the names that a program prints, for programs that this package does not
// evaluate.
type Printer func(*tree.Command) []tree.Word

// Names returns the names that a standard input lists, as far as they are known: patterns for
// the names of files that match, and other names. The list may be incomplete.
func (others Printer) Names(in tree.Stdin) []tree.Word {
	o := outputs{others: others, left: maxOutputs}
	names := telling(o.orMore(o.input(in)))
	if o.more && len(names) > 0 {
		names = append(slices.Clip(names), tree.Word{Parts: []tree.Part{{Text: Picked, Empty: true, Split: true}}})
	}
	return names
}

// Lines is Input with an unknown part at the end if some command may print more.
func (others Printer) Lines(in tree.Stdin) tree.Word {
	o := outputs{others: others, left: maxOutputs}
	return o.orMore(o.input(in))
}

// Text returns the content of a standard input, as far as it is known. Unknown parts may be
// anything.
func (others Printer) Text(in tree.Stdin) tree.Word { return others.Input(in) }

// Input returns the content of a standard input; the empty word if nothing is known.
func (others Printer) Input(in tree.Stdin) tree.Word {
	o := outputs{others: others, left: maxOutputs}
	return o.input(in)
}

// All returns the joined output of some commands.
func (others Printer) All(from []*tree.Command) tree.Word {
	o := outputs{others: others, left: maxOutputs}
	return o.all(from)
}

// Last returns the output of the last of some commands.
func (others Printer) Last(from []*tree.Command) tree.Word {
	o := outputs{others: others, left: maxOutputs}
	return o.last(from)
}

// outputs computes the output of commands.
type outputs struct {
	others Printer
	left   int  // remaining commands to look at
	more   bool // the output of one of them is not known
}

// orMore adds an unknown part to a text if it is known but for commands whose output is not.
func (o *outputs) orMore(text tree.Word) tree.Word {
	if o.more && len(text.Parts) > 0 && text.Known() {
		text.Parts = append(slices.Clip(text.Parts), tree.Part{Text: Picked, Empty: true})
	}
	return text
}

// maxOutputs bounds the commands that are looked at for one text.
const maxOutputs = 32

func (o *outputs) input(in tree.Stdin) tree.Word {
	switch {
	case in.Kind == tree.FromFile && len(in.Word.Parts) == 1 && in.Word.Parts[0].File:
		return o.last(in.Word.Parts[0].From)
	case in.Kind == tree.FromFile && in.Content != nil:
		return *in.Content
	case in.Kind == tree.FromText, in.Kind == tree.FromPipe && len(in.Word.Parts) > 0:
		return in.Word
	case in.Kind == tree.FromPipe:
		return o.last(in.From)
	}
	return tree.Word{}
}

// last returns the output of those commands of a list that no other command in it reads. A command
// may be listed several times.
func (o *outputs) last(from []*tree.Command) tree.Word { return o.all(Writers(from)) }

// Writers returns the last commands of a list that write to its output: whose output neither
// another command in the list reads nor a redirection leads elsewhere.
func Writers(from []*tree.Command) (writers []*tree.Command) {
	from = from[max(len(from)-maxOutputs, 0):]
	feeds := map[*tree.Command]bool{}
	for _, c := range from {
		for _, x := range c.Stdin.From {
			feeds[x] = true
		}
	}
	for _, c := range from {
		if !feeds[c] && !IsAway(c.Redirects) {
			writers = append(writers, c)
		}
	}
	return writers
}

func (o *outputs) all(from []*tree.Command) tree.Word {
	var text tree.Word
	for _, c := range from {
		if o.left--; o.left < 0 {
			break
		}
		out := o.of(c)
		if o.more = o.more || len(out.Parts) == 0 && !isQuiet(c); len(text.Parts)+len(out.Parts) <= tree.MaxParts {
			text.Parts = append(text.Parts, out.Parts...)
		}
	}
	return text
}

// quiet lists commands that print nothing, or hardly ever.
const quiet = " cd mkdir export umask set shopt : true false test [ [[ read local declare typeset readonly unset sleep touch rm mv cp ln exit return shift trap wait "

// isQuiet reports whether a command prints no names.
func isQuiet(c *tree.Command) bool {
	name, known := c.Program().Text()
	return len(c.Args) == 0 || known && wordlist.Among(name, quiet) && !c.Shadowed
}

// of returns a command's output as far as it is known. A filter runs on a text in which
// placeholders represent the unknown parts.
func (o *outputs) of(c *tree.Command) tree.Word {
	words := BehindCarriers(c.Args)
	if len(words) == 0 {
		if len(c.Args) == 0 && len(c.Assigns) == 0 && c.Stdin.Kind == tree.FromFile {
			return o.input(c.Stdin) // $(<x)
		}
		return tree.Word{}
	}
	name, _ := words[0].Text()
	name = name[strings.LastIndexByte(name, '/')+1:]
	f, isFilter := filter.Lookup(name)
	switch {
	case name == "":
		return tree.Word{}
	case wordlist.Among(name, picking):
		if slices.ContainsFunc(words[1:], func(a tree.Word) bool { return reports(name, a) }) {
			return o.asked(c)
		}
		if lines := o.linesOf(c, words); len(lines.Parts) > 0 {
			return picked(lines)
		}
	case wordlist.Among(name, handing):
		return o.linesOf(c, words)
	case isFilter:
		words, in := o.fromFiles(c, words)
		if out := filterOutput(f, words, in); len(out.Parts) > 0 {
			return orPicked(out, in.Known())
		}
		if (!in.Known() || strings.HasSuffix(name, "awk")) && selects(name, words[1:]) {
			return orPicked(picked(in), false)
		}
	}
	return o.asked(c)
}

// asked returns the names that a command prints which this package does not evaluate.
func (o *outputs) asked(c *tree.Command) tree.Word {
	if o.others == nil {
		return tree.Word{}
	}
	var out tree.Word
	for _, x := range o.others(c) {
		out.Parts = append(append(out.Parts, x.Parts...), tree.Part{Kind: tree.Literal, Text: "\n"})
	}
	return orPicked(out, false)
}

// fromFiles moves the process substitutions that a filter reads out of its words. It returns the
// rest with their content, or the content of the standard input if there are none.
func (o *outputs) fromFiles(c *tree.Command, words []tree.Word) (rest []tree.Word, in tree.Word) {
	if !slices.ContainsFunc(words[1:], IsPipe) {
		return words, o.input(c.Stdin)
	}
	for i, x := range words {
		switch text, held := HeldBy(x); {
		case held:
			in.Parts = append(in.Parts, tree.Text(text).Parts...)
		case IsPipe(x):
			in.Parts = append(in.Parts, o.input(tree.Stdin{Kind: tree.FromFile, Word: x}).Parts...)
		case i > 0 && x.Is("-") == tree.Yes:
			in.Parts = append(in.Parts, o.input(c.Stdin).Parts...)
		default:
			rest = append(rest, x)
		}
	}
	return rest, in
}

// orPicked adds an unknown part to a text of literal names, if it is not certain that they are in it.
func orPicked(out tree.Word, certain bool) tree.Word {
	if !certain && len(out.Parts) > 0 && out.Known() {
		out.Parts = append(out.Parts, tree.Part{Kind: tree.Unknown, Text: Picked, Empty: true})
	}
	return out
}

// linesOf returns the input of a filter: the process substitutions that it names, the file that its
// last word names, if the source wrote that file, or its standard input.
func (o *outputs) linesOf(c *tree.Command, words []tree.Word) tree.Word {
	if rest, in := o.fromFiles(c, words); len(rest) < len(words) {
		return in
	}
	if c.Files != nil && len(words) > 1 {
		if text := c.Files.Like(words[len(words)-1]); len(text.Parts) > 0 {
			return text
		}
	}
	return o.input(c.Stdin)
}

// filterOutput applies a filter to partly known words and partly known input.
func filterOutput(f filter.Filter, words []tree.Word, in tree.Word) tree.Word {
	nul := tree.Part{Kind: tree.Literal, Text: "\x00"} // separates the joined words
	var all tree.Word
	for _, x := range words {
		all.Parts = append(append(all.Parts, x.Parts...), nul)
	}
	fed := len(in.Parts) > 0
	text, s, ok := tree.Word{Parts: append(all.Parts, in.Parts...)}.WithPlaceholders()
	if !ok || len(text) > expand.MaxOperand || f.Reads && !fed {
		return tree.Word{}
	}
	args := strings.SplitN(text, nul.Text, len(words)+1)
	steps := 0
	call := filter.Call{Bash: true, Args: args[1:len(words)], Input: args[len(words)], HasInput: fed, Spend: func(n int) bool { steps += n; return steps <= tree.MaxValue }}
	if fed && !strings.HasSuffix(call.Input, "\n") {
		call.Input += "\n"
	}
	out, ok := f.Output(call)
	if !ok || len(out) > expand.MaxOperand {
		return tree.Word{}
	}
	return tree.Word{Parts: s.Restore(out)}
}

// telling returns the names that a text lists, without entirely unknown ones and without those
// past tree.MaxNames; nil for a text that is known in full.
func telling(text tree.Word) []tree.Word {
	if len(text.Parts) > tree.MaxParts || text.Known() || text.Size() > maxListed {
		return nil
	}
	var names []tree.Word
	for _, x := range text.Fields(tree.BlankIFS + "\x00") {
		for _, o := range tree.Alternatives(x) {
			if len(o.Parts) != 1 || o.Parts[0].Kind != tree.Unknown {
				names = append(names, o)
			}
		}
	}
	return names[:min(len(names), tree.MaxNames)]
}

// reports reports whether an option makes a filter print anything but the selected lines: one of grep's
// or rg's, or one of head's and tail's for a number of bytes.
func reports(program string, w tree.Word) bool {
	option, letters := w.Prefix(), "cblLqnH"
	if strings.HasSuffix(program, "head") || strings.HasSuffix(program, "tail") {
		letters = "c"
	}
	if strings.HasPrefix(option, "--files") { // grep's and rg's that print names
		return true
	}
	return strings.HasPrefix(option, "-") && !strings.HasPrefix(option, "--") && strings.ContainsAny(option, letters)
}

// selects is filter.Selects for words that are all known.
func selects(program string, words []tree.Word) bool {
	args := make([]string, len(words))
	for i, x := range words {
		var known bool
		if args[i], known = x.Text(); !known {
			return false
		}
	}
	return filter.Selects(program, args)
}

// picked marks names as a selection: some of them may be missing.
func picked(text tree.Word) tree.Word {
	text.Parts = slices.Clone(text.Parts)
	for i, p := range text.Parts {
		if p.Kind == tree.Unknown {
			text.Parts[i].Text = Picked
		}
	}
	return text
}

// PossibleWords returns the words that a partly known text may be: any text (rest), the known
// text cut at some bytes, and each name in it. A known name counts only if it is a path. It
// returns nil if the text is entirely unknown.
func PossibleWords(w tree.Word, rest tree.Part, bytes string) []tree.Word {
	names := telling(w)
	if len(names) == 0 {
		return nil
	}
	rest.Values = nil
	or := []tree.Word{{Parts: []tree.Part{rest}}}
	for _, x := range append(w.Fields(bytes), names...) {
		x = tree.OneName(x)
		known := x.Known() && !strings.Contains(x.Prefix(), "/") || len(x.Parts) == 1 && x.Parts[0].Kind == tree.Unknown
		if !known && len(or) < tree.MaxChoices && !tree.Contains(or, x) {
			or = append(or, x)
		}
	}
	if len(or) == 1 {
		return nil
	}
	return or
}
