package clients

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/clients/cage"
	"github.com/agent-loop/shimgen/clients/model"
	"github.com/agent-loop/shimgen/hook/bundle"
)

// bundled is where the plug-ins are.
const bundled = cage.Home + "/plug-ins"

// TestBundles installs the plug-ins of hook bundle with each agent's own commands, and
// runs the agent: with shimgen installed they judge, and without it they refuse everything.
func TestBundles(t *testing.T) {
	steps := []model.Step{
		{Command: "touch first; echo heard-first; sleep 0.3"},
		{Command: "cat ~/.ssh/id_ed25519 | tee refused; sleep 0.3"},
	}
	for _, p := range bundle.Plugins() {
		t.Run(p.Agent, func(t *testing.T) {
			c, ok := Lookup(p.Agent)
			require.True(t, ok)
			ready(t, c)
			t.Run("guarded", func(t *testing.T) {
				t.Parallel()
				s := stage(t, c)
				s.shimgen("install")
				s.plugIn(p)
				assert.Regexp(t, "(?m)^"+p.Agent+" +plug-in +installed +/", s.shimgen("hook", "status", p.Agent))
				got := s.play(steps...)
				for _, step := range steps {
					assert.Equal(t, 1, s.judged(step.Command), "the hook's calls for %s", step.Command)
				}
				assert.True(t, s.left("first"))
				assert.Contains(t, got.heard[0], "heard-first")
				assert.False(t, s.left("refused"))
				assert.Contains(t, got.heard[1], "[secrets.read]")
			})
			t.Run("no shimgen", func(t *testing.T) {
				t.Parallel()
				s := stage(t, c)
				s.plugIn(p)
				s.play(steps...)
				assert.False(t, s.left("first"))
				assert.False(t, s.left("refused"))
			})
		})
	}
}

// plugIn writes the bundle and installs the client's part of it, as its user would.
func (s *scene) plugIn(p bundle.Plugin) {
	s.t.Helper()
	s.shimgen("hook", "bundle", bundled)
	if p.Agent == "gemini" { // it asks about these folders, and again about the extension
		s.write(cage.Home+"/.gemini/trustedFolders.json", `{"`+Project+`":"TRUST_FOLDER","`+bundled+`/gemini":"TRUST_FOLDER"}`, 0o600)
	}
	s.own()
	for _, line := range p.Install {
		words := strings.Fields(strings.ReplaceAll(line, "DIR", bundled))
		r := s.run(cage.Command{Argv: s.client.Argv(words[1:]...), Stdin: "y\n", Limit: perSetup})
		require.Zero(s.t, r.Exit, "%s: %s%s", line, r.Stdout, r.Stderr)
	}
	s.trust()
}
