package e2e_test

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/policy"
)

// TestNothingOfTheFastEntryIsSeen links one program with and without the gate's entry. If
// the entry does not decide, the Go runtime starts, and the program must find everything
// unchanged: arguments, environment, auxiliary vector, signals, limits, open and mapped
// files.
func TestNothingOfTheFastEntryIsSeen(t *testing.T) {
	needsFast(t)
	s := newScene(t, policy.Cautious, "")
	require.NoError(t, os.Remove(s.id.Root+"/libexec/shimgen")) // with a judge to become, the runtime would not start
	for way, flags := range map[string]string{"ordinary": "", "fast": entryFlag} {
		var err error
		s.shims[way], err = gate.Stamp(buildFallthrough(t, runtime.GOOS, runtime.GOARCH, "-ldflags", flags), s.id)
		require.NoError(t, err)
	}
	shim := s.id.Root + "/libexec/shim"
	odd := []string{"", " ", "a b", "\n", "\xff", "--", "$HOME"}
	many := make([]string, 600)
	for name, c := range map[string]struct {
		argv, env []string
		before    []string // a program that starts it
		reason    gate.Reason
	}{
		"alone":                 {[]string{shim}, s.env, nil, gate.Undecided},
		"as shim":               {[]string{"shim", "x"}, s.env, nil, gate.Undecided},
		"refused at the end":    {[]string{"git", "push", "--force"}, s.env, nil, gate.UnknownSubcommand},
		"after its paths":       {[]string{"rm", "-f", "build/a.o", s.home + "/.ssh/id_rsa"}, s.env, nil, gate.Protected},
		"odd arguments":         {append([]string{"git"}, odd...), append(s.env, "ODD=\xff\n", "EMPTY="), nil, gate.OddText},
		"600 arguments":         {append([]string{"git"}, many...), s.env, nil, gate.TooLong},
		"a long argument":       {[]string{"git", strings.Repeat("x", 5000)}, s.env, nil, gate.TooLong},
		"no environment":        {[]string{"true"}, []string{}, nil, gate.NotFound},
		"blocked signals":       {[]string{"git", "push"}, s.env, []string{"env", "--block-signal=USR1,TERM,WINCH"}, gate.UnknownSubcommand},
		"ignored signals":       {[]string{"git", "push"}, s.env, []string{"env", "--ignore-signal=INT,HUP,PIPE,USR1"}, gate.UnknownSubcommand},
		"few files":             {[]string{"git", "push"}, s.env, []string{"prlimit", "--nofile=16:32"}, gate.UnknownSubcommand},
		"little stack":          {[]string{"git", "push"}, s.env, []string{"prlimit", "--stack=131072"}, gate.UnknownSubcommand},
		"without randomization": {[]string{"git", "push"}, s.env, []string{"setarch", "-R"}, gate.UnknownSubcommand},
	} {
		t.Run(name, func(t *testing.T) {
			printed := map[string]string{}
			for _, way := range []string{"ordinary", "fast"} {
				s.enter(t, way)
				out, errs := start(t, c.before, shim, c.argv, c.env, s.work)
				printed[way] = changingHere.ReplaceAllString(out, "_")
				if way == "fast" {
					assert.Equal(t, "true "+c.reason.String()+"\n", errs)
				} else {
					assert.Equal(t, "false undecided\n", errs)
				}
			}
			sameLines(t, printed["ordinary"], printed["fast"])
			assert.Contains(t, printed["fast"], survived)
		})
	}
}

// TestNothingOfALightStartIsSeen is the same for the judge's entry, which adds variables
// for the runtime if a shim asks, and only then.
func TestNothingOfALightStartIsSeen(t *testing.T) {
	needsFast(t)
	files := map[string]string{}
	for way, flags := range map[string]string{"ordinary": "", "fast": "-E github.com/agent-loop/shimgen/gate.judgeEntry"} {
		files[way] = t.TempDir() + "/judge"
		require.NoError(t, os.WriteFile(files[way], buildFallthrough(t, runtime.GOOS, runtime.GOARCH, "-ldflags", flags), 0o700))
	}
	many := make([]string, 600)
	for name, c := range map[string]struct {
		argv, env []string
		before    []string
		light     bool
	}{
		"asked by a shim":       {[]string{"rm", "--as-shim", "rm", "x", ""}, []string{"A=b", "ODD=\xff\n", "EMPTY=", "PATH=/bin"}, nil, true},
		"with a fresh table":    {[]string{"rm", "--as-shim-fresh", "rm"}, []string{"A=b"}, nil, true},
		"no environment":        {[]string{"rm", "--as-shim", "rm"}, []string{}, nil, true},
		"many arguments":        {append([]string{"rm", "--as-shim", "rm"}, many...), []string{"A=b"}, nil, true},
		"blocked signals":       {[]string{"rm", "--as-shim", "rm"}, []string{"A=b"}, []string{"env", "--block-signal=USR1,TERM"}, true},
		"little stack":          {[]string{"rm", "--as-shim", "rm"}, []string{"A=b"}, []string{"prlimit", "--stack=131072"}, true},
		"one processor":         {[]string{"rm", "--as-shim", "rm"}, []string{"A=b"}, []string{"taskset", "1"}, true},
		"asked by a hook":       {[]string{"shimgen", "hook", "--sealed", "claude"}, []string{"A=b"}, nil, true},
		"a hook's registration": {[]string{"shimgen", "hook", "install", "claude"}, []string{"A=b"}, nil, false},
		"like it":               {[]string{"rm", "--as-shim-anew", "rm"}, []string{"A=b"}, nil, false},
		"no name":               {[]string{"rm", "--as-shim"}, []string{"A=b"}, nil, false},
		"a command of its own":  {[]string{"shimgen", "check", "--as-shim"}, []string{"A=b"}, nil, false},
		"the user's processors": {[]string{"rm", "--as-shim", "rm"}, []string{"GOMAXPROCS=2", "A=b"}, nil, false},
		"the user's time zone":  {[]string{"rm", "--as-shim", "rm"}, []string{"A=b", "TZ=Asia/Tokyo"}, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			printed, errs := map[string]string{}, map[string]string{}
			for way, file := range files {
				var out string
				out, errs[way] = start(t, c.before, file, c.argv, c.env, "/")
				printed[way] = changingHere.ReplaceAllString(strings.ReplaceAll(out, file, "judge"), "_")
			}
			assert.Equal(t, "false undecided\n", errs["ordinary"])
			want := "true undecided\n"
			if c.light {
				want += "light 1 UTC 1\n"
			}
			assert.Equal(t, want, errs["fast"])
			sameLines(t, printed["ordinary"], printed["fast"])
			assert.Contains(t, printed["fast"], survived)
		})
	}
}

// sameLines reports only the first line that differs: there are many.
func sameLines(t *testing.T, want, got string) {
	t.Helper()
	wanted, gotten := strings.Split(want, "\n"), strings.Split(got, "\n")
	assert.Len(t, gotten, len(wanted))
	for i := range min(len(wanted), len(gotten)) {
		require.Equal(t, wanted[i], gotten[i])
	}
}

// changingHere are names that differ between two runs of a wrapper.
var changingHere = regexp.MustCompile(`/[^ "]*/\d+/(git|rm)|anon_inode.*|pipe:.*`)

// survived is the last line of testdata/fallthrough.
const survived = "collected 100 counted 4950 100000 user defined signal 2 runtime error: invalid memory address or nil pointer dereference true\n"

// buildFallthrough compiles testdata/fallthrough and returns the binary.
func buildFallthrough(t *testing.T, goos, goarch string, args ...string) []byte {
	t.Helper()
	file := t.TempDir() + "/fallthrough"
	c := exec.Command("go", append(append([]string{"build", "-o", file}, args...), "../testdata/fallthrough")...)
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
	out, err := c.CombinedOutput()
	require.NoError(t, err, string(out))
	binary, err := os.ReadFile(file)
	require.NoError(t, err)
	return binary
}

// start runs file as argv, through a program that changes something first, and returns
// its output. Without a file the other program knows which one to run.
func start(t *testing.T, before []string, file string, argv, env []string, dir string) (out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c := exec.Cmd{Path: file, Args: argv, Env: env, Dir: dir, Stdout: &stdout, Stderr: &stderr}
	if before != nil {
		wrapper, err := exec.LookPath(before[0])
		if err != nil || runtime.GOOS != "linux" {
			t.Skipf("needs %s", before[0])
		}
		link := t.TempDir() + "/" + argv[0] // the name by which the wrapper calls it
		c.Path, c.Args = wrapper, slices.Concat(before, argv[1:])
		if file != "" {
			require.NoError(t, os.Symlink(file, link))
			c.Args = slices.Insert(c.Args, len(before), link)
		}
	}
	require.NoError(t, c.Run(), "%s", stderr.String())
	return stdout.String(), stderr.String()
}
