package hook

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

// ran reports whether the agent runs the command after an answer, without the key that
// makes a failure a refusal.
func ran(h Host, r Reply) bool { return h.Does(Ending{Reply: r}, false) == Runs }

// The model is checked against the measurements, or the tests that use it prove nothing.
func TestModelSaysWhatWasMeasured(t *testing.T) {
	deny := `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"x"}}`
	ask := strings.Replace(deny, "deny", "ask", 1)
	for _, tt := range []struct {
		why   string
		reply Reply
		ran   string // the measured agents that run it
	}{
		{"silence", Reply{}, "claude codex gemini copilot qwen opencode"},
		{"exit 1 with a reason", Reply{Stderr: "x", Exit: 1}, "claude codex gemini qwen"},
		{"exit 3 with a reason", Reply{Stderr: "x", Exit: 3}, "claude codex qwen"},
		{"missing", Reply{Stderr: "not found", Exit: 127}, "claude codex qwen"},
		{"exit 2 with a reason", Reply{Stderr: "x", Exit: 2}, ""},
		{"exit 2 in silence", Reply{Exit: 2}, "codex gemini qwen"},
		{"garbage", Reply{Stdout: "no\n"}, "claude codex gemini copilot qwen"},
		{"a nested deny", Reply{Stdout: deny}, "gemini copilot"},
		{"a nested deny after a line of log", Reply{Stdout: "log\n" + deny}, "claude codex gemini copilot qwen"},
		{"a nested ask", Reply{Stdout: ask}, "codex gemini copilot"},
		{"a nested deny with a key too many", Reply{Stdout: strings.Replace(deny, `"permissionDecision"`, `"rule":"x","permissionDecision"`, 1)}, "codex gemini copilot"},
		{"a deny of Gemini's", Reply{Stdout: `{"decision":"deny","reason":"x"}`}, "claude codex copilot qwen"},
		{"a deny of Copilot's", Reply{Stdout: `{"permissionDecision":"deny","permissionDecisionReason":"x"}`}, "claude codex gemini qwen"},
	} {
		for _, h := range Hosts() {
			if h.Measured != "" {
				assert.Equal(t, strings.Contains(" "+tt.ran+" ", " "+h.Name+" "), ran(h, tt.reply), "%s: %s", tt.why, h.Name)
			}
		}
	}
}

func TestModelOfFailures(t *testing.T) {
	deny := Reply{Stderr: "x", Exit: 2}
	for _, tt := range []struct {
		why    string
		ending Ending
		closed bool
		ran    string // the measured agents that run it
	}{
		{"killed", Ending{Killed: true}, false, "claude codex gemini qwen"},
		{"killed, onFailure", Ending{Killed: true}, true, "codex gemini qwen"},
		{"late", Ending{TimedOut: true}, false, "claude codex gemini copilot qwen"},
		{"late, onFailure", Ending{TimedOut: true}, true, "codex gemini copilot qwen"},
		{"exit 1, onFailure", Ending{Reply: Reply{Exit: 1}}, true, "codex gemini qwen"},
		{"another event, onFailure", Ending{Reply: Reply{Stdout: `{"hookSpecificOutput":{"hookEventName":"Other","permissionDecision":"deny"}}`}}, true, "codex gemini copilot"},
		{"garbage, onFailure", Ending{Reply: Reply{Stdout: "no"}}, true, "claude codex gemini copilot qwen"},
		{"a refusal that read nothing", Ending{Reply: deny, InputIgnored: true}, false, "codex"},
	} {
		for _, h := range Hosts() {
			if h.Measured != "" && h.Name != "opencode" { // opencode's plugin has no limit, and throws
				assert.Equal(t, strings.Contains(" "+tt.ran+" ", " "+h.Name+" "), h.Does(tt.ending, tt.closed) == Runs, "%s: %s", tt.why, h.Name)
			}
		}
	}
}

// The model says that an agent asks if its row does.
func TestAskIsAsked(t *testing.T) {
	for _, h := range Hosts() {
		want := Refuses
		if h.Asks {
			want = AsksUser
		}
		assert.Equal(t, want, h.Does(Ending{Reply: h.Reply(Ask, "x")}, false), h.Name)
		assert.Equal(t, Runs, h.Does(Ending{Reply: h.Reply(Pass, "")}, false), h.Name)
		assert.Equal(t, Runs, h.Does(Ending{Reply: h.Reply(Grant, "")}, false), h.Name)
	}
}

// reasons are texts that a refusal may have to carry.
var reasons = map[string]string{
	"plain":           "shimgen: blocked: rm -rf / deletes everything you can write [fs.rm-root]",
	"empty":           "",
	"blank":           " \t\n",
	"two lines":       "shimgen: blocked: x\nshimgen: hint: y",
	"quotes":          `shimgen: blocked: echo "a'b\c" {"decision":"allow"}`,
	"control bytes":   "a\x1b[2Jb\x00c\x7f",
	"other alphabets": "größer als 日本 \u202e",
	"broken UTF-8":    "a\xffb",
	"huge":            strings.Repeat("long ", 500000),
}

func TestRefusedMeansNotRun(t *testing.T) {
	for _, h := range Hosts() {
		for why, reason := range reasons {
			for _, v := range []Verdict{Refuse, Ask, 200} {
				r := h.Reply(v, reason)
				assert.False(t, ran(h, r), "%s, %s: %+v", h.Name, why, r)
				assert.Less(t, len(r.Stdout)+len(r.Stderr), 4*MaxReason, "%s, %s", h.Name, why)
				assert.NotEmpty(t, strings.TrimSpace(r.Stderr), "%s, %s", h.Name, why)
				assert.Equal(t, 1, strings.Count(r.Stderr, "\n"), "%s, %s", h.Name, why)
				for _, c := range []byte(r.Stdout + r.Stderr) {
					require.True(t, c == '\n' || c >= ' ' && c < 0x7f, "%s, %s: byte %#x", h.Name, why, c)
				}
				if r.Stdout != "" {
					_, _, extra := decisionIn(h.Form, r.Stdout)
					assert.False(t, extra, "%s, %s: no keys but the agent's own", h.Name, why)
				}
				if v != Ask || !h.Asks {
					assert.Equal(t, 2, r.Exit, "%s, %s", h.Name, why)
				}
			}
		}
	}
}

func TestNoOpinionIsSilence(t *testing.T) {
	for _, h := range Hosts() {
		assert.Equal(t, Reply{}, h.Reply(Pass, "x"), h.Name)
		if !h.Grants {
			assert.Equal(t, Reply{}, h.Reply(Grant, "x"), h.Name)
		}
	}
}

// The exact bytes each agent gets.
func TestRepliesAreGolden(t *testing.T) {
	var got bytes.Buffer
	for _, h := range Hosts() {
		for i, v := range []Verdict{Refuse, Ask, Pass, Grant} {
			r := h.Reply(v, `shimgen: blocked: rm -rf "$HOME" deletes a home directory [fs.rm-home]; hint: name what you mean`)
			fmt.Fprintf(&got, "-- %s %s: exit %d\n%s%s", h.Name, []string{"refuse", "ask", "pass", "grant"}[i], r.Exit, r.Stdout, r.Stderr)
		}
	}
	const name = "testdata/replies.golden"
	if *update {
		require.NoError(t, os.WriteFile(name, got.Bytes(), 0o644))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, string(want), got.String())
}

// A message for the user comes only with a passing answer: in a refusal, a field that the
// agent does not know could void it.
func TestWordsComeOnlyWithWhatIsPassed(t *testing.T) {
	for _, h := range Hosts() {
		told := h.Tell(h.Reply(Pass, ""), "no\ntrail")
		assert.Equal(t, h.Messages, told.Stdout == `{"systemMessage":"no trail"}`+"\n", h.Name)
		assert.Equal(t, Runs, h.Does(Ending{Reply: told}, true), h.Name)
		for _, v := range []Verdict{Refuse, Ask} {
			reply := h.Reply(v, "why")
			assert.Equal(t, reply, h.Tell(reply, "no trail"), h.Name)
		}
	}
}
