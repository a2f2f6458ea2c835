package parser

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/tree"
)

// A program that the source itself copies, or links to, under another name is that program: what
// is started by the new name is listed once more by the old one. Which copy was made last is not
// asked: the command is listed by its own name too.

// programDirs are where programs are kept that a copy may be made of.
var programDirs = [...]string{"/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/opt/homebrew/bin"}

// programCopy is a file that the source made of a program.
type programCopy struct{ path, program string }

// maxCopies bounds the copies that are remembered.
const maxCopies = 16

// followProgramCopy notes a copy of a program that a command makes.
func (w *walker) followProgramCopy(c *tree.Command, words []tree.Word) {
	name, _ := words[0].Text()
	from, to := tree.Word{}, tree.Word{}
	switch path.Base(name) {
	case "cp", "ln", "install", "rsync", "link", "mv":
		operands := slices.DeleteFunc(slices.Clone(words[1:]), func(a tree.Word) bool { return strings.HasPrefix(a.Prefix(), "-") })
		if n := len(operands); n >= 2 {
			from, to = operands[n-2], operands[n-1]
		}
	case "cat":
		if len(words) > 1 {
			from = words[1]
		}
		for _, r := range w.ownRedirects(c) {
			switch {
			case strings.HasPrefix(r.Op, ">"):
				to = r.Target
			case r.Op == "<" && len(words) == 1:
				from = r.Target
			}
		}
	case "dd":
		for _, a := range words[1:] {
			switch {
			case strings.HasPrefix(a.Prefix(), "if="):
				from = a.Tail(len("if="))
			case strings.HasPrefix(a.Prefix(), "of="):
				to = a.Tail(len("of="))
			}
		}
	}
	program := programAt(from)
	if at, ok := w.pathOf(w.state.at.dir, from); ok && program == "" {
		program = w.copyOf(func(file string) bool { return file == at }) // a copy of a copy
	}
	if program == "" || len(w.copies) >= maxCopies {
		return
	}
	if at, ok := w.pathOf(w.state.at.dir, to); ok && path.Base(at) != program {
		w.copies = append(w.copies, programCopy{at, program})
	}
}

// programAt is the name of the program that a word is the path of; "" if it is that of none.
func programAt(x tree.Word) string {
	if text, known := x.Text(); known {
		if dir, name := path.Split(text); name != "" && slices.Contains(programDirs[:], path.Clean(dir)) {
			return name
		}
		return ""
	}
	if len(x.Parts) == 1 {
		return lookedUpName(x.Parts[0].OneOf())
	}
	return ""
}

// ofCopies lists a command once more for the programs that the names in it are copies of.
// Where PATH was moved, a bare name may be any of them.
func (w *walker) ofCopies(c *tree.Command, moved bool) {
	if len(w.copies) == 0 {
		return
	}
	moved = moved || slices.ContainsFunc(c.Assigns, func(a tree.Assign) bool { return a.Name == "PATH" })
	var args []tree.Word
	for i, a := range builtins.Words(c.Args) {
		program := ""
		if text, known := a.Text(); known && strings.Contains(text, "/") {
			if at, ok := w.pathOf(w.state.at.dir, a); ok {
				program = w.copyOf(func(file string) bool { return file == at })
			}
		} else if known && i == 0 && moved {
			program = w.copyOf(func(file string) bool { return path.Base(file) == text })
		}
		if program == "" {
			continue
		}
		if args == nil {
			args = slices.Clone(c.Args)
		}
		word := tree.Text(program)
		word.Span = a.Span
		args[len(args)-len(builtins.Words(c.Args))+i] = word
	}
	if args == nil || !w.spend(len(args)*commandWords) {
		return
	}
	w.weigh(commandWords, c.Span)
	other := *c
	other.Args, other.Shadowed = args, false
	w.commands = append(w.commands, &other)
}

// copyOf is the program that a file is a copy of, or "". Of copies one over another it is the last.
func (w *walker) copyOf(is func(file string) bool) string {
	for _, c := range slices.Backward(w.copies) {
		if is(c.path) {
			return c.program
		}
	}
	return ""
}
