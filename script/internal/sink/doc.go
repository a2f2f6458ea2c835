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
// [Client] rows are the other half: the libraries of services elsewhere, such as boto3, a table per
// language. What their methods do follows from the methods' names ([HarmOf]), so that a library needs only
// one row. Statements of SQL are recognized by their text ([IsStatement]). Rows are constants, which cost
// nothing in code that loads no such library.
//
// A table of functions is built when code of its language is first read.
package sink
