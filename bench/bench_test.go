package main

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		name string
		xs   []float64
		want float64
	}{
		{"one", []float64{3}, 3},
		{"odd, unsorted", []float64{9, 1, 5}, 5},
		{"even is the mean of the middle two", []float64{4, 1, 2, 100}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := append([]float64{}, c.xs...)
			assert.Equal(t, c.want, median(c.xs))
			assert.Equal(t, before, c.xs)
		})
	}
	assert.True(t, math.IsNaN(median(nil)))
}

// rounds makes samples of wall times.
func rounds(walls map[string][]float64) samples {
	all := samples{}
	for name, ws := range walls {
		for _, w := range ws {
			all[name] = append(all[name], sample{wall: w})
		}
	}
	return all
}

func TestRatioIsTakenInsideARound(t *testing.T) {
	// The machine was ten times slower in the second round, for both.
	all := rounds(map[string][]float64{"base": {1, 10, 1}, "x": {2, 20, 2}})
	assert.Equal(t, 2.0, all.ratio("x", "base", wall))
	assert.True(t, math.IsNaN(all.ratio("x", "base", cpu)), "a clock that measured nothing gives no ratio")
}

func TestAddedCost(t *testing.T) {
	all := rounds(map[string][]float64{"base": {1, 1, 1}, "a": {2, 2, 2}, "b": {5, 5, 0.5}})
	assert.Equal(t, 0.25, all.added("a", "b", "base"), "the round in which b added nothing is left out")
}

func TestParseGates(t *testing.T) {
	gates, err := parseGates("shim=1.5,shim-rm:seven-rules=0.17")
	require.NoError(t, err)
	assert.Equal(t, []gate{{"shim", 1.5}, {"shim-rm:seven-rules", 0.17}}, gates)
	for _, bad := range []string{"shim", "shim=", "=1", "shim=x", "shim=0", "shim=-1", "shim=NaN"} {
		_, err := parseGates(bad)
		assert.Error(t, err, bad)
	}
}

func TestGates(t *testing.T) {
	cases := []benchCase{{name: "base"}, {name: "a", base: "base"}, {name: "b", base: "base"}, {name: "other"}, {name: "c", base: "other"}}
	all := rounds(map[string][]float64{"base": {1}, "a": {2}, "b": {5}, "other": {1}, "c": {1}})
	for _, c := range []struct {
		name, gate string
		holds      bool
		wantErr    bool
	}{
		{"below", "a=2.5", true, false},
		{"equal holds", "a=2", true, false},
		{"above", "a=1.9", false, false},
		{"one of two above", "a=2.5,b=2", false, false},
		{"a pair", "a:b=0.25", true, false},
		{"a pair above", "b:a=0.25", false, false},
		{"a case that does not exist must not hold for ever", "x=9", false, true},
		{"nor a pair without a common base", "a:c=9", false, true},
		{"nor a base, which has no ratio", "base=9", false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			gates, err := parseGates(c.gate)
			require.NoError(t, err)
			holds, err := all.hold(gates, cases, &bytes.Buffer{})
			assert.Equal(t, c.wantErr, err != nil)
			assert.Equal(t, c.holds, holds)
		})
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"-rounds", "0"}, {"-max", "x"}, {"-nope"}, {"word"}} {
		assert.Equal(t, 2, run(args, &bytes.Buffer{}, &bytes.Buffer{}), args)
	}
}

// testScene needs bash, a grep with -P, git and the Go command.
func testScene(t *testing.T) *scene {
	t.Helper()
	for _, program := range []string{"bash", "git", "grep"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("needs the program %s", program)
		}
	}
	s, err := newScene(t.TempDir())
	require.NoError(t, err)
	return s
}

func TestReferencesDoTheirJob(t *testing.T) {
	s := testScene(t)
	cases := s.references()
	for _, c := range cases {
		require.NoError(t, s.verify(c))
	}
	all, err := interleave(cases, 3)
	require.NoError(t, err)
	var out bytes.Buffer
	all.print(&out, cases)
	t.Log("\n" + out.String())
	for _, c := range cases {
		assert.Len(t, all[c.name], 3)
		assert.Contains(t, out.String(), c.name)
	}
	assert.NotContains(t, out.String(), "shim", "a case that did not run has no figure")
}

func TestVerifyNoticesABrokenCase(t *testing.T) {
	s := testScene(t)
	ok := benchCase{name: "ok", program: s.real["true"], argv: []string{"true"}, dir: s.work}

	wrong := ok
	wrong.exit = 126
	assert.ErrorContains(t, s.verify(wrong), "exit status 0")

	silent := ok
	silent.log, silent.records = filepath.Join(s.home, "none.jsonl"), 1
	assert.ErrorContains(t, s.verify(silent), "left 0 audit lines, want 1")

	absent := ok
	absent.program = filepath.Join(s.home, "absent")
	assert.ErrorContains(t, s.verify(absent), "no such file")

	through := benchCase{name: "through", program: filepath.Join(s.fake, "rm"), argv: []string{"rm"}, dir: s.work}
	assert.ErrorContains(t, s.verify(through), "the refused program ran")
}

// TestSevenRulesWrapper checks that the reference wrapper does its job.
func TestSevenRulesWrapper(t *testing.T) {
	s := testScene(t)
	file := filepath.Join(s.work, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	wrapper := func(args ...string) error {
		c := exec.Command(filepath.Join(s.wrappers, "rm"), args...)
		c.Env = s.env(s.wrappers + ":" + s.fake + ":" + systemPath) // the fake rm is behind it
		return c.Run()
	}
	assert.ErrorContains(t, wrapper("-rf", s.home), "126")
	assert.NoFileExists(t, s.marker)
	require.NoError(t, wrapper("-f", file))
	assert.FileExists(t, s.marker, "an allowed call reaches what PATH has next")
}

// The other guard is timed only if it does its job.
func TestOthers(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("needs the program node")
	}
	s := testScene(t)
	for _, c := range []struct {
		why, script, fails string
	}{
		{"it refuses the one and not the other", `const t = require("fs").readFileSync(0, "utf8"); if (t.includes("rm -rf")) console.log('{"permissionDecision":"deny"}')`, ""},
		{"it refuses nothing", ``, "safety-net-refusal: answered"},
		{"it refuses everything", `console.log('"deny"')`, "safety-net: answered"},
		{"it fails", `process.exit(1)`, "exit status 1"},
	} {
		dir := t.TempDir()
		bin := filepath.Join(dir, "node_modules", "cc-safety-net", "dist", "bin")
		require.NoError(t, os.MkdirAll(bin, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(bin, "cc-safety-net.js"), []byte(c.script), 0o600))
		cases, missing, err := s.others(dir)
		assert.Empty(t, missing, c.why)
		if c.fails != "" {
			assert.ErrorContains(t, err, c.fails, c.why)
			continue
		}
		require.NoError(t, err, c.why)
		require.Len(t, cases, 2, c.why)
		for _, b := range cases {
			assert.NoError(t, s.verify(b), c.why)
		}
	}
}

func TestCountLines(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.jsonl"), []byte("1\n2\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "b.jsonl"), []byte("3\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "notes"), []byte(strings.Repeat("\n", 9)), 0o600))
	for log, want := range map[string]int{"": 0, dir: 3, filepath.Join(dir, "a.jsonl"): 2, filepath.Join(dir, "none"): 0} {
		n, err := countLines(log)
		require.NoError(t, err)
		assert.Equal(t, want, n, log)
	}
}

// standIn installs shell shims that do the job as far as bench can see: one audit line,
// the real program, and a refusal with 126.
const standIn = `#!/bin/bash
set -eu
if [ "$*" = "hook install generic" ]; then
	echo "generic: register the line"
	echo "exec '$HOME/.agent-loop/libexec/shimgen' hook generic"
	exit
fi
[ "$*" = "install --cmd true --cmd sed --cmd expr --cmd mkdir" ]
mkdir -p "$HOME/.agent-loop/bin" "$HOME/.agent-loop/libexec" "$HOME/.agent-loop/audit"
cat >"$HOME/.agent-loop/libexec/shimgen" <<'JUDGE'
#!/bin/bash
echo "{}" >>"$HOME/.agent-loop/audit/20260101.jsonl"
case "$(cat)" in *'rm -rf'*) exit 2 ;; esac
JUDGE
chmod 700 "$HOME/.agent-loop/libexec/shimgen"
for name in true rm git sed expr mkdir; do
	cat >"$HOME/.agent-loop/bin/$name" <<'SHIM'
#!/bin/bash
echo "{}" >>"$HOME/.agent-loop/audit/20260101.jsonl"
case "$*" in *"$HOME"*) exit 126 ;; esac
PATH=${PATH#*:} exec "${0##*/}" "$@"
SHIM
	chmod 700 "$HOME/.agent-loop/bin/$name"
done
`

func TestBefore(t *testing.T) {
	testScene(t)
	before, now := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(before, "shimgen"), []byte(standIn), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(now, "shimgen"), []byte(standIn), 0o700))
	for limit, want := range map[string]int{"shim-rm-now=1000": 0, "hook-now=0.001": 1} {
		var out, errs bytes.Buffer
		assert.Equal(t, want, run([]string{"-rounds", "1", "-bin", now, "-before", before, "-max", limit}, &out, &errs), "%s%s", &out, &errs)
		assert.Contains(t, out.String(), "line-hook-refusal-before")
		assert.NotContains(t, out.String(), "seven-rules")
	}
}

func TestWholeRun(t *testing.T) {
	testScene(t)
	for _, c := range []struct {
		name, shimgen, max string
		want               int
	}{
		{"gates that hold", standIn, "shim=1000,shim-rm:seven-rules=1000", 0},
		{"a gate that does not", standIn, "shim=0.001", 1},
		{"a shim that leaves no record is not timed", strings.Replace(standIn, `echo "{}"`, "printf ''", 1), "", 125},
		{"a shim that refuses nothing is not timed", strings.Replace(standIn, "exit 126", "true", 1), "", 125},
		{"a hook that refuses nothing is not timed", strings.Replace(standIn, "exit 2 ", "true ", 1), "", 125},
		{"an installation that fails", "#!/bin/bash\nexit 125\n", "", 125},
	} {
		t.Run(c.name, func(t *testing.T) {
			bin := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(bin, "shimgen"), []byte(c.shimgen), 0o700))
			var out, errs bytes.Buffer
			assert.Equal(t, c.want, run([]string{"-rounds", "1", "-bin", bin, "-others", bin, "-max", c.max}, &out, &errs), "%s%s", &out, &errs)
			if c.want < 125 {
				assert.Contains(t, out.String(), "shim-rm adds")
				assert.Contains(t, out.String(), "line-hook-refusal")
				assert.Contains(t, out.String(), "safety-net: skipped: cc-safety-net is not in "+bin)
			}
		})
	}
}
