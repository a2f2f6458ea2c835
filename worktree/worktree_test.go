package worktree

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// at returns a directory with files in it, by their names and texts.
func at(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, text := range files {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	return dir
}

func TestARepositoryMustNameItsWorkTree(t *testing.T) {
	anywhere := func(string) bool { return true }
	for reason, c := range map[string]struct {
		gitdir string
		may    func(string) bool
		want   []string
	}{
		"both name each other":            {"wt/.git\n", anywhere, []string{"main/.git"}},
		"the repository names another":    {"other/.git\n", anywhere, nil},
		"no flag could let it be changed": {"wt/.git\n", func(string) bool { return false }, nil},
	} {
		t.Run(reason, func(t *testing.T) {
			dir := at(t, map[string]string{
				"main/.git/HEAD": "x", "main/.git/objects/x": "", "main/.git/refs/x": "", "main/.git/worktrees/wt/commondir": "../..\n", "wt/x": "",
			})
			require.NoError(t, os.WriteFile(dir+"/wt/.git", []byte("gitdir: "+dir+"/main/.git/worktrees/wt\n"), 0o600))
			require.NoError(t, os.WriteFile(dir+"/main/.git/worktrees/wt/gitdir", []byte(dir+"/"+c.gitdir), 0o600))
			told := false
			var want []string
			for _, name := range c.want {
				want = append(want, filepath.Join(dir, name))
			}
			assert.Equal(t, want, Repositories(dir+"/wt", c.may, func(string) { told = true }))
			assert.Equal(t, want == nil, told)
		})
	}
}

func TestSettingsNameWhatGitRuns(t *testing.T) {
	dir := at(t, map[string]string{".git/config": "[core]\n\thooksPath = hooks # ours\n[include]\n\tpath = more\n[core]\n\tworktree = ..\n"})
	assert.ElementsMatch(t, []string{dir + "/hooks", dir + "/.git/more"}, Protected(dir, nil, nil))
}
