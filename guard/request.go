package guard

import (
	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/internal/permit/mint"
	"github.com/agent-loop/shimgen/parser"
)

// Nowhere is the directory of a request for a process whose working directory was
// removed, or has no name for another reason. Nothing counts as inside it, and
// where a relative path leads is unknown.
const Nowhere = mint.Nowhere

// Request is what is to be judged: shell source or an argument vector, and
// where it would run.
type Request struct {
	// Source is shell source. It is judged if Argv is nil.
	Source string
	Lang   parser.Lang

	// Argv is an argument vector, program first. It is never joined again.
	Argv []string

	// Stdin is what Argv reads on standard input where that is known, as the
	// script piped into a shell; nil means that it is not.
	Stdin *string

	// Script is the content of the file that Argv runs as a script, where the
	// caller has read it; nil means that it has not.
	Script *string

	// Dir is the directory it would run in, absolute, or Nowhere. Work is the
	// work directory; it is Dir if it is empty.
	Dir, Work string

	// Vars returns the variables a shell would start with. It may be nil.
	Vars func(name string) (string, bool)

	// Changed are the NAME=value pairs of the environment that differ from
	// the ones recorded at install. Those that a program which would run is known
	// to read are judged by what they would make it run or load.
	Changed []string

	// Shims reports whether a shim of that name will see a command at exec.
	// Nil means that no shim will.
	Shims func(name string) bool

	// Covered reports whether a program that is started by an absolute path will meet its
	// shim; and by a bare name, whether it will wherever the system looks for programs,
	// PATH or not. Nil means that none will.
	Covered func(word string) bool

	// MadeSince reports whether a directory, absolute and reached through no link, was made
	// since the command that asks began. Nil means that none was: nothing has begun.
	MadeSince func(dir string) bool

	// Earlier says what requests before this one brought from the network. It may be nil.
	Earlier *flow.Earlier

	// Origins asks for the origins of words (parser.Word.Stretches).
	Origins bool

	// Stop, if it is closed before there is a decision, ends the judging: the
	// decision is none then, and must not be used. It may be nil.
	Stop <-chan struct{}

	// ID joins the decision with its record in the audit trail.
	ID string
}
