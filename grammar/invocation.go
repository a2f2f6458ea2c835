package grammar

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// Invocation is a command read through its program's grammar.
type Invocation struct {
	Command *parser.Command

	// Name is the program's canonical name: the last element of the path for
	// a program without a grammar, and "" where the program is unknown.
	Name string

	// Program is the grammar it was read through, or nil.
	Program *Program

	// Sub is the subcommand with its own subcommands, canonical, blank
	// separated: "reset", "remote add". It is "" where there is none.
	Sub string

	Options  []OptionUse
	Operands []Operand

	// Open says that an unknown word, or an option the grammar does not
	// have, may stand for more options and operands than are listed.
	Open bool

	// Truth is Yes, or Maybe where it is not sure that this is what runs:
	// the words after a program without a grammar may be a command.
	Truth parser.Truth

	// Away says that it runs on another machine or in another root, and Mounts which
	// paths of this machine that root has. Of one with an empty name it is not known
	// what it is.
	Away   bool
	Mounts []Mount

	// Err says why a nested command could not be read: a syntax error, or
	// nesting past MaxNesting. The invocation must then not pass as allowed.
	Err error

	Effects []Effect

	// Nested are the invocations of the commands that this one runs from
	// its arguments or from known text on its standard input.
	Nested []*Invocation

	// By is the command whose variables say what this one would, which
	// nobody wrote (git -c for GIT_CONFIG_COUNT), without its other variables.
	// It is nil for all others.
	By *parser.Command
}

// Written is the command as it stands in the source.
func (v *Invocation) Written() *parser.Command {
	if v.By != nil {
		return v.By
	}
	return v.Command
}

// HasTrait reports whether an invocation is of a program with a trait.
func (v *Invocation) HasTrait(t spec.Trait) bool { return v.Program != nil && v.Program.Traits&t != 0 }

// IsToldByVariable reports whether an option stands in an environment variable that the
// source sets, and not among the words.
func (v *Invocation) IsToldByVariable() bool {
	return slices.ContainsFunc(v.Options, func(g OptionUse) bool { return g.Variable != "" })
}

// Starts reports whether an effect is the start of the very program that the
// command names by a path.
func (v *Invocation) Starts(e *Effect) bool {
	text, known := e.Word.Text()
	return e.Kind == Runs && e.Cause == ByArgs && known && v.Command.Program().Is(text) == parser.Yes
}

// OptionUse is an option as it was given.
type OptionUse struct {
	Option *spec.Option  // nil for --no-x, and for one the grammar does not have
	Name   string        // canonical, with dashes: "--recursive"
	Value  parser.Word   // empty for an option without value
	Words  []parser.Word // the command that an option takes, as find -exec
	Truth  parser.Truth

	// Variable is the environment variable that says it, or "" where the words do.
	Variable string
}

// Operand is an operand with its role.
type Operand struct {
	Word parser.Word
	Role spec.Role
}

// Kind is what an effect does; kinds combine as bits, so that a rule can ask
// for several at once.
type Kind uint16

// The kinds of effects.
const (
	Reads     Kind = 1 << iota // a path
	Writes                     // a path: create, overwrite, append
	Deletes                    // a path: remove or move away
	Changes                    // a path: mode or owner
	Connects                   // a host or URL
	Uploads                    // data or a path, sent elsewhere
	Listens                    // a port or address
	Evaluates                  // code
	Runs                       // a program by path, or a script file
	Sets                       // configuration or an environment variable
	Elevates                   // privilege
	Manages                    // what a service or a daemon holds, which no path names
	Alters                     // what a database holds, or who may use it; Name says how
)

// Effect is one thing an invocation would do.
type Effect struct {
	Kind Kind

	// Word is what it is done to: a path, URL, host, code, or the value of
	// what is set. For code from standard input it is the known text, or an
	// unknown word whose From tells who writes it.
	Word parser.Word

	// Name is that of what is set: "core.sshcommand" (lower case), "PATH". For
	// a path that a container gets it is "mount", or "mount:ro".
	Name string

	Lang      string       // of code and scripts: "sh", "python"
	Recursive parser.Truth // a Deletes or Changes covers the tree below
	Truth     parser.Truth // Maybe when an unknown word decides whether it happens

	// Away says that it happens on another machine or in another root.
	Away bool

	// Amends says of a write that it is to files below Word that the command's input names,
	// and that are there already, most of them.
	Amends bool

	// Followed says of code that all it does stands beside it, as effects
	// and nested commands. Who reads the code sets it.
	Followed bool

	// Settled says of code that what is not known of it only stands as an argument, and
	// runs nothing whatever it is.
	Settled bool

	// Leads says of a variable or setting what its value leads to; nil where no
	// row of values is about it, or the value is not known.
	Leads *Leads

	// Cause says which part of the command it comes from.
	Cause Cause

	// At is where it stands in a file that the command runs, or nil where the
	// command's own words say it.
	At *Position
}

// Leads is what the value of a variable or setting leads to: what the programs
// that read it would run or load.
type Leads struct {
	Paths    []string      // the files and directories, programs included, that are named with a slash
	Commands []*Invocation // what is run, among the invocation's nested ones
	Whole    bool          // there is nothing else
	Plain    bool          // the commands do no more than their names say, if Paths are what they are called
	Place    bool          // it only names a place to work at, as changing the directory does, or runs and loads nothing
	Shadows  string        // the program whose name a function takes
}

// Position is a place in a text.
type Position struct {
	Source *parser.Source
	Span   parser.Span
}

// Cause is the part of a command that an effect comes from. The zero value is
// ByArgs.
type Cause uint8

// The causes.
const (
	ByArgs     Cause = iota // the program and its words
	ByAssign                // an assignment before the command
	ByRedirect              // a redirection
	ByStdin                 // what it reads on standard input
)

// MaxNesting is how many commands may run one another, as sudo env sh -c
// does, before the reader gives up.
const MaxNesting = 16
