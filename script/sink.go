package script

// effect is what one argument of a function leads to.
type effect struct {
	kind Kind
	form form
	pos  int    // of the argument
	key  string // its keyword, or ""
	tree bool
}

// form is how an argument is to be read.
type form uint8

const (
	plain         form = iota // each text it may be
	receiver                  // what the method's object was made of
	address                   // (host, port)
	mode                      // a path, and a mode after it
	receiverMode              // the object is a path, the argument a mode
	bits                      // a path, and the bits of a mode after it
	receiverBits              // the object is a path, the argument the bits of a mode
	flags                     // a path, and flags of open(2) after it
	command                   // a string or a list, and shell=
	vector                    // a program, and its argument vector after it
	rest                      // a program, and its arguments after it
	restEnv                   // the same, an environment last
	spread                    // the arguments are the vector
	code                      // Python
	opaque                    // evaluates something out of sight
	moduleName                // a module's name
	attributeName             // an attribute's name, after an object
	scriptFile                // a file of Python
	library                   // a file of machine code
	directory                 // the new working directory
	signal                    // a signal, and the processes it goes to
)

// The forms of arguments that the languages with curly brackets have beside
// those of Python.
const (
	shellLine  form = iota + 64 // a command string, and options after it
	program                     // a program, its arguments, and options after them
	nodeFile                    // a file to run, its arguments, and options
	treeOption                  // a path, and an object that says recursive
	endpoint                    // a URL, a host, or an object with one
	portHost                    // a port and a host, or an object with both
	bound                       // the same, to listen
	argvOption                  // an argument vector, or an object with one
	callable                    // a function, and its arguments after it
	callables                   // a function, and a list of its arguments
	eachOf                      // a function, and lists each of whose elements it gets
	over                        // lists, and behind them a function for each element
	called                      // the method's object is called: f.call(this, …)
	applied                     // the same with a list: f.apply(this, […])
	included                    // a file to run, or a URL to run
	pattern                     // a regular expression that may say e
	option                      // a handle, an option's name, and a URL
	inner                       // source that a constructor of functions gets last
	delayed                     // a function, a delay, and the function's arguments
	reflected                   // a function, its object, and a list of its arguments
	tool                        // a program's arguments; the program is the key
	module                      // a module's name, or a file that holds one
	handler                     // a function that others call
	invoked                     // the method's object names a function
	stream                      // a file or a URL, and a mode after it
	asserted                    // code, if it is text
	marked                      // says only that members of the module may do harm
)

// isSinkOfAny tells whether a function is in the table of a language whose functions are values.
func isSinkOfAny(name string) bool {
	return len(rows(name)) > 0 || len(jsRows(name)) > 0 || len(phpRows(name)) > 0
}
