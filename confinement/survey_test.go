package confinement

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/notice"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/zone"
)

// Mask mode covers the policy's places of credentials, and those alone.
func TestMaskedIsThePolicysList(t *testing.T) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	at := func(names ...string) []string {
		for i, name := range names {
			names[i] = filepath.Join(home, name)
		}
		return names
	}
	files := []string{
		".ssh/id_rsa", ".docker/config.json", ".docker/daemon.json", ".npmrc", ".pgpass", ".password-store/x.gpg", ".mozilla/firefox/x", ".config/google-chrome-beta/x",
		".bashrc", ".config/app/x", "dotfiles/pypirc", "p/private", "p/.env", "root/state/x", ".kube/config", ".config/gh/hosts.yml",
	}
	for _, file := range at(files...) {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, nil, 0o644))
	}
	require.NoError(t, os.Symlink("dotfiles/pypirc", filepath.Join(home, ".pypirc")))
	p := &policy.Policy{}
	p.Access.Hidden = []policy.PathEntry{{Path: "~/p/private"}, {Path: "~/missing"}}
	s := &Site{
		Policy: p, Machine: zone.Machine{Files: host.FS{}, Homes: []string{home}}, Notices: &notice.List{}, Root: filepath.Join(home, "root"), Work: filepath.Join(home, "p"),
		Flags: policy.Flags{AllowReads: at(".kube/config", ".config/gh")},
	}
	got, err := s.Masked()
	require.NoError(t, err)
	inHome := slices.DeleteFunc(got, func(name string) bool { return !strings.HasPrefix(name, home) })
	assert.ElementsMatch(t, at(".ssh", ".docker/config.json", ".npmrc", ".pgpass", ".password-store", ".mozilla", ".config/google-chrome-beta", "dotfiles/pypirc", "p/private", "root", ".kube"), inHome)
}

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
