package snippet

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// readCase is a file and its snippets: a line for each, with the line and column where it
// begins, its name, its language and where it runs, and its text.
type readCase struct{ reason, name, text, want string }

// shown is a snippet in one line.
func shown(file string, s Snippet) string {
	at := s.Text.Place(0)
	line := 1 + strings.Count(file[:at], "\n")
	col := at - strings.LastIndexByte(file[:at], '\n')
	where := []string{"top", "file", "root", "nobody"}[s.Base]
	if s.Dir != "" {
		where += " " + s.Dir
	}
	return fmt.Sprintf("%d:%d %s (%s, %s, %s) %q", line, col, s.Name, s.Lang, where, s.On, s.Text.String)
}

// readCases are the kinds of files. Nothing in them is run.
var readCases = []readCase{
	{"a package's scripts", "package.json", "{\n  \"scripts\": {\n    \"test\": \"jest --x\",\n    \"q\": \"echo \\\"a\\\"\"\n  },\n  \"husky\": {\"hooks\": {\"pre-commit\": \"npm t\"}}\n}\n", `
3:14 scripts.test (sh, file, this machine) "jest --x"
4:11 scripts.q (sh, file, this machine) "echo \"a\""
6:38 husky.hooks.pre-commit (sh, file, this machine) "npm t"`},
	{"a package without scripts", "package.json", "{\"name\": \"x\"}", ``},

	{"a workflow", ".github/workflows/a.yml", "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n    - uses: x\n    - run: make\n    - name: y\n      run: |\n        a\n        b\n", `
7:12 jobs.a.steps.1.run (bash, top, throwaway) "make"
10:9 jobs.a.steps.2.run (bash, top, throwaway) "a\nb\n"`},
	{"a workflow's shells and directories", ".github/workflows/a.yml", "defaults: {run: {shell: sh, working-directory: d}}\njobs:\n  a:\n    runs-on: [self-hosted, x]\n    steps:\n    - run: a\n    - {run: b, shell: python, working-directory: /e}\n    - {run: c, shell: pwsh, working-directory: '${{ x }}'}\n    - {run: d, shell: 'bash -x {0}'}\n", `
6:12 jobs.a.steps.0.run (sh, top d, this machine) "a"
7:13 jobs.a.steps.1.run (python, root /e, this machine) "b"
8:13 jobs.a.steps.2.run (pwsh, nobody, this machine) "c"
9:13 jobs.a.steps.3.run (bash, top d, this machine) "d"`},
	{"windows", ".github/workflows/a.yml", "jobs: {a: {runs-on: windows-latest, steps: [{run: a}]}}", `
1:51 jobs.a.steps.0.run (pwsh, top, throwaway) "a"`},
	{"a shell with words of its own", ".github/workflows/a.yml", "jobs: {a: {steps: [{run: a, shell: 'bash -c \"b; c\" {0}'}, {run: d, shell: 'bash -eo pipefail {0}'}, {run: e, shell: 'sudo bash {0}'}]}}", `
1:26 jobs.a.steps.0.run (bash, top, this machine) "a"
1:37 jobs.a.steps.0.shell (sh, top, this machine) "bash -c \"b; c\" {0}"
1:65 jobs.a.steps.1.run (bash, top, this machine) "d"
1:107 jobs.a.steps.2.run (bash, top, this machine) "e"
1:118 jobs.a.steps.2.shell (sh, top, this machine) "sudo bash {0}"`},
	{"expressions", ".github/workflows/a.yml", "jobs:\n  a:\n    runs-on: ${{ matrix.os }}\n    steps:\n    - run: a ${{ x }} '${{ y }}' \"${{ z }}\" b\n", `
5:12 jobs.a.steps.0.run (bash, top, this machine) "a ${_unknown} ''\"${_unknown}\"'' \"${_unknown}\" b"`},
	{"an expression alone", ".github/workflows/a.yml", "jobs: {a: {steps: [{run: '${{ x }}'}]}}", `
1:27 jobs.a.steps.0.run (bash, top, this machine) "${_unknown}"`},
	{"an action", "action.yml", "runs:\n  using: composite\n  steps:\n  - run: a\n    shell: bash\n", `
4:10 runs.steps.0.run (bash, top, throwaway) "a"`},
	{"an action that is none of a shell's", "action.yml", "runs: {using: node20, main: x.js}\n", ``},

	{"an image", "Dockerfile", "# x\nFROM a AS b\nRUN apt-get update && \\\n    # why\n    apt-get install x\nWORKDIR /srv\nRUN [\"make\", \"a b\"]\nCMD serve\nHEALTHCHECK --interval=5s CMD curl x\nFROM c\nSHELL [\"/bin/bash\", \"-c\"]\nRUN --mount=type=cache,target=/x ls\n", `
3:5 RUN (sh, nobody, image) "apt-get update &&     apt-get install x"
7:6 RUN (sh, root /srv, image) "make 'a b'"
8:5 CMD (sh, root /srv, image) "serve"
9:31 HEALTHCHECK (sh, root /srv, image) "curl x"
12:34 RUN (bash, nobody, image) "ls"`},
	{"an image's here-documents", "x.Dockerfile", "FROM a\nRUN <<EOF\na\nb\nEOF\nRUN <<-\"X\"\n\t#!/usr/bin/env python3\n\tc\n\tX\nRUN cat <<A >x && d\ne\nA\nCOPY <<F /f\nnot a command\nF\nRUN g\n", `
3:1 RUN (sh, nobody, image) "a\nb\n"
7:2 RUN (python, nobody, image) "#!/usr/bin/env python3\nc\n"
10:5 RUN (sh, nobody, image) "cat <<A >x && d\ne\nA"
16:5 RUN (sh, nobody, image) "g"`},
	{"no directive behind one that is not known", "Dockerfile", "# foo=bar\n# escape=`\nFROM a\nRUN a \\\n c\n", `
4:5 RUN (sh, nobody, image) "a  c"`},
	{"what is no here-document", "Dockerfile", "FROM a\nRUN : \"<<EOF\"\nRUN x $((1<<A))\nRUN 3<<B\ny\nB\nSHELL [\"bash\", \"-c\", \"z\"]\n", `
2:5 RUN (sh, nobody, image) ": \"<<EOF\""
3:5 RUN (sh, nobody, image) "x $((1<<A))"
5:1 RUN (sh, nobody, image) "y\n"
7:8 SHELL (sh, nobody, image) "bash -c z"`},
	{"an image of windows", "Dockerfile", "# escape=`\nFROM a\nSHELL [\"powershell\"]\nRUN a `\n b\n", `
4:5 RUN (powershell, nobody, image) "a  b"`},

	{"recipes", "justfile", "x := 'v'\ny := `date`\nset shell := [\"bash\", \"-c\"]\n\n# what\ndefault: (z \"1\")\n    @ls {{x}} {{q}}\n    a \\\n      b\nz n:\n    #!/usr/bin/env python3\n    c\n", "\n" +
		"2:7 ` (sh, file, this machine) \"date\"\n" +
		"7:6 default (bash, file, this machine) \"ls v ${_unknown}\\n\"\n" +
		"8:5 default (bash, file, this machine) \"a \\\\\\nb\\n\"\n" +
		"11:5 z (python, file, this machine) \"#!/usr/bin/env python3\\nc\\n\""},

	{"a recipe whose comment sets something", "justfile", "deploy: # sets x := y\n    a\n", `
2:5 deploy (sh, file, this machine) "a\n"`},
	{"commands in expressions", "justfile", "x := ```\n  a\n```\ny := shell('b', '1') + (\n  `c` # no `d`\n)\nz: (e `f`)\n    g {{ `h` + shell(\"i\") }} {{ '`' }}\n", "\n" +
		"1:9 ` (sh, file, this machine) \"\\n  a\\n\"\n" +
		"4:13 ` (sh, file, this machine) \"b\"\n" +
		"5:4 ` (sh, file, this machine) \"c\"\n" +
		"7:8 ` (sh, file, this machine) \"f\"\n" +
		"8:11 ` (sh, file, this machine) \"h\"\n" +
		"8:23 ` (sh, file, this machine) \"i\"\n" +
		"8:5 z (sh, file, this machine) \"g ${_unknown} ${_unknown}\\n\""},
	{"the words of a shell", "justfile", "set shell := ['bash', '-c', 'a; b']\nset windows-shell := ['powershell', '-c']\nx:\n  c\n", `
1:15 set shell (sh, file, this machine) "bash -c 'a; b'"
4:3 x (bash, file, this machine) "c\n"`},
	{"pre-commit", ".pre-commit-config.yaml", "repos:\n- repo: https://example.com/x\n  hooks: [{id: a}]\n- repo: local\n  hooks:\n  - {id: b, language: system, entry: make b, args: [-k, 'a b']}\n  - {id: c, language: pygrep, entry: 'x.*'}\n", `
6:38 repos.1.hooks.0.entry (sh, top, this machine) "make b -k 'a b'"`},
	{"hooks for pre-commit", ".pre-commit-hooks.yaml", "- {id: b, language: script, entry: x.sh}\n", `
1:36 0.entry (sh, top, this machine) "x.sh"`},

	{"an agent's hooks", ".claude/settings.json", "{\n // why\n \"hooks\": {\"PreToolUse\": [{\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"a && b\"}]}]},\n \"statusLine\": {\"type\": \"command\", \"command\": \"c\"}, \"env\": {\"A\": \"b\"}\n}\n", `
3:89 hooks.PreToolUse.0.hooks.0.command (sh, top, this machine) "a && b"
4:48 statusLine.command (sh, top, this machine) "c"`},
	{"comments right before a key", ".claude/settings.json", "{/**/\"statusLine\": {/* \" */\"command\": \"a /* ; b */\"}}", `
1:40 statusLine.command (sh, top, this machine) "a /* ; b */"`},
	{"tool servers", ".mcp.json", "{\"mcpServers\": {\"x\": {\"command\": \"npx\", \"args\": [\"-y\", \"a b\"]}, \"y\": {\"url\": \"https://example.com\"}}}", `
1:34 mcpServers.x.command (sh, top, this machine) "npx -y 'a b'"`},
	{"tasks", ".vscode/tasks.json", "{\"tasks\": [{\"type\": \"shell\", \"command\": \"a && b\", \"args\": [\"c d\"]}, {\"type\": \"process\", \"command\": \"e && f\"}]}", `
1:42 tasks.0.command (sh, top, this machine) "a && b 'c d'"
1:100 tasks.1.command (sh, top, this machine) "'e && f'"`},
	{"a task's values and shell", ".vscode/tasks.json", "{\"command\": \"a\", \"tasks\": [{\"command\": {\"value\": \"b\"}, \"options\": {\"shell\": {\"executable\": \"sh\", \"args\": [\"-c\", \"c; d\"]}}}]}", `
1:14 top.command (sh, top, this machine) "a"
1:92 tasks.0.options.shell (sh, top, this machine) "sh -c 'c; d'"
1:51 tasks.0.command (sh, top, this machine) "b"`},
	{"a hook that is a vector", ".claude/settings.json", "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"command\": [\"sh\", \"-c\", \"a; b\"]}]}]}}", `
1:45 hooks.Stop.0.hooks.0.command (sh, top, this machine) "sh -c 'a; b'"`},
	{"a development container", ".devcontainer/devcontainer.json", "{\n  \"postCreateCommand\": {\"a\": \"x\", \"b\": [\"y\", \"z w\"]},\n  \"initializeCommand\": \"i\", // here\n}\n", `
3:25 initializeCommand (sh, top, this machine) "i"
2:31 postCreateCommand.a (sh, top, throwaway) "x"
2:41 postCreateCommand.b (sh, top, throwaway) "y 'z w'"`},
	{"processes", "Procfile", "web: node x.js\n# no\nworker: a | b\n", `
1:5 web (sh, file, this machine) " node x.js"
3:8 worker (sh, file, this machine) " a | b"`},
}

func TestRead(t *testing.T) {
	for _, c := range readCases {
		t.Run(c.reason, func(t *testing.T) {
			found, err := Read(KindOf(c.name, c.text), c.name, c.text)
			require.NoError(t, err)
			got := ""
			for _, s := range found {
				got += "\n" + shown(c.text, s)
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// A file of a kind that cannot be read is an error at its place, never a file without commands.
func TestFilesThatCannotBeRead(t *testing.T) {
	for _, c := range []struct {
		reason, name, text string
		at                 int
	}{
		{"a package", "package.json", "{\"scripts\": {\"a\": \"b}", 18},
		{"a workflow", ".github/workflows/a.yml", "jobs:\n\ta: b\n", 6},
		{"pre-commit", ".pre-commit-config.yaml", "repos: [", 8},
		{"more than anybody writes", "Procfile", strings.Repeat("a: b\n", MaxSnippets+1), 5*MaxSnippets + 2},
		{"an agent's settings", ".claude/settings.json", "{]", 1},
		{"a comment that ends for some", ".claude/settings.json", "{// a\u2028\"b\": 1}", 5},
		{"a carriage return", ".github/workflows/a.yml", "a: b # c\rd: e\n", 8},
		{"a key twice", "package.json", "{\"scripts\": {}, \"scripts\": {}}", 16},
	} {
		t.Run(c.reason, func(t *testing.T) {
			found, err := Read(KindOf(c.name, c.text), c.name, c.text)
			require.Empty(t, found)
			e, ok := err.(*Error)
			require.True(t, ok, "%v", err)
			assert.Equal(t, c.at, e.At, e.Text)
		})
	}
}

// What a workflow and an image set in the environment is known.
func TestVariables(t *testing.T) {
	found, err := Read("workflow", "w.yml", "env: {A: a, B: b, C: c}\njobs: {j: {env: {B: bb}, steps: [{run: x, env: {C: '${{ c }}'}}]}}")
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"A": "a", "B": "bb"}, known(found[0].Vars, "A", "B", "C"))
	found, err = Read("Dockerfile", "Dockerfile", "FROM a\nENV A=a B=$A\nENV C c\nRUN x\nFROM b\nRUN y\n")
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"A": "a", "C": "c"}, known(found[0].Vars, "A", "B", "C"))
	assert.Nil(t, found[1].Vars)
}

// known are the variables of some names whose values are known.
func known(v *Vars, names ...string) map[string]string {
	found := map[string]string{}
	for _, name := range names {
		if value, ok := v.Get(name); ok {
			found[name] = value
		}
	}
	return found
}

// A file that sets more variables than anybody does is refused, and costs no more than it is
// long.
func TestManyVariables(t *testing.T) {
	for _, c := range []struct{ reason, name, text string }{
		{"an image", "Dockerfile", "FROM a\n" + strings.Repeat("ENV A=a\nRUN x\n", maxVariables+1)},
		{"a workflow", ".github/workflows/a.yml", "jobs: {j: {steps: [" + manySteps() + "]}}"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			_, err := Read(KindOf(c.name, c.text), c.name, c.text)
			assert.ErrorContains(t, err, "variables are set before this")
		})
	}
}

// manySteps are steps of which the last has too many variables.
func manySteps() string {
	var b strings.Builder
	for i := range maxVariables + 1 {
		fmt.Fprintf(&b, "A%d: a, ", i)
	}
	return "{run: x, env: {" + b.String() + "}}"
}

// machineCase is a job of GitHub's, and where it runs.
type machineCase struct {
	reason, job string
	on          Machine
}

func TestMachineOfJobs(t *testing.T) {
	for _, c := range []machineCase{
		{"a hosted label", "runs-on: macos-15", Throwaway},
		{"a list", "runs-on: [ubuntu-latest]", Throwaway},
		{"labels", "runs-on: {labels: ubuntu-24.04-arm}", This},
		{"a label of somebody's", "runs-on: ubuntu-prod-db", This},
		{"one of each", "runs-on: [ubuntu-latest, prod]", This},
		{"a group", "runs-on: {group: x, labels: ubuntu-latest}", This},
		{"none", "if: x", This},
		{"a matrix", "runs-on: '${{ matrix.os }}', strategy: {matrix: {os: [ubuntu-latest, windows-2022]}}", Throwaway},
		{"in another case", "runs-on: '${{matrix.OS}}', strategy: {matrix: {os: [ubuntu-latest]}}", Throwaway},
		{"a matrix with somebody's", "runs-on: '${{ matrix.os }}', strategy: {matrix: {os: [ubuntu-latest, self-hosted]}}", This},
		{"a list in a matrix", "runs-on: '${{ matrix.os }}', strategy: {matrix: {os: [[self-hosted, linux]]}}", This},
		{"a matrix with more", "runs-on: '${{ matrix.os }}', strategy: {matrix: {os: [ubuntu-latest], include: [{OS: prod}]}}", This},
		{"a matrix of maps", "runs-on: '${{ matrix.x.os }}', strategy: {matrix: {x: [{os: ubuntu-latest}]}}", Throwaway},
		{"a matrix of maps with somebody's", "runs-on: '${{ matrix.x.os }}', strategy: {matrix: {x: [{os: ubuntu-latest}, {os: y}]}}", This},
		{"a matrix that an expression gives", "runs-on: '${{ matrix.os }}', strategy: {matrix: {os: '${{ fromJSON(x) }}'}}", This},
		{"an expression as well", "runs-on: '${{ matrix.os || x }}', strategy: {matrix: {os: [ubuntu-latest]}}", This},
		{"no matrix", "runs-on: '${{ matrix.os }}'", This},
	} {
		t.Run(c.reason, func(t *testing.T) {
			found, err := Read("workflow", "/x/.github/workflows/a.yml", "jobs: {j: {"+c.job+", steps: [{run: x}]}}")
			require.NoError(t, err)
			require.Len(t, found, 1)
			assert.Equal(t, c.on, found[0].On)
		})
	}
	found, err := Read("workflow", ".forgejo/workflows/a.yml", "jobs: {j: {runs-on: ubuntu-latest, steps: [{run: x}]}}")
	require.NoError(t, err)
	assert.Equal(t, This, found[0].On, "every runner of Forgejo's is somebody's own")
}

// Whatever a file holds, reading it ends, and every byte of a snippet stands in the file.
func FuzzRead(f *testing.F) {
	for _, c := range readCases {
		f.Add(c.name, c.text)
	}
	for _, c := range kindCases {
		f.Add(c.name, c.text)
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		found, err := Read(KindOf(name, text), name, text)
		if err != nil {
			return
		}
		for _, s := range found {
			for i := range len(s.Text.String) + 1 {
				if at := s.Text.Place(i); at < 0 || at > len(text) {
					t.Fatalf("byte %d of %q stands at %d of %d", i, s.Text.String, at, len(text))
				}
			}
		}
	})
}
