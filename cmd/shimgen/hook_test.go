package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/internal/exit"
)

// panics is standard input whose reader panics.
type panics struct{}

func (panics) Read([]byte) (int, error) { panic("a bug of ours") }

// unreadable is standard input that cannot be read.
type unreadable struct{}

func (unreadable) Read([]byte) (int, error) { return 0, errors.New("input/output error") }

// payload makes what an agent sends for a shell command.
func payload(t *testing.T, command string) io.Reader {
	t.Helper()
	text, err := json.Marshal(map[string]any{"tool_name": "Bash", "tool_input": map[string]string{"command": command}})
	require.NoError(t, err)
	return bytes.NewReader(text)
}

// Whatever happens to a hook, the agent gets a refusal in its own form, on standard error
// too, with exit status 2.
func TestHookFailsIntoARefusal(t *testing.T) {
	for _, tt := range []struct {
		why, said string
		in        func() io.Reader
		agents    []hook.Host
	}{
		{"a crash of our own", "a bug of ours", func() io.Reader { return panics{} }, hook.Hosts()},
		{"input that cannot be read", "input/output error", func() io.Reader { return unreadable{} }, hook.Hosts()},
		{"nothing to read", "empty or cut off", func() io.Reader { return strings.NewReader("") }, hook.Hosts()},
		{"half a payload", "empty or cut off", func() io.Reader { return strings.NewReader(`{"tool_name":"Bash","tool_in`) }, hook.Hosts()},
		{"bytes that are no UTF-8", "UTF-8", func() io.Reader {
			return strings.NewReader("{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls \xff\"}}")
		}, hook.Hosts()},
		{"a command over the limit", "cannot parse", func() io.Reader { return payload(t, strings.Repeat("ls;", 4<<20)) }, hook.Hosts()[:1]},
		{"a payload over the limit", "longer than", func() io.Reader { return io.MultiReader(strings.NewReader("{"), endless{}) }, hook.Hosts()[:1]},
		{"a command that does not parse", "cannot parse", func() io.Reader { return payload(t, `echo "`) }, hook.Hosts()},
		{"a blocked one", "[fs.rm-root]", func() io.Reader { return payload(t, "rm -rf /") }, hook.Hosts()},
	} {
		for _, h := range tt.agents {
			var out, stderr bytes.Buffer
			status := run([]string{"shimgen", "hook", h.Name}, &app{in: tt.in(), out: &out, err: &stderr})
			if h.Asks && tt.why == "a command that does not parse" { // the decision is ask
				assert.Equal(t, 0, status, "%s, %s", h.Name, tt.why)
				assert.Contains(t, out.String(), `"ask"`, "%s, %s", h.Name, tt.why)
				continue
			}
			assert.Equal(t, 2, status, "%s, %s", h.Name, tt.why)
			assert.Contains(t, stderr.String(), tt.said, "%s, %s", h.Name, tt.why)
			assert.Equal(t, h.Reply(hook.Refuse, strings.TrimSpace(stderr.String())).Stdout, out.String(), "%s, %s", h.Name, tt.why)
		}
	}
}

// endless is standard input that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestHookTakesLongCommands(t *testing.T) {
	var out, stderr bytes.Buffer
	status := run([]string{"shimgen", "hook", "claude"}, &app{in: payload(t, strings.Repeat("echo x\n", 10000)), out: &out, err: &stderr})
	assert.Equal(t, 0, status)
	assert.Empty(t, out.String()+stderr.String())
}

// Under the registered line the hook exits with statuses of its own.
func TestSealedHookEndsWithStatusesOfItsOwn(t *testing.T) {
	for _, tt := range []struct {
		why  string
		argv []string
		in   io.Reader
		want int
	}{
		{"it allows", []string{"hook", hook.SealedFlag, "codex"}, payload(t, "ls"), hook.StatusPassed},
		{"it asks, where the agent can", []string{"hook", hook.SealedFlag, "claude"}, payload(t, "git reset --hard"), hook.StatusPassed},
		{"it asks, where the agent would run it", []string{"hook", hook.SealedFlag, "codex"}, payload(t, "git reset --hard"), hook.StatusRefused},
		{"it refuses", []string{"hook", hook.SealedFlag, "codex"}, payload(t, "rm -rf /"), hook.StatusRefused},
		{"it crashes", []string{"hook", hook.SealedFlag, "codex"}, panics{}, hook.StatusRefused},
		{"with another flag", []string{"hook", hook.SealedFlag, "--grant-read-only", "claude"}, payload(t, "ls"), hook.StatusPassed},
		{"for nobody", []string{"hook", hook.SealedFlag, "nobody"}, payload(t, "ls"), exit.BadUsage},
		{"for nobody at all", []string{"hook", hook.SealedFlag}, payload(t, "ls"), exit.BadUsage},
		{"on a line of the user's own", []string{"hook", "codex"}, payload(t, "ls"), 0},
	} {
		status := run(append([]string{"shimgen"}, tt.argv...), &app{in: tt.in, out: io.Discard, err: io.Discard})
		assert.Equal(t, tt.want, status, tt.why)
	}
}

// An agent that does not ask in a mode gets a refusal there.
func TestHookAsksOnlyInModesThatAsk(t *testing.T) {
	for _, tt := range []struct {
		agent, mode string
		asks        bool
	}{
		{"claude", "", true},
		{"claude", "default", true},
		{"claude", "dontAsk", true},
		{"claude", "bypassPermissions", false},
		{"claude", "of a later version", false},
		{"qwen", "yolo", true},
		{"codex", "default", false},
	} {
		text := fmt.Sprintf(`{"permission_mode":%q,"tool_name":"Write","tool_input":{"file_path":%q,"content":"x"}}`, tt.mode, filepath.Join(t.TempDir(), ".git", "hooks", "post-commit"))
		var out, stderr bytes.Buffer
		status := run([]string{"shimgen", "hook", tt.agent}, &app{in: strings.NewReader(text), out: &out, err: &stderr})
		assert.Equal(t, tt.asks, status == 0, "%s in %q", tt.agent, tt.mode)
		assert.Equal(t, tt.asks, strings.Contains(out.String(), `"ask"`), "%s in %q", tt.agent, tt.mode)
		assert.Equal(t, !tt.asks, strings.Contains(stderr.String(), "ask the user to run this"), "%s in %q", tt.agent, tt.mode)
	}
}
