package spec

// ValueRow is a variable or setting whose value says what a program runs or loads.
type ValueRow struct {
	Names string // patterns with a star in them
	Holds ValueUse
	Bang  bool   // only a value that begins with "!" is a command
	Fed   bool   // its owner gives it words of its own: a file to edit, a host
	Plain string // programs that do no more than they are named for; "*" any that a grammar has
}

// ValueUse is what a value is to the program that reads it.
type ValueUse uint8

const (
	HoldsLine       ValueUse = iota // for the shell, with words of its owner's own after it
	HoldsFilter                     // a command line behind "|", "||" and "-": less(1), INPUT PREPROCESSOR
	HoldsProgram                    // the name or path of one program
	HoldsFiles                      // files or directories with colons between them
	HoldsLibraries                  // shared libraries with colons or blanks between them
	HoldsOptions                    // options of which some name files or programs
	HoldsRepository                 // where a repository lies, or what one is made from: its hooks are judged when git runs them
	HoldsFunction                   // "() { … }", of the function that the variable's name says: bash(1), Functions
	HoldsOutput                     // the file or the directory that is written
	HoldsOther                      // what runs and loads nothing: where a server listens, tunables
)
