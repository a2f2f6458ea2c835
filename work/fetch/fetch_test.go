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
		assert.Equal(t, c.want, sources(c.list), c.why)
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
