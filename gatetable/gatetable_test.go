package gatetable

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policyfile"
)

// The gate is told which file of the trail is full, and leaves that to the judge.
func TestTheTableKnowsWhatIsFull(t *testing.T) {
	p, err := policy.Builtin(policy.Guarded)
	require.NoError(t, err)
	p.Audit.KeepMiB = 16
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	of := policyfile.Files{Root: home + "/.agent-loop", UID: os.Getuid(), Owner: os.Getuid(), Identity: gate.Identity{Home: home}}
	spec, err := Table{Files: of, Names: func() ([]string, error) { return []string{"rm"}, nil }}.spec(p, nil)
	require.NoError(t, err)
	assert.EqualValues(t, 2<<20, spec.Audit.Full)
}
