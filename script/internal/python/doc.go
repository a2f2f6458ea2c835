// Package python reads Python. [Read] is its entry point.
//
// The tokenizer follows the lexical analysis of the Python Language Reference, versions 2.7 to
// 3.14, including f-strings with nested expressions. The reader follows statements and expressions
// without building a tree, twice to learn the values of names and once to collect acts. It follows:
//
//   - imports in every form, with aliases and stars; __import__ and
//     importlib.import_module of constants; getattr, vars, __dict__, globals,
//     sys.modules and __builtins__ with constant names; modules reached through
//     modules (shutil.os.system);
//   - names, with all values of all their bindings, including those of loops over
//     constants and of parameter defaults;
//   - constants: concatenation, f-strings, % and format, join, split, replace,
//     case, reversal, chr, bytes.fromhex, base64, rot13, shlex.split,
//     os.path.join, pathlib paths, lists that grow by append, insert and extend;
//   - constant code given to eval, exec, compile and timeit;
//   - functions passed to other functions (map, Thread, partial, submit), with
//     the arguments passed along with them;
//   - the arguments of calls to top-level functions of the code, as long as all
//     calls are visible;
//   - os.chdir and cwd=, as the Dir of an act;
//   - lines that IPython runs as commands.
//
// It does not follow, and so misses:
//
//   - imported modules, including the code's own, and libraries outside the standard
//     one except clients of services (package sink) and requests, httpx, aiohttp, urllib3,
//     paramiko and pexpect;
//   - which object has which content: what the code stores under a name in any object,
//     passes to methods of a name and returns from functions of a name is what it reads
//     by this name from any other (a function that would run commands and is stored there
//     is reported with unknown arguments); a look-up in a dictionary may give any of its
//     values, or another;
//   - unpickling, extension modules, audit hooks, and access to objects by address;
//   - order: a later binding counts as much as an earlier one, except that
//     os.chdir applies only to the code after it.
package python
