package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// nobodyKnows is a user without an entry in any list of users, as in many containers.
const nobodyKnows = 54321

// TestUserWithoutHome runs commands as a user without a home: the files of a run then lie
// among temporary files.
func TestUserWithoutHome(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root, to be somebody else")
	}
	top, err := os.MkdirTemp("/var/tmp", "homeless")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(top); os.RemoveAll("/tmp/shimgen-54321") })
	require.NoError(t, os.Chmod(top, 0o755))
	work := filepath.Join(top, "work")
	require.NoError(t, os.Mkdir(work, 0o755))
	require.NoError(t, os.Chown(work, nobodyKnows, nobodyKnows))
	image, err := os.ReadFile(filepath.Join(built, "shimgen"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(top, "shimgen"), image, 0o755))
	for _, env := range [][]string{{}, {"HOME=/"}, {"HOME="}, {"HOME=/nonexistent"}} {
		for _, flags := range [][]string{{"--sandbox", "none"}, {}, {"--security-profile", "guarded"}} {
			var out, errs strings.Builder
			args := append(append([]string{"shimgen", "exec"}, flags...), "-c", `echo x >y; cat y`)
			c := exec.Cmd{Path: filepath.Join(top, "shimgen"), Args: args, Env: append(env, "PATH=/usr/bin:/bin"), Dir: work, Stdout: &out, Stderr: &errs}
			c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobodyKnows, Gid: nobodyKnows}}
			err := c.Run()
			if strings.Contains(errs.String(), "cannot be set up") {
				t.Skip("needs a machine that lets users make namespaces: " + errs.String())
			}
			require.NoError(t, err, "%v %v: %s", env, flags, &errs)
			assert.Equal(t, "x\n", out.String(), "%v %v", env, flags)
			assert.Empty(t, errs.String(), "%v %v", env, flags)
		}
	}
}
