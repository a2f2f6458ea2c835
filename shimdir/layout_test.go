package shimdir

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNamedDirectoryDecidesTheRoot(t *testing.T) {
	const home = "/home/u"
	for name, c := range map[string]struct{ dir, root, target string }{
		"a bin of its own brings its root":      {"/srv/agent/bin", "/srv/agent", "../libexec/shim"},
		"the ordinary one by name":              {"/home/u/.agent-loop/bin", "/home/u/.agent-loop", "../libexec/shim"},
		"slashes and dots do not matter":        {"/srv//agent/x/../bin/", "/srv/agent", "../libexec/shim"},
		"any other last name":                   {"/srv/shims", "/home/u/.agent-loop", "/home/u/.agent-loop/libexec/shim"},
		"~/bin is everybody's":                  {"/home/u/bin", "/home/u/.agent-loop", "/home/u/.agent-loop/libexec/shim"},
		"~/.local/bin is everybody's":           {"/home/u/.local/bin", "/home/u/.agent-loop", "/home/u/.agent-loop/libexec/shim"},
		"/usr/local/bin is everybody's":         {"/usr/local/bin", "/home/u/.agent-loop", "/home/u/.agent-loop/libexec/shim"},
		"/bin is everybody's":                   {"/bin", "/home/u/.agent-loop", "/home/u/.agent-loop/libexec/shim"},
		"Termux' bin is everybody's, and L1 so": {"/data/data/com.termux/files/usr/bin", "/home/u/.agent-loop", "/home/u/.agent-loop/libexec/shim"},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := Named(c.dir, home)
			require.NoError(t, err)
			assert.Equal(t, filepath.Clean(c.dir), l.Bin)
			assert.Equal(t, c.root, l.Root)
			assert.Equal(t, c.target, l.target())
		})
	}
}

func TestNamedDirectoryMustFitInPATH(t *testing.T) {
	for name, dir := range map[string]string{
		"relative": "shims", "empty": "", "colon": "/a:/b", "newline": "/a\nb", "NUL": "/a\x00b",
	} {
		_, err := Named(dir, "/home/u")
		assert.Error(t, err, name)
	}
}

func TestDirectoryElsewhereLeadsToTheRootsBinaries(t *testing.T) {
	home := place(t)
	elsewhere, err := Named(filepath.Join(filepath.Dir(home.Root), "my shims"), filepath.Dir(home.Root))
	require.NoError(t, err)
	install(t, elsewhere, "rm")
	install(t, home, "git")

	content, err := os.ReadFile(filepath.Join(elsewhere.Bin, "rm"))
	require.NoError(t, err)
	assert.Equal(t, images.Shim, content)

	_, err = elsewhere.Remove()
	require.NoError(t, err)
	assert.Empty(t, list(t, elsewhere.Bin))
	assert.FileExists(t, home.shim(), "the root's own shims still need it")

	_, err = home.Remove()
	require.NoError(t, err)
	assert.NoFileExists(t, home.shim())
}

func TestA5_StatusTellsWhatIsThere(t *testing.T) {
	l := place(t)
	install(t, l, "rm", "git")
	require.NoError(t, os.WriteFile(filepath.Join(l.Bin, "mytool"), nil, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(l.Bin, "notes"), nil, 0o644))

	s := l.Status(l.Bin + ":/usr/bin")
	assert.Equal(t, Status{
		BinDir: l.Bin, Exists: true, OnPath: true, First: true,
		Wrappers: []string{"git", "mytool", "rm"}, Generated: []string{"git", "rm"}, Problems: []string{},
	}, s)
}

func TestA5_StatusOfNothing(t *testing.T) {
	l := place(t)
	s := l.Status("/usr/bin")
	assert.False(t, s.Exists)
	assert.False(t, s.OnPath)
	assert.Equal(t, []string{}, s.Wrappers, "a list in JSON, not null")
	assert.Equal(t, []string{l.Bin + ": not installed"}, s.Problems)
}

func TestA5_StatusKnowsItsDirectoryByAnyName(t *testing.T) {
	l := place(t)
	install(t, l, "rm")
	alias := filepath.Join(t.TempDir(), "alias")
	require.NoError(t, os.Symlink(l.Bin, alias))
	for name, path := range map[string]string{
		"plain": l.Bin, "slash at the end": l.Bin + "/", "through a link": alias, "with dots": l.Bin + "/../bin",
	} {
		s := l.Status(path + ":/usr/bin")
		assert.True(t, s.First, name)
		assert.Empty(t, s.Problems, name)
	}
	s := l.Status("/nonexistent:" + l.Bin)
	assert.True(t, s.OnPath)
	assert.False(t, s.First)
}

func TestA5_StatusNamesProblems(t *testing.T) {
	venv := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(venv, "rm"), nil, 0o755))
	for name, c := range map[string]struct {
		spoil func(l Layout) error
		path  string
		want  string
	}{
		"world-writable":        {func(l Layout) error { return os.Chmod(l.Bin, 0o777) }, "BIN", "others can write to it (mode 0777)"},
		"binary gone":           {func(l Layout) error { return os.Remove(l.shim()) }, "BIN", "rm: leads nowhere"},
		"judge gone":            {func(l Layout) error { return os.Remove(filepath.Join(l.libexec(), "shimgen")) }, "BIN", "libexec/shimgen"},
		"binary writable":       {func(l Layout) error { return os.Chmod(l.shim(), 0o722) }, "BIN", "libexec/shim: others can write"},
		"binary not executable": {func(l Layout) error { return os.Chmod(l.shim(), 0o600) }, "BIN", "libexec/shim: is not a program"},
		"a name taken":          {func(l Layout) error { return os.WriteFile(filepath.Join(l.Bin, "curl"), nil, 0o755) }, "BIN", "curl: is not a shim"},
		"not on PATH":           {nil, "/nonexistent", "not on PATH"},
		"hidden by another":     {nil, venv + ":BIN", venv + "/rm: comes before the shim on PATH"},
	} {
		t.Run(name, func(t *testing.T) {
			l := place(t)
			install(t, l, "rm")
			if c.spoil != nil {
				require.NoError(t, c.spoil(l))
			}
			s := l.Status(strings.ReplaceAll(c.path, "BIN", l.Bin))
			require.NotEmpty(t, s.Problems)
			assert.Contains(t, strings.Join(s.Problems, "\n"), c.want)
		})
	}
}
