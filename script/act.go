package script

import "github.com/agent-loop/shimgen/script/internal/effect"

// The types of acts, under the names that callers use.
type (
	// Act is one thing the code would do.
	Act = effect.Act
	// Arg is an argument of an act: a text, or what is known of one.
	Arg = effect.Arg
	// CommandLine holds the values that a command line passes to the code it runs.
	CommandLine = effect.CommandLine
	// Input is the standard input of a command that the code starts.
	Input = effect.Input
	// Kind is the kind of an act.
	Kind = effect.Kind
)

// The kinds of acts and what their arguments are.
const (
	Reads     = effect.Reads     // a path
	Writes    = effect.Writes    // a path: create, overwrite, append
	Deletes   = effect.Deletes   // a path: remove or move away
	Changes   = effect.Changes   // a path: mode or owner
	Runs      = effect.Runs      // an argument vector, the program first
	Shell     = effect.Shell     // a command string, for the shell
	Evaluates = effect.Evaluates // code that could not be read: its beginning
	Connects  = effect.Connects  // a host or URL
	Listens   = effect.Listens   // an address
	Alters    = effect.Alters    // the data of a database, or its accounts: its name; Call says how
	Sets      = effect.Sets      // a variable that started programs inherit: its name and its value
	Calls     = effect.Calls     // an unknown function: its arguments
	Links     = effect.Links     // a symbolic link: its target and its name, both known
	Prints    = effect.Prints    // a text to standard output; only if CommandLine asks for it
	Queries   = effect.Queries   // statements of SQL, for a database that the code is connected to
	Asks      = effect.Asks      // a web request: its method, URL, body and additional query, then headers "name: value"
)

// Placeholder is the byte that represents a part of the code that is known only at run time,
// in code whose [CommandLine] has Placeholders set.
const Placeholder = effect.Placeholder

// The limits of [Read]. Code past one of them is refused, not read in part.
const (
	MaxSource = effect.MaxSource // bytes of code
	MaxDepth  = effect.MaxDepth  // nesting of brackets and operators
)
