package compare

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/rules/builtin"
	"github.com/agent-loop/shimgen/work/machine"
)

func TestPlain(t *testing.T) {
	for _, c := range []struct{ why, text, want string }{
		{"the shims' directory is on PATH", "PATH=/home/agent/.agent-loop/bin:/usr/bin", "PATH=/usr/bin"},
		{"what a program finds in it is written down by others", "home = /home/agent/.agent-loop/bin/x", "home = /home/agent/.agent-loop/bin/x"},
		{"a temporary name", "rm /tmp/tmp.aB3xQ9/x", "rm /tmp/TEMP/x"},
		{"an ordinary word in /tmp", "/tmp/word", "/tmp/word"},
		{"a shell's job", "[1] 12345", "[1] PID"},
		{"who was killed", "x.sh: line 3: 4711 Killed", "x.sh: line 3: PID Killed"},
		{"a process id", "pid 77, Pid: 78, agent pid=9", "pid PID, Pid: PID, agent pid=PID"},
		{"what configure measures", "checking the filesystem timestamp resolution... 0.01\n", "checking the filesystem timestamp resolution... LONG\n"},
		{"times", "2026-01-02 03:04:05 took 1.25s, 0m0.003s", "DATE TIME took LONG, LONG"},
		{"how fast dd was", "511 bytes copied, 4.2188e-05 s, 7.8 MB/s; (8.2 kB, 8.0 KiB) copied, 0.00123456 s, 294 kB/s", "511 bytes copied, LONG; (8.2 kB, 8.0 KiB) copied, LONG"},
		{"a directory of coreutils' tests", "/home/agent/work/gt-multi.sh.1S29/link2", "/home/agent/work/gt-multi.sh.TEMP/link2"},
		{"an abbreviated hash", "abc1234 subject", "HASH subject"},
		{"a word is no hash", "defaced facade 1234567", "HASH facade HASH"},
		{"what tells something stays", "exit 126, 17 tests, line 12: x", "exit 126, 17 tests, line 12: x"},
	} {
		assert.Equal(t, c.want, Plain(c.text), c.why)
	}
}

func TestOutcomes(t *testing.T) {
	file := func(text string) machine.File { return machine.File{Mode: 0o644, Text: text} }
	base := machine.Outcome{Stdout: "a\nb\n", Files: map[string]machine.File{"x": file("1"), "dir": {Mode: fs.ModeDir | 0o755}, "l": {Mode: fs.ModeSymlink | 0o777, Text: "x"}}}
	for _, c := range []struct {
		why  string
		make func(*machine.Outcome)
		want string // what is different; "" for nothing
	}{
		{"nothing", func(*machine.Outcome) {}, ""},
		{"another status", func(o *machine.Outcome) { o.Exit = 126 }, "exit"},
		{"no end", func(o *machine.Outcome) { o.TimedOut = true }, "time"},
		{"a line of output", func(o *machine.Outcome) { o.Stdout = "a\nc\n" }, "stdout"},
		{"a refusal", func(o *machine.Outcome) { o.Stderr = "shimgen: blocked: x [y]\n" }, "stderr"},
		{"a warning is looked for in the trail", func(o *machine.Outcome) { o.Stderr = "shimgen: warning: x [y]\nshimgen: hint: z\n" }, ""},
		{"but not what comes behind it", func(o *machine.Outcome) { o.Stderr = "shimgen: warning: x [y]\nfatal\n" }, "stderr"},
		{"another mode", func(o *machine.Outcome) { o.Files["x"] = machine.File{Mode: 0o600, Text: "1"} }, "x"},
		{"other contents", func(o *machine.Outcome) { o.Files["x"] = file("2") }, "x"},
		{"binary contents", func(o *machine.Outcome) { o.Files["x"] = file("\x00") }, "x"},
		{"a link elsewhere", func(o *machine.Outcome) { o.Files["l"] = machine.File{Mode: fs.ModeSymlink | 0o777, Text: "y"} }, "l"},
		{"a file less", func(o *machine.Outcome) { delete(o.Files, "x") }, "x"},
		{"a file more", func(o *machine.Outcome) { o.Files["y"] = file("") }, "y"},
		{"an object of git's, called after the time", func(o *machine.Outcome) { o.Files[".git/objects/ab/cd"] = file("") }, ""},
	} {
		behind := base
		behind.Files = map[string]machine.File{}
		for name, f := range base.Files {
			behind.Files[name] = f
		}
		c.make(&behind)
		var of []string
		for _, d := range Outcomes(base, behind) {
			assert.NotEmpty(t, d.Text, c.why)
			of = append(of, d.Of)
		}
		assert.Equal(t, c.want, strings.Join(of, " "), c.why)
	}
}

// Names that differ only in a hash stay distinct, and each is compared with its own.
func TestFilesNamedAfterHashes(t *testing.T) {
	files := func(names ...string) machine.Outcome {
		o := machine.Outcome{Files: map[string]machine.File{}}
		for _, name := range names {
			o.Files["fuzz/"+name] = machine.File{Text: name[:1]}
		}
		return o
	}
	const first, second, third = "1beefcafe", "2beefcafe", "3beefcafe"
	for range 20 { // map order varies
		assert.Empty(t, Outcomes(files(first, second), files(first, second)))
	}
	assert.Empty(t, Outcomes(files("1beefcafe"), files("1deadbeef")), "one that another run calls otherwise")
	assert.NotEmpty(t, Outcomes(files(first, second), files(first, third)))
}

func TestFound(t *testing.T) {
	shim := machine.Shims + "/sed"
	o := machine.Outcome{Stdout: "sed... " + shim, Files: map[string]machine.File{"Makefile": {Text: "SED = " + shim}}}
	got := Found(o)
	assert.Equal(t, "sed... /usr/bin/sed", got.Stdout)
	assert.Equal(t, "SED = /usr/bin/sed", got.Files["Makefile"].Text)
	assert.Equal(t, "SED = "+shim, o.Files["Makefile"].Text, "the outcome itself stays")
}

func TestFilesThatHoldTimes(t *testing.T) {
	for name, want := range map[string]bool{".git/index": true, ".git/logs/refs/heads/main": true, "a.pyc": true, "index.js": false, "logs": false, "a/main": false} {
		assert.Equal(t, want, holdsTimes(name), name)
	}
	for _, row := range ofTimes {
		assert.NotEmpty(t, row.why, row.pattern)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, bad := range []string{"rule", "rule task way profile", "rule [ * * reason", "- git/* * * reason"} {
		_, err := read(bad)
		assert.ErrorContains(t, err, "expected.txt:1:", bad)
	}
}

func TestIntended(t *testing.T) {
	rows, err := read("# why\n\ngit.reset-hard git/t1* default cautious throws work away\ngit.push git/* * * sends\n- own/ps all * a process more\n")
	require.NoError(t, err)
	refused := func(rules ...string) machine.Execution { return machine.Execution{Action: "block", Rules: rules} }
	for _, c := range []struct {
		why, task string
		way       machine.Way
		trail     []machine.Execution
		want      bool
	}{
		{"a rule of the table", "git/t1000", "default", []machine.Execution{{Action: "allow"}, refused("git.reset-hard")}, true},
		{"a warning of one excuses no other difference", "git/t1000", "default", []machine.Execution{{Action: "warn", Rules: []string{"git.push"}}}, false},
		{"nor does a refusal excuse another rule's warning", "git/t1000", "default", []machine.Execution{refused("git.reset-hard"), {Action: "warn", Rules: []string{"git.pull"}}}, false},
		{"another task", "git/t2000", "default", []machine.Execution{refused("git.reset-hard")}, false},
		{"another way", "git/t1000", "all", []machine.Execution{refused("git.reset-hard")}, false},
		{"one that is not there beside it", "git/t1000", "default", []machine.Execution{refused("git.reset-hard"), refused("run.environment")}, false},
		{"one of a decision's two is not there", "git/t1000", "default", []machine.Execution{refused("git.reset-hard", "run.environment")}, false},
		{"a refusal without a rule", "git/t1000", "default", []machine.Execution{refused()}, false},
		{"no refusal at all", "git/t1000", "default", nil, false},
		{"no refusal, and a row says so", "own/ps", "all", nil, true},
	} {
		intended, _ := Intended(rows, c.task, c.way, "cautious", c.trail, true)
		assert.Equal(t, c.want, intended, c.why)
	}
	intended, _ := Intended(rows, "git/t1000", "default", "open", []machine.Execution{refused("git.reset-hard")}, true)
	assert.False(t, intended, "another profile")
	intended, used := Intended(rows, "git/t1000", "default", "cautious", []machine.Execution{{Action: "warn", Rules: []string{"git.push"}}}, false)
	assert.True(t, intended, "a warning, and nothing else is different")
	assert.Equal(t, []int{4}, used)
}

// how are rules about how a program was started, not about what it does. A refusal by one
// of them in ordinary work is always a bug, except for six scripts of others that test
// just that.
var how = []string{"env.*", "run.environment", "run.library-path", "run.alias", "run.unread-file", "run.opaque", "git.option-program", "run.option-program", "self.*"}

// TestTable checks the entries of the table.
func TestTable(t *testing.T) {
	rows, err := Table()
	require.NoError(t, err)
	known := map[string]bool{"-": true}
	for r := range builtin.Rules().All() {
		known[r.ID] = true
	}
	scripts := map[string]bool{}
	for _, e := range rows {
		assert.True(t, known[e.Rule], "expected.txt:%d: no rule is called %s", e.Line, e.Rule)
		assert.Contains(t, []string{"*", "default", "all", "auto", "required"}, e.Way, "expected.txt:%d", e.Line)
		assert.Contains(t, []string{"*", "open", "cautious", "guarded", "paranoid"}, e.Profile, "expected.txt:%d", e.Line)
		for _, pattern := range how {
			if is, err := path.Match(pattern, e.Rule); err != nil || is {
				scripts[e.Task] = true
			}
		}
	}
	assert.Subset(t, []string{
		"git/t1300-config", "git/t0411-clone-from-partial", "coreutils/cp-nfs-removal-race", "coreutils/ls-getxattr-speedup",
		"coreutils/rm-rm-readdir-fail", "coreutils/misc-sort-compress",
	}, slices.Collect(maps.Keys(scripts)), "a refusal by how a program was started")
}
