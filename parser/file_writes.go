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

// followWrites follows what a command writes to files.
func (w *walker) followWrites(c *tree.Command) {
	if len(c.Args) == 0 && len(c.Redirects) == 0 {
		return
	}
	if len(c.Redirects) > 0 {
		w.writeRedirects(c)
	}
	w.writeOutputFiles(c)
	words := builtins.Words(c.Args)
	for len(words) > 1 && (words[0].Is("sudo") == tree.Yes || words[0].Is("doas") == tree.Yes) {
		words = words[1:]
	}
	if len(words) > 0 {
		w.followProgramCopy(c, words)
	}
	if len(words) < 2 {
		return
	}
	switch name, _ := words[0].Text(); name {
	case "tee", "/usr/bin/tee", "/bin/tee":
		w.tee(c, words[1:])
	case "dd":
		w.dd(c, words[1:])
	case "cp", "mv", "ln", "install":
		w.copyFiles(c, name, words[1:])
	case "rm", "unlink":
		for _, a := range words[1:] {
			w.write(c, a, tree.Written{Other: true}, false)
		}
	case "sed":
		w.sedInPlace(c, words[1:])
	case "find":
		w.foundInto(c, words[1:])
	}
}

// writeRedirects follows the redirections of a command's output, its own and those
// of compounds around it.
func (w *walker) writeRedirects(c *tree.Command) {
	n := max(len(c.Redirects)-len(w.scope.redirects), 0)
	out := -1 // the one that its output goes to
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

// truncateRedirects follows the redirections of a compound as it begins: what is in it
// adds to the files.
func (w *walker) truncateRedirects(redirects []tree.Redirect) {
	for _, r := range redirects {
		if into, add := output.OpensFile(r); into && !add && r.Op != "<>" {
			through := r.FD != "" && r.FD != "1" // what is in it may write there in ways that nobody follows
			w.write(nil, r.Target, tree.Written{Texts: []tree.Word{{}}, Other: through}, false)
		}
	}
}

// write sets what a file holds, or adds to it.
func (w *walker) write(c *tree.Command, name tree.Word, x tree.Written, add bool) {
	at, ok := w.pathOf(w.state.at.dir, name)
	if !ok {
		if name.Known() {
			return // below a directory that is not known
		}
		w.state.files = w.state.files.Doubted(nil)
		return
	}
	x.Path, x.By = at, c
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
	w.state.files = w.state.files.With(x)
}

// outputOf is what a command writes to its output.
func (w *walker) outputOf(c *tree.Command) tree.Written {
	name, _ := c.Program().Text()
	if c.Shadowed || builtins.Table.Get()[name] == builtins.Evaluates {
		return tree.Written{Texts: []tree.Word{{}}, Other: true} // the commands in it add theirs
	}
	if len(c.Args) == 0 || name == ":" || name == "true" {
		return tree.Written{Texts: []tree.Word{{}}}
	}
	plain := *c
	plain.Redirects = slices.DeleteFunc(slices.Clone(c.Redirects), func(r tree.Redirect) bool {
		into, _ := output.OpensFile(r)
		return into
	})
	if text, ok := w.outputText(&plain); ok {
		return tree.Written{Texts: []tree.Word{tree.Text(text)}}
	}
	words := output.BehindCarriers(c.Args)
	name, _ = words[0].Text()
	if len(words) == 1 && (name == "cat" || name == "/bin/cat") {
		return w.passedOn(c)
	}
	if name == "echo" && len(words) > 1 && !strings.HasPrefix(words[1].Prefix(), "-") && words[1].Prefix() != "" {
		return tree.Written{Texts: []tree.Word{output.EchoLine(words[1:])}, Other: true}
	}
	if out := w.options.Prints.All([]*tree.Command{&plain}); len(out.Parts) > 0 && len(out.Parts) <= tree.MaxParts {
		return tree.Written{Texts: []tree.Word{tree.ValueOf(tree.OneName(out))}, Other: true}
	}
	return tree.Written{Other: true}
}

// tee follows what tee writes: its input.
func (w *walker) tee(c *tree.Command, args []tree.Word) {
	x, add := w.passedOn(c), false
	for _, a := range args {
		switch text := a.Prefix(); {
		case text == "-a" || text == "--append":
			add = true
		case !strings.HasPrefix(text, "-"):
			w.write(c, a, x, add)
		}
	}
}

// passedOn is what a command writes that writes its input as it is: text, or the names that
// another program prints.
func (w *walker) passedOn(c *tree.Command) tree.Written {
	x := output.PassedOn(c)
	if len(x.Texts) == 0 && c.Stdin.Kind == tree.FromPipe {
		if out := w.options.Prints.Input(c.Stdin); len(out.Parts) > 0 && len(out.Parts) <= tree.MaxParts {
			x.Texts = []tree.Word{tree.ValueOf(tree.OneName(out))}
		}
	}
	return x
}

// foundInto follows the names that find writes to files: find(1), -fprint.
func (w *walker) foundInto(c *tree.Command, args []tree.Word) {
	for i, a := range args {
		if text := a.Prefix(); (text != "-fprint" && text != "-fprint0") || i+1 == len(args) {
			continue
		}
		plain := *c
		plain.Redirects = nil
		x := tree.Written{Other: true}
		if out := w.options.Prints.All([]*tree.Command{&plain}); len(out.Parts) > 0 && len(out.Parts) <= tree.MaxParts {
			x.Texts = []tree.Word{tree.ValueOf(tree.OneName(out))}
		}
		w.write(c, args[i+1], x, false)
	}
}

// dd follows what dd writes to a file: its input, unless an operand picks some of it.
func (w *walker) dd(c *tree.Command, args []tree.Word) {
	x := output.PassedOn(c)
	for _, a := range args {
		switch name, _, _ := strings.Cut(a.Prefix(), "="); name {
		case "of", "bs", "obs", "ibs", "status", "oflag":
		default:
			x = tree.Written{Other: true}
		}
	}
	for _, a := range args {
		if strings.HasPrefix(a.Prefix(), "of=") {
			w.write(c, a.Tail(len("of=")), x, false)
		}
	}
}

// copyFiles follows a copy of one file, or a link to it, under another name.
func (w *walker) copyFiles(c *tree.Command, name string, args []tree.Word) {
	operands := slices.DeleteFunc(slices.Clone(args), func(a tree.Word) bool { return strings.HasPrefix(a.Prefix(), "-") })
	if len(operands) < 2 || w.state.files == nil {
		return
	}
	to := operands[len(operands)-1]
	for _, from := range operands[:len(operands)-1] {
		at, ok := w.pathOf(w.state.at.dir, from)
		x, there := w.state.files.Find(at)
		if !ok || !there || x.After || x.Before {
			x = tree.Written{Other: true}
		}
		text, _ := from.Text()
		into := to
		if suffix := to.Suffix(); strings.HasSuffix(suffix, "/") || suffix == "." || suffix == ".." {
			into = tree.Word{Parts: append(slices.Clip(to.Parts), tree.Text("/"+path.Base(text)).Parts...)}
		}
		w.write(c, into, x, false)
		if name == "mv" && ok {
			w.write(c, from, tree.Written{Other: true}, false)
		}
	}
}

// sedInPlace follows sed -i on one file.
func (w *walker) sedInPlace(c *tree.Command, args []tree.Word) {
	inPlace := slices.IndexFunc(args, func(a tree.Word) bool { return a.Is("-i") == tree.Yes })
	if inPlace < 0 || len(args) < 3 {
		return
	}
	file := args[len(args)-1]
	text, known := w.fileText(c, file)
	call := filter.Call{Bash: w.options.Lang == reader.Bash, Input: text, HasInput: true, Spend: w.spend}
	for i, a := range args[:len(args)-1] {
		if i == inPlace {
			continue
		}
		arg, ok := a.Text()
		call.Args, known = append(call.Args, arg), known && ok
	}
	x := tree.Written{Other: true}
	if known {
		if out, ok := filter.Sed(call); ok {
			x = tree.Written{Texts: []tree.Word{tree.Text(out)}}
		}
	}
	w.write(c, file, x, false)
}

// inputOf is output.InputOf for a command whose input may be a file that was written.
func (w *walker) inputOf(c *tree.Command) (*string, bool) {
	if c.Files == nil || c.Stdin.Kind != tree.FromFile {
		return output.InputOf(c)
	}
	text, ok := w.fileText(c, c.Stdin.Word)
	if !ok {
		return output.InputOf(c)
	}
	plain := *c
	plain.Redirects = slices.DeleteFunc(slices.Clone(c.Redirects), func(r tree.Redirect) bool { return r.Op == "<" })
	plain.Stdin = tree.Stdin{Kind: tree.FromText, Word: tree.Text(text)}
	return output.InputOf(&plain)
}

// fromFiles takes the files that a filter reads out of its arguments, if all
// that they hold is known: the last one, or all of cat's.
func (w *walker) fromFiles(c *tree.Command, words []tree.Word, args []string) ([]string, *string) {
	first := len(args) - 1
	if args[0] == "cat" {
		first = 1
	}
	sum := ""
	for _, a := range words[first:] {
		text, ok := w.fileText(c, a)
		if !ok {
			return args, nil
		}
		sum += text
	}
	return args[:first], &sum
}

// outputText is what a command is certain to write, if all of it is known.
func (w *walker) outputText(c *tree.Command) (string, bool) {
	words := output.BehindCarriers(c.Args)
	if len(words) == 0 || !output.AssignsPlainly(c.Assigns) || c.Shadowed {
		return "", false
	}
	if name, known := words[0].Text(); !known || !namesPath(name) && !filter.Has(name) {
		return "", false
	}
	in, known := w.inputOf(c)
	if !known {
		return "", false
	}
	args := make([]string, len(words))
	for i, a := range words {
		if args[i], known = a.Text(); !known {
			return "", false
		}
	}
	if in == nil && len(words) > 1 && c.Files != nil {
		args, in = w.fromFiles(c, words, args)
	}
	if namesPath(args[0]) {
		return w.pathNamed(c, args)
	}
	f, found := filter.Lookup(args[0])
	if !found || f.Reads && in == nil {
		return "", false
	}
	call := filter.Call{Bash: w.options.Lang == reader.Bash, Args: args[1:], HasInput: in != nil, EchoEscapes: w.effects.shopts&builtins.XPGEcho != 0, Spend: w.spend}
	if in != nil {
		call.Input = *in
	}
	out, ok := f.Output(call)
	if !ok || len(out) > tree.MaxValue || !w.spend(len(out)+len(call.Input)+expand.WordCost) {
		return "", false
	}
	return out, true
}

// namesPath tells whether a program prints the absolute names of its operands.
func namesPath(program string) bool {
	switch program {
	case "pwd", "realpath", "readlink":
		return true
	}
	return false
}

// pathNamed is what pwd, realpath and readlink -f print (realpath(1), readlink(1)).
func (w *walker) pathNamed(c *tree.Command, args []string) (string, bool) {
	program, options := args[0], ""
	for args = args[1:]; len(args) > 0 && strings.HasPrefix(args[0], "-"); args = args[1:] {
		if args[0] == "--" {
			args = args[1:]
			break
		}
		options += args[0][1:]
	}
	dir, known := w.absolute(c.Dir, "PWD").Text()
	switch {
	case program == "pwd" && (len(args) > 0 || strings.Trim(options, "LP") != ""):
		return "", false
	case program == "pwd" && !strings.HasSuffix(options, "P"):
		return dir, known
	case w.options.RealPath == nil:
		return "", false
	case program == "pwd":
		return w.options.RealPath(dir), known
	case len(args) != 1 || args[0] == "" || strings.Trim(options, "femqLP") != "" || program == "readlink" && !strings.ContainsAny(options, "fem"):
		return "", false
	case strings.HasPrefix(args[0], "/"):
		return w.options.RealPath(args[0]), true
	}
	return w.options.RealPath(dir + "/" + args[0]), known
}
