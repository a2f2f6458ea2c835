package hook

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const someClaim = "0123456789abcdef-0123456789abcdef0123456789abcdef"

// texts are commands that try to be run, or to break out of their frame.
var texts = []string{
	"touch ran", "touch ran # comment", "touch ran \\", "fi; touch ran; if false; then", "fi\ntouch ran\nif true; then", "touch ran &", "; touch ran",
	"cat <<EOF\nx", "cat <<'fi'\nfi\ntouch ran", "echo \"unfinished", "echo 'unfinished", "echo $(touch ran", "`touch ran`", "$(touch ran)", "{ touch ran", "touch ran; }",
	"exit() { :; }; touch ran", "\n\n touch ran", "\r\ntouch ran", "else touch ran", "elif touch ran; then :", "then touch ran", "#\ntouch ran", "\\\ntouch ran", "done; touch ran",
	"esac; touch ran", "((1))\ntouch ran", "alias exit=:; touch ran", "<<fi touch ran\nfi\nfi", "touch ran\x01", "touch 'ran", "echo ä; touch ran", "{\n(\n[[", "&& touch ran", "| touch ran",
}

// Whatever follows the first line, no shell runs it, and the status is the first line's.
// The test asks the shells.
func TestConfinedRunsNothingElse(t *testing.T) {
	for _, text := range texts {
		runsNothingElse(t, text)
	}
}

func FuzzConfined(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		// Only letters of shimgen's own words, and what shells read: a fuzzer's words may
		// be programs.
		if strings.Trim(text, "touchranfilsedE <>|&;(){}[]$\"'`\\#\n\r\t=!*?~:@-_,.+^%0123456789") != "" || strings.Contains(text, "/") {
			t.Skip("its words may be programs")
		}
		runsNothingElse(t, text)
	})
}

func runsNothingElse(t *testing.T, text string) {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "it's a shimgen")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\necho \"$@\" >>"+quoted(filepath.Join(dir, "told"))+"\nexit 7\n"), 0o755))
	if strings.Contains(text, "\x00") {
		return
	}
	for _, agent := range []string{"claude", "codex"} {
		r, _ := RegistrationOf(agent)
		command := r.ConfinedCommand(program, someClaim, text)
		claim, ok := r.ConfinedBy(program, command)
		require.True(t, ok)
		require.Equal(t, someClaim, claim)
		shellsRunNothingElse(t, dir, command, text)
	}
}

func shellsRunNothingElse(t *testing.T, dir, command, text string) {
	t.Helper()
	for _, shell := range []string{"sh", "bash", "dash", "zsh", "busybox"} {
		path, err := exec.LookPath(shell)
		if err != nil {
			continue
		}
		for _, around := range []string{command, "eval " + quoted(command) + " < /dev/null && pwd -P >|where", "\n(\n  trap 'jobs -p >bg' EXIT\n" + command + "\n)\nexit $?"} {
			args := []string{path, "-c", around}
			if shell == "busybox" {
				args = []string{path, "sh", "-c", around}
			}
			_ = os.Remove(filepath.Join(dir, "told"))
			c := &exec.Cmd{Path: path, Args: args, Dir: dir, Env: []string{"PATH=/usr/bin:/bin"}}
			if strings.HasPrefix(around, "\n(") && strings.Contains(text, ")") {
				continue // it closes the parenthesis alone: docs/hosts.md says so
			}
			out, _ := c.CombinedOutput()
			assert.NoFileExists(t, filepath.Join(dir, "ran"), "%s: %q: %s", shell, around, out)
			told, err := os.ReadFile(filepath.Join(dir, "told"))
			if err == nil && string(told) != "" {
				assert.Equal(t, "exec --decision "+someClaim+"\n", string(told), "%s: %q", shell, around)
				assert.Equal(t, 7, c.ProcessState.ExitCode(), "%s: %q: %s", shell, around, out)
			}
			if around == command && (shell == "bash" || shell == "dash") {
				assert.NoError(t, err, "%s: %q: it reads line by line: %s", shell, around, out)
			}
		}
	}
}

func TestConfinedByTakesNothingElse(t *testing.T) {
	for _, text := range []string{
		"", "ls", "/x/shimgen exec --decision", "/x/shimgen exec --decision " + someClaim, "/y/shimgen exec --decision " + someClaim + "; exit\nif false; then\nls\nfi",
		" /x/shimgen exec --decision " + someClaim + "; exit\nif false; then\nls\nfi", "X=1 /x/shimgen exec --decision " + someClaim + "; exit\nif false; then\nls\nfi",
	} {
		for _, agent := range []string{"claude", "codex"} {
			r, _ := RegistrationOf(agent)
			_, ok := r.ConfinedBy("/x/shimgen", text)
			assert.False(t, ok, text)
		}
	}
}

// The answer is in the agent's own form: its keys, all other arguments unchanged, on one
// line of ASCII.
func TestRewrittenIsInTheAgentsForm(t *testing.T) {
	const payload = `{"permission_mode":"default","tool_name":"Bash","tool_input":{"description":"größer <b>","timeout":5000,"command":"touch a","run_in_background":true}}`
	const args = `{"command":"new 日本 😀 <&>","description":"größer <b>","run_in_background":true,"timeout":5000}`
	for _, tt := range []struct{ agent, reason, want string }{
		{"claude", "", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":` + args + `}}`},
		{"claude", "why", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"why","updatedInput":` + args + `}}`},
		{"codex", "", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":` + args + `}}`},
		{"gemini", "", `{"hookSpecificOutput":{"hookEventName":"BeforeTool","tool_input":` + args + `}}`},
		{"copilot", "", `{"modifiedArgs":` + args + `}`},
		{"copilot", "why", `{"permissionDecision":"ask","permissionDecisionReason":"why","modifiedArgs":` + args + `}`},
		{"opencode", "", `{"command":"new 日本 😀 <&>"}`},
	} {
		h, _ := Lookup(tt.agent)
		r, err := h.Rewritten([]byte(payload), "touch a", "new 日本 😀 <&>", tt.reason)
		require.NoError(t, err)
		assert.JSONEq(t, tt.want, r.Stdout, tt.agent)
		assert.Equal(t, 1, strings.Count(r.Stdout, "\n"))
		for _, c := range []byte(r.Stdout) {
			require.Less(t, c, byte(0x7f))
		}
		want := Runs
		if tt.reason != "" {
			want = AsksUser
		}
		assert.Equal(t, want, h.Does(Ending{Reply: r}, false), tt.agent)
	}
	for _, h := range Hosts() {
		if h.Rewrite == NoRewrite {
			_, err := h.Rewritten([]byte(payload), "touch a", "x", "")
			assert.ErrorIs(t, err, ErrShape, h.Name)
		}
	}
}

// A payload with its command elsewhere is refused, not rewritten in part.
func TestRewrittenRefusesWhatItCannotReplace(t *testing.T) {
	h, _ := Lookup("claude")
	for why, payload := range map[string]string{
		"no arguments":         `{"tool_name":"Bash"}`,
		"no command":           `{"tool_name":"Bash","tool_input":{"cmd":"ls"}}`,
		"another command":      `{"tool_name":"Bash","tool_input":{"command":"rm"}}`,
		"a list":               `{"tool_name":"Bash","tool_input":{"command":["ls"]}}`,
		"arguments in a list":  `{"tool_name":"Bash","tool_input":["ls"]}`,
		"the last one counts":  `{"tool_name":"Bash","tool_input":{"command":"ls","command":"rm"}}`,
		"no JSON":              `ls`,
		"a text that is none":  `{"tool_name":"Bash","tool_input":"ls"}`,
		"a command of nothing": `{"tool_name":"Bash","tool_input":{"command":null}}`,
	} {
		_, err := h.Rewritten([]byte(payload), "ls", "new", "")
		assert.Error(t, err, why)
	}
	r, err := h.Rewritten([]byte(`{"toolName":"bash","toolArgs":"{\"command\":\"ls\",\"n\":1}"}`), "ls", "new", "")
	require.NoError(t, err, "an object in a text")
	assert.Contains(t, r.Stdout, `{"command":"new","n":1}`)
}

func TestNotesDir(t *testing.T) {
	for text, want := range map[string]string{
		"source x && eval 'ls' < /dev/null && pwd -P >| /tmp/claude-3c52-cwd":         "/tmp/claude-3c52-cwd",
		"source x && eval 'ls' < /dev/null && pwd -P >| /run/user/1000/claude-0f-cwd": "/run/user/1000/claude-0f-cwd",
		"source x && eval 'ls' < /dev/null && pwd -P >| /home/u/.bashrc":              "",
		"source x && eval 'ls' < /dev/null && pwd -P >| claude-3c52-cwd":              "",
		"source x && eval 'ls' < /dev/null && pwd -P >| /tmp/../home/claude-3c-cwd":   "",
		"source x && eval 'ls' < /dev/null && pwd -P >| /tmp/claude-3c52-cwd; x":      "",
		"source x && eval 'ls' < /dev/null && pwd -P >| /tmp/x y/claude-3c52-cwd":     "",
		"ls": "",
		"eval 'a' < /dev/null && pwd -P >| /a/claude-1-cwd' < /dev/null && pwd -P >| /b/claude-2-cwd": "/b/claude-2-cwd",
	} {
		file, ok := NotesDir(text)
		assert.Equal(t, want != "", ok, text)
		if ok {
			assert.Equal(t, want, file)
		}
	}
}

func TestCodexUnconfined(t *testing.T) {
	for text, want := range map[string]bool{
		"":                                   false,
		"exec --json x":                      false,
		"-s danger-full-access":              true,
		"--yolo":                             true,
		"-s workspace-write":                 false,
		"--sandbox=danger-full-access exec":  true,
		"exec --sandbox danger-full-access":  true,
		"-s danger-full-access -s read-only": false,
		"--dangerously-bypass-approvals-and-sandbox": true,
		"-s": false,
	} {
		assert.Equal(t, want, CodexUnconfined(strings.Fields(text)), text)
	}
}

// The agent's own rules come with a hook that confines, and go with it.
func TestRulesComeAndGo(t *testing.T) {
	r, _ := RegistrationOf("claude")
	line := r.Line("/bin/sh", "/x/shimgen", Confine)
	require.True(t, r.Confines(line))
	require.False(t, r.Confines(r.Line("/bin/sh", "/x/shimgen")))
	gemini, _ := RegistrationOf("gemini")
	require.True(t, gemini.Confines(gemini.Line("/bin/sh", "/x/shimgen", Confine)), "through its encoding")
	for why, before := range map[string]string{
		"nothing":           "{}\n",
		"rules":             "{\n  \"permissions\": {\n    \"allow\": [\"Bash(ls)\"]\n  }\n}\n",
		"a rule of ours":    `{"permissions":{"allow":["Bash(exit)"],"deny":["Bash(x)"]}}`,
		"other permissions": `{"permissions":{"deny":["Bash(x)"]}}`,
		"an empty list":     `{"permissions":{"allow":[]}}`,
		"no permissions":    `{"permissions":{}}`,
	} {
		with, err := r.Add(before, "/bin/sh", line)
		require.NoError(t, err, why)
		var file struct {
			Permissions struct{ Allow, Deny []string }
		}
		require.NoError(t, json.Unmarshal([]byte(with), &file))
		assert.Contains(t, file.Permissions.Allow, "Bash(/x/shimgen exec --decision *)", why)
		assert.Contains(t, file.Permissions.Allow, "Bash(exit)", why)
		current, err := r.IsCurrent(with, "/bin/sh", line)
		require.NoError(t, err)
		assert.True(t, current, why)
		again, err := r.Add(with, "/bin/sh", line)
		require.NoError(t, err)
		assert.Equal(t, with, again, why)
		missing := strings.Replace(with, `"Bash(exit)"`, `"Bash(true)"`, 1)
		current, err = r.IsCurrent(missing, "/bin/sh", line)
		require.NoError(t, err)
		assert.False(t, current, "%s: a rule is gone", why)
		after, err := r.Remove(with, before)
		require.NoError(t, err)
		assert.JSONEq(t, before, after, why)
		plain, err := r.Add(with, "/bin/sh", r.Line("/bin/sh", "/x/shimgen"))
		require.NoError(t, err)
		assert.NotContains(t, plain, "--decision", "%s: no rule stays that nothing wants", why)
	}
}
