package inline

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
)

// box is what a caller's main would have.
var box = Begin()

func TestMain(m *testing.M) { os.Exit(m.Run()) }

// run runs a script, or skips the test if no sandbox is available.
func run(t *testing.T, c ExecConfig) (Result, error) {
	t.Helper()
	if c.Isolation == Required && !box.Available(t.Context()) {
		t.Skip("needs a sandbox")
	}
	return box.Execute(t.Context(), c)
}

func TestI1EachLanguage(t *testing.T) {
	for lang, script := range map[string]string{
		"python": "import sys; print(sys.argv[1:])", "python3": "print(['-a', 'b c'])", "node": "console.log(process.argv.slice(1))",
		"javascript": "console.log(['-a', 'b c'])", "bash": `printf "['%s', '%s']\n" "$@"`, "ruby": `puts "['" + ARGV.join("', '") + "']"`,
	} {
		t.Run(lang, func(t *testing.T) {
			r, err := run(t, ExecConfig{Language: lang, Script: script, Args: []string{"-a", "b c"}})
			if NotFound(err) {
				t.Skip(err)
			}
			require.NoError(t, err)
			assert.Equal(t, "['-a', 'b c']", strings.NewReplacer("[ ", "[", " ]", "]").Replace(strings.TrimSpace(r.Stdout)), r.Stderr)
			assert.True(t, r.Success)
		})
	}
}

func TestI1WhatIsRefused(t *testing.T) {
	var language InterpreterError
	_, err := box.Execute(t.Context(), ExecConfig{Language: "ruby", Script: "puts 1", Environ: []string{"PATH=/none"}})
	require.ErrorAs(t, err, &language)
	assert.Equal(t, "interpreter not found: ruby", err.Error())
	_, err = box.Execute(t.Context(), ExecConfig{Language: "cobol", Script: "x"})
	require.ErrorIs(t, err, ErrLanguage)
	assert.Equal(t, `unsupported language "cobol"`, err.Error())
	_, err = Sandbox{}.Execute(t.Context(), ExecConfig{Language: "bash", Script: "true"})
	require.ErrorIs(t, err, ErrNotBegun)
	var refused RefusedError
	r, err := box.Execute(t.Context(), ExecConfig{Language: "bash", Script: "rm -rf /", Isolation: None})
	require.ErrorAs(t, err, &refused)
	assert.False(t, r.Ran)
	assert.Equal(t, 126, r.ExitCode)
	for what, c := range map[string]ExecConfig{
		"too long":     {Script: strings.Repeat("x", 128<<10)},
		"a NUL":        {Script: "x\x00"},
		"no script":    {},
		"no memory":    {Script: "true", MemoryMB: 4},
		"no directory": {Script: "true", WorkDir: "/none/such"},
	} {
		c.Language = "bash"
		r, err := box.Execute(t.Context(), c)
		assert.Error(t, err, what)
		assert.False(t, r.Ran, what)
	}
}

func TestI2TheDirectoryIsItsOwn(t *testing.T) {
	first, err := run(t, ExecConfig{Language: "bash", Script: "test -e left; echo $?; echo >left; echo $HOME $TMPDIR $PWD"})
	require.NoError(t, err)
	second, err := run(t, ExecConfig{Language: "bash", Script: "test -e left; echo $?"})
	require.NoError(t, err)
	assert.Equal(t, "1\n/tmp /tmp /tmp\n", first.Stdout)
	assert.Equal(t, "1\n", second.Stdout)
	dir := t.TempDir()
	_, err = run(t, ExecConfig{Language: "bash", Script: "echo x >made", WorkDir: dir})
	require.NoError(t, err)
	assert.FileExists(t, dir+"/made")
}

func TestI3I4Limits(t *testing.T) {
	var over ResourceLimitError
	r, err := run(t, ExecConfig{Language: "bash", Script: "echo begun; sleep 20 & sleep 20", Timeout: time.Second})
	require.ErrorAs(t, err, &over)
	assert.Equal(t, ResourceLimitError{Resource: "time", Limit: "1s"}, over)
	assert.Equal(t, "resource limit exceeded: time (limit: 1s)", err.Error())
	assert.Equal(t, "begun\n", r.Stdout)
	assert.True(t, r.TimedOut)
	r, err = run(t, ExecConfig{Language: "bash", Script: "x=0123456789abcdef; while :; do x=$x$x; done", MemoryMB: 128})
	require.ErrorAs(t, err, &over, r.Stderr)
	assert.Equal(t, "resource limit exceeded: memory (limit: 128MB)", err.Error())
}

func TestI5NothingIsInherited(t *testing.T) {
	t.Setenv("CALLERS", "secret")
	r, err := run(t, ExecConfig{Language: "bash", Script: "env", Env: []string{"A=b c"}})
	require.NoError(t, err)
	assert.NotContains(t, r.Stdout, "CALLERS")
	assert.Contains(t, r.Stdout, "A=b c\n")
}

func TestI6NoNetwork(t *testing.T) {
	var v ViolationError
	r, err := run(t, ExecConfig{Language: "bash", Script: "echo x >/dev/tcp/192.0.2.1/80"})
	require.ErrorAs(t, err, &v, r.Stderr)
	assert.Equal(t, ViolationError{Operation: "network connect", Path: "192.0.2.1:80"}, v)
	assert.Equal(t, "sandbox violation: network connect denied for 192.0.2.1:80", err.Error())
}

func TestAPersonsYes(t *testing.T) {
	c := ExecConfig{Language: "bash", Script: "git reset --hard x", Confirm: func(guard.Decision, time.Duration) bool { return false }}
	_, err := run(t, c)
	assert.ErrorAs(t, err, new(RefusedError))
	c.Confirm = func(guard.Decision, time.Duration) bool { return true }
	r, err := run(t, c)
	require.NotErrorAs(t, err, new(RefusedError))
	assert.True(t, r.Ran, "what it shows of itself is git's to say")
}

func TestItEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if !box.Available(t.Context()) {
		t.Skip("needs a sandbox")
	}
	_, err := box.Execute(ctx, ExecConfig{Language: "bash", Script: "sleep 20"})
	assert.ErrorIs(t, err, context.DeadlineExceeded)
}
