package installation

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/shimdir"
)

// programs makes a directory with programs that do nothing.
func programs(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o755))
	}
	return dir
}

func TestChoose(t *testing.T) {
	path := programs(t, "rm", "git", "bash", "sudo", "init", "kubectl", "nobody-knows-me")
	for _, tt := range []struct {
		why    string
		wanted shimdir.Extras
		want   []string
		notes  []string
	}{
		{"the usual ones that are there", shimdir.Extras{}, []string{"git", "rm"}, nil},
		{"one that is not there, by name", shimdir.Extras{Named: []string{"absent", "rm"}}, []string{"absent", "git", "rm"}, nil},
		{"shells", shimdir.Extras{Shells: true}, []string{"bash", "git", "rm"}, nil},
		{"all with a grammar, but for some", shimdir.Extras{All: true}, []string{"git", "kubectl", "rm"}, []string{
			"no shim for bash: " + aShell, "no shim for sudo: " + elevates, "no shim for init: " + isMachine,
		}},
	} {
		got := Choose(tt.wanted, path, "/nowhere")
		for _, name := range tt.want {
			assert.Contains(t, got.Names, name, tt.why)
		}
		assert.NotContains(t, got.Names, "nobody-knows-me", tt.why)
		assert.Equal(t, tt.notes, got.notes(), tt.why)
	}
}

func TestPlanLayout(t *testing.T) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	root := filepath.Join(home, ".agent-loop")
	for _, tt := range []struct {
		why, dir, home string
		want           shimdir.Layout
		status         int
	}{
		{"the usual place", "", home, shimdir.Layout{Root: root, Bin: filepath.Join(root, "bin")}, 0},
		{"a directory that brings its root", "/opt/al/bin", home, shimdir.Layout{Root: "/opt/al", Bin: "/opt/al/bin"}, 0},
		{"one that does not", "/opt/al", home, shimdir.Layout{Root: root, Bin: "/opt/al"}, 0},
		{"a home that depends on where one is", "", "home", shimdir.Layout{}, exit.BadUsage},
		{"a home that is everything", "", "/", shimdir.Layout{}, exit.Failed},
	} {
		got, _, err := PlanLayout(tt.dir, []string{"HOME=" + tt.home})
		assert.Equal(t, tt.want, got, tt.why)
		if tt.status == 0 {
			assert.NoError(t, err, tt.why)
			continue
		}
		var failed *exit.Error
		if assert.ErrorAs(t, err, &failed, tt.why) {
			assert.Equal(t, tt.status, failed.Status, tt.why)
		}
	}
}

// A test binary is not installed, so Rehash fails.
func TestRehashWithoutAnInstallation(t *testing.T) {
	done, err := Rehash([]string{"HOME=" + t.TempDir()})
	assert.EqualError(t, err, "this shimgen is not installed")
	assert.Equal(t, Changes{}, done)
}

func TestMakeNeedsTheProgramsBesideIt(t *testing.T) {
	home := t.TempDir()
	_, err := Make(Options{Env: []string{"HOME=" + home, "PATH=/usr/bin"}})
	var failed *exit.Error
	require.ErrorAs(t, err, &failed)
	assert.Equal(t, "build both programs into one directory: make build", failed.Hint)
	assert.NoDirExists(t, filepath.Join(home, ".agent-loop"), "nothing is made before all is there")
}
