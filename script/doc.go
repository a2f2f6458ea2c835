// Package script tells what inline code in another language would call and
// touch: the text after "python3 -c", or a here-document into an interpreter.
//
// [Read] takes the code and returns a list of [Act]s: files read, written,
// deleted or changed, commands run, code evaluated, hosts connected to. Nothing
// is executed. Text in strings and comments is data: a program that prints
// "os.system" has no act.
//
// The answer leans to one side. A name or variable that may hold several things
// yields an act for each. What only execution knows is an [Arg] that is not
// Known, and a command or code that is not known is always reported. Code
// that cannot be read is an error; a caller must then not take it as harmless.
//
// # Python
//
// The tokenizer follows the lexical analysis of the Python Language Reference,
// versions 2.7 to 3.14, f-strings with their nested expressions included.
// Statements and expressions are then read without building a tree, twice to
// learn what names hold and once to collect acts. Followed are:
//
//   - imports in every form, with aliases and stars; __import__ and
//     importlib.import_module of constants; getattr, vars, __dict__, globals,
//     sys.modules and __builtins__ with constant names; modules reached through
//     modules (shutil.os.system);
//   - names, however often and wherever they are bound: all values count,
//     those of loops over constants and of parameter defaults too;
//   - constants: concatenation, f-strings, % and format, join, split, replace,
//     case, reversal, chr, bytes.fromhex, base64, rot13, shlex.split,
//     os.path.join, pathlib paths, lists that grow by append and extend;
//   - code in constants given to eval, exec, compile and timeit, which is read in turn;
//   - functions given to other functions (map, Thread, partial, submit), with
//     the arguments that go with them;
//   - what calls pass to functions of the code at its top level, as long as all
//     calls are in sight;
//   - os.chdir and cwd=, as [Act].Dir.
//
// Variables of the environment that code sets, or puts into a mapping whatever becomes
// of that, count for all programs that it starts ([Sets]), in every language that has them.
// Text behind something unknown stays known, and is in [Arg].Rest.
//
// In every language a [Hole] may stand for what is not known of the code.
//
// A leading "~" in an argument stands for the home directory; it is what
// os.path.expanduser, Path.home and the variable HOME give. It also stands
// where Python would take a literal "~" for a file name. "python3" stands for
// sys.executable.
//
// Not followed, and so not seen, are:
//
//   - what imported modules do, the code's own included, and libraries outside
//     the standard one but for requests, httpx, aiohttp, urllib3, paramiko and pexpect;
//   - what objects hold: attributes set by the code, dictionaries, values that
//     functions return, and those that other functions and methods receive (a
//     function that would run commands and is stored in one of these is reported
//     with unknown arguments);
//   - unpickling, extension modules, audit hooks, operator.methodcaller, and
//     access to objects by address;
//   - signals, forks, users and limits;
//   - order: a name bound later counts as much as one bound before, but
//     os.chdir holds for what stands below it;
//   - whether a line is ever reached.
//
// # JavaScript and PHP
//
// One reader serves the languages with curly brackets; their tokens, tables and
// constants are their own. JavaScript is cut after ECMA-262, with the types of
// TypeScript passed over, and has the modules of Node (as globals too, as on its
// command line), Deno and Bun. PHP is cut after its language specification:
// "php" is code without tags, as php -r takes it, "phtml" what a file holds.
//
// Rounds of reading learn what names hold until nothing changes. Followed are:
//
//   - require, import and import(), in all forms and under other names, and the
//     ways round them (process.mainModule, the constructors of functions,
//     computed members, Reflect.apply, call, apply and bind); in PHP functions
//     named by text, call_user_func and its like, reflection, backquotes;
//   - constants, as for Python: templates and interpolated strings, lists and
//     objects with their members, path.join, Buffer.from, base64, hexadecimal;
//   - functions of the code: what their calls pass and what they return, as
//     long as all calls are in sight; a function that is stored, exported or
//     handed on gets unknown arguments as well;
//   - loading of files by path, which is running them; options such as cwd,
//     shell and recursive.
//
// Not followed, beside what is not for Python: fields that the code sets, getters
// and proxies, prototypes, methods of classes (their parameters are unknown),
// exceptions, JSX. A slash that only a parser
// could tell from a division is an error.
//
// # SQL and the shells of stores
//
// SQL is read by statement, in the dialects of its clients (psql, mysql,
// sqlite, and sql for any other): its strings, names and comments as each of
// them has them. Acts are what drops, empties or changes data as a whole, or
// who may use it ([Alters]); files and programs that a statement opens; and the
// clients' own commands, such as psql's \! and the .shell of sqlite3. A DELETE
// or UPDATE alters if it has no condition or one that is constant. Text
// that EXECUTE, PREPARE and DO would run is read in turn, the body of a function
// that is only made is not. Redis is read by command, the shell of
// MongoDB by the calls of methods on the database.
//
// What is not known of the code may be a [Hole] in it: DROP TABLE followed by
// one is still a drop. Not followed are procedures and views that the database
// has, queries put together by a program, rows that hold statements, and
// Lua and JavaScript beyond constants.
//
// # awk, Perl and Ruby
//
// awk is read by its whole grammar, tokens being cut as the grammar asks for
// them: system, pipes, getline, redirections, sockets, indirect calls and
// extensions have acts. A program without acts only reads its input, see [Whole].
// What is printed into a command is its standard input, written as the shell
// would write it. Values from the command line come in as [Given].
//
// Perl and Ruby are read more loosely, as Python is. Where only knowing every
// function or variable would tell a division from a pattern, they cannot be
// read. Followed are quotes of every kind with the code inside them,
// here-documents, constants that are joined, repeated, packed or decoded,
// lists and blocks over constants, evaluated constants, methods and functions
// by their names, open in all its forms, and the operands that Perl's <> would
// run. Not followed are what printing builds up in several steps, ties,
// overloading, XS and what modules do; in Ruby method_missing, refinements,
// what objects hold and what methods of the code are given.
//
// # Makefiles
//
// A makefile is read as GNU make reads it, line by line: variables of every
// flavor, functions, what eval and call give, and the files it includes. Commands
// of $(shell) and != are run as it is read; then those of the rules that the
// targets of the command line, or the first one, get to. Each line of commands
// is an act for the shell, or for what SHELL names. Of a conditional both
// branches count. A variable that nobody sets is left to the shell as its own,
// an automatic one that is not known is never empty. Not followed are
// prerequisites that only a command prints, files included by a pattern,
// vpath, and which of several rules for one pattern make would choose.
//
// # Text
//
// sed is read whole: its e, w and r and the flags of s have acts. Of ex, vim and
// ed the commands that run a program or name a file have; of a crontab each
// line is a command. Macros, key maps and registers are not followed.
package script
