package snippet

import (
	"fmt"

	"github.com/agent-loop/shimgen/internal/excerpt"
)

// Snippet is text that one shell or one interpreter would run.
type Snippet struct {
	// Name says which of the file's it is: "scripts.test", "RUN". It is "" for a file that
	// is a script as a whole.
	Name string

	// Text is shell source, or code in another language.
	Text excerpt.Text

	// Lang is sh, bash, zsh or mksh for a shell's source, else a language of package script
	// or a kind of recipes: python, make, just.
	Lang string

	// Dir is the directory that it would run in, from Base on.
	Dir  string
	Base Base

	// On is the machine that it would run on.
	On Machine

	// Vars are the variables that the file gives it, where the values are known.
	Vars *Vars
}

// Base is where a snippet's directory is counted from.
type Base int

// The bases.
const (
	AtTop    Base = iota // the top of the repository
	AtFile               // the directory of the file
	AtRoot               // the root of the machine
	AtNobody             // nobody knows where
)

// Machine is what kind of machine a snippet would run on.
type Machine int

// The machines.
const (
	This      Machine = iota // this one, or one that matters as much
	Throwaway                // one that is thrown away, with the repository on it
	Image                    // an image that is being built, with nothing of this machine in it
)

// String is the name of the machine in a report.
func (m Machine) String() string {
	switch m {
	case Throwaway:
		return "throwaway"
	case Image:
		return "image"
	}
	return "this machine"
}

// Error says why a file cannot be read, and where.
type Error struct {
	At   int // a byte of the file
	Text string
}

// Error returns the reason without the place.
func (e *Error) Error() string { return e.Text }

// failed makes an Error.
func failed(at int, format string, args ...any) error {
	return &Error{at, fmt.Sprintf(format, args...)}
}
