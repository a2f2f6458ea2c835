package confinement

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/notice"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/zone"
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

	s := &Site{Policy: &policy.Policy{}, Machine: zone.Machine{Files: host.FS{}, Homes: []string{home}}, Notices: &notice.List{}}
	v := survey{homes: []string{home}, there: nameLists{}}
	v.findFixedPlaces()
	assert.Subset(t, v.hide, at(".ssh", ".aws"))
	r, err := s.lookBelow(at("p"), nil, nil, false)
	require.NoError(t, err)
	assert.Equal(t, at("p/.env"), r.Hide)
	assert.ElementsMatch(t, at("p/.git/hooks", "p/.git/config", "p/sub/.git/hooks", "p/shared/.mcp.json"), r.Keep, "a link that leads out of the directory is not kept there")

	r, err = s.lookBelow(at("p/.git"), nil, nil, false)
	require.NoError(t, err)
	assert.ElementsMatch(t, at("p/.git/hooks", "p/.git/config"), r.Keep, "below their anchor, too")
}
