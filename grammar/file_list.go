package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// maxNamed bounds how many names of a list are read, each as an operand.
const maxNamed = 64

// list records the reading of a file that holds names, one on a line or with NUL between them,
// and what the program does with those that are known: what it does with its operands.
func (r *reader) list(u use) {
	names := r.namesIn(u.word)
	r.touch(Reads, u)
	role := r.layout().Rest
	switch role {
	case spec.Plain:
		return // members of an archive
	case spec.Write:
		role = spec.File // the operand says where they are copied to
	}
	names = names[:min(len(names), maxNamed)]
	if r.inv.Name == "tar" && r.has("--verbatim-files-from") != parser.Yes {
		names = inDirectories(names)
	}
	for _, w := range names {
		n := use{role: role, word: w, lang: r.syntax.Lang, truth: u.truth}
		if role == spec.Remote {
			if len(r.operands) < 2 {
				return
			}
			n.word = join(r.operands[0], parser.Word{Parts: append(parser.Text("./").Parts, w.Parts...)})
		}
		r.act(n)
	}
}

// inDirectories are names of a list in which lines like -C DIR say where those behind them lie, as
// tar(1) reads it.
func inDirectories(names []parser.Word) []parser.Word {
	var out []parser.Word
	var dir parser.Word
	for i := 0; i < len(names); i++ {
		text, _ := names[i].Text()
		to, is := strings.CutPrefix(text, "-C")
		if !is {
			to, is = strings.CutPrefix(text, "--directory")
		}
		switch to = strings.Trim(to, " =\t'\""); {
		case is && to != "":
			dir = join(dir, parser.Text(to))
		case is && i+1 < len(names):
			i++
			dir = join(dir, names[i])
		case !is:
			out = append(out, join(dir, names[i]))
		}
	}
	return out
}

// namesIn are the names that a file lists which the text before wrote, or that are in standard
// input: those that are known, and those that a search prints.
func (r *reader) namesIn(file parser.Word) []parser.Word {
	at, _ := file.Text()
	if wordlist.Among(at, "- /dev/stdin /dev/fd/0 /proc/self/fd/0") {
		in, fed := inputText(r.cmd.Stdin)
		if text, known := in.Text(); fed && known {
			return listItems(text)
		}
		if text, ok := r.writtenText(r.cmd.Stdin.Word); ok && r.cmd.Stdin.Kind == parser.FromFile {
			return listItems(text)
		}
		return r.searched()
	}
	if text, ok := held(file); ok {
		return listItems(text)
	}
	if isPipe(file) {
		return parser.Printer(r.printed).Names(parser.Stdin{Kind: parser.FromFile, Word: file})
	}
	if text, ok := r.writtenText(file); ok {
		return listItems(text)
	}
	return r.listed(file)
}

// listItems are the names in a list: on lines, or with NUL between them.
func listItems(text string) []parser.Word {
	var names []parser.Word
	for name := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '\n' || c == '\x00' }) {
		names = append(names, parser.Text(name))
	}
	return names
}
