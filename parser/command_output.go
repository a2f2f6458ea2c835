package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
)

// outputOf returns what a command writes to its output.
func (w *walker) outputOf(c *tree.Command) tree.Written {
	name, _ := c.Program().Text()
	if c.Shadowed || builtins.KindOf(name) == builtins.Evaluates {
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
	if name := knownChoice(c.Program()); name != nil {
		plain.Args = append([]tree.Word{*name}, c.Args[1:]...)
		x := w.outputOf(&plain)
		x.Other = true
		return x
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

// knownChoice returns the known one of a word's alternatives: echo of ${x:-echo}. It returns nil if there
// are several.
func knownChoice(word tree.Word) (known *tree.Word) {
	if len(word.Parts) != 1 {
		return nil
	}
	for _, o := range word.Parts[0].OneOf() {
		if o.Known() && known != nil {
			return nil
		}
		if o.Known() {
			known = &o
		}
	}
	return known
}

// passedOn returns the output of a command that copies its input unchanged: text, or the
// names that another program prints.
func (w *walker) passedOn(c *tree.Command) tree.Written {
	x := output.PassedOn(c)
	if len(x.Texts) == 0 && c.Stdin.Kind == tree.FromPipe {
		if out := w.options.Prints.Input(c.Stdin); len(out.Parts) > 0 && len(out.Parts) <= tree.MaxParts {
			x.Texts = []tree.Word{tree.ValueOf(tree.OneName(out))}
		}
	}
	return x
}

// inputOf is output.InputOf, and also reads input from a file that the source wrote.
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

// fromFiles moves the files that a filter reads out of its arguments, if their content is
// known in full: the last argument, or all of cat's and paste's. It also returns the contents
// one by one. in is the standard input, or nil.
func (w *walker) fromFiles(c *tree.Command, words []tree.Word, args []string, in *string) ([]string, *string, []string) {
	first := len(args) - 1
	switch args[0] {
	case "cat":
		first = 1
	case "paste":
		for first > 1 && output.IsPipe(words[first-1]) {
			first--
		}
	}
	var texts []string
	for _, a := range words[first:] {
		text, ok := w.heldText(c, a)
		if !ok && in != nil && (a.Is("-") == tree.Yes || tree.IsStdinPath(a)) {
			text, ok = *in, true
		}
		if !ok {
			return args, in, nil
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 || slices.Equal(args[first:], []string{"-"}) {
		return args, in, nil
	}
	sum := strings.Join(texts, "")
	return args[:first], &sum, texts
}

// heldText returns the text of a file that a command names: one that the source wrote, or a
// process substitution.
func (w *walker) heldText(c *tree.Command, name tree.Word) (string, bool) {
	if text, ok := output.HeldBy(name); ok {
		return text, true
	}
	if c.Files == nil {
		return "", false
	}
	return w.fileText(c, name)
}

// outputText returns a command's output if all of it is known for certain.
func (w *walker) outputText(c *tree.Command) (string, bool) {
	words := output.BehindCarriers(c.Args)
	if len(words) == 0 || !output.AssignsPlainly(c.Assigns) || c.Shadowed {
		return "", false
	}
	if len(words) == 2 && words[0].Is("printenv") == tree.Yes {
		text, _ := w.variableLines(c)
		return text, text != ""
	}
	name, known := words[0].Text()
	f, found := filter.Lookup(name)
	if !known || !found && !namesPath(name) {
		return "", false
	}
	in, known := w.inputOf(c)
	if !known {
		return "", false
	}
	args := make([]string, len(words))
	files := c.Files != nil && in == nil
	for i, a := range words {
		_, held := output.HeldBy(a)
		if args[i], known = a.Text(); !known && !held {
			return "", false
		}
		files = files || held
	}
	var texts []string
	if files && len(words) > 1 {
		args, in, texts = w.fromFiles(c, words, args, in)
		for _, a := range words[1:len(args)] {
			if !a.Known() {
				return "", false // one of several files
			}
		}
	}
	if namesPath(args[0]) {
		return w.pathNamed(c, args)
	}
	if !found || f.Reads && in == nil {
		return "", false
	}
	call := filter.Call{Bash: w.options.Lang == reader.Bash, Args: args[1:], Files: texts, HasInput: in != nil, EchoEscapes: w.effects.shopts&builtins.XPGEcho != 0, Spend: w.spend}
	if in != nil {
		call.Input = *in
	}
	out, ok := f.Output(call)
	if !ok || len(out) > tree.MaxValue || !w.spend(len(out)+len(call.Input)+expand.WordCost) {
		return "", false
	}
	return out, true
}

// namesPath reports whether a program prints the absolute paths of its operands.
func namesPath(program string) bool {
	switch program {
	case "pwd", "realpath", "readlink":
		return true
	}
	return false
}

// pathNamed returns what pwd, realpath and readlink -f print (realpath(1), readlink(1)).
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
