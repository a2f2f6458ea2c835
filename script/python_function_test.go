package script

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	listing  = `shell os.system "ls"`
	whatever = `shell os.system …`
)

// pythonLocals are functions of the code whose calls are in sight: their
// parameters hold what those pass.
var pythonLocals = []readCase{
	{"a parameter", "import os\ndef f(c): os.system(c)\nf('ls')", listing},
	{"with an annotation and a result", "import os\ndef f(c: str, n: int = 0) -> int:\n  return os.system(c)\nf('ls')", listing},
	{"several calls", "import os\ndef f(c):\n  os.system(c)\nf('ls')\nf('rm -rf /')", listing + "\n" + wipe},
	{"by name", "import os\ndef f(c, x=1): os.system(c)\nf(x=2, c='ls')", listing},
	{"only by name", "import os\ndef f(x, *, c): os.system(c)\nf(2, c='ls')", listing},
	{"a default", "import os\ndef f(c='ls'): os.system(c)\nf()", listing},
	{"a default beside a call", "import os\ndef f(c='ls'): os.system(c)\nf()\nf('rm -rf /')", listing + "\n" + wipe},
	{"in a loop over constants", "import os\ndef f(c): os.system(c)\nfor x in ['ls', 'rm -rf /']: f(x)", listing + "\n" + wipe},
	{"put together inside", "import os\ndef f(a, b):\n  os.system(f'{a} -rf {b}')\nf('rm', '/')", wipe},
	{"through a name inside", "import os\ndef f(c):\n  d = 'rm ' + c\n  os.system(d)\nf('-rf /')", wipe},
	{"set anew inside", "import os\ndef f(c):\n  c = 'rm -rf /'\n  os.system(c)\nf('ls')", listing + "\n" + wipe},
	{"through another function", "import os\ndef f(c): g(c)\ndef g(d): os.system(d)\nf('ls')", listing},
	{"the same name in two functions", "import os\ndef g(c): os.system(c)\ndef f(c): g(c)\nf('ls')", listing},
	{"a name outside that is the same", "import os\nc = 'rm -rf /'\ndef f(c): os.system(c)\nf('ls')", listing},
	{"a vector of all that is passed", "import subprocess\ndef f(*a): subprocess.run(a)\nf('rm', '-rf', '/')", `runs subprocess.run "rm" "-rf" "/"`},
	{"a vector behind a constant", "import subprocess\ndef f(*a): subprocess.run(['git', *a])\nf('status')", `runs subprocess.run "git" "status"`},
	{"other keywords handed on", "import subprocess\ndef f(c, **k): subprocess.run(c, shell=True, **k)\nf('ls', check=True)", `shell subprocess.run "ls"`},
	{"called in an f-string", "import os\ndef f(c): os.system(c)\nprint(f\"{f('ls')}\")", listing},
	{"asynchronous", "import os\nasync def f(c): os.system(c)\nasync def main(): await f('ls')", listing},
	{"called before it is defined", "import os\ndef main():\n  f('ls')\ndef f(c): os.system(c)\nmain()", listing},
	{"another's method of that name", "import os\ndef f(c): os.system(c)\nf('ls')\nx.f('rm -rf /')", listing},
}

func TestPythonLocals(t *testing.T) { runCases(t, "python3", pythonLocals) }

// pythonOutOfSight are functions that others may call as well.
var pythonOutOfSight = []readCase{
	{"never called", "import os\ndef f(c): os.system(c)", whatever},
	{"under another name", "import os\ndef f(c): os.system(c)\nf('ls')\ng = f\ng('rm -rf /')", listing + "\n" + whatever},
	{"mapped", "import os\ndef f(c): os.system(c)\nlist(map(f, ['ls']))", whatever},
	{"decorated", "import os\n@app.command\ndef f(c): os.system(c)\nf('ls')", listing + "\n" + whatever},
	{"by the names of the module", "import os\ndef f(c): os.system(c)\nf('ls')\nglobals()['f']('rm -rf /')", listing + "\n" + whatever},
	{"by code in a string", "import os\ndef f(c): os.system(c)\nf('ls')\nexec(\"f('rm -rf /')\")", listing + "\n" + wipe + "\n" + whatever},
	{"imported by itself", "import os, __main__\ndef f(c): os.system(c)\nf('ls')\n__main__.f('rm -rf /')", listing + "\n" + wipe + "\n" + whatever},
	{"defined twice", "import os\ndef f(c): os.system(c)\ndef f(c): os.system(c)\nf('ls')", listing + "\n" + whatever + "\n" + listing + "\n" + whatever},
	{"defined on a condition", "import os\nif x:\n  def f(c): os.system(c)\nf('ls')", listing + "\n" + whatever},
	{"a method", "import os\nclass A:\n  def f(self, c): os.system(c)\nA().f('ls')", listing + "\n" + whatever},
	{"with a list that is not known", "import os\ndef f(c): os.system(c)\nf(*x)", whatever},
	{"with keywords that are not known", "import os\ndef f(c): os.system(c)\nf(**x)", whatever},
	{"in itself, with more", "import os\ndef f(c):\n  os.system(c)\n  f(c + 'x')\nf('ls')", whatever + "\nshell os.system \"lsx\"\n" + listing},
	{"read again into a parameter", "import os\ndef f(c):\n  c = input()\n  os.system(c)\nf('ls')", listing + "\n" + whatever},
	{"a parameter inside of the same name", "import os\ndef f(c):\n  def g(c): os.system(c)\n  return g\nf('ls')", listing + "\n" + whatever},
}

func TestPythonOutOfSight(t *testing.T) { runCases(t, "python3", pythonOutOfSight) }

// A function that is called more often than is followed may get anything.
func TestPythonCallsPastTheMeasure(t *testing.T) {
	code := "import os\ndef f(c): os.system(c)\n"
	for i := range 65 {
		code += fmt.Sprintf("f('ls %d')\n", i)
	}
	acts, err := Read("python", code)
	require.NoError(t, err)
	assert.Contains(t, acts, Act{Kind: Shell, Call: "os.system", Args: []Arg{{}}, Offset: 20, End: 32})
}
