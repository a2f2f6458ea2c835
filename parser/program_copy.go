package parser

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/tree"
)

// If the source copies a program, or links to it, under another name, then a command with the new
// name is listed again with the old one. The command is listed with its own name too, so the
// order of several copies does not matter.

// programDirs are the directories of programs that may be copied.
var programDirs = [...]string{"/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/opt/homebrew/bin"}

// programCopy is a copy that the source made of a program.
type programCopy struct{ path, program string }

// maxCopies bounds the remembered copies.
const maxCopies = 16

// followProgramCopy records the copies of programs that a command makes.
func (w *walker) followProgramCopy(c *tree.Command, words []tree.Word) {
	from, to := tree.Word{}, []tree.Word(nil)
	switch programName(words[0]) {
	case "cp", "ln", "install", "rsync", "link", "mv":
		operands := slices.DeleteFunc(slices.Clone(words[1:]), func(a tree.Word) bool { return strings.HasPrefix(a.Prefix(), "-") })
		if n := len(operands); n >= 2 {
			from, to = operands[n-2], operands[n-1:]
		}
	case "cat", "dd", "tee":
		from, to = handedOn(c, words, maxHanded), w.handedTo(c, words)
	case "sh", "bash", "dash", "zsh", "mksh", "ksh":
		w.followNestedCopies(words[1:])
		return
	}
	if len(to) == 0 {
		return
	}
	programs := programsAt(from)
	if at, ok := w.pathOf(w.state.at.dir, from); ok && len(programs) == 0 {
		if again := w.copyOf(func(file string) bool { return file == at }); again != "" { // a copy of a copy
			programs = []string{again}
		}
	}
	for _, file := range to {
		for _, program := range programs {
			if at, ok := w.pathOf(w.state.at.dir, file); ok && path.Base(at) != program && len(w.copies) < maxCopies {
				w.copies = append(w.copies, programCopy{at, program})
			}
		}
	}
}

// programName returns the name of a program, without the directory in which it is.
func programName(program tree.Word) string {
	name, _ := program.Text()
	if strings.IndexByte(name, '/') < 0 {
		return name
	}
	return path.Base(name)
}

// handedTo returns the files to which a command writes the bytes that it passes on.
func (w *walker) handedTo(c *tree.Command, words []tree.Word) (to []tree.Word) {
	for _, r := range w.ownRedirects(c) {
		if strings.HasPrefix(r.Op, ">") {
			to = append(to, r.Target)
		}
	}
	switch programName(words[0]) {
	case "dd":
		for _, a := range words[1:] {
			if strings.HasPrefix(a.Prefix(), "of=") {
				to = append(to, a.Tail(len("of=")))
			}
		}
	case "tee":
		for _, a := range words[1:] {
			if !strings.HasPrefix(a.Prefix(), "-") {
				to = append(to, a)
			}
		}
	}
	return to
}

// maxHanded bounds the programs through which a file's bytes are followed.
const maxHanded = 4

// handedOn returns the file whose bytes a command copies to its output: cat x, dd if=x, tee y < x.
func handedOn(c *tree.Command, words []tree.Word, most int) tree.Word {
	if len(words) == 0 || most == 0 {
		return tree.Word{}
	}
	switch programName(words[0]) {
	case "cat":
		if len(words) > 1 {
			return words[1]
		}
	case "dd":
		for _, a := range words[1:] {
			if strings.HasPrefix(a.Prefix(), "if=") {
				return a.Tail(len("if="))
			}
		}
	case "tee":
	default:
		return tree.Word{}
	}
	switch in := c.Stdin; {
	case in.Kind == tree.FromFile:
		return in.Word
	case in.Kind == tree.FromPipe && len(in.From) == 1:
		return handedOn(in.From[0], output.BehindCarriers(in.From[0].Args), most-1)
	}
	return tree.Word{}
}

// followNestedCopies records the copies that the text of sh -c makes.
func (w *walker) followNestedCopies(words []tree.Word) {
	at := slices.IndexFunc(words, func(a tree.Word) bool {
		return strings.HasPrefix(a.Prefix(), "-") && strings.HasSuffix(a.Prefix(), "c")
	})
	if at < 0 || at+1 >= len(words) {
		return
	}
	text, known := words[at+1].Text()
	if !known || !strings.Contains(text, "bin/") || !w.spend(len(text)*expand.WordCost) {
		return
	}
	nested, err := Parse(text, Options{Lang: w.options.Lang, Vars: w.options.Vars, Budget: w.options.Budget})
	if err != nil {
		return
	}
	for _, c := range nested.Commands {
		if words := builtins.Words(c.Args); len(words) > 0 && len(c.Dir.Parts) == 0 {
			w.followProgramCopy(c, words)
		}
	}
}

// programsAt returns the names of the programs whose path a word is or may be.
func programsAt(x tree.Word) []string {
	if program := programAt(x); program != "" {
		return []string{program}
	}
	dir, _ := path.Split(x.Prefix())
	if !x.HasPattern() || !slices.Contains(programDirs[:], path.Clean(dir)) {
		return nil
	}
	var programs []string
	pattern := ""
	for _, p := range x.Parts {
		if pattern += p.Text; p.Kind == tree.Unknown {
			return nil
		}
	}
	for _, name := range copied {
		if ok, err := path.Match(pattern, dir+name); ok && err == nil {
			programs = append(programs, name)
		}
	}
	return programs
}

// copied are the programs that a pattern is tested against, the most dangerous last.
var copied = [...]string{"git", "curl", "bash", "sh", "python3", "chown", "chmod", "mv", "find", "mkfs", "shred", "dd", "rm"}

// programAt returns the name of the program whose path a word is, or "".
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

// ofCopies lists a command again for each program that a name in it is a copy of. If the source
// changed PATH, a bare name may be any copy.
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

// copyOf returns the program that a file is a copy of, or "". The last copy counts.
func (w *walker) copyOf(is func(file string) bool) string {
	for _, c := range slices.Backward(w.copies) {
		if is(c.path) {
			return c.program
		}
	}
	return ""
}
