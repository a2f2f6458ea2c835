package spec

// ModuleRow describes a module of a configuration manager by an equivalent command on the target
// machine.
type ModuleRow struct {
	Names string // names without the collection they are from

	// With are conditions on the arguments, separated by blanks, all of which must hold: "key" is
	// given, "key=a|b" has one of these values, "!key" is not given, "!key=a|b" has another value
	// or is not given.
	With string

	// Command are the words of a command, separated by blanks. "{key|other}" is replaced by the
	// value of the first given argument, "{1}" by the first argument without a key. A word is
	// dropped if its argument is not given.
	Command string

	// Code names the argument that is a command line, in the same way; "*" is the whole text
	// without a key.
	Code string

	// Here says that the module acts on the machine on which the manager is started.
	Here bool
}
