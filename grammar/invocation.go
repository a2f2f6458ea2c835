package grammar

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// Invocation is a command read through its program's grammar.
type Invocation struct {
	Command *parser.Command

	// Name is the program's canonical name. It is the last element of the path for a program without
	// a grammar, and "" for an unknown program.
	Name string

	// Program is the grammar it was read through, or nil.
	Program *Program

	// Sub is the canonical subcommand with its own subcommands, separated by blanks: "reset", "remote
	// add". It is "" if there is none.
	Sub string

	// SubSure says that no word before the subcommand may be the subcommand instead, and Displaced that
	// an unknown word may be.
	SubSure, Displaced bool

	Options  []OptionUse
	Operands []Operand

	// Open says that there may be more options and operands than are listed, because of an unknown word
	// or an option that the grammar does not have.
	Open bool

	// Truth is Yes, or Maybe if it is uncertain that this command runs: the words after a program
	// without a grammar may be a command.
	Truth parser.Truth

	// Away says that the command runs on another machine or in another root, and Mounts which paths of
	// this machine that root has. A mount with an empty name is unknown.
	Away   bool
	Mounts []Mount

	// Launcher is the command of this machine that starts it elsewhere, or nil.
	Launcher *parser.Command

	// Throwaway says that it runs in a container that is removed when it ends, and that has nothing of this
	// machine but Mounts.
	Throwaway bool

	// Err says why a nested command could not be read: a syntax error, or nesting past MaxNesting. A
	// caller must not allow such an invocation.
	Err error

	Effects []Effect

	// inputAt is where the code on standard input runs, if not where the invocation does: ssh(1).
	inputAt *inputPlace

	// Nested are the commands that this one runs from its arguments or from known text on its standard
	// input.
	Nested []*Invocation

	// By is set for a command that nobody wrote and that is equivalent to variables of another (git -c
	// for GIT_CONFIG_COUNT): that command, without its other variables.
	By *parser.Command
}

// Written returns the command as it was written in the source.
func (v *Invocation) Written() *parser.Command {
	if v.By != nil {
		return v.By
	}
	return v.Command
}

// HasTrait reports whether an invocation is of a program with a trait.
func (v *Invocation) HasTrait(t spec.Trait) bool { return v.Program != nil && v.Program.Traits&t != 0 }

// IsToldByVariable reports whether an option comes from an environment variable that the source sets,
// and not from the words.
func (v *Invocation) IsToldByVariable() bool {
	return slices.ContainsFunc(v.Options, func(g OptionUse) bool { return g.Variable != "" })
}

// Starts reports whether an effect is the start of the program that the command itself names by a path.
func (v *Invocation) Starts(e *Effect) bool {
	text, known := e.Word.Text()
	return e.Kind == Runs && e.Cause == ByArgs && known && v.Command.Program().Is(text) == parser.Yes
}

// OptionUse is an option as it was given.
type OptionUse struct {
	Option *spec.Option  // nil for --no-x, and for one the grammar does not have
	Name   string        // with dashes: "--recursive", the last of the Option's names
	Value  parser.Word   // empty for an option without value
	Words  []parser.Word // the command that an option takes, as find -exec
	Truth  parser.Truth

	// Variable is the environment variable that gives the option, or "" for one in the words.
	Variable string
}

// Operand is an operand with its role.
type Operand struct {
	Word parser.Word
	Role spec.Role
}

// Kind is the kind of an effect; kinds are bits, so that a rule can ask for several at once.
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
	Manages                    // objects of a service or a daemon, which no path names
	Alters                     // the data of a database, its accounts, or the access to a service's objects; Name says how
	Requests                   // something of a web server; Name is the method, or what it calls
	Mentions                   // a path that a client of a service may send there, in a word that the grammar gives no role
)

// PackageSource is the name of a connection to a server of packages, or to a package itself, that settings name
// which the text has written.
const PackageSource = "packages"

// OntoOne is the name of the deletions of mv(1) if one command for each of many files has the same name, which is no
// directory, as its goal.
const OntoOne = "onto-one"

// Effect is one thing an invocation would do.
type Effect struct {
	Kind Kind

	// Word is the object of the effect: a path, URL, host, code, or the value of a setting. For code
	// from standard input it is the known text, or an unknown word whose From are the writers.
	Word parser.Word

	// Name is the name of a setting: "core.sshcommand" (lower case), "PATH". For a path shared with a
	// container it is "mount" or "mount:ro".
	Name string

	Lang      string       // of code and scripts: "sh", "python"
	Recursive parser.Truth // a Deletes, a Changes, or a grep's Reads covers the tree below
	Truth     parser.Truth // Maybe when an unknown word decides whether it happens

	// Away says that the effect is on another machine or in another root.
	Away bool

	// Amends says of a write that it affects files below Word that the command's input names, most of
	// which exist already.
	Amends bool

	// Appends says of a write that the file keeps what it held.
	Appends bool

	// Followed says of code that all its effects are listed separately, as effects and nested commands.
	// The reader of the code sets it.
	Followed bool

	// Settled says of code that its unknown parts are only arguments, and cannot run anything.
	Settled bool

	// Leads says what the value of a variable or setting makes its readers run or load; nil if there is
	// no row for it, or the value is unknown.
	Leads *Leads

	// Cause is the part of the command that the effect comes from.
	Cause Cause

	// At is the place in a file that the command runs, or nil for an effect of the command's own words.
	At *Position
}

// Leads is what the programs that read a variable or setting would run or load because of its value.
type Leads struct {
	Paths    []string      // the files and directories, including programs, that are named with a slash
	Commands []*Invocation // commands that are run; they are among the invocation's nested ones
	Whole    bool          // Paths and Commands are complete
	Plain    bool          // the commands do only what their names say, if Paths are the programs they are named after
	Place    bool          // it only names a working directory, or runs and loads nothing
	Shadows  string        // the program that a function of the same name replaces
}

// Position is a place in a text.
type Position struct {
	Source *parser.Source
	Span   parser.Span
}

// Cause is the part of a command that an effect comes from. The zero value is ByArgs.
type Cause uint8

// The causes.
const (
	ByArgs     Cause = iota // the program and its words
	ByAssign                // an assignment before the command
	ByRedirect              // a redirection
	ByStdin                 // what it reads on standard input
)

// MaxNesting bounds how deep commands may run one another, as in sudo env sh -c.
const MaxNesting = 16
