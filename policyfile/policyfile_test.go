package policyfile

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/policy"
)

func TestTheNearestProjectComesFirst(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(dir+"/a/b/c", 0o700))
	for _, at := range []string{dir + "/a", dir + "/a/b"} {
		require.NoError(t, os.WriteFile(at+"/"+ProjectName, nil, 0o600))
	}
	found := Files{Work: dir + "/a/b/c"}.Projects()
	require.GreaterOrEqual(t, len(found), 2)
	assert.Equal(t, []string{dir + "/a/b/" + ProjectName, dir + "/a/" + ProjectName}, found[:2])
}

func TestAnInstallationNeedsItsPolicy(t *testing.T) {
	f := Files{Root: t.TempDir(), UID: os.Getuid(), Owner: os.Getuid()}
	_, err := f.Believed()
	require.NoError(t, err, "nothing is installed")
	f.Installed = true
	_, err = f.Believed()
	assert.ErrorContains(t, err, "never runs without one")
	trial := policy.Layer{Name: "trial", Kind: policy.User}
	f.Trial = &trial
	layers, err := f.Believed()
	require.NoError(t, err, "another is tried in its place")
	assert.Equal(t, "trial", layers[len(layers)-1].Name)
}

func TestOnlyTheOwnerOfAnInstallationUsesIt(t *testing.T) {
	uid := os.Getuid()
	owner, err := OwnerOf(gate.Identity{UID: uint32(uid)}, uid)
	require.NoError(t, err)
	assert.Equal(t, uid, owner)
	_, err = OwnerOf(gate.Identity{Root: "/nonexistent", UID: uint32(uid)}, uid+1)
	assert.Error(t, err)
}
