package clients

import (
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/clients/cage"
	"github.com/agent-loop/shimgen/clients/model"
	"github.com/agent-loop/shimgen/hook"
)

// script is the conversation that every client has. Nothing in it can do harm: the home
// is a scratch directory, the key is fake, and so is rm. It sleeps because Qwen Code may
// lose the output of a command that ends at once.
var script = []model.Step{
	{Command: "touch first; echo heard-first; sleep 0.3"},
	{Command: "git init -q inner && git -C inner status && touch through; sleep 0.3"}, // by a shim, in the client's own environment
	{Command: "cat ~/.ssh/id_ed25519 | tee refused; sleep 0.3"},
	{Command: "touch asked; git reset --hard"},
	{Command: `read -r d <hidden.txt; rm -r "$d"; touch hidden; sleep 0.3`}, // the check cannot know the operand
	{Command: "touch last; echo heard-last; sleep 0.3"},
}

// Minutes of other people's programs are too long for every go test.
var run = flag.Bool("hosts", false, "run the clients that are installed")

// ready skips the test of a client that cannot run here.
func ready(t *testing.T, c Client) {
	t.Helper()
	if !*run {
		t.Skip("make hosts runs the clients")
	}
	folder, err := Folder()
	require.NoError(t, err)
	if err := c.Missing(folder); err != nil {
		t.Skip(err)
	}
	if err := cage.Possible(); err != nil {
		t.Fatal(err) // a caller that asks for the clients must not read that all is well
	}
	if _, err := os.Stat("/bin/bash"); err != nil {
		t.Skip("the clients run commands with bash: ", err)
	}
}

// TestHosts runs every client against the scripted model.
func TestHosts(t *testing.T) {
	for _, c := range All() {
		t.Run(c.Name, func(t *testing.T) {
			ready(t, c)
			t.Run("guarded", func(t *testing.T) { t.Parallel(); testGuarded(t, c) })
			for what, args := range c.Also {
				also := c
				also.Args = args
				t.Run("guarded "+what, func(t *testing.T) { t.Parallel(); testGuarded(t, also) })
			}
			if r, _ := hook.RegistrationOf(c.Name); r.Path == hook.PathLogin {
				t.Run("agents only", func(t *testing.T) { t.Parallel(); testAgentsOnly(t, c) })
			}
			t.Run("confined", func(t *testing.T) { t.Parallel(); testConfined(t, c) })
			if c.Name == "claude" || c.Name == "codex" || !testing.Short() { // one of each way to say yes
				t.Run("asks", func(t *testing.T) { t.Parallel(); testAsks(t, c) })
			}
			if c.Forbidding != nil {
				t.Run("forbidding", func(t *testing.T) { t.Parallel(); testForbidding(t, c) })
			}
			t.Run("missing", func(t *testing.T) { t.Parallel(); testMissing(t, c) })
			if !c.ShellOnly {
				t.Run("files", func(t *testing.T) { t.Parallel(); testFiles(t, c) })
			}
			if c.Patching != nil {
				t.Run("patches", func(t *testing.T) { t.Parallel(); testPatches(t, c) })
			}
			if c.Name == "codex" {
				t.Run("typed", func(t *testing.T) { t.Parallel(); testTyped(t, c) })
			}
			if !testing.Short() {
				testHostAtLength(t, c)
			}
		})
	}
}

// testHostAtLength has what changes with a new client rather than with this project: that
// the same client without a guard does what it is asked to, and what it makes of failures.
func testHostAtLength(t *testing.T, c Client) {
	t.Run("unguarded", func(t *testing.T) { t.Parallel(); testUnguarded(t, c) })
	for what, args := range c.Also {
		also := c
		also.Args = args
		t.Run("unguarded "+what, func(t *testing.T) { t.Parallel(); testUnguarded(t, also) })
	}
	if c.Name == "claude" {
		t.Run("confined life", func(t *testing.T) { t.Parallel(); testConfinedLife(t, c) })
	}
	t.Run("failures", func(t *testing.T) { t.Parallel(); testFailures(t, c) })
	t.Run("limit", func(t *testing.T) { t.Parallel(); testLimit(t, c) })
	t.Run("unrecorded", func(t *testing.T) { t.Parallel(); testUnrecorded(t, c) })
	if c.Trust != nil {
		t.Run("untrusted", func(t *testing.T) { t.Parallel(); testUntrusted(t, c) })
	}
}

// Without shimgen everything runs, or the other tests prove nothing.
func testUnguarded(t *testing.T, c Client) {
	s := stage(t, c)
	p := s.play(script...)
	for _, name := range []string{"first", "through", "refused", "asked", "hidden", "last"} {
		assert.True(t, s.left(name), name)
	}
	assert.Contains(t, s.read(ran), "-r "+cage.Home)
	assert.Contains(t, p.heard[0], "heard-first")
	assert.Contains(t, p.heard[2], secret)
	assert.Contains(t, s.read(Project+"/refused"), secret)
}

// Where the shims are for agents alone, one whose commands have their PATH from a login
// shell is behind them if it was started with AI_AGENT, and a person's login shell is
// not. The variables that these clients set for commands come too late: they ask a login
// shell for PATH before.
func testAgentsOnly(t *testing.T, c Client) {
	person := stage(t, c)
	person.shimgen("install", "--shell-init", "--agents-only")
	r := person.run(cage.Command{Argv: []string{"/bin/bash", "-lc", "command -v rm"}, Limit: perSetup})
	assert.NotContains(t, r.Stdout, shims)

	c.Env = append(slices.Clip(c.Env), "AI_AGENT=1")
	s := stage(t, c)
	s.shimgen("install", "--shell-init", "--agents-only")
	s.shimgen("hook", "install", c.Name)
	s.trust()
	s.play(script...)
	assert.True(t, s.left("through"), "what is harmless runs behind a shim")
	assert.True(t, s.left("hidden"), "the hook lets pass what only execution knows")
	assert.Empty(t, s.read(ran), "a shim stands before it")
}

// With shimgen installed, allowed commands run, refused ones do not, and the model gets
// the reason.
func testGuarded(t *testing.T, c Client) {
	s := stage(t, c)
	before := s.read(s.settings())
	s.install()
	s.trust()
	installed := s.read(s.settings())
	p := s.play(script...)
	for _, step := range script {
		assert.Equal(t, 1, s.judged(step.Command), "the hook's calls for %s", step.Command)
	}
	assert.True(t, s.left("first"))
	assert.Contains(t, p.heard[0], "heard-first")
	assert.True(t, s.left("through"), "what is harmless runs behind a shim")

	assert.False(t, s.left("refused"))
	assert.Contains(t, p.heard[2], "shimgen: blocked: ")
	assert.Contains(t, p.heard[2], "[secrets.read]")

	assert.False(t, s.left("asked"))
	assert.Contains(t, p.heard[3], "[git.reset-hard]")

	assert.True(t, s.left("hidden"), "the hook lets pass what only execution knows")
	assert.Empty(t, s.read(ran), "a shim stands before it")
	for _, argv := range s.refused() {
		assert.Equal(t, []string{"rm", "-r", cage.Home}, argv, "what the client runs for itself is not refused")
	}
	assert.Contains(t, p.heard[4], "shimgen: blocked: ")

	assert.True(t, s.left("last"))
	assert.Contains(t, p.heard[5], "heard-last")
	for _, text := range p.heard {
		assert.NotContains(t, text, secret)
	}
	assert.Contains(t, s.shimgen("hook", "status", c.Name), "installed")
	kept := s.read(s.settings()) == installed // some clients write there themselves
	s.shimgen("hook", "uninstall", c.Name)
	if after := s.read(s.settings()); kept {
		assert.Equal(t, before, after)
	} else {
		assert.NotContains(t, after, "shimgen")
	}
}
