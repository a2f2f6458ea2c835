package tree

import "strings"

// Span is a place in a source text. Lines and columns count from 1, columns
// and offsets in bytes. The zero Span is no place at all: an argument vector
// has no source.
type Span struct {
	Line   int `json:"line"`
	Col    int `json:"col"`
	Offset int `json:"offset"`
	End    int `json:"end"`
}

// Source is a text that is run as shell commands. A nested source, such as the string after
// "sh -c", has the command that runs it as Outer.
type Source struct {
	Text  string
	Outer *Command // nil for the outermost text
	Name  string   // the file that the text was read from, as written; or ""
}

// Assign is one assignment: before a command, or on its own.
type Assign struct {
	Name   string
	Value  Word
	Append bool // +=
	Span   Span
}

// Redirect is one redirection of a command or of a compound around it.
type Redirect struct {
	Op     string // as written: > >> >| &> &>> < <> << <<- <<< >& <&
	FD     string // as written before Op: "", "2", "{fd}"
	Target Word   // the file or descriptor; for << and <<< the text
	Span   Span
}

// StdinKind tells where a command's standard input comes from.
type StdinKind uint8

// The kinds of standard input.
const (
	Inherited StdinKind = iota // from whoever runs the script
	FromFile                   // Word names the file
	FromText                   // Word is the text: here-document or here-string
	FromPipe                   // From are the commands that write to the pipe
)

// Stdin says where a command's standard input comes from. From is nil for a pipe whose writers
// are not known, as with coproc. If the writers' output is known, Word is that text; otherwise
// Word has no parts.
type Stdin struct {
	Kind StdinKind
	Word Word
	From []*Command

	Content *Word        // the partly known content of a file that the source wrote
	Shared  *SharedInput // where several commands share a known text
}

// Command is one simple command as it would run.
type Command struct {
	// Args are the words; Args[0] names the program. It is empty for an
	// assignment or a redirection on its own.
	Args []Word

	Assigns   []Assign
	Redirects []Redirect // its own first, then those of compounds around it
	Stdin     Stdin

	// Dir is the directory it runs in: the empty word for the one the script
	// starts in, a literal path (absolute, or relative to the start), or an
	// unknown word after a cd that cannot be followed.
	Dir Word

	// Env holds the changes that the source made to the environment of the program; nil for the
	// environment of Outer, or the caller's.
	Env *Environment

	// Func is the innermost function whose body contains the command, or "".
	Func string

	// Forks marks the shape of a fork bomb: the command calls the function that contains it, in the
	// background or more than once in a pipeline, or an endless loop starts it in the background
	// and never waits.
	Forks bool

	// Background says that the command, or a compound around it, is followed by &.
	Background bool

	// Awaited says that the source waits for the background job to which the command belongs, or
	// ends it: sleep 1 & wait, ./server & kill $!.
	Awaited bool

	// Under is what its run depends on; nil if it runs whatever happens before.
	Under *Condition

	// Shadowed says that the program word may not mean the program of that name on the caller's
	// PATH, because of a function or alias of that name, or an earlier change of PATH, hash or
	// enable.
	Shadowed bool

	// The following fields, and those after Outer, are for the interpreter only.

	OutputFiles *OutputFiles // that it has, where they matter

	InEval bool   // it is part of a text that an eval has evaluated
	Depth  uint16 // nesting depth of substitutions

	Span   Span
	Source *Source // nil for an argument vector

	// Outer is the command that runs this one, as sudo runs its operands, or nil. This package sets
	// it for text that the shell itself evaluates, such as a trap's; otherwise the reader of the
	// outer command's arguments sets it.
	Outer *Command

	// Evaluated holds the commands of an eval's text, read in the state at the eval.
	Evaluated *Script

	// MaybeEvaluated holds the possible commands of an eval whose text is partly known.
	MaybeEvaluated *Script

	Files *Files // files written so far, see Written; nil for none, or for those of Outer

	Limit *LimitError // of the source that contains it, see GivenUp
}

// Script is a source with all its commands, in the order of the text. Commands of a
// substitution come before the command that contains it.
//
// A command may be listed several times: once for each item of a for loop over constants, and
// once for each combination of the possible values of its words (two branches that set a
// variable, ${x:-default}). The body of a function is listed at its definition, for any call,
// and again after each followed call, with the arguments, the input and the directory of that
// call.
//
// Text that the shell evaluates for trap, an alias, a prompt or a subscript is listed too, with
// a Source of its own. Text that could not be read is listed as an eval of it. The text of an
// eval is not listed: Parse returns it to a caller that passes that eval as Options.Outer, read
// in the state of the shell there.
type Script struct {
	Source   *Source
	Commands []*Command

	Files *Files // that the source has written when it ends, see Written
}

// Program returns the program word; it is the empty word for an assignment or
// a redirection on its own.
func (c *Command) Program() Word {
	if len(c.Args) == 0 {
		return Word{}
	}
	return c.Args[0]
}

// String prints the command compactly, with "?" for unknown parts.
func (c *Command) String() string {
	words := make([]string, 0, len(c.Args)+len(c.Assigns)+len(c.Redirects))
	for _, a := range c.Assigns {
		words = append(words, a.Name+"="+a.Value.String())
	}
	for _, w := range c.Args {
		words = append(words, w.String())
	}
	for _, r := range c.Redirects {
		words = append(words, r.FD+r.Op+r.Target.String())
	}
	return strings.Join(words, " ")
}

// Argv makes the command of an argument vector: every word is literal, there
// is no source, and standard input is the caller's.
func Argv(argv []string) *Command {
	c := &Command{Args: make([]Word, len(argv))}
	for i, a := range argv {
		c.Args[i] = Text(a)
	}
	return c
}
