// Package script reads inline code in another language and reports what the code would call
// and touch: the text after "python3 -c", or a here-document into an interpreter.
//
// [Read] takes the code and returns a list of [Act]s: files read, written, deleted or
// changed, commands run, code evaluated, hosts connected to. It executes nothing. Text in
// strings and comments is data: a program that prints "os.system" has no act.
//
//	acts, err := script.Read("python", `import os; os.system("ls")`)
//	// acts[0] has the Kind Shell, the Call "os.system" and the argument "ls"
//
// The analysis over-approximates. A name or variable with several possible values yields an
// act for each of them. A value that is known only at run time is an [Arg] that is not
// Known, and Read always reports a command or code that is not known. Code that cannot be
// read is an error; a caller must not treat it as harmless.
//
// # Packages
//
// Package script has the API and the table of languages. Each language has a package below
// internal that exports one reader and imports no other language:
//
//	python, perl, ruby, lua, awk, makefile, tcl, sql, redis, mongo
//	javascript, php           over brace, their common core
//	sed, ex, crontab          texts and lists of commands
//	console, socat            the command languages of programs such as gdb and sftp
//	patch                     patches and diffs
//
// They share these packages:
//
//	heuristic  reading Perl and Ruby, whose grammar depends on run-time state
//	absval     abstract values, constant folding, the budget, and the acts found so far
//	sink       the catalogue: what each function of a library does
//	lex        tokens, the cursor that cuts them, sets of words
//	effect     acts and their arguments
//
// To add a function of a library, add its row to the language's file in sink. To add a
// language, add a package, and its row in languageOf of language.go. A language without a
// reader, such as Julia, may have a row in unread of language.go: the names by which its code
// starts, loads and deletes. CONTRIBUTING.md lists the steps from there to a reader.
//
// # Common to all languages
//
// A call of a library's method that deletes, grants, pays or sends at a service elsewhere is an act
// ([Alters]), on a value that comes from the library, or, if the method's name is clear, on any unknown
// value in code that uses one. A statement for a database's server is one, too ([Queries]); those for a
// database in a file are not. A client of a server on this machine has no such acts. A web request is an act with
// what is known of its method, URL and body ([Asks]), unless it only fetches a page.
//
// An environment variable that the code sets, or puts into any environment mapping, counts
// for every program that it starts ([Sets]), in each language that has such mappings. Known
// text after an unknown part is kept in [Arg].Rest.
//
// In every language, a [Placeholder] may represent an unknown part of the code.
//
// A leading "~" in an argument is the home directory; it is the result of
// os.path.expanduser, Path.home and the variable HOME. A literal "~", which Python takes for
// a file name, is treated in the same way. "python3" represents sys.executable.
//
// No reader follows imported modules, signals, forks, users and limits, or whether a line is
// ever reached. The package of each language documents its further limits.
package script
