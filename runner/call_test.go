package runner

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

func TestDo(t *testing.T) {
	for name, c := range map[string]struct {
		call   Call
		action rules.Action
		ran    bool
		exit   int
		stdout string
	}{
		"allowed":                  {Call{Source: "echo a; exit 4"}, rules.Allow, true, 4, "a\n"},
		"blocked":                  {Call{Source: "echo a; touch /etc/x"}, rules.Block, false, 0, ""},
		"to be asked, by nobody":   {Call{Source: "echo a; git reset --hard"}, rules.Ask, false, 0, ""},
		"empty":                    {Call{}, rules.Block, false, 0, ""},
		"not understood":           {Call{Source: "echo ("}, rules.Ask, false, 0, ""},
		"its own time":             {Call{Source: "echo a; sleep 600", Timeout: 300 * time.Millisecond}, rules.Allow, true, 128 + 15, "a\n"},
		"a missing program is 127": {Call{Source: "no-such-program-here"}, rules.Allow, true, 127, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := session(t)
			c.call.Limit = 1000
			got, err := s.Do(t.Context(), c.call)
			require.NoError(t, err)
			assert.Equal(t, c.action, got.Decision.Action)
			assert.Equal(t, c.ran, got.Ran)
			assert.Equal(t, c.call.Timeout > 0, got.TimedOut)
			assert.Equal(t, c.exit, got.Exit)
			assert.Equal(t, c.stdout, got.Stdout)
		})
	}
}

func TestDoWantsTheSandboxThatThePolicyRequires(t *testing.T) {
	s := session(t)
	s.Policy.Sandbox = 0
	got, err := s.Do(t.Context(), Call{Source: ": >mark", Limit: 10})
	require.ErrorIs(t, err, ErrUnconfined)
	assert.False(t, got.Ran)
	assert.NoFileExists(t, filepath.Join(s.Dir, "mark"))
}

func TestEnter(t *testing.T) {
	for name, c := range map[string]struct{ dir, want string }{
		"below":                       {"sub", ""},
		"absolute":                    {"/usr", ""},
		"below home":                  {"~/work/sub", ""},
		"through a link":              {"link", ""},
		"missing":                     {"none", `directory "none": no such file or directory`},
		"a file":                      {"file", `directory "file": not a directory`},
		"no name":                     {"", `directory "": empty path`},
		"a NUL":                       {"a\x00b", `directory "a\x00b": NUL byte in a path`},
		"where credentials are":       {"~/.ssh", `directory "~/.ssh": `},
		"a link to where they are":    {"keys", `directory "keys": `},
		"a link that leads to itself": {"loop", `directory "loop": `},
	} {
		t.Run(name, func(t *testing.T) {
			s := session(t)
			home := s.Machine.Homes[0]
			for _, dir := range []string{"sub", "../.ssh"} {
				require.NoError(t, os.Mkdir(dir, 0o700))
			}
			require.NoError(t, os.WriteFile("file", nil, 0o600))
			require.NoError(t, os.Symlink("sub", "link"))
			require.NoError(t, os.Symlink(home+"/.ssh", "keys"))
			require.NoError(t, os.Symlink("loop", "loop"))
			work := s.Work
			err := s.Enter(c.dir)
			assert.Equal(t, work, s.Work, "what counts as inside does not move")
			if c.want != "" {
				require.ErrorContains(t, err, c.want)
				assert.Equal(t, work, s.Dir)
				return
			}
			require.NoError(t, err)
			got, err := s.Do(t.Context(), Call{Source: "pwd", Limit: 1000})
			require.NoError(t, err)
			assert.Equal(t, s.Dir+"\n", got.Stdout)
			assert.NotEqual(t, work, s.Dir)
		})
	}
}

func TestEnterLeavesExceptionsBehind(t *testing.T) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	work := filepath.Join(home, "work")
	require.NoError(t, os.MkdirAll(filepath.Join(work, "sub"), 0o700))
	t.Chdir(work)
	open := func() *Session {
		s := session(t)
		t.Chdir(work)
		s.Dir, s.Work = work, work
		e, err := loadedException("git reset --hard")
		require.NoError(t, err)
		s.Policy.Commands.Allowed = e
		return s
	}
	s := open()
	require.NoError(t, s.Enter("."))
	d := s.Decide(s.AtExec(source("git reset --hard"), NoSandbox))
	assert.Equal(t, rules.Allow, d.Action, "the same directory changes nothing")
	s = open()
	require.NoError(t, s.Enter("sub"))
	d = s.Decide(s.AtExec(source("git reset --hard"), NoSandbox))
	assert.Equal(t, rules.Ask, d.Action, "these words mean another tree there")
}

func source(text string) guard.Request { return guard.Request{Source: text} }

// loadedException is a user's policy's exception for a command.
func loadedException(text string) ([]policy.CommandEntry, error) {
	p, err := policy.Load([]policy.Layer{{Name: "policy.toml", Kind: policy.User, Data: []byte("[commands]\nallowed = [\"" + text + "\"]\n")}}, policy.Flags{})
	if err != nil {
		return nil, err
	}
	return p.Commands.Allowed, nil
}
