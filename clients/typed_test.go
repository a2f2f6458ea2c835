package clients

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/clients/model"
)

// testTyped starts a shell by one tool of Codex and types into it by another, which
// reaches no hook: programs without a shim run.
func testTyped(t *testing.T, c Client) {
	s := stage(t, c)
	s.install()
	s.trust()
	session := map[string]string{"session_id": "session ID "}
	write := func(text string) model.Step {
		return model.Step{Tool: "write_stdin", Arguments: map[string]any{"chars": text, "yield_time_ms": 2000}, Numbers: session}
	}
	p := s.play(
		model.Step{Tool: "exec_command", Arguments: map[string]any{"cmd": "bash", "tty": true, "yield_time_ms": 2000}},
		write("cat ~/.ssh/id_ed25519 | tee typed\n"),
		write("rm -r ~; touch tried\n"),
	)
	assert.Equal(t, 1, s.judged("bash"))
	assert.Contains(t, s.read(Project+"/typed"), secret, "docs/hosts.md says that this does not hold")
	assert.True(t, s.left("tried"))
	assert.Empty(t, s.read(ran), "the shim stands there")
	assert.Contains(t, p.heard[2], "shimgen: blocked: ")
}
