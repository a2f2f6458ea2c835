package sink

import "github.com/agent-loop/shimgen/script/internal/effect"

// Row gives the effect of one argument of a function.
type Row struct {
	Kind effect.Kind
	Form Form
	Pos  int    // of the argument
	Key  string // its keyword, or ""
	Tree bool
}

// Form says how to read an argument.
type Form uint8

// The forms of arguments in all languages.
const (
	Plain          Form = iota // each text it may be
	Receiver                   // what the method's object was made of
	Address                    // (host, port)
	Mode                       // a path, and a mode after it
	ReceiverMode               // the object is a path, the argument a mode
	Bits                       // a path, and the bits of a mode after it
	ReceiverBits               // the object is a path, the argument the bits of a mode
	Flags                      // a path, and flags of open(2) after it
	Command                    // a string or a list, and shell=
	Vector                     // a program, and its argument vector after it
	Rest                       // a program, and its arguments after it
	RestEnv                    // the same, an environment last
	Spread                     // the arguments are the vector
	Code                       // Python
	Opaque                     // evaluates code that the reader cannot see
	ModuleName                 // a module's name
	AttributeName              // an attribute's name, after an object
	ScriptFile                 // a file of Python
	Library                    // a file of machine code
	Directory                  // the new working directory
	Signal                     // a signal, and the processes it goes to
	Cleared                    // a directory that is created, or first emptied if clear= is set
	Unpacked                   // a directory that an archive is unpacked in
	Linked                     // where a symbolic link leads, and its name after it
	ReceiverLinked             // the object is the name of a symbolic link, the argument where it leads
	Inplace                    // files that are read, or written if inplace= is set
)

// The forms that JavaScript and PHP have in addition to those of Python.
const (
	ShellLine  Form = iota + 64 // a command string, and options after it
	Program                     // a program, its arguments, and options after them
	NodeFile                    // a file to run, its arguments, and options
	TreeOption                  // a path, and an object with the option recursive
	Endpoint                    // a URL, a host, or an object with one
	PortHost                    // a port and a host, or an object with both
	Bound                       // the same, to listen
	ArgvOption                  // an argument vector, or an object with one
	Callable                    // a function, and its arguments after it
	Callables                   // a function, and a list of its arguments
	EachOf                      // a function, and lists each of whose elements it gets
	Over                        // lists, and behind them a function for each element
	Called                      // the method's object is called: f.call(this, …)
	Applied                     // the same with a list: f.apply(this, […])
	Included                    // a file to run, or a URL to run
	Pattern                     // a regular expression that may have the modifier e
	Option                      // a handle, an option's name, and a URL
	Inner                       // source that a constructor of functions gets as its last argument
	Delayed                     // a function, a delay, and the function's arguments
	Reflected                   // a function, its object, and a list of its arguments
	Tool                        // a program's arguments; the program is the key
	Module                      // a module's name, or a file that holds one
	Handler                     // a function that others call
	Invoked                     // the method's object names a function
	Stream                      // a file or a URL, and a mode after it
	Asserted                    // code, if it is text
	marked                      // only marks a module whose members may be harmful
)

// IsKnown reports whether a function is in the table of a language with first-class functions.
func IsKnown(name string) bool {
	return len(Python(name)) > 0 || len(JavaScript(name)) > 0 || len(PHP(name)) > 0
}
