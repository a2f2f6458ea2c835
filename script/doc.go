// Package script reads inline code in another language and says what the code would
// call and touch: the text after "python3 -c", or a here-document into an interpreter.
//
// [Read] takes the code and returns a list of [Act]s: files read, written,
// deleted or changed, commands run, code evaluated, hosts connected to. It executes
// nothing. Text in strings and comments is data: a program that prints
// "os.system" has no act.
//
//	acts, err := script.Read("python", `import os; os.system("ls")`)
//	// acts[0] has the Kind Shell, the Call "os.system" and the argument "ls"
//
// The answer leans to one side. A name or variable that may hold several things
// yields an act for each. What only execution knows is an [Arg] that is not
// Known, and Read always reports a command or code that is not known. Code
// that cannot be read is an error; a caller must not take it as harmless.
//
// # The family
//
// Package script has what callers use, and the table of languages. Each language has a
// package below internal that exports one reader, and imports no other language:
//
//	python, perl, ruby, lua, awk, makefile, tcl, sql, redis, mongo
//	javascript, php           over brace, what languages with curly brackets share
//	sed, ex, crontab          texts and lists of commands
//	console, socat            the command languages of programs such as gdb and sftp
//	patch                     patches and diffs
//
// Below them are what languages share:
//
//	heuristic  reading Perl and Ruby, which nobody can parse without running them
//	absval     abstract values, constant folding, the budget, and the acts found so far
//	sink       the catalogue: what each function of a library does
//	lex        tokens, the cursor that cuts them, sets of words
//	effect     acts and their arguments
//
// To add a function of a library, add its row to the language's file in sink. To add a
// language, add a package and its row in language.go.
//
// # What all languages have in common
//
// Variables of the environment that code sets, or puts into a mapping whatever becomes
// of that, count for all programs that it starts ([Sets]), in every language that has them.
// Text behind something unknown stays known, and is in [Arg].Rest.
//
// A [Placeholder] may stand for what is not known of the code, in every language.
//
// A leading "~" in an argument stands for the home directory; it is what
// os.path.expanduser, Path.home and the variable HOME give. It also stands
// where Python would take a literal "~" for a file name. "python3" stands for
// sys.executable.
//
// No reader follows what imported modules do, signals, forks, users and limits, or
// whether a line is ever reached. The package of each language says what else it
// does not follow.
package script
