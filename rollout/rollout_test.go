package rollout

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// under judges on the machine of the examples.
func under(p *policy.Policy, req guard.Request) guard.Decision {
	m, model := guard.Model()
	model.Source, model.Argv = req.Source, req.Argv
	return guard.Judge(p, m, model)
}

func suggestions(t *testing.T, text string, lines ...string) []string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "20250310.jsonl"), []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	p, err := policy.Load([]policy.Layer{{Name: "p", Kind: policy.User, Data: []byte(text)}}, policy.Flags{})
	require.NoError(t, err)
	s, _, err := Suggest(dir, time.Time{}, p, under)
	require.NoError(t, err)
	found := []string{}
	for _, l := range s.Lines {
		found = append(found, l.Key+" "+l.Name)
	}
	return found
}

func TestSuggest(t *testing.T) {
	said := func(n int, command, rule, source, allowed string) []string {
		var lines []string
		for range n {
			lines = append(lines, `{"ts":"2025-03-10T10:00:00Z","event":"command","command":"`+command+`","action":"ask","allowed":`+allowed+`,"rules":["`+rule+`"],"source":"`+source+`"}`)
		}
		return lines
	}
	const cautious = "profile = \"cautious\""
	const lists = cautious + "\n[network]\nallowed_domains = [\"a.example.com\"]"
	for _, c := range []struct {
		why, policy string
		lines       [][]string
		want        []string
	}{
		{"confirmed often", cautious, [][]string{said(3, "git reset --hard", "git.reset-hard", "exec", "true")}, []string{"commands.allowed git reset --hard"}},
		{"confirmed too seldom", cautious, [][]string{said(2, "git reset --hard", "git.reset-hard", "exec", "true")}, []string{}},
		{"refused once", cautious, [][]string{said(9, "git reset --hard", "git.reset-hard", "exec", "true"), said(1, "git reset --hard", "git.reset-hard", "exec", "false")}, []string{}},
		{"a hook's question", cautious, [][]string{said(9, "git reset --hard", "git.reset-hard", "hook", "true")}, []string{}},
		{"no simple command", cautious, [][]string{said(4, "git reset --hard && ls", "git.reset-hard", "exec", "true")}, []string{}},
		{"allowed by now", cautious + "\n[commands]\nallowed = [\"git reset --hard\"]", [][]string{said(4, "git reset --hard", "git.reset-hard", "exec", "true")}, []string{}},
		{"a rule about different commands", cautious, [][]string{said(3, "git reset --hard", "git.reset-hard", "exec", "true"), said(3, "git reset --hard x", "git.reset-hard", "run", "true")}, []string{"actions git.reset-hard"}},
		{"a rule about one command", cautious, [][]string{said(6, "git reset --hard", "git.reset-hard", "exec", "true")}, []string{"commands.allowed git reset --hard"}},
		{"a grave rule", cautious, [][]string{said(6, "cat .env", "secrets.read", "exec", "true"), said(6, "cat x/.env", "secrets.read", "exec", "true")}, []string{}},
		{"a host that is refused", lists, [][]string{{`{"event":"network","host":"b.example.com","port":8443,"allowed":false,"entry":"b.example.com:8443","count":2}`}}, []string{"network.allowed_domains b.example.com:8443"}},
		{"a host that is refused once", lists, [][]string{{`{"event":"network","host":"b.example.com","port":443,"allowed":false,"entry":"b.example.com","count":1}`}}, []string{}},
		{"a host that is refused, without a list", cautious, [][]string{{`{"event":"network","host":"b.example.com","allowed":false,"entry":"b.example.com","count":2}`}}, []string{}},
		{"what no entry would allow", lists, [][]string{{`{"event":"network","host":"10.0.0.1","port":80,"allowed":false,"count":9}`, `{"event":"network","host":"b.example.com","port":80,"allowed":false,"reason":"credentials.x","count":9}`}}, []string{}},
		{"what a sandbox's inside says", lists, [][]string{{`{"event":"network","host":"b.example.com","from":"inside","allowed":false,"entry":"b.example.com","count":2}`}}, []string{}},
		{"a host that is observed once", lists, [][]string{{`{"event":"network","host":"b.example.com","port":443,"allowed":true,"would":"block","entry":"b.example.com","count":1}`}}, []string{"network.allowed_domains b.example.com"}},
		{"the most used first", lists, [][]string{{
			`{"event":"network","host":"b.example.com","port":443,"allowed":true,"would":"block","entry":"b.example.com","count":2}`,
			`{"event":"network","host":"z.example.com","port":443,"allowed":true,"would":"block","entry":"z.example.com","count":3}`,
			`{"event":"network","host":"b.example.com","port":80,"allowed":false,"entry":"b.example.com","count":2}`,
			`{"event":"network","host":"c.example.com","port":22,"allowed":true,"would":"block","entry":"c.example.com","count":3}`,
		}}, []string{"network.allowed_domains b.example.com", "network.allowed_domains c.example.com", "network.allowed_domains z.example.com"}},
		{"a host that is listed by now", lists, [][]string{{`{"event":"network","host":"a.example.com","port":443,"allowed":true,"would":"block","entry":"a.example.com","count":9}`}}, []string{}},
		{"a host that was reached", lists, [][]string{{`{"event":"network","host":"b.example.com","port":443,"allowed":true,"count":9}`}}, []string{}},
		{"what is no entry", lists, [][]string{{`{"event":"network","host":"x","allowed":true,"would":"block","entry":"https://b.example.com/","count":9}`, `{"event":"network","host":"x","allowed":true,"would":"block","entry":"*.com","count":9}`}}, []string{}},
	} {
		var lines []string
		for _, l := range c.lines {
			lines = append(lines, l...)
		}
		assert.Equal(t, c.want, suggestions(t, c.policy, lines...), c.why)
	}
}

// A suggestion is TOML that a policy accepts, and allows what was observed.
func TestSuggestedHostsAreAPolicy(t *testing.T) {
	dir := t.TempDir()
	var lines []string
	entries := []string{"b.example.com", "c.example.com:8443", "2606:4700::1", "[2606:4700::1]:81", "8.8.4.4", "localhost\" ] #"}
	for _, e := range entries {
		text, err := json.Marshal(map[string]any{"event": "network", "host": "x", "allowed": true, "would": "block", "entry": e, "count": 1})
		require.NoError(t, err)
		lines = append(lines, string(text))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "20250310.jsonl"), []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	load := func(text string) *policy.Policy {
		p, err := policy.Load([]policy.Layer{{Name: "p", Kind: policy.User, Data: []byte(text)}}, policy.Flags{})
		require.NoError(t, err)
		return p
	}
	s, _, err := Suggest(dir, time.Time{}, load("profile = \"observe\"\n[network]\nmode = \"allowlist\"\n"), under)
	require.NoError(t, err)
	assert.Equal(t, len(entries), s.Reached)
	var out strings.Builder
	s.Print(&out)
	assert.Contains(t, out.String(), "# Profile observe let through 6 connections and requests that would have been refused: shimgen audit stats --network\n")
	p := load("profile = \"cautious\"\n" + out.String())
	assert.ElementsMatch(t, entries[:5], p.AllowedDomains())
	assert.Equal(t, []uint16{8443}, p.Ports("c.example.com"))
	again, _, err := Suggest(dir, time.Time{}, p, under)
	require.NoError(t, err)
	assert.Empty(t, again.Lines, "nothing is left to suggest")
}

func TestFromList(t *testing.T) {
	asked, err := FromList(strings.NewReader("ls\n# no\n\n ls \n{\"command\":\"ls\",\"dir\":\"/x\"}\n{ echo x; }"))
	require.NoError(t, err)
	assert.Equal(t, []Asked{{Source: "ls", Count: 2}, {Source: "ls", Dir: "/x", Count: 1}, {Source: "{ echo x; }", Count: 1}}, asked)
	_, err = FromList(strings.NewReader("ls\n{\"dir\":\"/x\"}"))
	assert.EqualError(t, err, "line 2: no command in it")
}

// The same commands in any order give the same changes, and a group in braces is source.
func TestReplay(t *testing.T) {
	load := func(text string) Decide {
		p, err := policy.Load([]policy.Layer{{Name: "p", Kind: policy.User, Data: []byte(text)}}, policy.Flags{})
		require.NoError(t, err)
		return func(req guard.Request) guard.Decision { return under(p, req) }
	}
	asked := []Asked{{Source: "ls", Count: 9}, {Source: "git reset --hard", Count: 2}, {Argv: []string{"git", "push"}, Count: 5}, {Source: "git stash clear", Count: 3}}
	r := Replay(asked, load(`profile = "cautious"`), load("profile = \"guarded\"\n[actions]\n\"git.stash-drop\" = \"allow\""), nil)
	assert.Equal(t, 19, r.Commands)
	assert.Equal(t, 1, r.Looser)
	require.NotEmpty(t, r.Changes)
	assert.Equal(t, Changed{Command: "git stash clear", Count: 3, Before: "ask", After: "allow", Rule: "git.stash-drop", Looser: true}, r.Changes[0])
	assert.Contains(t, r.Changes, Changed{Command: "git reset --hard", Count: 2, Before: "ask", After: "block", Rule: "git.reset-hard"})
}

// Each example counts once, however many rules have it, and its directory is the given one.
func TestFromRules(t *testing.T) {
	set := rules.NewSet([]rules.Rule{
		{ID: "a.b", Hits: []string{"x 1", "x 2"}, Misses: []string{"y"}},
		{ID: "a.c", Hits: []string{"x 2"}},
	})
	assert.Equal(t, []Asked{
		{Source: "x 1", Dir: "/w", Count: 1}, {Source: "x 2", Dir: "/w", Count: 2}, {Source: "y", Dir: "/w", Count: 1},
	}, FromRules(set, "/w"))
}
