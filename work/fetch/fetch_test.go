package fetch

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/agent-loop/shimgen/work/corpus"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSources(t *testing.T) {
	for _, c := range []struct{ why, list, want string }{
		{"a stanza", "Types: deb\nURIs: http://example.com/debian\nSuites: stable\n", "\nTypes: deb-src\nURIs: http://example.com/debian\nSuites: stable\n\n"},
		{"a line", "deb http://example.com/debian stable main\n", "\ndeb-src http://example.com/debian stable main\n\n"},
		{"another archive has nothing of it", "deb http://example.com/editor stable main\n", "\n\n"},
		{"one stanza of two", "Types: deb\nURIs: http://example.com/editor\n\nTypes: deb\nURIs: http://example.com/debian", "\nTypes: deb-src\nURIs: http://example.com/debian\n"},
	} {
		assert.Equal(t, c.want, deb(c.list), c.why)
	}
}

func TestTreeIsFetchedOnce(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("SHIMGEN_WORK", folder)
	s := corpus.Suite{Name: "s", Package: "none"}
	_, err := Tree(context.Background(), s, true, &bytes.Buffer{})
	assert.ErrorContains(t, err, "nothing is fetched")
	require.NoError(t, os.Mkdir(filepath.Join(folder, "s"), 0o755))
	dir, err := Tree(context.Background(), s, false, &bytes.Buffer{})
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(folder, "s"), dir)
	s = corpus.Suite{Name: "t", Package: "none", Needs: "a-program-nobody-wrote"}
	_, err = Tree(context.Background(), s, false, &bytes.Buffer{})
	assert.EqualError(t, err, "needs the program a-program-nobody-wrote")
}

// standIn puts a shell script on PATH in place of a program.
func standIn(t *testing.T, name, script string) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o755))
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
}

func TestModule(t *testing.T) {
	standIn(t, "go", `mkdir -p "$GOMODCACHE/m@v1/sub" && echo "$* $GOTOOLCHAIN $GOVCS" >>"$GOMODCACHE/../said"
[ "$3" = -json ] || exit 0
echo module m >"$GOMODCACHE/m@v1/go.mod" && echo '{"Dir": "'"$GOMODCACHE/m@v1"'"}'`)
	work := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(work, "tree"), 0o755))
	require.NoError(t, module(context.Background(), work, "m@v1"))
	assert.FileExists(t, filepath.Join(work, "tree/package/go.mod"))
	said, err := os.ReadFile(filepath.Join(work, "tree/said"))
	require.NoError(t, err)
	assert.Equal(t, "mod download -json m@v1 local *:off\nmod download local *:off\n", string(said))
	standIn(t, "go", `echo no such module >&2; exit 1`)
	assert.EqualError(t, module(context.Background(), t.TempDir(), "m@v1"), "go: exit status 1: no such module")
	standIn(t, "go", `echo '{}'`)
	assert.ErrorContains(t, module(context.Background(), t.TempDir(), "m@v1"), "no directory for m@v1")
}

func TestNPM(t *testing.T) {
	standIn(t, "npm", `[ "$npm_config_ignore_scripts" = true ] || exit 3
mkdir -p "$npm_config_cache/_logs"
[ "$1" != pack ] || { mkdir package && echo '{}' >package/package.json && tar czf p-1.tgz package; }
[ "$1" != install ] || { mkdir node_modules && echo '{}' >package-lock.json; }`)
	work := t.TempDir()
	require.NoError(t, npm(context.Background(), work, "p@1"))
	tree := filepath.Join(work, "tree")
	for _, name := range []string{"package/package.json", "package/package-lock.json", "cache"} {
		assert.FileExists(t, filepath.Join(work, "p-1.tgz"))
		_, err := os.Stat(filepath.Join(tree, name))
		assert.NoError(t, err)
	}
	assert.NoDirExists(t, filepath.Join(tree, "package/node_modules"))
	standIn(t, "npm", "exit 0")
	assert.EqualError(t, npm(context.Background(), t.TempDir(), "p@1"), "npm pack: 0 packages came for p@1")
}
