package parser

// Lang is a shell dialect. The zero value is Bash.
type Lang uint8

// The dialects mvdan.cc/sh reads.
const (
	Bash  Lang = iota
	POSIX      // sh, dash
	Mksh       // Android's sh
	Zsh
)

// Options says what the caller knows about the shell that will run a source.
type Options struct {
	Lang Lang

	// Vars returns the value of a variable the shell starts with, such as
	// HOME. Nil means that no value is known.
	Vars func(name string) (string, bool)

	// Home returns the home directory of a user, for ~user. Nil means that
	// none is known. The current user's home is Vars("HOME").
	Home func(user string) (string, bool)

	// Outer is the command that runs this source, or nil. Its Dir is where
	// the source starts, and its Stdin is what the source inherits.
	Outer *Command
}

// The limits on a source, checked on its bytes before it is parsed.
const (
	MaxSource = 1 << 20 // bytes
	MaxDepth  = 200     // nesting of ( [ { and backquotes
	MaxRun    = 5000    // operators that make the parser recurse, in one list
)
