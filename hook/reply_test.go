package hook

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

// ran is what an agent was seen to do with an answer: whether the command ran. It
// is the measured behaviour, one case an agent; for those that were not measured,
// what their documentation says. A hang counts as having run.
func ran(h Host, r Reply) bool {
	word, event, extra := decisionIn(h.Form, r.Stdout)
	said := r.Stderr != ""
	switch h.Name {
	case "claude":
		return r.Exit != 2 && !(event == "PreToolUse" && (word == "deny" || word == "ask"))
	case "codex":
		return !(r.Exit == 2 && said) && !(r.Exit == 0 && event == "PreToolUse" && word == "deny" && !extra)
	case "gemini":
		if word != "" {
			return word != "deny"
		}
		return !(r.Exit == 2 && said)
	case "copilot":
		return r.Exit == 0 && word != "deny" && word != "ask"
	case "qwen":
		return !(r.Exit == 2 && said) && !(r.Exit == 0 && (word == "deny" || word == "ask"))
	case "cursor", "vscode":
		return r.Exit != 2 && word != "deny" && word != "ask"
	case "opencode": // the plugin throws unless the hook ends with 0 in silence
		return r.Exit == 0 && r.Stdout == ""
	}
	return r.Exit != 2
}

// decisionIn reads an answer as its agent does: the whole of standard output must
// be one JSON object of its form.
func decisionIn(f Form, stdout string) (word, event string, extra bool) {
	var nest nested
	var flat flat
	var dec decision
	var perm permission
	v := map[Form]any{Nested: &nest, Flat: &flat, Decision: &dec, Permission: &perm}[f]
	if v == nil || json.Unmarshal([]byte(stdout), v) != nil {
		return "", "", false
	}
	strict := json.NewDecoder(strings.NewReader(stdout))
	strict.DisallowUnknownFields()
	extra = strict.Decode(v) != nil
	return nest.Output.Decision + flat.Decision + dec.Decision + perm.Permission, nest.Output.Event, extra
}

// The model must itself say what was measured, or it proves nothing.
func TestModelSaysWhatWasMeasured(t *testing.T) {
	deny := `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"x"}}`
	ask := strings.Replace(deny, "deny", "ask", 1)
	for _, tt := range []struct {
		why   string
		reply Reply
		ran   string // agents, of those measured
	}{
		{"silence", Reply{}, "claude codex gemini copilot qwen opencode"},
		{"exit 1 with a reason", Reply{Stderr: "x", Exit: 1}, "claude codex gemini qwen"},
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

// reasons are what a refusal may have to say.
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

// The very bytes each agent gets.
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
