package family_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/grammar/family"
)

func TestFamiliesThatAreMadeOfOthers(t *testing.T) {
	assert.True(t, family.PackageManagers.Has("npm") && family.PackageRunners.Has("npm") && family.PackageRunners.Has("npx"))
	assert.False(t, family.PackageManagers.Has("npx"))
	assert.True(t, family.Readers.Has("xargs") && family.Readers.Has("git/status") && family.Readers.Has("cat"))
	assert.False(t, family.Readers.Has("git"), "only with a subcommand")
	assert.False(t, family.Readers.Has(""))
}
