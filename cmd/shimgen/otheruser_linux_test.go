package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/approval"
)

// installer is the user whose installation another one uses.
const installer = 12345

// TestAnotherUser starts one user's shims as another user: the installer's policy
// applies, and a user who cannot read it runs nothing.
func TestAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root, to be several users")
	}
	w, as := asUser(t, built)
	home, top := w.home, filepath.Dir(w.home)
	shim := filepath.Join(w.bin(), "git")

	assert.Equal(t, outcome{out: "git --version\n"}, as(0, shim, "--version"))
	assert.Equal(t, outcome{out: "git log \n"}, as(0, shim, "log", ""))
	got := as(0, shim, "reset", "--hard")
	assert.Equal(t, 126, got.status, "nothing is looser for root")
	assert.Contains(t, got.err, "git.reset-hard")
	info, err := os.Stat(w.audit())
	require.NoError(t, err)
	assert.Equal(t, uint32(installer), info.Sys().(*syscall.Stat_t).Uid, "the trail stays its owner's")
	text, err := os.ReadFile(w.audit())
	require.NoError(t, err)
	assert.Equal(t, 3, strings.Count(string(text), `"uid":0`))
	assert.Equal(t, outcome{out: "git log \n"}, as(installer, shim, "log", ""), "who can still write it")

	yesOf(t, w, home+"/work", "git", "reset", "--hard")
	assert.Equal(t, 126, as(0, shim, "reset", "--hard").status, "a yes is its owner's, and no other user's")
	assert.Equal(t, 126, as(installer, shim, "reset", "--hard", "HEAD").status, "nor is it for other words")
	got = as(installer, shim, "reset", "--hard")
	assert.Equal(t, "git reset --hard\n", got.out, got.err)
	assert.Equal(t, 126, as(installer, shim, "reset", "--hard").status, "it is spent")

	if unshare, err := exec.LookPath("unshare"); err == nil && as(installer, unshare, "--map-root-user", "true").status == 0 {
		got := as(installer, unshare, "--map-root-user", shim, "log", "")
		assert.Equal(t, outcome{out: "git log \n"}, got, "in a user namespace the same user has another number")
	}

	assert.Equal(t, -1, as(installer+1, shim, "--version").status, "the kernel lets nobody else in, and a shell finds the next git on PATH")
	for dir := w.root; dir != top; dir = filepath.Dir(dir) {
		require.NoError(t, os.Chmod(dir, 0o755))
	}
	for _, dir := range []string{"bin", "libexec", "libexec/shim", "libexec/shimgen"} {
		require.NoError(t, os.Chmod(filepath.Join(w.root, dir), 0o755))
	}
	got = as(installer+1, shim, "--version")
	assert.Equal(t, 125, got.status, "a policy that cannot be read lets nothing run")
	assert.Empty(t, got.out)
	assert.Contains(t, got.err, "policy.toml: permission denied")
}

// yesOf leaves the installer's yes to a git command that one rule asks about, once.
func yesOf(t *testing.T, w world, dir string, argv ...string) {
	t.Helper()
	grants := filepath.Join(w.root, "state", "grants")
	require.NoError(t, os.Mkdir(grants, 0o700))
	require.NoError(t, os.Chown(grants, installer, installer))
	now := time.Now().UTC()
	require.NoError(t, approval.In(w.root, installer).Add(approval.Grant{
		Code: "abcdef", What: approval.What{Argv: argv, Dir: dir}, Asks: []approval.Ask{{Rule: "git.reset-hard"}}, Once: true, At: now, Until: now.Add(time.Hour),
	}))
	require.NoError(t, filepath.WalkDir(grants, func(path string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(path, installer, installer))
	}))
}
