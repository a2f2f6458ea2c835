package script

import "testing"

// Names and numbers that only execution knows leave holes in what is known.
var sketches = []readCase{
	{"a name in a directory", "import os\nfor f in os.listdir('c'): os.system(f'./a < c/{f} > o/{f}')", `shell os.system ./a < c/? > o/?`},
	{"a number that is counted", "import os\nfor i in range(3): os.system('./a %d.txt' % i)", `shell os.system ./a ?.txt`},
	{"a number in a form", "import os\nfor i in range(3): os.system(f'./a {i:02d}.txt')", `shell os.system ./a ?.txt`},
	{"a name without its end", "import os\nfor f in os.listdir('c'): os.system('./a ' + f[:-3])", `shell os.system ./a ?`},
	{"a directory of one's own", "import os, tempfile, subprocess\nd = tempfile.mkdtemp()\nsubprocess.run([os.path.join(d, 'a'), 'x'])", `runs subprocess.run /tmp/?/a "x"`},
	{"what someone types", "import os\nos.system('./a ' + input())", `shell os.system ./a …`},
	{"what someone types, behind a name", "import os\nfor f in os.listdir('c'): os.system('./a ' + f + input())", `shell os.system ./a …`},
	{"a hole that the code writes", `import os` + "\n" + `os.system('./a \x01' + input())`, `shell os.system ./a …`},
	{"some of a file", "exec(open('a.py').read().split('#')[0])", "reads open \"a.py\"\nruns exec \"python3\" \"a.py\""},
	{"a file with something else in it", "exec(open('a.py').read().replace('x', 'import os; os.system(\"id\")'))", "reads open \"a.py\"\nruns exec \"python3\" \"a.py\"\nshell os.system \"id\""},
	{"a library that was compiled", "import ctypes\nctypes.CDLL('./x.so')", `reads ctypes.CDLL "./x.so"`},
	{"the library of all", "import ctypes\nctypes.CDLL('/lib/libc.so.6')", `evaluates ctypes.CDLL …`},
}

func TestPythonSketches(t *testing.T) { runCases(t, "python3", sketches) }
