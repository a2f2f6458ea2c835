package parser

import (
	"path"
	"slices"
	"strings"
)

// The bounds on files that a source writes.
const (
	maxFiles = 32 // whose content is followed
	maxTexts = 4  // that one file may hold
)

// Written is what a file holds where a command runs, as far as the source
// itself has written it: one of Texts, or what Before and Other say.
type Written struct {
	// Path is absolute, or relative to where the source starts. It is clean.
	Path string

	// Texts are what it may hold. One that is known in part has unknown parts.
	Texts []Word

	After  bool // each of Texts follows what the file held before the source ran
	Before bool // it may hold what it held before the source ran
	Other  bool // it may hold anything else

	// By is the command that wrote last, or nil where there are several.
	By *Command
}

// files are those that a source has written, the last one last. States share
// them, so they are never changed.
type files []Written

// Written returns the files that the source has written before the command
// runs. What a program does to a file is followed only for the few whose
// business that is: redirections, tee, cp, mv, ln, install, rm and sed -i.
func (c *Command) Written() []Written {
	if f := c.written(); f != nil {
		return *f
	}
	return nil
}

func (c *Command) written() *files {
	for ; c != nil; c = c.Outer {
		if c.files != nil {
			return c.files
		}
	}
	return nil
}

// find returns what is known of a file.
func (f *files) find(name string) (Written, bool) {
	if f == nil {
		return Written{}, false
	}
	for _, x := range *f {
		if x.Path == name {
			return x, true
		}
	}
	return Written{}, false
}

// with returns the files with one of them changed. The oldest gives way where
// they are too many.
func (f *files) with(x Written) *files {
	next := files{}
	if f != nil {
		next = slices.DeleteFunc(slices.Clone(*f), func(old Written) bool { return old.Path == x.Path })
	}
	next = append(next, x)
	next = next[max(len(next)-maxFiles, 0):]
	return &next
}

// doubted returns the files, of which those that are not as in before may hold
// anything: code that may have run any number of times wrote them.
func (f *files) doubted(before *files) *files {
	if f == nil || f == before {
		return f
	}
	next := slices.Clone(*f)
	for i, x := range next {
		old, there := before.find(x.Path)
		next[i].Other = x.Other || !there || !x.same(old)
	}
	return &next
}

// same tells whether two say the same of a file.
func (x Written) same(y Written) bool {
	return x.After == y.After && x.Before == y.Before && x.Other == y.Other && slices.EqualFunc(x.Texts, y.Texts, same)
}

// joined is what a file holds that either of two say.
func (x Written) joined(y Written) Written {
	j := Written{Path: x.Path, After: x.After, Before: x.Before || y.Before, Other: x.Other || y.Other, Texts: slices.Clip(x.Texts)}
	if x.By == y.By {
		j.By = x.By
	}
	if x.After != y.After && len(x.Texts) > 0 && len(y.Texts) > 0 {
		j.After, j.Other = false, true
	} else {
		j.After = x.After || y.After
	}
	for _, t := range y.Texts {
		if !slices.ContainsFunc(j.Texts, func(o Word) bool { return same(o, t) }) {
			j.Texts = append(j.Texts, t)
		}
	}
	if len(j.Texts) > maxTexts {
		j.Texts, j.Other = j.Texts[:maxTexts], true
	}
	return j
}

// joinFiles is what files hold after either of two ways.
func joinFiles(a, b *files) *files {
	if a == b {
		return a
	}
	out := a
	for _, f := range []*files{a, b} {
		if f == nil {
			continue
		}
		for _, x := range *f {
			one, inA := a.find(x.Path)
			two, inB := b.find(x.Path)
			switch {
			case !inA:
				one = Written{Path: x.Path, Before: true}
			case !inB:
				two = Written{Path: x.Path, Before: true}
			}
			if !inA || !inB || !one.same(two) {
				out = out.with(one.joined(two))
			}
		}
	}
	return out
}

// pathOf is the path of a file as seen from where the source starts.
func (w *walker) pathOf(dir, name Word) (string, bool) {
	text, known := name.Text()
	base, sure := dir.Text()
	if rest, ok := belowStart(name); ok && base == "" {
		text, known = rest, true
	}
	switch {
	case !known || text == "" || strings.HasSuffix(text, "/"):
		return "", false
	case text[0] == '/':
		return path.Clean(text), true
	case !sure:
		return "", false
	}
	if start, ok := w.start("PWD"); ok && !strings.HasPrefix(base, "/") {
		base = path.Join(start, base)
	}
	return path.Join(base, text), true
}

// belowStart is the path after a $PWD that is not known: it is the same
// directory, whatever it is called.
func belowStart(name Word) (string, bool) {
	if len(name.Parts) != 2 || name.Parts[0].Kind != Unknown || name.Parts[0].Text != "$PWD" || name.Parts[1].Kind != Literal {
		return "", false
	}
	return strings.CutPrefix(name.Parts[1].Text, "/")
}

// held is the text that a file holds for certain when a command runs.
func (w *walker) held(c *Command, name Word) (string, bool) {
	at, ok := w.pathOf(c.Dir, name)
	if !ok {
		return "", false
	}
	x, ok := c.files.find(at)
	if !ok || x.After || x.Before || x.Other || len(x.Texts) != 1 {
		return "", false
	}
	return x.Texts[0].Text()
}

// writes follows what a command writes to files.
func (w *walker) writes(c *Command) {
	if len(c.Args) == 0 && len(c.Redirects) == 0 {
		return
	}
	if len(c.Redirects) > 0 {
		w.redirected(c)
	}
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
			w.write(nil, r.Target, Written{Texts: []Word{{}}}, false)
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
	if c.Shadowed || builtins[name] == evaluates {
		return Written{Texts: []Word{{}}, Other: true} // the commands in it add theirs
	}
	plain := *c
	plain.Redirects = slices.DeleteFunc(slices.Clone(c.Redirects), func(r Redirect) bool {
		into, _ := opens(r)
		return into
	})
	if text, ok := w.produced(&plain); ok {
		return Written{Texts: []Word{Text(text)}}
	}
	words := builtinWords(c.Args)
	if len(words) == 1 && (name == "cat" || name == "/bin/cat") {
		return passed(c)
	}
	if name == "echo" && len(words) > 1 && !strings.HasPrefix(words[1].Prefix(), "-") && words[1].Prefix() != "" {
		return Written{Texts: []Word{line(words[1:])}, Other: true}
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
	return value(oneWord(Word{Parts: append(out.Parts, Text("\n").Parts...)}))
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

// sourced follows a source of text that is known: of a file that was written
// before, of a process, or of its own input.
func (w *walker) sourced(c *Command, words []Word) bool {
	if len(words) > 0 && words[0].Is("--") == Yes {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	text, known := w.sourceText(c, words[0])
	if !known {
		return false
	}
	args, returned, ended := w.state.args, w.returned, w.state.ended
	w.returned = nil
	if len(words) > 1 {
		w.state.args = arguments(&Command{Args: words})
	}
	known = w.evalIn(c, text)
	w.state = w.join(w.returned, w.state).clone()
	w.returned, w.state.ended = returned, ended
	if len(words) > 1 {
		w.state.args = args
	}
	if known {
		for _, inner := range c.evaluated.Commands {
			if s := inner.Source; s != nil && s.Outer == c && s.Text == text {
				s.Name = words[0].String()
			}
		}
		c.evaluated.Source.Name = words[0].String()
	}
	return known
}

// sourceText is the text that a source reads.
func (w *walker) sourceText(c *Command, name Word) (string, bool) {
	if text, ok := w.held(c, name); ok {
		return text, true
	}
	if len(name.Parts) == 1 && name.Parts[0].File {
		from := name.Parts[0].From
		if _, ok := w.output(from); !ok {
			return "", false
		}
		return w.produced(from[len(from)-1]) // with the newlines at its end
	}
	if at, _ := name.Text(); at == "/dev/stdin" || at == "/dev/fd/0" || at == "/proc/self/fd/0" {
		if x := passed(c); len(x.Texts) == 1 {
			return x.Texts[0].Text()
		}
	}
	return "", false
}
