package effect

import (
	"fmt"
	"strings"
)

// Kind is what an act does. The zero Kind is none of them.
type Kind uint8

// String returns the kind as a verb: "reads", "shell".
func (k Kind) String() string {
	names := [...]string{"none", "reads", "writes", "deletes", "changes", "runs", "shell", "evaluates", "connects", "listens", "alters", "sets", "calls", "links"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// The kinds of acts and what their arguments are.
const (
	Reads     Kind = iota + 1 // a path
	Writes                    // a path: create, overwrite, append
	Deletes                   // a path: remove or move away
	Changes                   // a path: mode or owner
	Runs                      // an argument vector, the program first
	Shell                     // a command string, for the shell
	Evaluates                 // code that could not be read: its beginning
	Connects                  // a host or URL
	Listens                   // an address
	Alters                    // what a database holds, or who may use it: its name; Call says how
	Sets                      // a variable that the programs which it starts inherit: its name, and a value
	Calls                     // a function that nobody knows: what it is given
	Links                     // a symbolic link: where it leads, and its name, both known
)

// The limits of reading. Code past one of them is refused, not read in part.
const (
	MaxSource = 256 << 10 // bytes of code
	MaxDepth  = 200       // brackets and operators inside one another
)

// Act is one thing the code would do.
type Act struct {
	Kind Kind

	// Call is the function, by its full name however it was written:
	// "os.system", "pathlib.Path().unlink".
	Call string

	// Args are the arguments that matter. All kinds but Runs, Sets, Calls and Links have one.
	Args []Arg

	// Tree says that a delete or change covers what lies below the path.
	Tree bool

	// Dir is where relative paths and commands start, or nil where the code
	// does not say.
	Dir *Arg

	// Input is what a command that the code starts reads on its standard input, or nil
	// where that is what the code itself would read.
	Input *Input

	// Content says of an act that runs a file that the code itself reads it and
	// evaluates what it holds, as exec(open(FILE).read()) does.
	Content bool

	// Offset and End are the bytes of the call in the code. An act of code
	// inside a string has the place of the call that evaluates it.
	Offset, End int

	// File is the name of the file that the place is in, as the code names it,
	// where that is another than the one that was read.
	File string
}

// Arg is an argument. One that is not Known depends on execution; its Text is
// then how it begins for certain, often "". In an argument vector an Arg that
// is not known may stand for any number of words.
//
// A Template is one word in which nothing but names and numbers is not known: a
// [Placeholder] stands for each, and [Arg.Pieces] are what stands around them.
//
// Rest are the texts behind each unknown part of one that is one word, where more of it
// than its beginning is known.
type Arg struct {
	Text     string
	Known    bool
	Template bool
	Rest     []string
}

// Pieces are the texts before, between and behind the placeholders of a template.
func (a Arg) Pieces() []string {
	pieces := strings.Split(a.Text, Placeholder)
	for i, p := range pieces {
		pieces[i] = UnescapeTemplate(p)
	}
	return pieces
}

// Input is what a command that the code starts reads on its standard input: a text, or what
// a file holds.
type Input struct {
	Arg
	File bool // the Arg is the file's path
}

// CommandLine is what a command line hands to the code it runs: values for its
// variables, by name, and its operands.
type CommandLine struct {
	Vars map[string][]Arg
	Args []Arg

	// Placeholders says that a [Placeholder] in the code is one. One that is written there, or
	// that an escape sequence of the code makes, is then one too: whoever writes
	// it could have had the shell put something there.
	Placeholders bool

	// Open returns what a file holds that the code includes; nil if none can
	// be had. An error that is fs.ErrNotExist says that there is none.
	Open func(name string) (string, error)
}

// Placeholder is the byte that stands for a part that only execution knows, as where a
// shell has put a variable into code, in code that is [CommandLine] with Placeholders; in all
// other it is a byte like others. Outside of strings it is taken for a name or
// number, or for a part of one; where neither may stand, the code cannot be read.
const Placeholder = "\x01"

// EvaluatedFiles are the acts of code that evaluates what it reads from any of some
// files: each is run by the language's program. A descriptor, of which there is no
// path, a stream and a URL are no files, and nobody knows what comes out of them.
func EvaluatedFiles(call, program string, paths []Arg) []Act {
	unknown := Act{Kind: Evaluates, Call: call, Args: []Arg{{}}}
	if len(paths) == 0 {
		return []Act{unknown}
	}
	acts := make([]Act, len(paths))
	for i, p := range paths {
		acts[i] = unknown
		if (p.Known || p.Text != "") && !isStream(p.Text) {
			acts[i] = Act{Kind: Runs, Call: call, Args: []Arg{{Text: program, Known: true}, p}, Content: true}
		}
	}
	return acts
}

// isStream tells whether a name is that of a device, a descriptor or a URL.
func isStream(name string) bool {
	for _, begins := range []string{"/dev/", "/proc/", "data:"} {
		if strings.HasPrefix(name, begins) {
			return true
		}
	}
	return strings.Contains(name, "://") && !strings.HasPrefix(name, "file://")
}

// ShellLine is a command line for the shell.
func ShellLine(call, cmd string) []Act {
	if cmd = strings.TrimSpace(cmd); cmd == "" {
		return []Act{{Kind: Evaluates, Call: call, Args: []Arg{{}}}} // an interactive shell
	}
	return []Act{{Kind: Shell, Call: call, Args: []Arg{{Text: cmd, Known: true}}}}
}

// A template is text with a Placeholder for each name or number that is not known: what
// stands in one has been given by nobody who writes commands, as what a directory
// holds and what is counted. Only its kind says that a Placeholder is one. A byte of the
// text that looks the same is marked, so that no text can be taken for a placeholder.
const (
	markByte = "\x02" // before what stands for a byte of the text
	markHole = markByte + "h"
	markMark = markByte + "m"
)

// EscapeTemplate is known text, escaped so that nothing in it is taken for a placeholder.
func EscapeTemplate(s string) string {
	if !strings.ContainsAny(s, Placeholder+markByte) {
		return s
	}
	return strings.NewReplacer(Placeholder, markHole, markByte, markMark).Replace(s)
}

// UnescapeTemplate is the text that a template without placeholders stands for.
func UnescapeTemplate(s string) string {
	if !strings.Contains(s, markByte) {
		return s
	}
	return strings.NewReplacer(markHole, Placeholder, markMark, markByte).Replace(s)
}

// CodeTemplate is the template that text of code with placeholders is: they stay.
func CodeTemplate(s string) string { return strings.ReplaceAll(s, markByte, markMark) }
