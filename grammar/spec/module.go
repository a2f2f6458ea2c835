package spec

// ModuleRow says what a module of a configuration manager does, as a command that does the same
// on the machine that the module works on.
type ModuleRow struct {
	Names string // as they are called, without the collection they are from

	// With are conditions on the arguments, separated by blanks, all of which must hold:
	// "key" is given, "key=a|b" has one of some values, "!key" is not given, "!key=a|b" is
	// given otherwise or not at all.
	With string

	// Command are the words of a command with blanks between them. "{key|other}" stands for
	// the value of the first of some arguments that is given, "{1}" for the first that has no
	// key. A word is left out if nothing is given for it.
	Command string

	// Code names the argument that holds a command line, in the same way; "*" is all the text
	// that has no key.
	Code string

	// Here says that it happens on the machine that the manager is started on.
	Here bool
}
