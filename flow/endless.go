package flow

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// endlessDevices are the devices that a reader never comes to the end of: null(4), random(4).
const endlessDevices = "/dev/zero /dev/full /dev/random /dev/urandom"

// unendingFilters are programs that print as long as they read.
const unendingFilters = "cat tee pv gzip bzip2 xz zstd lz4 base64 base32 basenc xxd od hexdump tr rev nl openssl gpg dd"

// maxPassed bounds the commands of a pipe through which endless input is followed.
const maxPassed = 8

// GetsEndless reports whether the input of an invocation, or of one that starts it, never ends: from yes(1)
// or such a device, perhaps through others that print as long as they read.
func (g *Graph) GetsEndless(v *grammar.Invocation) bool {
	if readsNamed(v) {
		return false
	}
	for c := v.Command; c != nil; c = c.Outer {
		if g.readsEndless(c, maxPassed) {
			return true
		}
	}
	return false
}

// readsEndless reports whether a command's standard input never ends.
func (g *Graph) readsEndless(c *parser.Command, passed int) bool {
	if c.Stdin.Kind == parser.FromFile && isEndlessDevice(c.Stdin.Word) {
		return true
	}
	return passed > 0 && g.aboutAll("endless", c.Stdin.From, passed, func() bool {
		return slices.ContainsFunc(c.Stdin.From, func(from *parser.Command) bool {
			u := g.invocation(from)
			return u != nil && g.printsEndless(u, passed-1)
		})
	})
}

// printsEndless reports whether an invocation, or what it runs in its own place, never stops printing.
func (g *Graph) printsEndless(u *grammar.Invocation, passed int) bool {
	switch {
	case u.Name == "yes":
		return true
	case wordlist.Among(u.Name, unendingFilters) && u.Has("count=") == parser.No && (readsEndlessDevice(u) || !readsNamed(u) && g.readsEndless(u.Command, passed)):
		return true
	}
	return slices.ContainsFunc(u.Nested, func(n *grammar.Invocation) bool { return g.printsEndless(n, passed) })
}

// readsEndlessDevice reports whether a word of an invocation names such a device as a file to read.
func readsEndlessDevice(u *grammar.Invocation) bool {
	if input, given := u.Value("if="); given != parser.No && isEndlessDevice(input) {
		return true
	}
	return slices.ContainsFunc(u.Operands, func(o grammar.Operand) bool { return o.Role == spec.File && isEndlessDevice(o.Word) })
}

// receivers are programs that write what they read into the files that their words name.
const receivers = "tee dd sponge"

// readsNamed reports whether an invocation reads files that its words name, and so not its standard
// input: cat f, gunzip f.gz.
func readsNamed(u *grammar.Invocation) bool {
	return !wordlist.Among(u.Name, receivers) && slices.ContainsFunc(u.Operands, func(o grammar.Operand) bool {
		return (o.Role == spec.File || o.Role == spec.Write) && o.Word.Is("-") != parser.Yes
	})
}

func isEndlessDevice(w parser.Word) bool {
	text, known := w.Text()
	return known && wordlist.Among(text, endlessDevices)
}
