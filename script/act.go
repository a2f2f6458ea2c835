package script

import "github.com/agent-loop/shimgen/script/internal/effect"

// What callers see of the acts that the readers of languages report.
type (
	// Act is one thing the code would do.
	Act = effect.Act
	// Arg is an argument of an act: a text, or what is known of one.
	Arg = effect.Arg
	// CommandLine is what a command line hands to the code it runs.
	CommandLine = effect.CommandLine
	// Input is what a command that the code starts reads on its standard input.
	Input = effect.Input
	// Kind is what an act does.
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
	Alters    = effect.Alters    // what a database holds, or who may use it: its name; Call says how
	Sets      = effect.Sets      // a variable that the programs which it starts inherit: its name, and a value
	Calls     = effect.Calls     // a function that nobody knows: what it is given
	Links     = effect.Links     // a symbolic link: where it leads, and its name, both known
)

// Placeholder is the byte that stands for a part of code that only execution knows, in code that is
// [CommandLine] with Placeholders.
const Placeholder = effect.Placeholder

// The limits of [Read]. Code past one of them is refused, not read in part.
const (
	MaxSource = effect.MaxSource // bytes of code
	MaxDepth  = effect.MaxDepth  // brackets and operators inside one another
)
