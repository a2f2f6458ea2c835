package parser

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
)

// followWrites records what a command writes to files.
func (w *walker) followWrites(c *tree.Command) {
	if len(c.Args) == 0 && len(c.Redirects) == 0 {
		return
	}
	if len(c.Redirects) > 0 {
		w.writeRedirects(c)
	}
	w.writeOutputFiles(c)
	plain := builtins.Words(c.Args)
	for len(plain) > 1 && isPrefix(plain[0]) && !strings.HasPrefix(plain[1].Prefix(), "-") && !strings.Contains(plain[1].Prefix(), "=") {
		plain = plain[1:]
	}
	words := output.BehindCarriers(plain)
	chosen := (*tree.Word)(nil)
	if len(words) > 0 {
		chosen = knownChoice(words[0])
	}
	if before := w.state.files; len(words) < len(plain) || chosen != nil { // timeout and flock may not let it write
		defer func() { w.state.files = tree.JoinFiles(before, w.state.files) }()
	}
	if chosen != nil {
		words = append([]tree.Word{*chosen}, words[1:]...)
	}
	if len(words) > 0 {
		w.followProgramCopy(c, words)
	}
	if len(words) < 2 {
		return
	}
	switch name := usualName(words[0]); name {
	case "tee", "sponge":
		w.tee(c, words[1:])
	case "dd":
		w.dd(c, words[1:])
	case "cp", "mv", "ln", "install":
		w.copyFiles(c, readCopy(name, words[1:]))
	case "rm", "unlink":
		for _, a := range words[1:] {
			w.write(c, a, tree.Written{Other: true, Removed: true}, false)
		}
	case "sed":
		if !w.sedInPlace(c, words[1:]) {
			w.ownWrites(c, words)
		}
	case "find":
		w.foundInto(c, words[1:])
	case "sh", "bash", "dash", "zsh", "mksh", "ksh":
		w.nestedWrites(c, words[1:])
	default:
		w.ownWrites(c, words)
	}
}

// isPrefix reports whether a word is a program that surely runs the one behind it.
func isPrefix(w tree.Word) bool {
	switch name, _ := w.Text(); name {
	case "sudo", "doas", "busybox", "toybox":
		return true
	}
	return false
}

// ownWrites records what a program writes to files by itself. A file that it only changes may
// still hold what it held before. Nothing reads what the last command writes.
func (w *walker) ownWrites(c *tree.Command, words []tree.Word) {
	name, _ := words[0].Text()
	if w.options.Writes == nil || c == w.last && len(w.later) == 0 || builtins.KindOf(name) != 0 || !w.mayNameText(c) || !w.spend(expand.WordCost) {
		return
	}
	for _, x := range w.options.Writes(c) {
		w.write(c, tree.Text(x.Path), x, x.After || x.Before)
	}
}

// usualName returns the name of a program, or of one that a path in a usual directory of programs names.
func usualName(program tree.Word) string {
	name, _ := program.Text()
	if !strings.HasPrefix(name, "/") {
		return name
	}
	clean := path.Clean(name)
	for _, dir := range [...]string{"/bin/", "/usr/bin/"} {
		if base, in := strings.CutPrefix(clean, dir); in {
			return base
		}
	}
	return name
}

// mayNameText reports whether a command has an input, a word with blanks, or the name of a file that
// the source wrote: then a line of another file may come from there.
func (w *walker) mayNameText(c *tree.Command) bool {
	if c.Stdin.Kind != tree.Inherited {
		return true
	}
	for i := range c.Args {
		for k := range c.Args[i].Parts {
			if hasBlank(c.Args[i].Parts[k].Text) {
				return true
			}
		}
		if w.state.files != nil && w.isWritten(c.Args[i]) { // nearly every source writes none
			return true
		}
	}
	return false
}

// hasBlank reports whether a text has a blank or a newline.
func hasBlank(text string) bool {
	for i := range len(text) {
		if c := text[i]; c == ' ' || c == '\t' || c == '\n' {
			return true
		}
	}
	return false
}

// isWritten reports whether a word is the name of a file that the source wrote.
func (w *walker) isWritten(name tree.Word) bool {
	text, known := name.Text()
	if known && !w.state.files.HasBase(path.Base(text)) {
		return false
	}
	at, ok := w.pathOf(w.state.at.dir, name)
	if ok {
		_, ok = w.state.files.Find(at)
	}
	return ok
}

// nestedWrites records what the text of sh -c writes to files.
func (w *walker) nestedWrites(c *tree.Command, words []tree.Word) {
	at := slices.IndexFunc(words, func(a tree.Word) bool {
		return strings.HasPrefix(a.Prefix(), "-") && strings.HasSuffix(a.Prefix(), "c")
	})
	if at < 0 || at+1 >= len(words) {
		return
	}
	text, known := words[at+1].Text()
	if !known || w.state.files == nil && !strings.Contains(text, ">") && !strings.Contains(text, "tee ") || !w.spend(len(text)*expand.WordCost) {
		return
	}
	opt := w.options
	opt.Outer, opt.Args, opt.Name = c, nil, ""
	before := c.WrittenFiles()
	nested, err := Parse(text, opt)
	if err != nil || len(nested.Commands) == 0 {
		return
	}
	for _, x := range nested.Written() {
		if old, there := before.Find(x.Path); !there || !x.Same(old) {
			w.state.files = w.state.files.With(x)
		}
	}
}

// writeRedirects records writes through the redirections of a command's output, both its own
// and those of the compounds around it.
func (w *walker) writeRedirects(c *tree.Command) {
	n := max(len(c.Redirects)-len(w.scope.redirects), 0)
	out := -1 // index of the redirection that receives the output
	for i, r := range c.Redirects[:n] {
		if output.IsOutput(r) {
			out = i
		}
	}
	for i, r := range c.Redirects[:n] {
		if into, add := output.OpensFile(r); into && r.Op != "<>" {
			x := tree.Written{Other: r.FD != "" && r.FD != "1" || strings.HasPrefix(r.Op, "&")}
			if i == out && !x.Other {
				x = w.outputOf(c)
			} else if !x.Other && !add {
				x.Texts = []tree.Word{{}}
			}
			w.write(c, r.Target, x, add)
		} else if into {
			w.write(c, r.Target, tree.Written{Other: true}, true)
		}
	}
	if out >= 0 || w.scope.piped {
		return
	}
	for _, r := range c.Redirects[n:] {
		if output.IsOutput(r) {
			if into, _ := output.OpensFile(r); into {
				w.write(c, r.Target, w.outputOf(c), true)
			}
			return
		}
	}
}

// truncateRedirects applies a compound's output redirections at its start. The commands in it
// then append to the files.
func (w *walker) truncateRedirects(redirects []tree.Redirect) {
	for _, r := range redirects {
		if into, add := output.OpensFile(r); into && !add && r.Op != "<>" {
			through := r.FD != "" && r.FD != "1" // commands in it may write to this descriptor untracked
			w.write(nil, r.Target, tree.Written{Texts: []tree.Word{{}}, Other: through}, false)
		}
	}
}

// write replaces the content of a file, or appends to it.
func (w *walker) write(c *tree.Command, name tree.Word, x tree.Written, add bool) {
	at, ok := w.pathOf(w.state.at.dir, name)
	if !ok {
		if name.Known() {
			return // inside an unknown directory
		}
		w.state.files = w.state.files.Doubted(nil)
		return
	}
	x.Path, x.By = at, c
	if x.Other && c != nil && len(x.Texts)+len(x.From) == 0 {
		x.From = []*tree.Command{c}
	}
	if add {
		x = w.state.files.Added(x)
	}
	size := 0
	for _, t := range x.Texts {
		size += len(t.String())
	}
	if size > tree.MaxValue || !w.spend(size+expand.WordCost) {
		x.Texts, x.Other = nil, true
	}
	if w.state.files = w.state.files.With(x); w.state.files.Forgot() {
		w.exceed("files that a source writes", tree.MaxFiles)
	}
}

// mayWrite records that a command may have replaced the content of a file, or left it as it was.
func (w *walker) mayWrite(c *tree.Command, name tree.Word, x tree.Written) {
	at, ok := w.pathOf(w.state.at.dir, name)
	if !ok {
		w.write(c, name, x, false)
		return
	}
	old, there := w.state.files.Find(at)
	if !there {
		old = tree.Written{Before: true}
	}
	x.Path, x.By, old.Path = at, c, at
	w.state.files = w.state.files.With(old.Joined(x))
}

// tee records that tee writes its input to files.
func (w *walker) tee(c *tree.Command, args []tree.Word) {
	x := w.passedOn(c)
	add := slices.ContainsFunc(args, func(a tree.Word) bool {
		text := a.Prefix()
		return strings.HasPrefix(text, "--a") || len(text) > 1 && text[0] == '-' && text[1] != '-' && strings.Contains(text, "a")
	})
	for _, a := range args {
		if !strings.HasPrefix(a.Prefix(), "-") {
			w.write(c, a, x, add)
		}
	}
}

// foundInto records what find writes to files: find(1), -fprint, -fprintf, -fls.
func (w *walker) foundInto(c *tree.Command, args []tree.Word) {
	for i, a := range args[:len(args)-1] {
		x := tree.Written{Other: true}
		switch a.Prefix() {
		case "-fprint", "-fprint0":
			plain := *c
			plain.Redirects = nil
			if out := w.options.Prints.All([]*tree.Command{&plain}); len(out.Parts) > 0 && len(out.Parts) <= tree.MaxParts {
				x.Texts = []tree.Word{tree.ValueOf(tree.OneName(out))}
			}
		case "-fprintf":
			if i+2 < len(args) {
				if format, known := args[i+2].Text(); known && !strings.Contains(format, "%") {
					x.Texts = []tree.Word{tree.Text(strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\\`, `\`).Replace(format))}
				}
			}
		case "-fls":
		default:
			continue
		}
		w.write(c, args[i+1], x, false)
	}
}

// dd records that dd writes its input to a file, unless an operand selects a part of it.
func (w *walker) dd(c *tree.Command, args []tree.Word) {
	x := output.PassedOn(c)
	for _, a := range args {
		if from := a.Tail(len("if=")); strings.HasPrefix(a.Prefix(), "if=") && isStream(from) {
			x = w.streamed(c, from)
		}
	}
	partly := false // the file keeps a part of what it had, or all
	for _, a := range args {
		switch name, value, _ := strings.Cut(a.Prefix(), "="); name {
		case "if":
			if !isStream(a.Tail(len("if="))) {
				x = tree.Written{Other: true}
			}
		case "of", "bs", "obs", "ibs", "status":
		case "oflag", "seek", "oseek":
			partly = partly || name != "oflag" || strings.Contains(value, "append") || !a.Known()
		case "count":
			if x = (tree.Written{Other: true}); a.Is("count=0") == tree.Yes {
				x = tree.Written{Texts: []tree.Word{{}}}
			}
		default:
			x, partly = tree.Written{Other: true}, partly || name != "conv" || strings.Contains(value, "notrunc") || !a.Known()
		}
	}
	for _, a := range args {
		if file := a.Tail(len("of=")); !strings.HasPrefix(a.Prefix(), "of=") {
			continue
		} else if partly {
			x.Other = true
			w.mayWrite(c, file, x)
		} else {
			w.write(c, file, x, false)
		}
	}
}

// isStream reports whether a file is standard input or a process substitution.
func isStream(file tree.Word) bool {
	return tree.IsStdinPath(file) || len(file.Parts) == 1 && file.Parts[0].File
}

// streamed returns the content of such a file.
func (w *walker) streamed(c *tree.Command, file tree.Word) tree.Written {
	if file.Known() {
		return w.passedOn(c)
	}
	p := file.Parts[0]
	if p.Values != nil && p.Values.Content != nil {
		return tree.Written{Texts: []tree.Word{tree.Text(*p.Values.Content)}}
	}
	return tree.Written{Other: true, From: p.From}
}

// sedInPlace records the effect of sed -i on its files, and reports whether it did.
func (w *walker) sedInPlace(c *tree.Command, args []tree.Word) bool {
	inPlace := slices.IndexFunc(args, func(a tree.Word) bool { return a.Is("-i") == tree.Yes })
	if inPlace < 0 || len(args) < 3 {
		return false
	}
	script, known := slices.Delete(slices.Clone(args), inPlace, inPlace+1), true
	files := sedFiles(script)
	call := filter.Call{Bash: w.options.Lang == reader.Bash, HasInput: true, Spend: w.spend}
	for _, a := range script[:len(script)-len(files)] {
		arg, ok := a.Text()
		call.Args, known = append(call.Args, arg), known && ok
	}
	for _, file := range files {
		text, ok := w.fileText(c, file)
		x := tree.Written{Other: true}
		if call.Input = text; known && ok {
			if out, ok := filter.Sed(call); ok {
				x = tree.Written{Texts: []tree.Word{tree.Text(out)}}
			}
		}
		w.write(c, file, x, false)
	}
	return true
}

// sedFiles returns the words of sed that name files: those at the end without a dash, but for the script,
// which is the first word if no option has one.
func sedFiles(args []tree.Word) []tree.Word {
	from := len(args)
	for from > 0 && !strings.HasPrefix(args[from-1].Prefix(), "-") {
		from--
	}
	hasScript := func(a tree.Word) bool {
		text := a.Prefix()
		return strings.HasPrefix(text, "-e") || strings.HasPrefix(text, "-f") || strings.HasPrefix(text, "--e") || strings.HasPrefix(text, "--f")
	}
	if from > 0 && (args[from-1].Is("-e") == tree.Yes || args[from-1].Is("-f") == tree.Yes) || !slices.ContainsFunc(args, hasScript) {
		from++ // the script
	}
	return args[min(from, len(args)):]
}
