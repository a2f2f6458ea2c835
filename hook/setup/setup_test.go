package setup

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/shimdir"
)

// wired makes an installation in a home of its own, with a project.
func wired(t *testing.T) Site {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	w := Site{Home: filepath.Join(dir, "home"), Project: filepath.Join(dir, "project"), Shell: "/bin/sh"}
	w.Layout = shimdir.Home(w.Home)
	for _, dir := range []string{filepath.Dir(w.Program()), w.Project} {
		require.NoError(t, os.MkdirAll(dir, 0o700))
	}
	require.NoError(t, os.WriteFile(w.Program(), []byte("#!/bin/sh\n"), 0o755))
	return w
}

// inFiles returns the registrations that have files.
func inFiles() []hook.Registration {
	var list []hook.Registration
	for _, h := range hook.Hosts() {
		if r, _ := hook.RegistrationOf(h.Name); r.User != "" {
			list = append(list, r)
		}
	}
	return list
}

// tree returns everything below a directory but shimgen's own files.
func tree(t *testing.T, root string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == ".agent-loop" {
			return errorOr(err, fs.SkipDir)
		}
		fi, err := d.Info()
		if err != nil {
			return err
		}
		text := ""
		if !d.IsDir() {
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text = string(b)
		}
		all[path] = fmt.Sprintf("%v %q", fi.Mode(), text)
		return nil
	}))
	return all
}

func errorOr(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// An agent must not change what decides about it.
func TestAgentsFilesArePersistent(t *testing.T) {
	for _, r := range inFiles() {
		for _, file := range []string{filepath.Join("/home/al", r.Home, r.User), filepath.Join("/srv/p", r.Project)} {
			assert.True(t, place.IsPersistent(file, []string{"/home/al"}), file)
		}
	}
}

// settingsOf makes a settings file as some user may have it.
func settingsOf(g *rand.Rand) string {
	pick := func(list ...string) string { return list[g.IntN(len(list))] }
	newline, step := pick("\n", "\r\n"), pick("", " ", "  ", "\t", "      ")
	other := `{"matcher":"Bash","hooks":[{"type":"command","command":"other"}]}`
	return pick("", "// mine"+newline, "\n\n") + "{" + pick("", newline+step) +
		pick("", `"model":"x",`+pick(" ", newline+step, " // why"+newline), `"hooks": {"PreToolUse": [`+other+pick("", ",", " /* x */ ")+`], "Stop" : [ ]},`, `"hooks":{ },`, `"hooks":{"preToolUse":[ ], "BeforeTool":[`+other+`]},`+newline) +
		`"a" : [1,2 , 3]` + pick("", ",", " // last"+newline, newline) + "}" + pick("", newline, newline+" "+newline)
}

// After install, status and uninstall every file has its old bytes and mode, and no new
// one is left.
func TestHookUninstallGivesBackEveryByte(t *testing.T) {
	w := wired(t)
	for seed := range uint64(12) {
		g := rand.New(rand.NewPCG(seed, 3))
		for _, r := range inFiles() {
			project := g.IntN(2) == 0
			path, err := w.File(r, project)
			require.NoError(t, err)
			if kind := g.IntN(5); r.Reader != hook.Plugin && kind > 0 {
				text := settingsOf(g)
				if kind == 1 {
					text = []string{"", "{}", " \n", "{ }\n", "{\n}"}[g.IntN(5)]
				}
				require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
				require.NoError(t, os.WriteFile(path, []byte(text), 0o640))
			}
			before := tree(t, filepath.Dir(w.Home))
			var out Report
			changed, err := w.install(&out, r, path, true)
			require.NoError(t, err)
			require.True(t, changed)
			require.Equal(t, before, tree(t, filepath.Dir(w.Home)), "a dry run")

			for i := range 2 {
				changed, err = w.install(&out, r, path, false)
				require.NoError(t, err, "%s, seed %d", r.Agent, seed)
				require.Equal(t, i == 0, changed)
			}
			s := w.state(r.Agent, r, "user", path)
			require.Equal(t, "installed", s.Verdict, "%s, seed %d: %v", r.Agent, seed, s.Problems)
			require.Equal(t, w.Line(r), s.Command)
			if g.IntN(3) == 0 { // another shimgen in between
				moved := w
				moved.Shell = "/bin/bash"
				moved.Layout.Root = filepath.Join(w.Home, "elsewhere")
				require.Equal(t, "outdated", moved.state(r.Agent, r, "user", path).Verdict)
			}
			changed, err = w.uninstall(&out, r, path, false)
			require.NoError(t, err)
			require.True(t, changed)
			require.Equal(t, before, tree(t, filepath.Dir(w.Home)), "%s, seed %d", r.Agent, seed)
			changed, err = w.uninstall(&out, r, path, false)
			require.NoError(t, err)
			require.False(t, changed)
			_ = os.Remove(path)
		}
	}
	records, err := os.ReadDir(filepath.Join(w.Layout.Root, "state", "hooks"))
	require.NoError(t, err)
	assert.Empty(t, records)
}

// Uninstall keeps what the user changed since Install.
func TestHookUninstallKeepsWhatCameLater(t *testing.T) {
	claude, _ := hook.RegistrationOf("claude")
	for _, tt := range []struct{ why, before, old, new, want string }{
		{"another key", "{\n  \"a\": 1\n}\n", `"a": 1`, `"a": 2`, "{\n  \"a\": 2\n}\n"},
		{"a hook after it", "{\n  \"a\": 1\n}\n", "\n      }\n    ]\n", "\n      },\n      {\"hooks\": []}\n    ]\n", "{\n  \"a\": 1,\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\"hooks\": []}\n    ]\n  }\n}\n"},
		{"a list that stood there", "{\n  \"hooks\": {\"PreToolUse\": []},\n  \"a\": 1\n}\n", `"a": 1`, `"a": 2`, "{\n  \"hooks\": {\"PreToolUse\": []},\n  \"a\": 2\n}\n"},
		{"a key in a file that was made for it", "", "{\n  \"hooks\"", "{\n  \"a\": 1,\n  \"hooks\"", "{\n  \"a\": 1\n}\n"},
	} {
		w := wired(t)
		path := w.User(claude)
		if tt.before != "" {
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			require.NoError(t, os.WriteFile(path, []byte(tt.before), 0o644))
		}
		a := new(Report)
		_, err := w.install(a, claude, path, false)
		require.NoError(t, err)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		edited := strings.Replace(string(text), tt.old, tt.new, 1)
		require.NotEqual(t, string(text), edited, tt.why)
		require.NoError(t, os.WriteFile(path, []byte(edited), 0o644))

		moved := w // a newer shimgen registers another line
		moved.Layout.Root = filepath.Join(w.Home, ".agent-loop")
		_, err = moved.install(a, claude, path, false)
		require.NoError(t, err)
		_, err = w.uninstall(a, claude, path, false)
		require.NoError(t, err, tt.why)
		text, err = os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, tt.want, string(text), tt.why)
	}
}

func TestHookInstallRefusesFilesItMustNotTouch(t *testing.T) {
	claude, _ := hook.RegistrationOf("claude")
	for _, tt := range []struct {
		why, want string
		make      func(path string) error
	}{
		{"no JSON", "line 1: there is no value", func(p string) error { return os.WriteFile(p, []byte("model = 1"), 0o644) }},
		{"a key twice", "twice", func(p string) error { return os.WriteFile(p, []byte(`{"hooks":{},"hooks":{}}`), 0o644) }},
		{"hooks of another kind", "hooks is not an object", func(p string) error { return os.WriteFile(p, []byte(`{"hooks":[]}`), 0o644) }},
		{"a directory", "not a regular file", func(p string) error { return os.Mkdir(p, 0o755) }},
		{"a link to nothing", "link to nothing", func(p string) error { return os.Symlink("/nonexistent/x", p) }},
		{"a link to a device", "not a regular file", func(p string) error { return os.Symlink("/dev/null", p) }},
	} {
		w := wired(t)
		path := w.User(claude)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, tt.make(path))
		var out Report
		_, err := w.install(&out, claude, path, false)
		require.ErrorContains(t, err, tt.want, tt.why)
		assert.Empty(t, out, tt.why)
		s := w.state("claude", claude, "user", path)
		assert.Contains(t, []string{"unreadable", "not installed"}, s.Verdict, tt.why)
	}
}

// Anybody may have written a project's file.
func TestHookInstallShowsNothingToATerminal(t *testing.T) {
	w := wired(t)
	gemini, _ := hook.RegistrationOf("gemini")
	path := filepath.Join(w.Project, gemini.Project)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte("{\n\t\"a\": 1 // \x1b]0;x\a\r\n}\n"), 0o644))
	var out Report
	_, err := w.install(&out, gemini, path, true)
	require.NoError(t, err)
	assert.Contains(t, out, "-\t\"a\": 1 // \\u001b]0;x\\u0007\\u000d")
	assert.NotContains(t, strings.Join(out, "\n"), "\x1b")
}

// Install keeps a link and changes its target.
func TestHookInstallFollowsTheUsersOwnLinks(t *testing.T) {
	w := wired(t)
	claude, _ := hook.RegistrationOf("claude")
	path, dots := w.User(claude), filepath.Join(w.Home, "dots.json")
	require.NoError(t, os.WriteFile(dots, []byte("{}"), 0o600))
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.Symlink(dots, path))
	a := new(Report)
	_, err := w.install(a, claude, path, false)
	require.NoError(t, err)
	fi, err := os.Lstat(path)
	require.NoError(t, err)
	assert.NotZero(t, fi.Mode()&fs.ModeSymlink)
	_, err = w.uninstall(a, claude, path, false)
	require.NoError(t, err)
	text, err := os.ReadFile(dots)
	require.NoError(t, err)
	assert.Equal(t, "{}", string(text))
}

func TestHookStatusSaysWhatIsWrong(t *testing.T) {
	claude, _ := hook.RegistrationOf("claude")
	for _, tt := range []struct{ why, text, want string }{
		{"another line", `{"hooks":{"PreToolUse":[{"matcher":"bash","hooks":[{"type":"command","command":"shimgen hook claude"}]}]}}`, "not what this version registers"},
		{"hooks are off", `{"disableAllHooks":true,"hooks":{"PreToolUse":[{"hooks":[{"command":"/none/shimgen hook claude"}]}]}}`, "disableAllHooks is true in "},
		{"the program is missing", `{"hooks":{"PreToolUse":[{"hooks":[{"command":"/none/shimgen hook claude"}]}]}}`, "/none/shimgen is missing"},
		{"comments", `{"hooks":{"PreToolUse":[{"hooks":[{"command":"shimgen hook claude"}]}]}} // x`, "comments"},
		{"a PATH without the shims", `{"env":{"PATH":"/usr/bin"},"hooks":{"PreToolUse":[{"hooks":[{"command":"shimgen hook claude"}]}]}}`, "env.PATH"},
	} {
		w := wired(t)
		path := w.User(claude)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(tt.text), 0o644))
		s := w.state("claude", claude, "user", path)
		assert.Equal(t, "outdated", s.Verdict, tt.why)
		assert.Contains(t, strings.Join(s.Problems, "; "), tt.want, tt.why)
	}
}

// A project can turn off what its user installed.
func TestHookStatusSeesTheProjectsSwitch(t *testing.T) {
	for agent, file := range map[string]string{"claude": ".claude/settings.json", "gemini": ".gemini/settings.json"} {
		w := wired(t)
		r, _ := hook.RegistrationOf(agent)
		_, err := w.install(new(Report), r, w.User(r), false)
		require.NoError(t, err)
		assert.Empty(t, w.States(r)[0].Problems)
		text := `{"disableAllHooks": true, "hooksConfig": {"enabled": false}}`
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(w.Project, file)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(w.Project, file), []byte(text), 0o644))
		require.Len(t, w.States(r)[0].Problems, 1, agent)
		assert.Contains(t, w.States(r)[0].Problems[0], file+": hooks are off")
	}
}
