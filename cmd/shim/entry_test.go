//go:build linux && (amd64 || arm64)

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
)

// TestFastEntry runs every other test of the package with a shim that decides before the
// Go runtime starts.
func TestFastEntry(t *testing.T) {
	if os.Getenv(wayVariable) != "" {
		return // this is the second run
	}
	again := exec.Command(os.Args[0], "-test.failfast")
	again.Env = append(os.Environ(), wayVariable+"=fast")
	out, err := again.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// lines returns how many lines the audit trail has, and checks that each is whole.
func (in installation) lines(t *testing.T) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(in.Root, "audit", "*.jsonl"))
	require.NoError(t, err)
	count := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range bytes.Lines(text) {
			if len(line) == 1 {
				continue // behind a line that another process was writing
			}
			assert.True(t, json.Valid(line), "%s", line)
			count++
		}
	}
	return count
}

// plain makes name a clear command that is an ordinary program of this machine.
func (in installation) plain(t *testing.T, name string) {
	t.Helper()
	file, err := exec.LookPath(name)
	require.NoError(t, err)
	in.clears(t, name)
	require.NoError(t, os.Symlink(file, filepath.Join(in.real, name)))
}

func TestEveryLengthOfArgv(t *testing.T) {
	in := installed(t, "#!/bin/sh\necho judge $(($# - 2)) $3 $5\n", "tool")
	in.clears(t, "tool")
	in.program(t, "tool", `echo real $# $1 $3`)
	clear := 0
	for argc := 1; argc <= 600; argc++ {
		argv := []string{"tool"}
		for i := 1; i < argc; i++ {
			argv = append(argv, fmt.Sprint(i))
		}
		got, _ := in.call(t, in.shim("tool"), argv, in.path(in.real))
		who := "judge"
		if argc <= gate.MaxArgs {
			who = "real"
			clear++
		}
		seen := append(argv[1:], "", "", "")
		assert.Equal(t, outcome{out: strings.TrimSpace(fmt.Sprint(who, " ", argc-1, " ", seen[0], " ", seen[2])) + "\n"}, got)
	}
	assert.Equal(t, clear, in.lines(t))
}

func TestLongArgumentsReachTheJudgeWhole(t *testing.T) {
	in := installed(t, "#!/bin/sh\necho judge ${#3} ${#4}\n", "tool")
	in.clears(t, "tool")
	in.program(t, "tool", `echo real ${#1} ${#2}`)
	for _, c := range []struct {
		lengths [2]int
		who     string
	}{
		{[2]int{gate.MaxArg, 1}, "real"},
		{[2]int{gate.MaxArg + 1, 1}, "judge"},
		{[2]int{5 << 10, 1}, "judge"},
		{[2]int{1, 128<<10 - 1}, "judge"}, // the kernel's limit, MAX_ARG_STRLEN with its NUL
	} {
		argv := []string{"tool", strings.Repeat("x", c.lengths[0]), strings.Repeat("y", c.lengths[1])}
		got, _ := in.call(t, in.shim("tool"), argv, in.path(in.real))
		assert.Equal(t, outcome{out: fmt.Sprintln(c.who, c.lengths[0], c.lengths[1])}, got)
	}
	assert.Equal(t, 1, in.lines(t))
}

// Limits too tight for an ordinary Go program do not matter to a clear command: no
// runtime reserves memory or makes threads.
func TestTightLimitsAreNoHindrance(t *testing.T) {
	if way != "fast" {
		return
	}
	in := installed(t, fakeJudge, "echo")
	in.plain(t, "echo")
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash, for its ulimit")
	}
	limits := []string{"-v 20000", "-s 64", "-n 4", "-d 1000", "-u 1"}
	for i, limit := range limits {
		script := `ulimit ` + limit + ` && exec "$0" a b`
		got, _ := in.call(t, bash, []string{"bash", "-c", script, in.shim("echo")}, in.path(in.real))
		assert.Equal(t, outcome{out: "a b\n"}, got, limit)
		assert.Equal(t, i+1, in.lines(t), limit)
	}
}

// Limits and ignored signals are passed on to the program unchanged.
func TestNothingOfTheProcessIsChanged(t *testing.T) {
	if way != "fast" {
		return
	}
	in := installed(t, fakeJudge, "tool")
	in.clears(t, "tool")
	in.program(t, "tool", `ulimit -S -n; grep -E 'SigIgn|SigBlk|Threads' /proc/self/status`)
	script := `ulimit -S -n 99; trap '' PIPE USR1 HUP; exec "$0"`
	direct, _ := in.call(t, "/bin/sh", []string{"sh", "-c", script, filepath.Join(in.real, "tool")}, "PATH=/usr/bin:/bin")
	through, _ := in.call(t, "/bin/sh", []string{"sh", "-c", script, in.shim("tool")}, in.path(in.real, "/usr/bin", "/bin"))
	assert.Equal(t, direct, through)
	assert.Equal(t, 1, in.lines(t))
}

func TestManyAtOnceLeaveALineEach(t *testing.T) {
	const many = 200
	in := installed(t, fakeJudge, "echo")
	in.plain(t, "echo")
	var group sync.WaitGroup
	for i := range many {
		group.Go(func() {
			word := strings.Repeat("é", 500) + fmt.Sprint(i)
			out, err := (&exec.Cmd{Path: in.shim("echo"), Args: []string{"echo", word}, Env: []string{in.path(in.real)}, Dir: in.cwd}).Output()
			assert.NoError(t, err)
			assert.Equal(t, word+"\n", string(out))
		})
	}
	group.Wait()
	assert.Equal(t, many, in.lines(t))
}

// The gate's own fuzz tests try many more tables, but in a process with a runtime, where
// a trap is a panic.
func TestDamagedTableIsTheJudgesMatter(t *testing.T) {
	in := installed(t, "#!/bin/sh\necho judge\n", "echo")
	in.plain(t, "echo")
	name := filepath.Join(in.Root, "state", "gate.bin")
	whole, err := os.ReadFile(name)
	require.NoError(t, err)
	damaged := [][]byte{nil, whole[:1], append(bytes.Clone(whole), whole...)[:len(whole)+1], bytes.Repeat([]byte{0xff}, len(whole)), make([]byte, len(whole))}
	for at := 0; at < len(whole); at += 24 {
		flipped := bytes.Clone(whole)
		flipped[at] ^= 0x81
		damaged = append(damaged, whole[:at], flipped)
	}
	for i, table := range damaged {
		require.NoError(t, os.WriteFile(name, table, 0o600))
		got, _ := in.call(t, in.shim("echo"), []string{"echo", "x"}, in.path(in.real))
		if len(table) > len(whole) {
			continue // bytes behind the last page
		}
		assert.Equal(t, outcome{out: "judge\n"}, got, "%d", i)
	}
}

// The line is written exactly once, however the command ends.
func TestOneLineHoweverItEnds(t *testing.T) {
	in := installed(t, "#!/bin/sh\necho judge\n", "tool", "none")
	in.clears(t, "tool")
	for _, c := range []struct {
		why   string
		head  string
		mode  os.FileMode
		argv  []string
		want  outcome
		lines int
	}{
		{"it runs", "#!/bin/sh\necho real\n", 0o700, []string{"tool"}, outcome{out: "real\n"}, 1},
		{"by the shim's own name", "#!/bin/sh\necho real\n", 0o700, []string{"shim", "tool"}, outcome{out: "real\n"}, 1},
		{"no interpreter", "#!/nonexistent/sh\n", 0o700, []string{"tool"}, outcome{"", "shimgen: " + in.real + "/tool: cannot be started: no such file or directory\n", 126}, 1},
		{"no format the kernel knows", "\x7fELF and no more", 0o700, []string{"tool"}, outcome{"", "shimgen: " + in.real + "/tool: cannot be started: exec format error\n", 126}, 1},
		{"the judge decides", "#!/bin/sh\necho real\n", 0o700, []string{"tool", "--unknown"}, outcome{out: "judge\n"}, 0},
		{"nobody may execute it", "#!/bin/sh\necho real\n", 0o600, []string{"tool"}, outcome{out: "judge\n"}, 0},
	} {
		before := in.lines(t)
		file := filepath.Join(in.real, "tool")
		_ = os.Remove(file)
		require.NoError(t, os.WriteFile(file, []byte(c.head), c.mode))
		got, _ := in.call(t, in.shim("tool"), c.argv, in.path(in.real))
		assert.Equal(t, c.want, got, c.why)
		assert.Equal(t, c.lines, in.lines(t)-before, c.why)
	}
}
