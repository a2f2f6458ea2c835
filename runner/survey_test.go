package runner

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSurveyFindsWhatIsThere(t *testing.T) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, dir := range []string{".ssh", ".aws", "p/.git/hooks", "p/sub/.git/hooks", "p/node_modules/x", "p/shared"} {
		require.NoError(t, os.MkdirAll(filepath.Join(home, dir), 0o755))
	}
	for _, file := range []string{".ssh/id_rsa", ".ssh/known_hosts", ".bashrc", "p/.env", "p/.env.example", "p/.git/config", "p/node_modules/x/.env", "p/shared/.mcp.json", "p/main.go"} {
		require.NoError(t, os.WriteFile(filepath.Join(home, file), nil, 0o644))
	}
	require.NoError(t, os.Symlink("../.aws", filepath.Join(home, "p/.envrc")))
	require.NoError(t, os.Chmod(filepath.Join(home, ".ssh"), 0o311), "its names cannot be listed, and what they name can be read")
	at := func(names ...string) []string {
		for i, name := range names {
			names[i] = filepath.Join(home, name)
		}
		return names
	}

	v := survey{homes: []string{home}, budget: 1000}
	v.anchored()
	v.below(filepath.Join(home, "p"))
	assert.Subset(t, v.hide, at(".ssh", ".aws", "p/.env"))
	assert.NotContains(t, v.hide, filepath.Join(home, "p/.env.example"), "a template holds nothing")
	assert.NotContains(t, v.hide, filepath.Join(home, "p/node_modules/x/.env"), "what is unpacked is not looked through")
	assert.ElementsMatch(t, at("p/.git/hooks", "p/.git/config", "p/sub/.git/hooks", "p/shared/.mcp.json"), v.keep, "a link that leads out of the directory is not kept there")

	v = survey{homes: []string{home}, budget: 1000}
	v.below(filepath.Join(home, "p/.git"))
	assert.ElementsMatch(t, at("p/.git/hooks", "p/.git/config"), v.keep, "below their anchor, too")

	v = survey{homes: []string{home}, budget: 3}
	v.below(home)
	assert.Negative(t, v.budget, "who asks is told that not all was looked at")
}
