package variables

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/gate"
)

func TestSnapshotAndDifferences(t *testing.T) {
	env := []string{"HOME=/h", "EDITOR=vim", "LD_LIBRARY_PATH=/x", "FOO=1", "GIT_DIR=x", "noequals", "=x"}
	snapshot := Snapshot(env)
	assert.Subset(t, snapshot, []string{"EDITOR=vim", "LD_LIBRARY_PATH=/x", "GIT_DIR=x", "PAGER=cat"})
	assert.NotContains(t, snapshot, "FOO=1")
	assert.True(t, slices.IsSorted(snapshot))
	assert.Empty(t, Differences(env, snapshot))
	assert.Equal(t, []string{"EDITOR=./x", "GIT_DIR="}, Differences([]string{"EDITOR=./x", "FOO=2", "PAGER=cat", "GIT_DIR="}, snapshot))
	assert.Equal(t, []string{"EDITOR=vim"}, Differences([]string{"EDITOR=vim"}, nil), "nothing was recorded")
}

func TestSnapshotFitsTheIdentity(t *testing.T) {
	env := []string{"GIT_BIG=" + strings.Repeat("x", 3<<10), "GIT_SMALL=1"}
	for i := range 500 {
		env = append(env, fmt.Sprintf("GIT_%d=%s", i, strings.Repeat("y", 100)))
	}
	snapshot := Snapshot(env)
	assert.Contains(t, snapshot, "GIT_SMALL=1")
	assert.NotContains(t, snapshot, env[0])
	assert.Contains(t, Differences(env, snapshot), env[0], "what was left out counts as changed")
	id := gate.Identity{Root: "/" + strings.Repeat("r", 4000), Home: "/h", Recorded: snapshot}
	_, err := gate.NewChecker(nil, id)
	assert.NoError(t, err)
}
