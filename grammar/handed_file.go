package grammar

import (
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// maxHanded bounds the programs through which a file's text is followed.
const maxHanded = 4

// handedOn records the run of files whose text a command passes on unchanged: cat x | sh, sh -c
// "$(cat x)", tee y < x | sh. A caller that can read files reads them then.
func (r *reader) handedOn(lang string, from []*parser.Command, truth parser.Truth) {
	for _, file := range r.handedFiles(from, maxHanded) {
		r.effect(Effect{Kind: Runs | Reads, Word: file, Lang: lang}, truth)
	}
}

// handedFiles returns those files; nil if there are none, or if they are in another directory.
func (r *reader) handedFiles(from []*parser.Command, most int) []parser.Word {
	if len(from) != 1 || most == 0 || r.isWithin(from[0]) || from[0].Dir.String() != r.cmd.Dir.String() {
		return nil
	}
	if c := from[0]; len(c.Args) == 0 && c.Stdin.Kind == parser.FromFile && !isPipe(c.Stdin.Word) {
		return []parser.Word{c.Stdin.Word} // $(<x)
	}
	v := read(from[0], r.opt, parser.Yes, r.inv.root(), r.room)
	for len(v.Nested) == 1 && !wordlist.Among(v.Name, handers) {
		v = v.Nested[0] // behind env, sudo and the like
	}
	if v.Program == nil || v.Open || !wordlist.Among(v.Name, handers) {
		return nil
	}
	var files []parser.Word
	for _, o := range v.Operands {
		if o.Role == spec.File {
			files = append(files, o.Word)
		}
	}
	for i := range v.Options {
		if !wordlist.Among(v.Options[i].Name, "-u -a --append -i --ignore-interrupts -p --output-error") {
			return nil
		}
	}
	switch in := v.Command.Stdin; {
	case len(files) > 0:
		return files
	case in.Kind == parser.FromFile && !isPipe(in.Word):
		return []parser.Word{in.Word}
	case in.Kind == parser.FromPipe:
		return r.handedFiles(in.From, most-1)
	}
	return nil
}

// handers are the programs that print their input unchanged.
const handers = "cat tee"

// isWithin reports whether a command runs the present one, whose input may be the command's output.
func (r *reader) isWithin(outer *parser.Command) bool {
	for c := r.cmd; c != nil; c = c.Outer {
		if c == outer {
			return true
		}
	}
	return false
}
