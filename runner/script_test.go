package runner

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

func TestScriptFileIsOpenedAndReadOnce(t *testing.T) {
	s := session(t)
	require.NoError(t, os.WriteFile("x.sh", []byte("echo one\n"), 0o600))
	sc, err := s.OpenScript("bash", []string{"-e", "x.sh", "arg"})
	require.NoError(t, err)
	require.True(t, sc.Opened())
	var req guard.Request
	sc.Fill(&req)
	assert.Equal(t, "echo one\n", *req.Script)

	// What is judged is what runs, whatever the name means by now.
	require.NoError(t, os.WriteFile("y.sh", []byte("echo two\n"), 0o600))
	require.NoError(t, os.Rename("y.sh", "x.sh"))
	buf := make([]byte, 64)
	n, err := unix.Read(sc.FD(), buf)
	require.NoError(t, err)
	assert.Equal(t, "echo one\n", string(buf[:n]))

	d := s.Decide(guard.Request{Argv: []string{"bash", "-e", "x.sh", "arg"}})
	p, ok := sc.Apply(d).Permit()
	require.True(t, ok)
	assert.Regexp(t, "^"+openFiles+`\d+$`, p.Argv()[2])
	assert.Equal(t, "arg", p.Argv()[3])
}

func TestScriptThatIsNoFileIsRefused(t *testing.T) {
	s := session(t)
	require.NoError(t, unix.Mkfifo("pipe", 0o600))
	require.NoError(t, os.Mkdir("dir", 0o700))
	require.NoError(t, os.WriteFile("long", []byte(strings.Repeat("#", maxScript+1)), 0o600))
	for _, name := range []string{"pipe", "dir"} {
		_, err := s.OpenScript("sh", []string{name})
		assert.Error(t, err, name)
	}
	sc, err := s.OpenScript("sh", []string{"long"})
	require.NoError(t, err)
	assert.False(t, sc.Opened(), "it is unread, as the profile takes that")
	for profile, action := range map[string]rules.Action{policy.Cautious: rules.Allow, policy.Guarded: rules.Ask} {
		s.Policy, err = policy.Builtin(profile)
		require.NoError(t, err)
		assert.Equal(t, action.String(), s.Decide(guard.Request{Argv: []string{"sh", "long"}}).Action.String(), profile)
	}
	sc, err = s.OpenScript("sh", []string{"missing"})
	assert.NoError(t, err, "the shell says so itself")
	assert.False(t, sc.Opened())
	sc, err = s.OpenScript("sh", []string{"-c", "echo x"})
	assert.NoError(t, err)
	assert.False(t, sc.Opened())
}

func TestOneScriptIsReadAndNoOtherRun(t *testing.T) {
	s := session(t)
	for _, name := range []string{"one", "two"} {
		require.NoError(t, os.WriteFile(name, []byte("echo "+name+"\n"), 0o600))
	}
	for reason, args := range map[string][]string{
		"a start-up file and a script":         {"--rcfile", "one", "two"},
		"two start-up files":                   {"--rcfile", "one", "--init-file", "two"},
		"a start-up file and standard input":   {"--rcfile", "one", "-s"},
		"a start-up file and nothing else set": {"--rcfile", "one"},
	} {
		sc, err := s.OpenScript("bash", args)
		assert.ErrorIs(t, err, errScripts, reason)
		assert.False(t, sc.Opened(), reason)
	}
}

func TestPipeIsReadToItsEndOrGivenUp(t *testing.T) {
	for name, c := range map[string]struct {
		write string
		close bool
		limit int
		ended bool
	}{
		"ends":          {"echo hi\n", true, 100, true},
		"goes on":       {"echo hi\n", false, 100, false},
		"over the size": {strings.Repeat("x", 200), true, 100, false},
		"empty":         {"", true, 100, true},
	} {
		t.Run(name, func(t *testing.T) {
			r, w, err := os.Pipe()
			require.NoError(t, err)
			defer r.Close()
			defer w.Close()
			_, err = w.WriteString(c.write)
			require.NoError(t, err)
			if c.close {
				w.Close()
			}
			data, ended, err := readUntil(int(r.Fd()), c.limit, time.Now().Add(200*time.Millisecond))
			require.NoError(t, err)
			assert.Equal(t, c.ended, ended)
			assert.Equal(t, c.write, string(data))
		})
	}
}

func TestMemoryFileHoldsTheBytes(t *testing.T) {
	fd, err := held([]byte("echo hi\n"))
	require.NoError(t, err)
	defer unix.Close(fd)
	buf := make([]byte, 64)
	n, err := unix.Read(fd, buf)
	require.NoError(t, err)
	assert.Equal(t, "echo hi\n", string(buf[:n]))
}

func TestVariablesTheShellSetsItselfAreNotTheCallers(t *testing.T) {
	s := session(t)
	s.env = environment{"PWD=/tmp/elsewhere", "_=build", "DIRSTACK=build", "X=build"}
	for _, name := range []string{"PWD", "_", "DIRSTACK"} {
		value, ok := s.Vars(name)
		assert.False(t, ok, name)
		assert.Empty(t, value, name)
	}
	value, ok := s.Vars("X")
	assert.True(t, ok)
	assert.Equal(t, "build", value)

	d := s.Decide(guard.Request{Source: "/bin/rm -rf $PWD", Dir: "/etc", Work: "/etc"})
	_, ok = d.Permit()
	assert.False(t, ok, "the shell knows where it is")
}
