package script

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Names and numbers that only execution knows leave placeholders in what is known.
var sketches = []readCase{
	{"a name in a directory", "import os\nfor f in os.listdir('c'): os.system(f'./a < c/{f} > o/{f}')", `shell os.system ./a < c/? > o/?`},
	{"a number that is counted", "import os\nfor i in range(3): os.system('./a %d.txt' % i)", `shell os.system ./a ?.txt`},
	{"a number in a form", "import os\nfor i in range(3): os.system(f'./a {i:02d}.txt')", `shell os.system ./a ?.txt`},
	{"a name without its end", "import os\nfor f in os.listdir('c'): os.system('./a ' + f[:-3])", `shell os.system ./a ?`},
	{"a directory of one's own", "import os, tempfile, subprocess\nd = tempfile.mkdtemp()\nsubprocess.run([os.path.join(d, 'a'), 'x'])", `runs subprocess.run /tmp/tmp?/a "x"`},
	{"what someone types", "import os\nos.system('./a ' + input())", `shell os.system ./a …`},
	{"what someone types, behind a name", "import os\nfor f in os.listdir('c'): os.system('./a ' + f + input())", `shell os.system ./a …`},
	{"a byte that the code writes", `import os` + "\n" + `os.system('./a \x01' + input())`, "shell os.system ./a \x01…"},
	{"a byte beside a name", "import os\nfor f in os.listdir('c'): os.system('./a \x01\x02h' + f)", "shell os.system ./a \x01\x02h?"},
	{"some of a file", "exec(open('a.py').read().split('#')[0])", "reads open \"a.py\"\nruns exec \"python3\" \"a.py\""},
	{"a file with something else in it", "exec(open('a.py').read().replace('x', 'import os; os.system(\"id\")'))", "reads open \"a.py\"\nruns exec \"python3\" \"a.py\"\nshell os.system \"id\""},
	{"lines of a file that a loop picks", "b = []\nfor l in open('a.py').read().splitlines()[3:]:\n  if l: b.append(l)\nexec('import re\\n' + '\\n'.join(b), {})", "reads open \"a.py\"\nruns exec \"python3\" \"a.py\""},
	{"lines with their ends", "b = []\nfor l in open('a.py'): b.append(l)\nexec(''.join(b))", "reads open \"a.py\"\nruns exec \"python3\" \"a.py\""},
	{"letters that a loop picks", "b = []\nfor i in (3, 5): b.append(open('a.py').read()[i])\nexec(''.join(b))", "reads open \"a.py\"\nruns exec \"python3\" \"a.py\"\nevaluates exec …"},
	{"pieces side by side", "s = open('a.py').read(); exec(s[3:4] + s[9:12])", "reads open \"a.py\"\nevaluates exec …"},
	{"lines of which some is taken", "b = []\nfor l in open('a.py'): b.append(l[3:5])\nexec(''.join(b))", "reads open \"a.py\"\nruns exec \"python3\" \"a.py\"\nevaluates exec …"},
	{"lines and something else", "b = []\nfor l in open('a.py'): b.append(l)\nb.append(input())\nexec(''.join(b))", "reads open \"a.py\"\nruns exec \"python3\" \"a.py\"\nevaluates exec …"},
	{"something else before lines", "b = []\nfor l in open('a.py'): b.append(l)\nb.insert(0, input())\nexec(''.join(b))", "reads open \"a.py\"\nruns exec \"python3\" \"a.py\"\nevaluates exec …"},
	{"something else in the place of a line", "b = []\nfor l in open('a.py'): b.append(l)\nb[0] = input()\nexec(''.join(b))", "reads open \"a.py\"\nruns exec \"python3\" \"a.py\"\nevaluates exec …"},
	{"a name that holds something else later in the loop", "b = []\nfor l in open('a.py'):\n  x = l\n  b.append(x)\n  x = input()\nexec(''.join(b))", "reads open \"a.py\"\nruns exec \"python3\" \"a.py\"\nevaluates exec …"},
	{"code before a file", "exec('import os as o\\n' + open('a.py').read())", "reads open \"a.py\"\nevaluates exec import os as o\n…"},
	{"code behind a file", "exec(open('a.py').read() + input())", "reads open \"a.py\"\nevaluates exec …"},
	{"a path from a file", "import os; os.remove(os.path.join('/a', open('b').read().strip()))", "reads open \"b\"\ndeletes os.remove /a/…\ndeletes os.remove …"},
	{"a library that was compiled", "import ctypes\nctypes.CDLL('./x.so')", "reads ctypes.CDLL \"./x.so\"\nruns ctypes.CDLL \"ld.so\" \"./x.so\""},
	{"the library of all", "import ctypes\nctypes.CDLL('/lib/libc.so.6')", `evaluates ctypes.CDLL …`},
}

func TestPythonSketches(t *testing.T) { runCases(t, "python3", sketches) }

// Text that is known stays known, whatever bytes it has and however they are spelt: the
// byte that stands for a placeholder elsewhere is one of them.
func TestNoByteOfKnownCodeIsAHole(t *testing.T) {
	for _, c := range []struct{ lang, code string }{
		{"python3", `open("\x01/a", "w")`},
		{"python3", `open(b"\1/a", "w")`},
		{"python3", "open('\x01/a', 'w')"},
		{"python3", `open(chr(1) + "/a", "w")`},
		{"python3", `open("%s/%s" % ("\u0001", "a"), "w")`},
		{"python3", `open(bytes.fromhex("012f61"), "w")`},
		{"python3", `p = "\x01"; open(f"{p}/a", "w")`},
		{"python3", `import os; open(os.path.join("\x01", "a"), "w")`},
		{"python3", `exec("open('\x01/a', 'w')")`},
		{"javascript", `require("fs").writeFileSync("\x01/a", "")`},
		{"javascript", "require('fs').writeFileSync(`\\u0001/a`, '')"},
		{"javascript", "require('fs').writeFileSync('\x01/a', '')"},
		{"javascript", `require("fs").writeFileSync(String.fromCharCode(1) + "/a", "")`},
		{"php", `file_put_contents("\x01/a", "");`},
		{"php", "file_put_contents('\x01/a', '');"},
		{"perl", `open(F, ">", "\x01/a")`},
		{"perl", `open(F, ">", "\001/a")`},
		{"perl", "open(F, '>', '\x01/a')"},
		{"perl", "my ($f) = qw(\x01/a); open(F, '>', $f)"},
		{"ruby", `File.write("\x01/a", "")`},
		{"ruby", "File.write('\x01/a', '')"},
		{"awk", `BEGIN { print "x" > "\001/a" }`},
		{"awk", "BEGIN { print \"x\" > \"\x01/a\" }"},
		{"tcl", "open \x01/a w"},
		{"psql", "\\o \x01/a"},
	} {
		acts, err := Read(c.lang, c.code)
		require.NoError(t, err, "%s", c.code)
		var found []Arg
		for _, a := range acts {
			if a.Kind == Writes {
				found = append(found, a.Args...)
			}
		}
		assert.Equal(t, []Arg{{Text: "\x01/a", Known: true}}, found, "%s %q", c.lang, c.code)
	}
}

// What the shell has put into code is a placeholder, and nothing beside it.
func TestHolesOfCode(t *testing.T) {
	acts, err := ReadWith("python3", "open('a/"+Placeholder+"/b', 'w'); open('c', 'w')", CommandLine{Placeholders: true})
	require.NoError(t, err)
	require.Len(t, acts, 2)
	assert.Equal(t, []string{"a/", "/b"}, acts[0].Args[0].Pieces())
	assert.True(t, acts[0].Args[0].Template)
	assert.Equal(t, Arg{Text: "c", Known: true}, acts[1].Args[0])
}
