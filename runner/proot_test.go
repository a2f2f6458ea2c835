package runner

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/proot"
)

func plan(t *testing.T, s *Session, j Job, argv ...string) (Plan, error) {
	t.Helper()
	p, ok := s.Decide(guard.Request{Argv: argv}).Permit()
	require.True(t, ok)
	return s.Plan(p, j)
}

func TestG8MissingProotSaysHowToGetIt(t *testing.T) {
	s := session(t)
	s.env = environment{"PATH=/nowhere"}
	_, err := plan(t, s, Job{Sandbox: Proot}, "true")
	var missing MissingBackendError
	require.ErrorAs(t, err, &missing)
	require.ErrorIs(t, err, proot.ErrNotInstalled)
	assert.Contains(t, missing.Hint, "Install with: ")
}

// help is what a proot without options says of itself.
const help = `proot v5: chroot
  -r *path*, --rootfs=*path*
  -b *path*, --bind=*path*
  -w *path*, --pwd=*path*
`

// A plan with proot starts nothing but its help, and makes nothing.
func TestG2PlanIsTheWholeArgumentVector(t *testing.T) {
	s := session(t)
	bin := t.TempDir()
	script := "#!/bin/sh\n[ \"$*\" = --help ] && cat <<'E'\n" + help + "E\n"
	require.NoError(t, os.WriteFile(filepath.Join(bin, "proot"), []byte(script), 0o700))
	s.env = environment{"PATH=" + bin + ":/usr/bin:/bin"}
	got, err := plan(t, s, Job{Sandbox: Proot, Show: []string{bin}}, "true", "a b")
	require.NoError(t, err)
	line := strings.Join(got.Argv, " ")
	assert.True(t, strings.HasPrefix(line, filepath.Join(bin, "proot")+" -r "), line)
	assert.Contains(t, line, " -w "+s.Dir+" ")
	assert.Contains(t, got.Argv, bin, "the directory the user shows")
	assert.Equal(t, "a b", got.Argv[len(got.Argv)-1])
	assert.NoDirExists(t, filepath.Dir(got.Argv[2]), "a plan makes nothing")
	for _, pair := range got.Env {
		assert.False(t, strings.HasPrefix(pair, "LD_"), pair)
	}

	_, err = plan(t, s, Job{Sandbox: Proot, Show: []string{"/no/such/directory"}}, "true")
	assert.Error(t, err, "a directory that is not there is no silence")
}

func TestRequiredSandboxIsNotLeftOut(t *testing.T) {
	s := session(t)
	s.Policy.Sandbox = policy.Required
	for _, j := range []Job{{}, {Sandbox: NoSandbox}, {Sandbox: Proot, Mask: true}, {Sandbox: Proot}} {
		_, err := plan(t, s, j, "true")
		assert.ErrorIs(t, err, ErrUnconfined)
	}
	_, err := plan(t, s, Job{Sandbox: s.Confine("")}, "true")
	assert.NotErrorIs(t, err, ErrUnconfined)
	s.Policy.Sandbox = policy.Unconfined
	_, err = plan(t, s, Job{}, "true")
	assert.NoError(t, err)
}

func TestG1ProotHidesTheRest(t *testing.T) {
	if _, err := exec.LookPath("proot"); err != nil {
		t.Skip("needs proot")
	}
	s := session(t)
	beside := filepath.Join(filepath.Dir(s.Dir), "beside.txt")
	require.NoError(t, os.WriteFile(beside, []byte("x"), 0o600))
	require.NoError(t, os.WriteFile("inside.txt", []byte("x"), 0o600))
	status, err := permitted(t, s, Job{Sandbox: Proot}, "test", "-e", "inside.txt")
	require.NoError(t, err)
	if status == 1 && !traceable(t) {
		t.Skip("needs ptrace")
	}
	assert.Equal(t, 0, status, "the work directory is there")
	status, err = permitted(t, s, Job{Sandbox: Proot}, "test", "-e", beside)
	require.NoError(t, err)
	assert.Equal(t, 1, status, "what lies beside it is not")
	left, err := filepath.Glob(filepath.Join(s.Machine.Temp[0], "shimgen-*", "root"))
	require.NoError(t, err)
	for _, dir := range left {
		assert.NotContains(t, dir, s.Dir)
	}
}

// Proot itself ends with 255 when a signal ends its program.
func TestStatusBelowProotIsAShells(t *testing.T) {
	if _, err := exec.LookPath("proot"); err != nil {
		t.Skip("needs proot")
	}
	if !traceable(t) {
		t.Skip("needs ptrace")
	}
	s := session(t)
	for _, c := range []struct {
		script string
		want   int
	}{
		{"exit 3", 3},
		{"exit 255", 255},
		{"kill -TERM $$", 128 + 15},
		{"sh -c 'kill -KILL $$'; exit 4", 4},
	} {
		got, err := captured(t, t.Context(), s, Job{Sandbox: Proot}, "sh", "-c", c.script)
		require.NoError(t, err)
		assert.Equal(t, c.want, got.Exit, "%s: %s", c.script, got.Stderr)
		status, err := permitted(t, s, Job{Sandbox: Proot}, "sh", "-c", c.script)
		require.NoError(t, err)
		assert.Equal(t, c.want, status, c.script)
	}
}

func traceable(t *testing.T) bool {
	t.Helper()
	return exec.Command("proot", "true").Run() == nil
}
