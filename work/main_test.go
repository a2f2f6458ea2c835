//go:build linux

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-loop/shimgen/clients/cage"
	"github.com/agent-loop/shimgen/work/machine"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	cage.Inside()
	os.Exit(m.Run())
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"-nope"}, {"-cost", "-1"}, {"-ways", "without"}, {"-ways", ""}, {"-profile", "brave"}, {"-only", "["}, {"word"}} {
		assert.Equal(t, 2, run(context.Background(), args, &bytes.Buffer{}, &bytes.Buffer{}), args)
	}
}

func TestList(t *testing.T) {
	t.Setenv("SHIMGEN_WORK", t.TempDir())
	var out bytes.Buffer
	assert.Zero(t, run(context.Background(), []string{"-list", "-offline"}, &out, &out))
	assert.Contains(t, out.String(), "own/git-day\n")
	assert.Contains(t, out.String(), "not to be had: hello: it is not in ")
}

// standIn installs shell shims for expr and git, which write a line of the trail with
// this action and rule; expr's does what the second text says.
func standIn(t *testing.T, action, rule, does string) string {
	t.Helper()
	bin := t.TempDir()
	text := strings.NewReplacer("ACTION", action, "RULE", rule, "DOES", does).Replace(`#!/bin/bash
set -eu
mkdir -p "$HOME/.agent-loop/bin" "$HOME/.agent-loop/audit"
cat >"$HOME/.agent-loop/bin/expr" <<'SHIM'
#!/bin/bash
echo '{"ts":"2026-01-02T03:04:05Z","event":"path_proxy","command":"expr","argv":["expr"],"action":"ACTION","rules":["RULE"]}' >>/home/agent/.agent-loop/audit/20260102.jsonl
DOES
exec /usr/bin/expr "$@"
SHIM
chmod 755 "$HOME/.agent-loop/bin/expr"
`)
	require.NoError(t, os.WriteFile(filepath.Join(bin, "shimgen"), []byte(text), 0o755))
	for dir := bin; dir != os.TempDir(); dir = filepath.Dir(dir) {
		require.NoError(t, os.Chmod(dir, 0o755))
	}
	return bin
}

func TestWholeRun(t *testing.T) {
	if err := cage.Possible(); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		why, action, rule, does, script string
		want                            int
		says                            string
	}{
		{"the same", "allow", "", "", "expr 1 + 1", 0, "1 the same"},
		{"another status", "allow", "", "exit 126", "expr 1 + 1", 1, "0 without, 126 behind"},
		{"a file that is not made", "allow", "", "exec true", `expr 7 : '\(.\)' >out; rm -f none; expr 8 >b`, 1, "DIFFERENT script"},
		{"a refusal that no table has", "block", "run.environment", "echo 'shimgen: blocked' >&2; exit 126", "expr 1 + 1", 1, `block [run.environment]: ["expr"]`},
		{"a warning that no table has", "warn", "run.environment", "echo 'shimgen: warning: x' >&2", "expr 1 + 1", 1, `warn [run.environment]: ["expr"]`},
		{"what is different from itself is not the shims'", "allow", "", "", `expr x$RANDOM : 'x\(.*\)'`, 0, "1 flaky"},
	} {
		t.Run(c.why, func(t *testing.T) {
			var out bytes.Buffer
			keep := t.TempDir()
			status := run(context.Background(), []string{"-bin", standIn(t, c.action, c.rule, c.does), "-ways", "default", "-keep", keep, "-script", c.script}, &out, &out)
			assert.Equal(t, c.want, status, out.String())
			assert.Contains(t, out.String(), c.says)
			assert.Contains(t, out.String(), "0.0 % clear")
			assert.Contains(t, out.String(), "cost ×")
			if c.want == 1 {
				assert.FileExists(t, filepath.Join(keep, "default", "script", "differences"))
			}
		})
	}
	var out bytes.Buffer
	assert.Equal(t, 125, run(context.Background(), []string{"-bin", t.TempDir(), "-script", "true"}, &out, &out), "nothing to install")
}

// The shortest time of each way is compared, and the median over the rounds.
func TestCompared(t *testing.T) {
	rounds := [][]machine.Outcome{
		{{Wall: 10 * time.Second}, {Wall: 12 * time.Second}},
		{{Wall: 30 * time.Second}, {Wall: 33 * time.Second}},
		{{Wall: 20 * time.Second}, {Wall: 11 * time.Second}},
	}
	shortest, median := compared(rounds, 1, func(x machine.Outcome) time.Duration { return x.Wall })
	assert.InDelta(t, 1.1, shortest, 1e-9)
	assert.InDelta(t, 1.1, median, 1e-9)
}

// An unavailable guard is no failure of the measurement.
func TestCostWithoutHello(t *testing.T) {
	t.Setenv("SHIMGEN_WORK", t.TempDir())
	if err := cage.Possible(); err != nil {
		t.Skip(err)
	}
	var out bytes.Buffer
	assert.Zero(t, run(context.Background(), []string{"-cost", "1", "-offline", "-bin", t.TempDir()}, &out, &out))
	assert.Contains(t, out.String(), "not to be had: hello: it is not in ")
}

// A whole measurement, of a configure that starts two programs.
func TestCost(t *testing.T) {
	if err := cage.Possible(); err != nil {
		t.Skip(err)
	}
	folder := t.TempDir()
	t.Setenv("SHIMGEN_WORK", folder)
	for _, dir := range []string{"hello", "safe-rm/usr/bin"} {
		require.NoError(t, os.MkdirAll(filepath.Join(folder, dir), 0o755))
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, "hello/configure"), []byte("#!/bin/sh\nexpr 1 + 1 && rm -f none\n"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "safe-rm/usr/bin/safe-rm"), []byte("#!/bin/sh\nexec /bin/rm \"$@\"\n"), 0o755))
	for dir := filepath.Join(folder, "hello"); dir != os.TempDir(); dir = filepath.Dir(dir) {
		require.NoError(t, os.Chmod(dir, 0o755))
	}
	var out bytes.Buffer
	status := run(context.Background(), []string{"-cost", "2", "-offline", "-bin", standIn(t, "allow", "", "")}, &out, &out)
	assert.Zero(t, status, out.String())
	for _, way := range []string{"without", "default", "all", "wrappers", "wrappers-all", "safe-rm"} {
		assert.Regexp(t, `(?m)^ +`+way+`( +\d+\.\d\d){4}$`, out.String())
	}
}

// Tasks for which there is no time are named.
func TestLeftOut(t *testing.T) {
	if err := cage.Possible(); err != nil {
		t.Skip(err)
	}
	t.Setenv("SHIMGEN_WORK", t.TempDir())
	var out bytes.Buffer
	status := run(context.Background(), []string{"-bin", standIn(t, "allow", "", ""), "-offline", "-within", "1ns", "-only", "^own/git-(day|hooks)$"}, &out, &out)
	assert.Zero(t, status, out.String())
	assert.Contains(t, out.String(), "left out, as time is up: own/git-hooks own/git-day\n")
}

func TestExecutionsAreCountedBySubcommand(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"rm -f x", "rm"},
		{"git -C dir -c a.b=c --no-pager log -1", "git log"},
		{"git --version", "git"},
		{"git -C", "git"},
	} {
		argv := strings.Fields(c.line)
		assert.Equal(t, c.want, called(machine.Execution{Command: argv[0], Argv: argv}), c.line)
	}
}
