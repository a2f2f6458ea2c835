// Package python reads Python. [Read] is its reader.
//
// The tokenizer follows the lexical analysis of the Python Language Reference,
// versions 2.7 to 3.14, f-strings with their nested expressions included.
// The reader then follows statements and expressions without building a tree, twice to
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
//     os.path.join, pathlib paths, lists that grow by append, insert and extend;
//   - code in constants given to eval, exec, compile and timeit, which is read in turn;
//   - functions given to other functions (map, Thread, partial, submit), with
//     the arguments that go with them;
//   - what calls pass to functions of the code at its top level, as long as all
//     calls are in sight;
//   - os.chdir and cwd=, as the Dir of an act;
//   - lines that IPython runs as commands.
//
// Not followed, and so not seen, are:
//
//   - what imported modules do, the code's own included, and libraries outside
//     the standard one but for requests, httpx, aiohttp, urllib3, paramiko and pexpect;
//   - what objects hold: attributes set by the code, values that functions return, and
//     those that methods receive (a function that would run commands and is stored in one
//     of these is reported with unknown arguments); of a dictionary any value may be
//     the one that is asked for, or another;
//   - unpickling, extension modules, audit hooks, operator.methodcaller, and
//     access to objects by address;
//   - order: a name bound later counts as much as one bound before, but
//     os.chdir holds for what stands below it.
package python
