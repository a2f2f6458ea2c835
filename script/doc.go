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
//   - os.chdir and cwd=, as [Act].Dir.
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
//     functions return or receive (a function that would run commands and is
//     stored in one of these is reported with unknown arguments);
//   - unpickling, extension modules, audit hooks, operator.methodcaller, and
//     access to objects by address;
//   - environment variables the code sets, signals, forks, users and limits;
//   - order: a name bound later counts as much as one bound before, but
//     os.chdir holds for what stands below it;
//   - whether a line is ever reached.
package script
