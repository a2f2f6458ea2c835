package export

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/foreign"
)

var update = flag.Bool("update", false, "write the golden files")

// rich has something of everything, and no credentials of the built-in list, which changes.
const rich = `profile = "guarded"
[paths]
blocked = ["/data/production", "~/letters", "./gen", "../up"]
[commands]
blocked = ["frob push *", "frob --now", "grob *", "re:x.*y", "frob 'a b' *", "frob '*'"]
allowed = ["git clean -f"]
[network]
mode = "allowlist"
allowed_domains = ["github.com", "*.example.org", "x.org:8443"]
[actions]
secrets = "allow"
[sandbox]
write = ["/data/out", "~/out", "sub"]
read = ["~/.config/gh"]
deny_read = ["~/more"]
sockets = ["/run/x.sock", "ssh-agent"]
`

// load reads a policy as the user's.
func load(t *testing.T, text string) *policy.Policy {
	t.Helper()
	p, err := policy.Load([]policy.Layer{{Name: "p", Kind: policy.User, Data: []byte(text)}}, policy.Flags{})
	require.NoError(t, err)
	return p
}

// settings are those of a target.
func settings(t *testing.T, p *policy.Policy, target string) Result {
	t.Helper()
	got, err := Settings(p, target, "/home/u")
	require.NoError(t, err)
	return got
}

// parses holds that a text is what its file's name says.
func parses(t *testing.T, got Result) {
	t.Helper()
	switch filepath.Ext(got.File) {
	case ".json":
		assert.True(t, json.Valid([]byte(got.Text)), got.Text)
	case ".toml":
		_, _, err := policy.Lines("x", []byte(got.Text))
		assert.NoError(t, err, got.Text)
	}
}

// Each target's file, and what it cannot say, is the golden one.
func TestGolden(t *testing.T) {
	p := load(t, rich)
	for _, target := range Targets() {
		t.Run(target, func(t *testing.T) {
			got := settings(t, p, target)
			parses(t, got)
			text := "~/" + got.File + "\n" + got.Text + "\nnot exported:\n" + strings.Join(got.Unsaid, "\n") + "\n"
			file := filepath.Join("testdata", target+".golden")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(want), text)
		})
	}
}

// Every profile's settings can be read, and close the places of credentials.
func TestEveryProfile(t *testing.T) {
	for _, profile := range []string{"open", "container", "cautious", "guarded", "paranoid", "recoverable", "observe"} {
		p := load(t, "profile = '"+profile+"'\n")
		for _, target := range Targets() {
			got := settings(t, p, target)
			parses(t, got)
			if target == "claude" && profile != "open" {
				assert.Contains(t, got.Text, `"Read(~/.ssh/**)"`)
				assert.Contains(t, got.Text, `"Edit(//etc/shadow*)"`)
				assert.Contains(t, got.Text, `"Read(**/.env)"`)
			}
		}
	}
}

// What ordinary work reads stays readable in a sandbox that is made where one can be.
func TestClientsKeepTheirKeys(t *testing.T) {
	for profile, hides := range map[string]bool{"cautious": false, "guarded": true} {
		var s claudeSettings
		require.NoError(t, json.Unmarshal([]byte(settings(t, load(t, "profile = '"+profile+"'\n"), "claude").Text), &s))
		require.NotNil(t, s.Sandbox)
		if hides {
			assert.Contains(t, s.Sandbox.Filesystem.DenyRead, "~/.aws")
		} else {
			assert.NotContains(t, s.Sandbox.Filesystem.DenyRead, "~/.aws")
		}
		assert.Contains(t, s.Sandbox.Filesystem.DenyRead, "~/.password-store")
	}
}

// What an agent would let be is not switched on, whatever the policy lets be.
func TestNothingIsLoosened(t *testing.T) {
	for _, profile := range []string{"open", "cautious", "guarded", "paranoid"} {
		p := load(t, "profile = '"+profile+"'\nsandbox.mode = 'auto'\n")
		assert.NotContains(t, settings(t, p, "codex").Text, "network_access = true", profile)
		assert.Contains(t, settings(t, p, "claude").Text, `"autoAllowBashIfSandboxed": false`, profile)
	}
}

// In Claude's sandbox what may be read counts more than what may not.
func TestReadingOpensNoClosedPlace(t *testing.T) {
	for _, tt := range []struct {
		why, policy, read string
		isThere           bool
	}{
		{"holds what is blocked", "paths.blocked = ['/data/x/y']\nsandbox.read = ['/data/x']\n", "/data/x", false},
		{"is what is blocked", "paths.blocked = ['/data/x']\nsandbox.read = ['/data/x']\n", "/data/x", false},
		{"holds what is hidden", "sandbox.deny_read = ['~/more/y']\nsandbox.read = ['~/more']\n", "~/more", false},
		{"lies beside it", "paths.blocked = ['/data/xy']\nsandbox.read = ['/data/x']\n", "/data/x", true},
		{"credentials that the policy shows", "sandbox.read = ['~/.config/gh']\n", "~/.config/gh", true},
	} {
		var s claudeSettings
		got := settings(t, load(t, "profile = 'guarded'\n"+tt.policy), "claude")
		require.NoError(t, json.Unmarshal([]byte(got.Text), &s))
		assert.Equal(t, tt.isThere, slices.Contains(s.Sandbox.Filesystem.AllowRead, tt.read), tt.why)
		assert.Equal(t, tt.isThere, !strings.Contains(strings.Join(got.Unsaid, "\n"), "its sandbox would show"), tt.why)
	}
}

// Nothing that lets something be is exported.
func TestNothingIsAllowed(t *testing.T) {
	p := load(t, "profile = 'open'\ncommands.allowed = ['frob *']\npaths.allowed = ['/x']\n")
	for _, target := range Targets() {
		text := settings(t, p, target).Text
		for _, word := range []string{"frob", "danger", "insecure", `"allow"\n`, "decision = 'allow'"} {
			assert.NotContains(t, text, word, target)
		}
	}
}

// What is exported says the same when it is imported again, as far as it can be said.
func TestThereAndBack(t *testing.T) {
	p := load(t, rich)
	got, err := foreign.Import("settings.json", []byte(settings(t, p, "claude").Text), "")
	require.NoError(t, err)
	for _, want := range []string{"'frob push *',", "'frob --now',", "'grob *',", "'/data/production',", "'~/letters',", "'./gen',", "'github.com',", "'*.example.org',", "mode = 'required'", "'/data/out',", "'~/more',", "'/run/x.sock',"} {
		assert.Contains(t, got.Policy, want)
	}
	got, err = foreign.Import("shimgen.rules", []byte(settings(t, p, "codex-rules").Text), "")
	require.NoError(t, err)
	for _, want := range []string{"'frob push *',", "'grob *',", `"frob 'a b' *",`, `"frob '*' *",`} {
		assert.Contains(t, got.Policy, want)
	}
	got, err = foreign.Import("config.toml", []byte(settings(t, p, "codex").Text), "")
	require.NoError(t, err)
	for _, want := range []string{"mode = 'required'", "mode = 'none'", "'/home/u/out',"} {
		assert.Contains(t, got.Policy, want)
	}
}

func TestNoSuchTarget(t *testing.T) {
	_, err := Settings(load(t, rich), "x", "/")
	require.ErrorContains(t, err, "use claude, codex")
}

// An exported file is known again: as it is, after a change of the policy, and beside what else
// its user wrote; other files are nobody's.
func TestDrift(t *testing.T) {
	p := load(t, "profile = 'guarded'\n")
	more := load(t, "profile = 'guarded'\npaths.blocked = ['/data/x']\n")
	for _, target := range []string{"claude", "cursor"} {
		was, now := settings(t, p, target), settings(t, more, target)
		require.True(t, was.HasMark(), target)
		assert.Equal(t, Drift{Exported: true, All: was.Compare("").All}, was.Compare(was.Text), target)
		d := now.Compare(was.Text)
		assert.True(t, d.Exported, target)
		assert.Positive(t, d.Missing, target)
		assert.False(t, now.Compare(`{"permissions": {"deny": ["Read(~/.ssh/**)"]}}`).Exported, target)
		assert.False(t, now.Compare("no JSON").Exported, target)
		var mine map[string]any
		require.NoError(t, json.Unmarshal([]byte(was.Text), &mine))
		mine["model"] = "x"
		text, err := json.Marshal(mine)
		require.NoError(t, err)
		assert.Zero(t, was.Compare(string(text)).Missing, target)
	}
	for _, target := range []string{"gemini", "codex-rules"} {
		got := settings(t, more, target)
		assert.Equal(t, Drift{Exported: true, All: 1}, got.Compare(got.Text))
		assert.Equal(t, Drift{Exported: true, Missing: 1, All: 1}, got.Compare(got.Text+"# mine\n"))
	}
	assert.False(t, settings(t, p, "codex").HasMark(), "three settings that many have")
}
