package runner

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// session opens a session as a shimgen that was never installed does, with a
// root and a work directory of the test's own.
func session(t *testing.T, env ...string) *Session {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	work := filepath.Join(home, "work")
	require.NoError(t, os.Mkdir(work, 0o700))
	t.Chdir(work)
	s, err := Open(Options{Env: append(env, "HOME="+home, "PATH=/usr/bin:/bin")})
	require.NoError(t, err)
	s.Root = filepath.Join(home, ".agent-loop")
	s.Machine.Own, s.Machine.Homes = s.Root, []string{home}
	return s
}

// permitted judges an argument vector and runs it if it may run.
func permitted(t *testing.T, s *Session, j Job, argv ...string) (int, error) {
	t.Helper()
	p, ok := s.Decide(guard.Request{Argv: argv}).Permit()
	require.True(t, ok, "the policy must allow %q", argv)
	return s.Run(p, j)
}

func TestRunPassesTheStatus(t *testing.T) {
	s := session(t)
	for name, c := range map[string]struct {
		argv []string
		want int
	}{
		"success":                     {[]string{"true"}, 0},
		"failure":                     {[]string{"false"}, 1},
		"a status of its own":         {[]string{"sh", "-c", "exit 37"}, 37},
		"ended by a signal":           {[]string{"sh", "-c", "kill -TERM $$"}, 128 + 15},
		"an argument stays one":       {[]string{"test", "a b;c", "=", "a b;c"}, 0},
		"a name that only a shell is": {[]string{"sh", "-c", "command -v cd >/dev/null"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := permitted(t, s, Job{}, c.argv...)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}

// The whole group is ended, also what runs in the background.
func TestH8TimeoutEndsTheWholeGroup(t *testing.T) {
	s := session(t)
	mark := filepath.Join(s.Dir, "mark")
	start := time.Now()
	_, err := permitted(t, s, Job{Timeout: 300 * time.Millisecond}, "sh", "-c", "(sleep 1; : > mark) & sleep 30")
	require.ErrorIs(t, err, limit.ErrTimeout)
	assert.Less(t, time.Since(start), 20*time.Second, "it waited for the sleepers")
	time.Sleep(time.Until(start.Add(1500 * time.Millisecond)))
	assert.NoFileExists(t, mark, "a child in the background lived on")
}

func TestRunNeedsAProgram(t *testing.T) {
	s := session(t)
	_, err := permitted(t, s, Job{}, "no-such-program-here")
	assert.Equal(t, 127, launch.Status(err))
}

func TestShimsComeFirstAndOnceOnPath(t *testing.T) {
	s := session(t)
	bin := filepath.Join(s.Root, "bin")
	s.env = environment{"PATH=/usr/bin:" + bin + "::/bin", "A=b"}
	assert.Equal(t, []string{"A=b", "PATH=" + bin + ":/usr/bin:/bin"}, s.childEnv())
}

func TestQuoteIsReadBackByAShell(t *testing.T) {
	for _, argv := range [][]string{
		{"echo"}, {"a b"}, {""}, {"it's"}, {"$x", "`y`", "*"}, {"-n", "a\nb"}, {"\\", "\""}, {"é", "\xff"},
	} {
		out, err := exec.Command("/bin/sh", "-c", "printf '%s\\0' "+shellquote.Command(argv)).Output()
		require.NoError(t, err)
		assert.Equal(t, strings.Join(argv, "\x00")+"\x00", string(out))
	}
}

func TestModeIsNeverLooserThanAsked(t *testing.T) {
	for value, strict := range map[string]bool{
		"": false, "enabled": false, "strict": true, "disabled": true, "ENABLED": true, "off": true, "open": true,
	} {
		s := &Session{Policy: &policy.Policy{}, env: environment{"AGENT_LOOP_PROXY_MODE=" + value}}
		s.readMode()
		assert.Equal(t, strict, s.Policy.Strict, "B21: mode %q", value)
	}
	s := &Session{Policy: &policy.Policy{}}
	s.readMode()
	assert.False(t, s.Policy.Strict, "A15: unset")
}

func TestFirstOfTwoVariablesCounts(t *testing.T) {
	v, ok := environment{"A=1", "A=2", "AB=3"}.get("A")
	assert.True(t, ok)
	assert.Equal(t, "1", v)
	_, ok = environment{"AB=3"}.get("A")
	assert.False(t, ok)
}

func TestTmpdirCountsOnlyBelowAPlaceForTemporaryFiles(t *testing.T) {
	inside, err := os.MkdirTemp("/tmp", "shimgen-test-")
	require.NoError(t, err)
	defer os.Remove(inside)
	assert.Contains(t, session(t, "TMPDIR="+inside).Machine.Temp, inside)
	assert.NotContains(t, session(t, "TMPDIR=/etc").Machine.Temp, "/etc")
	assert.NotContains(t, session(t, "TMPDIR=").Machine.Temp, "")
}

// F6 lets a command run without its line; a limit that the caller sets must
// not be a way to lose lines.
func TestShimInOtherLetters(t *testing.T) {
	s := session(t)
	require.NoError(t, os.MkdirAll(s.shims(), 0o700))
	for _, name := range []string{"rm", "Rscript"} {
		require.NoError(t, os.WriteFile(filepath.Join(s.shims(), name), nil, 0o700))
	}
	assert.Equal(t, "RM", s.Shim("RM"), "it is another program elsewhere")
	s.Machine.Mac = true
	for name, want := range map[string]string{"rm": "rm", "RM": "rm", "rscript": "Rscript", "Rscript": "Rscript", "rmdir": "rmdir"} {
		assert.Equal(t, want, s.Shim(name))
	}
	d := s.Decide(guard.Request{Argv: []string{"RM", "-rf", s.Machine.Homes[0]}})
	assert.Equal(t, rules.Block, d.Action)
}
