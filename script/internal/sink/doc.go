// Package sink is the catalogue of the functions that touch something: one table for
// each language, one [Row] for each argument that matters.
//
// A row says what the argument leads to ([effect.Kind]) and how to read it ([Form]):
//
//	"os.system": {{effect.Shell, Plain, 0, "command", false}},
//
// is the first argument of os.system, also given as command=, and each text that it may be is
// a command for the shell. [Python], [JavaScript], [PHP], [Perl], [PerlMethod] and [Ruby]
// look a function up by its name. Whoever adds a function of a library adds a row here
// and a case to the language's tests in package script, and nothing else.
//
// Tables are made when code of their language is first read.
package sink
