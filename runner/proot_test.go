package runner

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

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

	npmrc, browser := filepath.Join(s.Machine.Homes[0], ".npmrc"), filepath.Join(s.Machine.Homes[0], ".mozilla")
	require.NoError(t, os.WriteFile(npmrc, nil, 0o600))
	require.NoError(t, os.Mkdir(browser, 0o700))
	got, err = plan(t, s, Job{Sandbox: Proot, Mask: true}, "true")
	require.NoError(t, err)
	line = strings.Join(got.Argv, " ")
	assert.Contains(t, line, "/empty:"+npmrc+" ", "an empty file over a file")
	assert.Contains(t, line, "/void:"+browser+" ", "an empty directory over a directory")

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

func TestMaskHidesCredentials(t *testing.T) {
	if _, err := exec.LookPath("proot"); err != nil {
		t.Skip("needs proot")
	}
	if !traceable(t) {
		t.Skip("needs ptrace")
	}
	s := session(t)
	home := s.Machine.Homes[0]
	for _, name := range []string{".npmrc", ".docker/config.json", ".mozilla/x", "plain"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(home, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(home, name), []byte("x"), 0o600))
		status, err := permitted(t, s, Job{Sandbox: Proot, Mask: true}, "test", "-s", filepath.Join(home, name))
		require.NoError(t, err)
		assert.Equal(t, name != "plain", status == 1, name)
	}
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

// fakeProot is one that answers for itself, and then does what body says.
func fakeProot(t *testing.T, body string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "proot")
	script := "#!/bin/sh\nif [ \"$*\" = --help ]; then cat <<'E'\n" + help + "E\nexit 0; fi\n" + body + "\n"
	require.NoError(t, os.WriteFile(file, []byte(script), 0o700))
	return file
}

func TestProotIsTriedOnceForAFile(t *testing.T) {
	s := session(t)
	s.Installed = true
	require.NoError(t, os.MkdirAll(filepath.Join(s.Root, "state"), 0o700))
	log := filepath.Join(t.TempDir(), "log")
	p := Plan{Path: fakeProot(t, `echo "$PROOT_NO_SECCOMP" "$@" >>`+log)}
	tries := func() string {
		text, _ := os.ReadFile(log)
		return string(text)
	}
	for range 3 {
		require.NoError(t, s.tryProot(p, t.TempDir(), false))
	}
	assert.Equal(t, " /bin/true\n", tries(), "what worked is remembered")
	require.NoError(t, s.tryProot(p, t.TempDir(), true))
	assert.Equal(t, " /bin/true\n1 /bin/true\n", tries(), "without acceleration it is another thing")
	require.NoError(t, os.Chtimes(p.Path, time.Time{}, time.Now().Add(-time.Hour)))
	require.NoError(t, s.tryProot(p, t.TempDir(), true))
	assert.Equal(t, " /bin/true\n1 /bin/true\n1 /bin/true\n", tries(), "another file is tried")
}

func TestProotThatDoesNotWorkIsNotUsed(t *testing.T) {
	s := session(t)
	for _, c := range []struct{ why, body, says, hint string }{
		{"it ends as on Android", "echo 'proot info: pid 7: terminated with signal 31' >&2; exit 255", "terminated with signal 31", "tells more"},
		{"it says nothing", "exit 1", "exit status 1", "tells more"},
	} {
		err := s.tryProot(Plan{Path: fakeProot(t, c.body)}, t.TempDir(), false)
		var missing MissingBackendError
		require.ErrorAs(t, err, &missing, c.why)
		assert.Contains(t, err.Error(), c.says)
		assert.Contains(t, missing.Hint, c.hint)
	}
	_, err := answerOf(fakeProot(t, "trap '' QUIT; sleep 60"), []string{"PATH=/usr/bin:/bin"}, 100*time.Millisecond, "x")
	require.ErrorIs(t, err, errHangs)
	assert.Contains(t, doesNotWork("/p", "/bin/true", "", err, false).(MissingBackendError).Hint, "--proot-no-seccomp")
	assert.NotContains(t, doesNotWork("/p", "/bin/true", "", err, true).(MissingBackendError).Hint, "--proot-no-seccomp", "that was it")
}

// A program that believes to be root, and proot without acceleration, are for whoever asks.
func TestG4ProotsSettings(t *testing.T) {
	s := session(t)
	bin := filepath.Dir(fakeProot(t, ""))
	withRoot := strings.Replace(help, "  -w", "  -0, --root-id\n  -w", 1)
	require.NoError(t, os.WriteFile(bin+"/proot", []byte("#!/bin/sh\ncat <<'E'\n"+withRoot+"E\n"), 0o700))
	s.env = environment{"PATH=" + bin + ":/usr/bin:/bin", "PROOT_NO_SECCOMP=1", "LD_PRELOAD=/x"}
	got, err := plan(t, s, Job{Sandbox: Proot}, "true")
	require.NoError(t, err)
	assert.NotContains(t, got.Argv, "-0")
	assert.NotContains(t, strings.Join(got.Env, "\n"), "PROOT_NO_SECCOMP", "the agent's own")
	got, err = plan(t, s, Job{Sandbox: Proot, FakeRoot: true, Unaccelerated: true}, "true")
	require.NoError(t, err)
	assert.Contains(t, got.Argv, "-0")
	assert.Contains(t, got.Env, "PROOT_NO_SECCOMP=1")
	assert.NotContains(t, strings.Join(got.Env, "\n"), "LD_PRELOAD")
	for _, j := range []Job{{FakeRoot: true}, {Unaccelerated: true}, {Unaccelerated: true, Sandbox: Native}} {
		_, err = plan(t, s, j, "true")
		require.Error(t, err, "they are proot's")
	}
	s.Policy.Sandbox = policy.Required
	_, err = plan(t, s, Job{Sandbox: Proot, Unaccelerated: true}, "true")
	assert.ErrorIs(t, err, ErrUnconfined, "what a killed tracer lets go confines nothing")
}
