package clients

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/clients/cage"
)

// hooked is a hook as Codex lists it.
type hooked struct {
	Key         string
	CurrentHash string
	TrustStatus string
	SourcePath  string
}

// hooks asks a client for the hooks it knows.
func (s *scene) hooks() []hooked {
	s.t.Helper()
	q := s.client.Trust
	r := s.run(cage.Command{Argv: s.client.Argv(q.Args...), Stdin: q.Input, Until: q.Until, Limit: perSetup})
	for line := range strings.Lines(r.Stdout) {
		var answer struct {
			ID     int
			Result struct {
				Data []struct{ Hooks []hooked }
			}
		}
		if json.Unmarshal([]byte(line), &answer) != nil || answer.ID != 2 {
			continue
		}
		var all []hooked
		for _, d := range answer.Result.Data {
			all = append(all, d.Hooks...)
		}
		return all
	}
	require.Fail(s.t, "no list of hooks", "%s%s", r.Stdout, r.Stderr)
	return nil
}

// trust does what a user does to trust the hook, if the client needs that.
func (s *scene) trust() {
	s.t.Helper()
	if s.client.Trust == nil {
		return
	}
	config := cage.Home + "/.codex/config.toml"
	text := s.read(config)
	for _, h := range s.hooks() {
		hash, content, isPlugin := strings.Cut(h.CurrentHash, "/") // of the entry, and of the plug-in's files
		text += fmt.Sprintf("\n[hooks.state.%q]\ntrusted_hash = %q\n", h.Key, hash)
		if isPlugin {
			text += fmt.Sprintf("trusted_content_hash = %q\n", content)
		}
	}
	s.write(config, text, 0o644)
	s.own()
	for _, h := range s.hooks() {
		require.Equal(s.t, "trusted", h.TrustStatus)
	}
}

// A hook that its user did not trust is never called, and everything runs: hook install
// warns about that.
func testUntrusted(t *testing.T, c Client) {
	s := stage(t, c)
	s.install()
	list := s.hooks()
	require.Len(t, list, 1)
	assert.Equal(t, "untrusted", list[0].TrustStatus)
	s.play(script...)
	for _, step := range script {
		assert.Zero(t, s.judged(step.Command))
	}
	assert.Contains(t, s.read(Project+"/refused"), secret)
	assert.Empty(t, s.read(ran), "the shim stands there all the same")
}
