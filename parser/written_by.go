package parser

import (
	"path"
	"slices"
	"strings"
)

// writes follows what a command writes to files.
func (w *walker) writes(c *Command) {
	if len(c.Args) == 0 && len(c.Redirects) == 0 {
		return
	}
	if len(c.Redirects) > 0 {
		w.redirected(c)
	}
	w.poured(c)
	words := builtinWords(c.Args)
	for len(words) > 1 && (words[0].Is("sudo") == Yes || words[0].Is("doas") == Yes) {
		words = words[1:]
	}
	if len(words) < 2 {
		return
	}
	switch name, _ := words[0].Text(); name {
	case "tee", "/usr/bin/tee", "/bin/tee":
		w.tee(c, words[1:])
	case "cp", "mv", "ln", "install":
		w.copies(c, name, words[1:])
	case "rm", "unlink":
		for _, a := range words[1:] {
			w.write(c, a, Written{Other: true}, false)
		}
	case "sed":
		w.edits(c, words[1:])
	}
}

// redirected follows the redirections of a command's output, its own and those
// of compounds around it.
func (w *walker) redirected(c *Command) {
	n := max(len(c.Redirects)-len(w.scope.redirects), 0)
	out := -1 // the one that its output goes to
	for i, r := range c.Redirects[:n] {
		if isOutput(r) {
			out = i
		}
	}
	for i, r := range c.Redirects[:n] {
		if into, add := opens(r); into && r.Op != "<>" {
			x := Written{Other: r.FD != "" && r.FD != "1" || strings.HasPrefix(r.Op, "&")}
			if i == out && !x.Other {
				x = w.printed(c)
			} else if !x.Other && !add {
				x.Texts = []Word{{}}
			}
			w.write(c, r.Target, x, add)
		} else if into {
			w.write(c, r.Target, Written{Other: true}, true)
		}
	}
	if out >= 0 || w.scope.piped {
		return
	}
	for _, r := range c.Redirects[n:] {
		if isOutput(r) {
			if into, _ := opens(r); into {
				w.write(c, r.Target, w.printed(c), true)
			}
			return
		}
	}
}

// isOutput tells whether a redirection is one of standard output.
func isOutput(r Redirect) bool {
	switch r.Op {
	case ">", ">>", ">|", ">&":
		return r.FD == "" || r.FD == "1"
	case "&>", "&>>":
		return true
	}
	return false
}

// opens tells whether a redirection writes a file, and whether it adds to it.
func opens(r Redirect) (into, add bool) {
	if strings.HasPrefix(r.Target.Prefix(), "/dev/") {
		return false, false // nothing stays there
	}
	switch r.Op {
	case ">", ">|", "&>", "<>":
		return true, false
	case ">>", "&>>":
		return true, true
	case ">&":
		text, known := r.Target.Text()
		return known && text != "-" && strings.Trim(text, "0123456789-") != "", false
	}
	return false, false
}

// empties follows the redirections of a compound as it begins: what is in it
// adds to the files.
func (w *walker) empties(redirects []Redirect) {
	for _, r := range redirects {
		if into, add := opens(r); into && !add && r.Op != "<>" {
			through := r.FD != "" && r.FD != "1" // what is in it may write there in ways that nobody follows
			w.write(nil, r.Target, Written{Texts: []Word{{}}, Other: through}, false)
		}
	}
}

// write sets what a file holds, or adds to it.
func (w *walker) write(c *Command, name Word, x Written, add bool) {
	at, ok := w.pathOf(w.state.at.dir, name)
	if !ok {
		if name.Known() {
			return // below a directory that is not known
		}
		w.state.files = w.state.files.doubted(nil)
		return
	}
	x.Path, x.By = at, c
	if add {
		x = w.state.files.added(x)
	}
	size := 0
	for _, t := range x.Texts {
		size += len(t.String())
	}
	if size > maxValue || !w.spend(size+wordCost) {
		x.Texts, x.Other = nil, true
	}
	w.state.files = w.state.files.with(x)
}

// added is what a file holds once a text was added to it.
func (f *files) added(x Written) Written {
	old, there := f.find(x.Path)
	if !there {
		old = Written{Before: true}
	}
	if len(x.Texts) != 1 {
		old.Path, old.By, old.Other = x.Path, x.By, true
		return old
	}
	sum := Written{Path: x.Path, By: x.By, After: old.After, Other: old.Other || x.Other}
	for _, t := range old.Texts {
		sum.Texts = append(sum.Texts, value(Word{Parts: slices.Concat(t.Parts, x.Texts[0].Parts)}))
	}
	if old.Before {
		sum.After = true
		sum.Other = sum.Other || len(old.Texts) > 0 && !old.After
		sum.Texts = append(sum.Texts, x.Texts[0])
	}
	if len(sum.Texts) == 0 {
		sum.Texts, sum.Other = x.Texts, true
	}
	return sum
}

// printed is what a command writes to its output.
func (w *walker) printed(c *Command) Written {
	name, _ := c.Program().Text()
	if c.Shadowed || builtins.Get()[name] == evaluates {
		return Written{Texts: []Word{{}}, Other: true} // the commands in it add theirs
	}
	if len(c.Args) == 0 || name == ":" || name == "true" {
		return Written{Texts: []Word{{}}}
	}
	plain := *c
	plain.Redirects = slices.DeleteFunc(slices.Clone(c.Redirects), func(r Redirect) bool {
		into, _ := opens(r)
		return into
	})
	if text, ok := w.produced(&plain); ok {
		return Written{Texts: []Word{Text(text)}}
	}
	words := carried(c.Args)
	name, _ = words[0].Text()
	if len(words) == 1 && (name == "cat" || name == "/bin/cat") {
		return passed(c)
	}
	if name == "echo" && len(words) > 1 && !strings.HasPrefix(words[1].Prefix(), "-") && words[1].Prefix() != "" {
		return Written{Texts: []Word{line(words[1:])}, Other: true}
	}
	if out := w.options.Prints.all([]*Command{&plain}); len(out.Parts) > 0 && len(out.Parts) <= maxParts {
		return Written{Texts: []Word{value(named(out))}, Other: true}
	}
	return Written{Other: true}
}

// passed is what a command's standard input holds, known in part at least.
func passed(c *Command) Written {
	in := c.Stdin
	if in.Kind != FromText && in.Kind != FromPipe || len(in.Word.Parts) == 0 && in.Kind == FromPipe {
		return Written{Other: true}
	}
	text := in.Word
	for i := len(c.Redirects) - 1; i >= 0; i-- {
		if op := c.Redirects[i].Op; op == "<<<" {
			text = Word{Parts: append(slices.Clip(text.Parts), Text("\n").Parts...)}
		} else if op != "<<" && op != "<<-" {
			continue
		}
		break
	}
	return Written{Texts: []Word{oneWord(text)}, Other: !text.Known()}
}

// line is what echo writes of words that are known in part.
func line(words []Word) Word {
	var out Word
	for i, x := range words {
		if i > 0 {
			out.Parts = append(out.Parts, Text(" ").Parts...)
		}
		out.Parts = append(out.Parts, x.Parts...)
	}
	return value(named(Word{Parts: append(out.Parts, Text("\n").Parts...)}))
}

// tee follows what tee writes: its input.
func (w *walker) tee(c *Command, args []Word) {
	x, add := passed(c), false
	for _, a := range args {
		switch text := a.Prefix(); {
		case text == "-a" || text == "--append":
			add = true
		case !strings.HasPrefix(text, "-"):
			w.write(c, a, x, add)
		}
	}
}

// copies follows a copy of one file, or a link to it, under another name.
func (w *walker) copies(c *Command, name string, args []Word) {
	operands := slices.DeleteFunc(slices.Clone(args), func(a Word) bool { return strings.HasPrefix(a.Prefix(), "-") })
	if len(operands) < 2 || w.state.files == nil {
		return
	}
	to := operands[len(operands)-1]
	for _, from := range operands[:len(operands)-1] {
		at, ok := w.pathOf(w.state.at.dir, from)
		x, there := w.state.files.find(at)
		if !ok || !there || x.After || x.Before {
			x = Written{Other: true}
		}
		text, _ := from.Text()
		into := to
		if suffix := to.Suffix(); strings.HasSuffix(suffix, "/") || suffix == "." || suffix == ".." {
			into = Word{Parts: append(slices.Clip(to.Parts), Text("/"+path.Base(text)).Parts...)}
		}
		w.write(c, into, x, false)
		if name == "mv" && ok {
			w.write(c, from, Written{Other: true}, false)
		}
	}
}

// edits follows sed -i on one file.
func (w *walker) edits(c *Command, args []Word) {
	inPlace := slices.IndexFunc(args, func(a Word) bool { return a.Is("-i") == Yes })
	if inPlace < 0 || len(args) < 3 {
		return
	}
	file := args[len(args)-1]
	text, known := w.held(c, file)
	call := filterCall{lang: w.options.Lang, in: text, fed: true, spend: w.spend}
	for i, a := range args[:len(args)-1] {
		if i == inPlace {
			continue
		}
		arg, ok := a.Text()
		call.args, known = append(call.args, arg), known && ok
	}
	x := Written{Other: true}
	if known {
		if out, ok := sed(call); ok {
			x = Written{Texts: []Word{Text(out)}}
		}
	}
	w.write(c, file, x, false)
}

// inputOf is inputOf for a command whose input may be a file that was written.
func (w *walker) inputOf(c *Command) (*string, bool) {
	if c.files == nil || c.Stdin.Kind != FromFile {
		return inputOf(c)
	}
	text, ok := w.held(c, c.Stdin.Word)
	if !ok {
		return inputOf(c)
	}
	plain := *c
	plain.Redirects = slices.DeleteFunc(slices.Clone(c.Redirects), func(r Redirect) bool { return r.Op == "<" })
	plain.Stdin = Stdin{Kind: FromText, Word: Text(text)}
	return inputOf(&plain)
}

// fromFiles takes the files that a filter reads out of its arguments, if all
// that they hold is known: the last one, or all of cat's.
func (w *walker) fromFiles(c *Command, words []Word, args []string) ([]string, *string) {
	first := len(args) - 1
	if args[0] == "cat" {
		first = 1
	}
	sum := ""
	for _, a := range words[first:] {
		text, ok := w.held(c, a)
		if !ok {
			return args, nil
		}
		sum += text
	}
	return args[:first], &sum
}
