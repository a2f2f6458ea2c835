package builtins

// Kind is the effect of a shell builtin on the shell's state.
type Kind uint8

const (
	_           Kind = iota
	MovesDir         // the directory
	Evaluates        // anything: it runs text as shell source
	AssignsArgs      // the variables its operands name
	LooksUp          // how commands are looked up
	Aliases          // what names mean
	Ends             // what follows is not reached
	Traps            // what runs at a signal, or between commands
	SetsShell        // the shell's options
)

// KindOf returns the effect of a builtin of any dialect, or 0 (bash(1), SHELL BUILTIN COMMANDS;
// dash(1); mksh(1); zshbuiltins(1)).
func KindOf(name string) Kind {
	switch name {
	case "cd", "chdir", "pushd", "popd":
		return MovesDir
	case "eval", "source", ".":
		return Evaluates
	case "read", "mapfile", "readarray", "printf", "getopts", "unset", "export", "readonly", "declare", "typeset", "local", "nameref",
		"let", "wait", "set", "shift", "integer", "float", "vared", "print":
		return AssignsArgs
	case "hash", "enable", "rehash", "disable":
		return LooksUp
	case "alias":
		return Aliases
	case "trap":
		return Traps
	case "shopt", "setopt", "emulate":
		return SetsShell
	case "exit", "return", "break", "continue", "logout", "bye":
		return Ends
	}
	return 0
}
