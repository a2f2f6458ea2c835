package setup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/hook/bundle"
)

// What agents keep of a plug-in, as they wrote it: HOME is the home, DIR the bundle.
var agentFiles = map[string]map[string]string{
	"claude": {
		".claude/settings.json":                  `{"enabledPlugins": {"shimgen@shimgen": true}}`,
		".claude/plugins/installed_plugins.json": `{"version": 2, "plugins": {"shimgen@shimgen": [{"scope": "user", "installPath": "HOME/.claude/plugins/cache/shimgen/shimgen/1.2.3", "version": "1.2.3"}]}}`,
	},
	"codex": {
		".codex/config.toml": "[marketplaces.shimgen]\nsource_type = \"local\"\nsource = \"DIR\"\n\n[plugins.\"shimgen@shimgen\"]\nenabled = true\n\n[other]\nenabled = false\n",
	},
	"gemini": {
		".gemini/extensions/extension-enablement.json": `{"shimgen": {"overrides": ["HOME/*"]}}`,
	},
	"copilot": {
		".copilot/settings.json": `{"extraKnownMarketplaces": {"shimgen": {"source": {"source": "directory", "path": "DIR"}}}, "enabledPlugins": {"shimgen@shimgen": true}}`,
	},
}

// where is where an agent has the plug-in's own files.
var where = map[string]string{
	"claude":  "HOME/.claude/plugins/cache/shimgen/shimgen/1.2.3",
	"codex":   "HOME/.codex/plugins/cache/shimgen/shimgen/1.2.3",
	"gemini":  "HOME/.gemini/extensions/shimgen",
	"copilot": "DIR/copilot",
}

// plugged installs an agent's plug-in as the agent does.
func plugged(t *testing.T, w Site, agent string) {
	t.Helper()
	at := strings.NewReplacer("HOME", w.Home, "DIR", filepath.Join(w.Home, "bundle"))
	write := func(path, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	files, err := bundle.Files("1.2.3")
	require.NoError(t, err)
	for _, f := range files {
		if name, is := strings.CutPrefix(f.Path, agent+"/"); is {
			write(filepath.Join(at.Replace(where[agent]), name), f.Text)
		}
	}
	for name, text := range agentFiles[agent] {
		write(filepath.Join(w.Home, name), at.Replace(text))
	}
}

func TestPlugins(t *testing.T) {
	for _, p := range bundle.Plugins() {
		w := wired(t)
		r, _ := hook.RegistrationOf(p.Agent)
		require.Equal(t, "not installed", w.States(r)[0].Verdict, p.Agent)
		plugged(t, w, p.Agent)
		all := w.States(r)
		require.Len(t, all, 1, "%s: the plug-in stands in the place of the user's file", p.Agent)
		s := all[0]
		assert.Equal(t, "installed", s.Verdict, p.Agent)
		assert.Equal(t, PluginScope, s.Scope, p.Agent)
		assert.Empty(t, s.Problems, p.Agent)
		assert.Equal(t, w.Program(), s.Program, p.Agent)
		assert.Equal(t, strings.NewReplacer("HOME", w.Home, "DIR", filepath.Join(w.Home, "bundle")).Replace(where[p.Agent]), strings.TrimSuffix(s.File, "/"+p.Hooks), p.Agent)

		require.NoError(t, os.Remove(w.Program()))
		assert.Contains(t, strings.Join(w.States(r)[0].Problems, "; "), "is missing: the hook refuses everything", p.Agent)
	}
}

// A plug-in that does not judge is not called installed.
func TestPluginsThatDoNotJudge(t *testing.T) {
	for _, tt := range []struct{ why, agent, file, old, now, verdict, problem string }{
		{"switched off", "claude", ".claude/settings.json", "true", "false", "switched off", "is not enabled in "},
		{"switched off", "codex", ".codex/config.toml", "enabled = true", "enabled = false", "switched off", "config.toml"},
		{"another table is on", "codex", ".codex/config.toml", "enabled = true\n\n[other]\nenabled = false", "\n[other]\nenabled = true", "switched off", "config.toml"},
		{"switched off somewhere", "gemini", ".gemini/extensions/extension-enablement.json", `["`, `["!`, "switched off", "extension-enablement.json"},
		{"switched off", "copilot", ".copilot/settings.json", "true", "false", "switched off", "settings.json"},
		{"removed, and the cache is left", "codex", ".codex/config.toml", `[plugins."shimgen@shimgen"]`, `[plugins."x@y"]`, "switched off", "config.toml"},
		{"all hooks are off", "claude", ".claude/settings.json", "{", `{"disableAllHooks": true, `, "installed", "hooks are off"},
		{"an older line", "claude", ".claude/plugins/cache/shimgen/shimgen/1.2.3/hooks/hooks.json", "watched() {", "watched() { :;", "outdated", "update the plug-in"},
		{"another program's hook", "gemini", ".gemini/extensions/shimgen/hooks/hooks.json", "shimgen", "another", "not installed", ""},
		{"of one project", "claude", ".claude/plugins/installed_plugins.json", `"user"`, `"project"`, "not installed", ""},
		{"removed", "copilot", ".copilot/settings.json", "shimgen@shimgen", "x@y", "not installed", ""},
		{"a file that is none", "claude", ".claude/plugins/installed_plugins.json", `{"version"`, `{{"version"`, "not installed", ""},
	} {
		w := wired(t)
		r, _ := hook.RegistrationOf(tt.agent)
		plugged(t, w, tt.agent)
		path := filepath.Join(w.Home, tt.file)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Contains(t, string(text), tt.old, tt.why)
		require.NoError(t, os.WriteFile(path, []byte(strings.ReplaceAll(string(text), tt.old, tt.now)), 0o644))
		s := w.States(r)[0]
		assert.Equal(t, tt.verdict, s.Verdict, "%s: %s", tt.agent, tt.why)
		assert.Contains(t, strings.Join(s.Problems, "; "), tt.problem, "%s: %s", tt.agent, tt.why)
	}
}

// A project can switch off its user's plug-in.
func TestPluginThatAProjectSwitchesOff(t *testing.T) {
	for _, name := range []string{"settings.json", "settings.local.json"} {
		w := wired(t)
		r, _ := hook.RegistrationOf("claude")
		plugged(t, w, "claude")
		require.NoError(t, os.MkdirAll(filepath.Join(w.Project, ".claude"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(w.Project, ".claude", name), []byte(`{"enabledPlugins": {"shimgen@shimgen": false}}`), 0o644))
		assert.Equal(t, Idle, w.States(r)[0].Verdict, name)
	}
}

// With the plug-in and a hook of its own, both are shown.
func TestPluginBesideAHook(t *testing.T) {
	w := wired(t)
	r, _ := hook.RegistrationOf("codex")
	plugged(t, w, "codex")
	_, err := w.install(new(Report), r, w.User(r), false)
	require.NoError(t, err)
	all := w.States(r)
	require.Len(t, all, 2)
	assert.Equal(t, []string{"user", PluginScope}, []string{all[0].Scope, all[1].Scope})
	assert.Contains(t, strings.Join(all[1].Problems, "; "), "each call is judged twice")
}

// Codex reads TOML however it is written.
func TestPluginOfCodexInAnySpelling(t *testing.T) {
	for text, verdict := range map[string]string{
		"[plugins.\"shimgen@shimgen\"]\nenabled = true # since May\n":          "installed",
		"[plugins]\n\"shimgen@shimgen\" = { enabled = true }\n":                "installed",
		"plugins.'shimgen@shimgen'.enabled=true\n":                             "installed",
		"[ plugins . \"shimgen@shimgen\" ]\n\"enabled\" = true\n":              "installed",
		"[plugins.\"shimgen@shimgen\"]\nenabled = false\n":                     Idle,
		"[plugins.\"other@shimgen\"]\nenabled = true\n":                        Idle,
		"note = \"\"\"\n[plugins.'shimgen@shimgen']\nenabled = true\n\"\"\"\n": Idle,
		"[plugins.\"shimgen@shimgen\"\nenabled = true\n":                       Idle,
	} {
		w := wired(t)
		plugged(t, w, "codex")
		require.NoError(t, os.WriteFile(filepath.Join(w.Home, ".codex", "config.toml"), []byte(text), 0o644))
		r, _ := hook.RegistrationOf("codex")
		assert.Equal(t, verdict, w.States(r)[0].Verdict, text)
	}
}
