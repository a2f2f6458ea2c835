package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// list records the read of a file with a list of names, separated by newlines or NUL, and the
// program's effects on the known ones, which are those on its operands.
func (r *reader) list(u use) {
	names := r.namesIn(u.word)
	r.touch(Reads, u)
	role := r.layout().Rest
	switch role {
	case spec.Plain:
		return // members of an archive
	case spec.Write:
		role = spec.File // the operand names the destination
	}
	if r.inv.Name == "tar" && r.has("--verbatim-files-from") != parser.Yes {
		names = inDirectories(names)
	}
	for _, w := range names {
		if !r.mayRead() {
			return
		}
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

// inDirectories applies lines like -C DIR in a list to the names after them, as tar(1) does.
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

// namesIn returns the names in a file that the source wrote, or on standard input: known names, and
// those that a search prints.
func (r *reader) namesIn(file parser.Word) []parser.Word {
	if isInputName(file) {
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

// listItems splits a list at newlines or NULs.
func listItems(text string) []parser.Word {
	var names []parser.Word
	for name := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '\n' || c == '\x00' }) {
		names = append(names, parser.Text(name))
	}
	return names
}
