package gate

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A command that runs hooks is clear only if there are none.
func TestHooksAreLeftToTheJudge(t *testing.T) {
	for _, c := range []struct {
		reason string
		make   func(t *testing.T, repo string)
		clear  bool
	}{
		{"no repository", func(*testing.T, string) {}, true},
		{"no hook", func(t *testing.T, repo string) { place(t, repo, ".git/hooks/pre-commit.sample", 0o755) }, true},
		{"one that cannot run", func(t *testing.T, repo string) { place(t, repo, ".git/hooks/pre-commit", 0o644) }, true},
		{"one", func(t *testing.T, repo string) { place(t, repo, ".git/hooks/pre-commit", 0o755) }, false},
		{"another", func(t *testing.T, repo string) { place(t, repo, ".git/hooks/reference-transaction", 0o700) }, false},
		{"a link", func(t *testing.T, repo string) {
			place(t, repo, ".git/hooks/x", 0o755)
			require.NoError(t, os.Symlink("x", filepath.Join(repo, ".git/hooks/post-commit")))
		}, false},
		{"hooks that lie elsewhere", func(t *testing.T, repo string) { place(t, repo, ".git", 0o644) }, false},
	} {
		t.Run(c.reason, func(t *testing.T) {
			repo, err := filepath.EvalSymlinks(t.TempDir())
			require.NoError(t, err)
			require.NoError(t, os.MkdirAll(filepath.Join(repo, "a/b"), 0o755))
			c.make(t, repo)
			var w workspace
			for _, dir := range []string{repo, filepath.Join(repo, "a/b")} {
				assert.Equal(t, c.clear, w.hasNoHooks(&subject{cwd: dir}), dir)
			}
		})
	}
}

func place(t *testing.T, repo, name string, mode os.FileMode) {
	t.Helper()
	at := filepath.Join(repo, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o755))
	require.NoError(t, os.WriteFile(at, []byte("x"), mode))
	require.NoError(t, os.Chmod(at, mode))
}
