package builtins

import (
	"github.com/agent-loop/shimgen/internal/lazy"
)

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

// Table holds the builtins with such an effect, of all dialects (bash(1), SHELL BUILTIN
// COMMANDS; dash(1); mksh(1); zshbuiltins(1)).
var Table = lazy.Value[map[string]Kind]{Make: func() map[string]Kind {
	return map[string]Kind{
		"cd": MovesDir, "chdir": MovesDir, "pushd": MovesDir, "popd": MovesDir,
		"eval": Evaluates, "source": Evaluates, ".": Evaluates,
		"read": AssignsArgs, "mapfile": AssignsArgs, "readarray": AssignsArgs, "printf": AssignsArgs,
		"getopts": AssignsArgs, "unset": AssignsArgs, "export": AssignsArgs, "readonly": AssignsArgs,
		"declare": AssignsArgs, "typeset": AssignsArgs, "local": AssignsArgs, "nameref": AssignsArgs,
		"let": AssignsArgs, "wait": AssignsArgs, "set": AssignsArgs, "shift": AssignsArgs,
		"integer": AssignsArgs, "float": AssignsArgs, "vared": AssignsArgs, "print": AssignsArgs,
		"hash": LooksUp, "enable": LooksUp, "rehash": LooksUp, "disable": LooksUp,
		"alias": Aliases, "trap": Traps, "shopt": SetsShell, "setopt": SetsShell, "emulate": SetsShell,
		"exit": Ends, "return": Ends, "break": Ends, "continue": Ends, "logout": Ends, "bye": Ends,
	}
}}
