package sandboxnet

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policyfile"
)

// A file that cannot be examined leaves the old policy in force, and the user is told as long as that
// lasts.
func TestAFileThatCannotBeExamined(t *testing.T) {
	dir := t.TempDir()
	now := under(t, observing, false).inForce
	p := NewPolicy(now, policyfile.Files{Root: dir, UID: os.Getuid(), Owner: os.Getuid()}, policy.Flags{}, nil, true)
	user := filepath.Join(dir, "policy.toml")
	require.NoError(t, os.Symlink(user, user))
	assert.Same(t, now, p.reload())
	assert.Contains(t, p.notice(), "cannot be examined")
	require.NoError(t, os.Remove(user))
	assert.NotSame(t, now, p.reload())
	assert.Empty(t, p.notice())
}
