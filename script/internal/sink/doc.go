// Package sink is the catalogue of library functions with effects: one table per language, one
// [Row] for each argument that matters.
//
// A row gives the kind of act ([effect.Kind]) and how to read the argument ([Form]):
//
//	"os.system": {{effect.Shell, Plain, 0, "command", false}},
//
// says that the first argument of os.system, also accepted as command=, is a command for the shell,
// in each of its possible texts. [Python], [JavaScript], [PHP], [Perl], [PerlMethod] and [Ruby]
// look a function up by its name. To add a function of a library, add a row here and a case to the
// language's tests in package script, and nothing else.
//
// A table is built when code of its language is first read.
package sink
