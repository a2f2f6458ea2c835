package scan

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/snippet"
	"github.com/agent-loop/shimgen/zone"
)

// work is the work directory of the model machine.
const work = "/home/agent/work"

// modelJudge judges files on the machine of the rules' examples, with some files in its work
// directory.
func modelJudge(t *testing.T, profile string, files map[string]string) Judge {
	t.Helper()
	p, err := policy.Builtin(profile)
	require.NoError(t, err)
	m, req := guard.Model()
	tree := m.Files.(zone.Tree)
	for name, text := range files {
		for dir := path.Dir(path.Join(work, name)); dir != work; dir = path.Dir(dir) {
			tree[dir] = ""
		}
		tree[path.Join(work, name)] = zone.Text(text)
	}
	return Judge{Session: &runner.Session{Policy: p, Machine: m, Dir: req.Dir, Work: req.Work}, Top: work}
}

// said is what a report says, a line for each finding: its place, action and rule.
func said(r Report) string {
	var lines []string
	for i, f := range r.Findings {
		if i > 0 && f.isBeside(r.Findings[i-1]) {
			continue
		}
		what := f.Rule
		if f.Error != "" {
			what = f.Error
		}
		lines = append(lines, fmt.Sprintf("%s:%d:%d %s %s", f.File, f.Line, f.Col, f.Action, what))
	}
	return strings.Join(lines, "\n")
}

// fileCase is a file and what is said about it.
type fileCase struct{ reason, name, text, want string }

func runFileCases(t *testing.T, cases []fileCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.reason, func(t *testing.T) {
			j := modelJudge(t, policy.Cautious, map[string]string{"other.sh": "ls\nrm -rf /\n", "lib/clean.sh": "git clean -fdx\n"})
			r := j.File(File{Name: c.name, Path: path.Join(work, c.name), Kind: snippet.KindOf(c.name, c.text), Text: c.text})
			assert.Equal(t, c.want, said(r))
			worst := "allow"
			for _, action := range []string{"warn", "ask", "block"} {
				if strings.Contains(c.want, " "+action+" ") {
					worst = action
				}
			}
			assert.Equal(t, worst, r.Action)
		})
	}
}

func TestScripts(t *testing.T) {
	runFileCases(t, []fileCase{
		{"nothing", "a.sh", "#!/bin/sh\nset -e\ncd src && make\n", ""},
		{"its line and column", "a.sh", "#!/bin/sh\nls; rm -rf /\n", "a.sh:2:5 block fs.rm-root"},
		{"each in its place", "a.sh", "git reset --hard\n\nrm -rf ~\n", "a.sh:1:1 ask git.reset-hard\na.sh:3:1 block fs.rm-home"},
		{"once a place", "a.sh", "for i in 1 2; do rm -rf /; done\n", "a.sh:1:18 block fs.rm-root"},
		{"a function that nobody calls", "a.sh", "f() {\n  rm -rf /\n}\n", "a.sh:2:3 block fs.rm-root"},
		{"a word that its caller gives", "a.sh", "rm -rf \"$1\"/*\n", "a.sh:1:1 ask fs.rm-empty"},
		{"within a command's words", "a.sh", "ls\nbash -c 'ls; rm -rf /'\n", "a.sh:2:1 block fs.rm-root"},
		{"a number sign in a name", "a#b.sh", "ls\nrm -rf /\n", "a#b.sh:2:1 block fs.rm-root"},
		{"another file", "a.sh", "ls\n./other.sh\n", "other.sh:2:1 block fs.rm-root"},
		{"a file beside it", "lib/a.sh", "cd \"$(dirname \"$0\")\"\n. ./clean.sh\n", "lib/clean.sh:1:1 ask git.clean-force"},
		{"from the top of the repository", "lib/a.sh", ". lib/clean.sh\n", "lib/clean.sh:1:1 ask git.clean-force"},
		{"what does not parse", "a.sh", "ls\nif x\n", "a.sh:2:1 ask cannot be parsed: `if <cond>` must be followed by `then`"},
		{"bash behind the name of sh", "a.sh", "#!/bin/sh\na=(1 2)\nrm -rf /\n", "a.sh:3:1 block fs.rm-root"},
		{"python", "x.py", "import os\nimport shutil\nshutil.rmtree('/')\n", "x.py:3:1 block fs.rm-root"},
		{"python that starts a shell", "x.py", "import os\nos.system('ls; rm -rf /')\n", "x.py:2:1 block fs.rm-root"},
		{"code that does nothing", "x.py", "print(1)\n", ""},
	})
}

func TestRecipes(t *testing.T) {
	runFileCases(t, []fileCase{
		{"every target", "Makefile", "all: x\n\tcc x.c\n\nwipe:\n\trm -rf /\n", "Makefile:5:1 block fs.rm-root"},
		{"in the directory of the file", "lib/Makefile", "x:\n\t. ./clean.sh\n", "lib/clean.sh:1:1 ask git.clean-force"},
		{"a variable", "Makefile", "D = /\nx:\n\trm -rf $(D)\n", "Makefile:3:1 block fs.rm-root"},
		{"its own things", "Makefile", "clean:\n\trm -rf build *.o\n\t-rm -f x\n", ""},
	})
}

func TestFilesThatNobodyReads(t *testing.T) {
	j := modelJudge(t, policy.Cautious, nil)
	r := j.File(File{Name: "a.sh", Path: work + "/a.sh", Kind: snippet.Script, Text: "ls\x00"})
	assert.Equal(t, "a.sh:1:3 ask cannot be read: this is no text", said(r))
	assert.Equal(t, "ask", r.Action)
	r = modelJudge(t, policy.Guarded, nil).File(File{Name: "a.sh", Path: work + "/a.sh", Kind: snippet.Script, Text: "ls\x00"})
	assert.Equal(t, "block", r.Action, "as the profile says about what cannot be parsed")
	assert.Equal(t, "block", Report{}.Decided().String())
}
