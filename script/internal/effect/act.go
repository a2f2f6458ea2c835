package effect

import (
	"fmt"
	"strings"
)

// Kind is the kind of an act. The zero Kind is invalid.
type Kind uint8

// String returns the kind as a verb: "reads", "shell".
func (k Kind) String() string {
	names := [...]string{"none", "reads", "writes", "deletes", "changes", "runs", "shell", "evaluates", "connects", "listens", "alters", "sets", "calls", "links", "prints", "queries", "asks"}
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
	Alters                    // the data of a database, or its accounts: its name; Call says how
	Sets                      // a variable that started programs inherit: its name and its value
	Calls                     // an unknown function: its arguments
	Links                     // a symbolic link: its target and its name, both known
	Prints                    // a text to standard output; only if CommandLine asks for it
	Queries                   // statements of SQL, for a database that the code is connected to
	Asks                      // a web request: its method, URL, body and additional query, then headers "name: value"
)

// The limits of reading. Code past one of them is refused, not read in part.
const (
	MaxSource = 256 << 10 // bytes of code
	MaxDepth  = 200       // nesting of brackets and operators
)

// Act is one thing the code would do.
type Act struct {
	Kind Kind

	// Call is the canonical full name of the function: "os.system", "pathlib.Path().unlink".
	Call string

	// Args are the arguments that matter. All kinds but Runs, Sets, Calls, Links and Asks have one.
	Args []Arg

	// Tree says that a deletion or change includes everything below the path.
	Tree bool

	// Dir is the working directory of the act, or nil if the code does not set one.
	Dir *Arg

	// Input is the standard input of a command that the code starts; nil means the code's own.
	Input *Input

	// Holds are the texts that the code may write to a file that it writes, as far as they are
	// known; nil if nothing is known of them. Keeps says that the file keeps what it held, before
	// them.
	Holds []Arg
	Keeps bool

	// Empties says that a write leaves nothing of what the file held, and puts nothing or a constant in
	// its place. It is only told of files that a listing found.
	Empties bool

	// Away says that a written path is on another machine, from the home of the user there.
	Away bool

	// Content says that the code itself reads and evaluates the file instead of running a program on
	// it, as exec(open(FILE).read()) does.
	Content bool

	// Includes says that the code runs the file as a part of itself, as require and import do:
	// nothing is started.
	Includes bool

	// Offset and End delimit the call in the code. Acts of code in an evaluated string have the
	// place of the call that evaluates it.
	Offset, End int

	// File names the file that the place is in, as the code names it, if it is not the file that
	// was read.
	File string
}

// Arg is an argument. If it is not Known, it depends on execution and Text is its certain
// beginning, often "". In an argument vector such an Arg may represent any number of words.
//
// A Template is one word of which only names and numbers are unknown: each is a [Placeholder],
// and [Arg.Pieces] are the texts around them.
//
// Rest are the texts after each unknown part of a single word, if more than its beginning is
// known.
type Arg struct {
	Text     string
	Known    bool
	Template bool
	Rest     []string

	// Variables are the variables of the environment whose values are in the unknown parts, in order;
	// "*" is the whole environment.
	Variables []string
}

// Pieces returns the texts before, between and after the placeholders of a template.
func (a Arg) Pieces() []string {
	pieces := strings.Split(a.Text, Placeholder)
	for i, p := range pieces {
		pieces[i] = UnescapeTemplate(p)
	}
	return pieces
}

// Input is the standard input of a command that the code starts: a text, or the content of a
// file.
type Input struct {
	Arg
	File bool // the Arg is the path of a file
}

// CommandLine is what a command line passes to the code it runs: values of variables by name, and
// operands.
type CommandLine struct {
	Vars map[string][]Arg
	Args []Arg

	// File is the path of the file that the code is in; "" if it is in none, or in one whose path is not
	// known.
	File string

	// Env are the variables of the environment that the source has set. Input are the lines of the
	// standard input, if all of it is known.
	Env   map[string]Arg
	Input []Arg

	// Found returns the names that a command line for the shell prints, as templates; nil if nobody can
	// tell.
	Found func(command string) []Arg

	// Listed are the operands that a pattern or a search gives, each as a template.
	Listed []Arg

	// WantsPrints says that the acts shall include what the code prints.
	WantsPrints bool

	// Placeholders says that Placeholder bytes in the code are placeholders. This includes bytes
	// that the code contains literally or as an escape sequence: its author could have used a
	// shell variable instead.
	Placeholders bool

	// Open returns the content of a file that the code includes; nil if no file is available. An
	// error that is fs.ErrNotExist says that there is no such file.
	Open func(name string) (string, error)
}

// Placeholder is the byte that represents an unknown part of the code, such as a variable that a
// shell has expanded, if [CommandLine] has Placeholders set. Otherwise it is an ordinary byte.
// Outside strings it counts as a name or number, or as a part of one; where neither is allowed,
// the code cannot be read.
const Placeholder = "\x01"

// EvaluatedFiles returns the acts of code that evaluates what it reads from some files: the
// language's program runs each file. The content of a descriptor, a stream or a URL is unknown.
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

// isStream reports whether a name is a device, a descriptor or a URL.
func isStream(name string) bool {
	for _, begins := range []string{"/dev/", "/proc/", "data:"} {
		if strings.HasPrefix(name, begins) {
			return true
		}
	}
	return strings.Contains(name, "://") && !strings.HasPrefix(name, "file://")
}

// ShellLine returns the act of running a command line in the shell.
func ShellLine(call, cmd string) []Act {
	if cmd = strings.TrimSpace(cmd); cmd == "" {
		return []Act{{Kind: Evaluates, Call: call, Args: []Arg{{}}}} // an interactive shell
	}
	return []Act{{Kind: Shell, Call: call, Args: []Arg{{Text: cmd, Known: true}}}}
}

// A template is a text with a Placeholder for each unknown name or number, such as a directory
// entry or a counter, which the author of a command does not control. A template has its own
// kind, and literal Placeholder bytes in its text are escaped.
const (
	markByte = "\x02" // before an escaped byte of the text
	markHole = markByte + "h"
	markMark = markByte + "m"
)

// EscapeTemplate escapes a known text so that none of it looks like a placeholder.
func EscapeTemplate(s string) string {
	if !strings.ContainsAny(s, Placeholder+markByte) {
		return s
	}
	return strings.NewReplacer(Placeholder, markHole, markByte, markMark).Replace(s)
}

// UnescapeTemplate returns the text of a template without placeholders.
func UnescapeTemplate(s string) string {
	if !strings.Contains(s, markByte) {
		return s
	}
	return strings.NewReplacer(markHole, Placeholder, markMark, markByte).Replace(s)
}

// CodeTemplate returns the template for text of code, whose Placeholder bytes are placeholders.
func CodeTemplate(s string) string { return strings.ReplaceAll(s, markByte, markMark) }
