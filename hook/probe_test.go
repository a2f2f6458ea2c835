package hook

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A probe must send what the agent would send.
func TestPayloadIsACall(t *testing.T) {
	for _, r := range registrations {
		if r.Call == "" {
			assert.True(t, r.As != "" || r.Reader == ByHand, r.Agent)
			continue
		}
		const command = "echo \"a\\b\" 'c' # COMMAND"
		text := r.Payload(command, `/w/a "b"`, strings.Repeat("x", 1000))
		require.True(t, json.Valid([]byte(text)), "%s: %s", r.Agent, text)
		call, err := Read([]byte(text))
		require.NoError(t, err, r.Agent)
		assert.Equal(t, []string{command}, call.Sources, r.Agent)
		assert.Equal(t, `/w/a "b"`, call.Dir, r.Agent)
		assert.Empty(t, append(append(call.Reads, call.Writes...), call.URLs...), r.Agent)
		assert.Greater(t, len(text), 1000, r.Agent)
	}
}

func TestTermsAreThoseThatInstallWrites(t *testing.T) {
	for _, r := range registrations {
		if r.Entry == "" || r.Reader == ByHand || r.Agent == "windsurf" { // windsurf documents no timeout
			continue
		}
		terms := Entry{Text: r.Wanted("x")}.Terms()
		assert.InDelta(t, Wait, r.Seconds(terms.Timeout), 0, r.Agent)
		commands, all := r.Takes(terms.Matcher)
		assert.True(t, commands && all, r.Agent)
		assert.Equal(t, r.Agent == "claude" || r.Agent == "cursor", terms.Closed, r.Agent)
	}
	gemini, _ := RegistrationOf("gemini")
	assert.InDelta(t, 1.5, gemini.Seconds(1500), 0)
	codex, _ := RegistrationOf("codex")
	assert.InDelta(t, 1500, codex.Seconds(1500), 0)
}

func TestMatchersTakeInCommands(t *testing.T) {
	for _, tt := range []struct {
		agent, matcher string
		commands, all  bool
	}{
		{"claude", "", true, true},
		{"claude", "*", true, true},
		{"claude", "Bash", true, false},
		{"claude", "Edit|Bash", true, false},
		{"claude", "bash", false, false},
		{"claude", "Bas", false, false},
		{"claude", "(", false, false},
		{"codex", "exec_command", false, false},
		{"gemini", "run_.*", true, false},
		{"qwen", "Bash", true, false},
		{"copilot", "*", true, true},
	} {
		r, _ := RegistrationOf(tt.agent)
		commands, all := r.Takes(tt.matcher)
		assert.Equal(t, []bool{tt.commands, tt.all}, []bool{commands, all}, "%s %q", tt.agent, tt.matcher)
	}
}

// doctor runs a registered line only if this version wrote every byte of it.
func TestWroteTakesNoOtherLine(t *testing.T) {
	for _, r := range registrations {
		line := r.Line(sh, program)
		limit, ok := r.Wrote(line, sh, program)
		assert.True(t, ok, r.Agent)
		assert.Equal(t, Limit, limit, r.Agent)
		for why, other := range map[string]string{
			"nothing":          "",
			"something before": "touch x; " + line,
			"something behind": line + "; touch x",
			"another program":  r.Line(sh, "/tmp/x/shimgen"),
			"another agent's":  strings.ReplaceAll(line, " "+r.Agent+")", " other)"),
			"without the line": program + " hook " + r.Agent,
			"another number":   strings.Replace(line, "watched 20 ", "watched 20;x ", 1),
		} {
			_, ok = r.Wrote(other, sh, program)
			assert.False(t, ok, "%s: %s", r.Agent, why)
		}
	}
	claude, _ := RegistrationOf("claude")
	limit, ok := claude.Wrote(commandLine(7, program, "hook", "--grant-read-only", "claude"), sh, program)
	assert.True(t, ok)
	assert.Equal(t, 7, limit)
}

func TestOthersAreThoseOfTheSameEvent(t *testing.T) {
	claude, _ := RegistrationOf("claude")
	text, err := claude.Add(`{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"mine"}]}],"Stop":[{"hooks":[{"command":"late"}]}]}}`, sh, claude.Line(sh, program))
	require.NoError(t, err)
	assert.Equal(t, []string{"mine"}, claude.Others(text))
	assert.Empty(t, claude.Others("x"))
}
