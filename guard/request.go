package guard

import (
	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/internal/permit/mint"
	"github.com/agent-loop/shimgen/parser"
)

// Nowhere is the directory of a request for a process whose working directory was removed, or
// has no name for another reason. Nothing counts as inside it, and where a relative path leads
// is unknown.
const Nowhere = mint.Nowhere

// Request is what is to be judged: shell source or an argument vector, and where it would run.
type Request struct {
	// Source is shell source. It is judged if Argv is nil.
	Source string
	Lang   parser.Lang

	// Argv is an argument vector, program first. guard never joins it to source.
	Argv []string

	// Stdin is what Argv reads on standard input, if the caller knows it, for example a script
	// piped into a shell. Nil means unknown.
	Stdin *string

	// Script is the content of the file that Argv runs as a script, if the caller has read it.
	// Nil means that it has not.
	Script *string

	// Dir is the directory it would run in, absolute, or Nowhere. Work is the
	// work directory; it is Dir if it is empty.
	Dir, Work string

	// Vars returns the variables a shell would start with. It may be nil.
	Vars func(name string) (string, bool)

	// Changed are the NAME=value pairs of the environment that differ from the ones recorded at
	// install. If a program of the request is known to read one, the judge judges what the
	// value makes it run or load.
	Changed []string

	// Shims reports whether a shim of that name will see a command at exec.
	// Nil means that no shim will.
	Shims func(name string) bool

	// Covered reports whether a program will meet a shim that is mounted over it: one started
	// by an absolute path; or, for a bare name, wherever the system looks for it, PATH or not.
	// Nil means none.
	Covered func(word string) bool

	// MadeSince reports whether a directory, absolute and without links in its path, was
	// created after the running command began. Nil means none: nothing has begun.
	MadeSince func(dir string) bool

	// Earlier says what earlier requests brought from the network. It may be nil.
	Earlier *flow.Earlier

	// Origins asks for the origins of words (parser.Word.Stretches).
	Origins bool

	// Stop, once closed, ends the judging. The decision is then incomplete, and callers must
	// not use it. It may be nil.
	Stop <-chan struct{}

	// ID is the id of the decision's record in the audit trail.
	ID string
}
