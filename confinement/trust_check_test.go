package confinement

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/notice"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/protect"
	"github.com/agent-loop/shimgen/zone"
)

func TestWhatLastsInAReviewedCopy(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	work, tree := t.TempDir(), t.TempDir()
	for _, name := range []string{"src/a.txt", ".vscode/tasks.json", "bare/HEAD", "bare/config", "bare/objects/x", "bare/refs/x", "bare/hooks/post-commit", "node_modules/.envrc"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(tree, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(tree, name), nil, 0o600))
	}
	require.NoError(t, os.MkdirAll(filepath.Join(work, ".git/hooks"), 0o700))
	s := &Site{Policy: p, Machine: zone.Machine{Homes: []string{"/home/u"}}, Root: t.TempDir(), Dir: work, Work: work, Notices: &notice.List{}}
	isTrusted, err := s.TrustCheck(&protect.Record{}, work, tree)
	require.NoError(t, err)
	for rel, want := range map[string]bool{
		"src/a.txt": false, "src": false, "new.txt": false, "bare/objects/x": false,
		".envrc": true, ".vscode/tasks.json": true, ".git/hooks/pre-commit": true, "bare/hooks/post-commit": true, "bare/config": true, "node_modules/.envrc": true,
	} {
		assert.Equal(t, want, isTrusted(rel, false), rel)
	}
	assert.True(t, isTrusted(".vscode", true), "a link that leads to others")
}
