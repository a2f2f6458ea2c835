package brace

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// isWriter reports whether a call writes its second argument to the file that the first names.
func isWriter(name string) bool {
	switch name {
	case "fs.writeFile", "fs.appendFile", "fs.outputFile", "fs.writeJson", "fs.outputJson", "Deno.writeTextFile", "Deno.writeFile", "Bun.write", "file_put_contents":
		return true
	}
	return false
}

// The calls that write to an open file, and what an open file is.
const (
	toFiles lex.Words = "fs.write fwrite fputs"
	opened  lex.Words = "fs.open() fopen()"
)

// writes records what a call writes to a file that the code names.
func (r *Interp) writes(a absval.Atom, args absval.Arguments, at lex.Span) {
	first, given := args.Get(0, "")
	second, both := args.Get(1, "")
	owner := a.Text[:max(strings.LastIndexByte(a.Text, '.'), 0)]
	switch method := a.Text[len(owner):]; {
	case both && isWriter(a.Text):
		r.NoteContent(first, second, at)
		if options := len(args.Pos) > 2; options || strings.HasPrefix(method, ".append") {
			r.NoteKept(first, at)
		}
	case both && toFiles.Has(a.Text) && len(first) == 1 && opened.Has(first[0].Text) && first[0].Of != nil:
		r.NoteContent(first[0].Of, second, at)
	case owner == "fs.createWriteStream()" && (method == ".write" || method == ".end") && given:
		r.NoteContent(a.Of, first, at)
	}
}
