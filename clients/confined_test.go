package clients

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/clients/cage"
	"github.com/agent-loop/shimgen/clients/model"
	"github.com/agent-loop/shimgen/hook"
)

// outside is a file in the home, beside the project, that only the sandbox keeps a
// command from writing.
const outside = cage.Home + "/outside"

// confinedScript is a conversation whose commands run in our sandbox. Only at execution
// it is known which step would write outside the project.
var confinedScript = []model.Step{
	{Command: "touch first; echo heard-first; echo temp=$TMPDIR; echo kept >/tmp/kept; sleep 0.3"},
	{Command: "read -r f <where.txt; echo x >\"$f\"; echo heard=$?; sleep 0.3"},
	{Command: "cat ~/.ssh/id_ed25519 | tee refused; sleep 0.3"},
	{Command: "touch asked; git reset --hard"},
	{Command: "cat /tmp/kept; sleep 300 & echo 'quoted \"it'\"'\"'s\" $HOME' # a comment"},
	{Command: "cat <<'EOF'\nfi; touch broken-out\n\tline\nEOF\nsleep 0.3; exit 7"},
	{Command: "cd inner && pwd; sleep 0.3"},
	{Command: "pwd; touch last; sleep 0.3"},
}

// With a hook that confines, allowed commands run in a sandbox as they would have run
// without, and the model sees what the kernel refused.
func testConfined(t *testing.T, c Client) {
	h, _ := hook.Lookup(c.Name)
	s := stage(t, c)
	s.write(Project+"/where.txt", outside+"\n", 0o644)
	s.write(Project+"/inner/x", "", 0o644)
	s.own()
	s.install("--confine")
	s.trust()
	status := s.shimgen("hook", "status", c.Name)
	if h.Rewrite == hook.NoRewrite {
		assert.NotContains(t, status, "commands are confined")
		return
	}
	assert.Contains(t, status, "commands are confined")
	p := s.play(confinedScript...)
	for _, step := range confinedScript {
		assert.NotZero(t, s.judged(step.Command), "the hook's calls for %s", step.Command)
	}
	assert.True(t, s.left("first"))
	assert.Contains(t, p.heard[0], "heard-first")
	assert.Contains(t, p.heard[0], "temp=/tmp", "it ran in the sandbox")

	assert.NotContains(t, s.read(outside), "x")
	assert.Contains(t, p.heard[1], "heard=1")
	assert.Contains(t, p.heard[1], "sandbox_violation")
	assert.Contains(t, p.heard[1], outside)

	assert.False(t, s.left("refused"))
	assert.Contains(t, p.heard[2], "[secrets.read]")
	assert.False(t, s.left("asked"))
	assert.Contains(t, p.heard[3], "[git.reset-hard]")

	assert.Contains(t, p.heard[4], "kept", "a session's commands have one /tmp")
	assert.Contains(t, p.heard[4], `quoted "it's" $HOME`)
	assert.Contains(t, p.heard[5], "fi; touch broken-out")
	assert.Contains(t, p.heard[5], "\tline")
	if !c.NoStatus {
		assert.Contains(t, p.heard[5], "7")
	}
	assert.False(t, s.left("broken-out") || s.left("inner/broken-out"))

	assert.Contains(t, p.heard[6], Project+"/inner")
	where := Project
	if c.Follows {
		where += "/inner"
	}
	assert.Contains(t, p.heard[7], where)
	assert.True(t, s.left(strings.TrimPrefix(where+"/last", Project+"/")))
	s.shimgen("hook", "uninstall", c.Name)
	assert.NotContains(t, s.read(s.settings()), "shimgen")
}

// What the client's user forbids, or what the client itself would ask about, stays so if
// a hook rewrites the command: the client checks the rewritten one.
func testForbidding(t *testing.T, c Client) {
	if c.Forbidding.Args != nil {
		c.Args = c.Forbidding.Args
	}
	for what, install := range map[string]func(*scene){"alone": func(*scene) {}, "confined": func(s *scene) { s.install("--confine") }} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := stage(t, c)
			if f := c.Forbidding.File; f.Path != "" {
				s.write(f.Path, f.Text, 0o644)
			}
			s.own()
			install(s)
			s.own()
			s.trust()
			const harmless = "ls; echo heard-ls; sleep 0.3"
			p := s.play(model.Step{Command: harmless}, model.Step{Command: "touch forbidden"}, model.Step{Command: "ls; touch forbidden"})
			assert.Contains(t, p.heard[0], "heard-ls", "what is harmless runs")
			if what == "confined" {
				assert.Equal(t, 2, s.judged(harmless), "by the hook and by exec")
			}
			assert.False(t, s.left("forbidden"))
			for _, text := range p.heard[1:] {
				assert.NotContains(t, text, "shimgen: blocked", "it is the client that refuses")
			}
		})
	}
}

// What a client starts in the background lives on, and a command may take as long as the
// client allows.
func testConfinedLife(t *testing.T, c Client) {
	s := stage(t, c)
	s.install("--confine")
	p := s.play(
		model.Step{Tool: "Bash", Arguments: map[string]any{"command": "sleep 3; touch behind; echo temp=$TMPDIR >note", "run_in_background": true}},
		model.Step{Command: "echo '" + strings.Repeat("x", 100_000) + "' | wc -c"},
		model.Step{Command: "cat; sleep 5; ls"},
	)
	assert.Contains(t, p.heard[1], "100001")
	assert.Contains(t, p.heard[2], "behind", "its input has ended")
	assert.True(t, s.left("behind"))
	assert.Contains(t, s.read(Project+"/note"), "temp=/tmp")
}
