package doctor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/hook/setup"
)

// hookOf is a Codex hook with a line of the test's own, which only play would run.
func hookOf(t *testing.T, line, timeout string) (*checkup, hook.Entry) {
	t.Helper()
	reg, _ := hook.RegistrationOf("codex")
	host, _ := hook.Lookup("codex")
	x := &Examination{env: []string{"PATH=/usr/bin:/bin"}}
	c := &checkup{Examination: x, w: setup.Site{Shell: "/bin/sh", Home: t.TempDir()}, host: host, reg: reg}
	return c, hook.Entry{Event: "PreToolUse", Command: line, Text: `{"timeout":` + timeout + `}`}
}

// play sees how a hook ended as the agent would.
func TestPlaySeesHowAHookEnds(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, tt := range []struct {
		why, line string
		want      hook.Ending
	}{
		{"it answers", "cat >/dev/null; echo out; echo said >&2; exit 2", hook.Ending{Reply: hook.Reply{Stdout: "out\n", Stderr: "said\n", Exit: 2}}},
		{"it is killed", "cat >/dev/null; kill -9 $$", hook.Ending{Reply: hook.Reply{Exit: -1}, Killed: true}},
		{"it does not read", "exit 2", hook.Ending{Reply: hook.Reply{Exit: 2}, InputIgnored: true}},
		{"it hangs, and what it started too", "cat >/dev/null; sleep 600 & wait", hook.Ending{Reply: hook.Reply{Exit: -1}, TimedOut: true}},
		{"it reads nothing and hangs", "sleep 600", hook.Ending{Reply: hook.Reply{Exit: -1}, TimedOut: true, InputIgnored: true}},
	} {
		c, e := hookOf(t, tt.line, "1")
		start := time.Now()
		got, err := c.play(e, long)
		require.NoError(t, err, tt.why)
		assert.Equal(t, tt.want, got, tt.why)
		assert.Less(t, time.Since(start), time.Minute, tt.why)
	}
}

func TestTheLongestRuleAboutAFolderCounts(t *testing.T) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, dir := range []string{"project", ".gemini"} {
		require.NoError(t, os.Mkdir(filepath.Join(home, dir), 0o700))
	}
	for _, tt := range []struct {
		why, rules     string
		trusted, known bool
	}{
		{"no file", "", false, false},
		{"another folder", `{"/nowhere":"TRUST_FOLDER"}`, false, false},
		{"one that begins alike", `{"HOME/pro":"TRUST_FOLDER"}`, false, false},
		{"the folder", `{"HOME/project":"TRUST_FOLDER"}`, true, true},
		{"one above", `{"HOME":"TRUST_FOLDER"}`, true, true},
		{"its parent", `{"HOME/other":"TRUST_PARENT"}`, true, true},
		{"the longer one says no", `{"HOME":"TRUST_FOLDER","HOME/project":"DO_NOT_TRUST"}`, false, true},
		{"what is no rule", `{"HOME":"yes"}`, false, true},
	} {
		reg, _ := hook.RegistrationOf("gemini")
		c := &checkup{reg: reg, w: setup.Site{Home: home, Project: filepath.Join(home, "project")}}
		if tt.rules != "" {
			require.NoError(t, os.WriteFile(filepath.Join(home, ".gemini", "trustedFolders.json"), []byte(strings.ReplaceAll(tt.rules, "HOME", home)), 0o600))
		}
		trusted, known := c.folderRule()
		assert.Equal(t, []bool{tt.trusted, tt.known}, []bool{trusted, known}, tt.why)
	}
}

func TestCodexAnswerIsTheSecond(t *testing.T) {
	const hooks = `{"id":2,"result":{"data":[{"hooks":[{"command":"x","sourcePath":"/h","enabled":true,"trustStatus":"trusted"}]}]}}`
	for _, tt := range []struct {
		why, out, fails string
		want            int
	}{
		{"among others", `{"id":1,"result":{}}` + "\n" + `{"method":"m"}` + "\n" + hooks, "", 1},
		{"an error", `{"id":2,"error":{"message":"no such method"}}`, "no such method", 0},
		{"none", `{"id":2,"result":{"data":[]}}`, "", 0},
		{"nothing", ``, "did not answer", 0},
		{"garbage", `Usage: codex`, "did not answer", 0},
	} {
		got, err := codexAnswer(strings.NewReader(tt.out))
		assert.Len(t, got, tt.want, tt.why)
		if tt.fails == "" {
			assert.NoError(t, err, tt.why)
		} else {
			assert.ErrorContains(t, err, tt.fails, tt.why)
		}
	}
}
