package spec

// ValueRow describes a variable or setting whose value determines what a program runs or loads.
type ValueRow struct {
	Names string // patterns with an optional star
	Holds ValueUse
	Bang  bool   // only a value that begins with "!" is a command
	Fed   bool   // its owner appends words of its own: a file to edit, a host
	Plain string // programs that do only what their names say; "*" any that has a grammar
}

// ValueUse is the meaning of a value to the program that reads it.
type ValueUse uint8

const (
	HoldsLine       ValueUse = iota // a line for the shell, to which its owner appends words
	HoldsFilter                     // a command line behind "|", "||" and "-": less(1), INPUT PREPROCESSOR
	HoldsProgram                    // the name or path of one program
	HoldsFiles                      // files or directories separated by colons
	HoldsLibraries                  // shared libraries separated by colons or blanks
	HoldsOptions                    // options, some of which name files or programs
	HoldsRepository                 // where a repository is, or what one is created from: its hooks are judged when git runs them
	HoldsFunction                   // "() { … }", a function whose name is in that of the variable: bash(1), Functions
	HoldsOutput                     // the file or the directory that is written
	HoldsOther                      // no effect on what runs or loads: where a server listens, tunables
)
