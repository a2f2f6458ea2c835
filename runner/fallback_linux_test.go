package runner

import (
	"context"
	"io"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/sandbox/native"
)

// TestMain makes this program what bubblewrap starts inside, and nothing that could make
// the sandbox native: it is as on a machine whose kernel refuses that.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == sandbox.EnterWord {
		io.WriteString(os.Stderr, sandbox.Enter(os.Args[1:], os.Environ()).Error())
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// confined captures what a command prints that must run in a sandbox.
func confined(t *testing.T, j Job) (Captured, error) {
	t.Helper()
	s := session(t)
	s.Policy.Sandbox = policy.Required
	p, ok := s.Decide(guard.Request{Argv: []string{"grep", "Seccomp:", "/proc/self/status"}}).Permit()
	require.True(t, ok)
	j.Sandbox = s.Confine(j.Sandbox)
	return s.Capture(context.Background(), p, j, 1<<10)
}

func TestBwrapIsTakenWhereNativeIsRefused(t *testing.T) {
	if out, err := exec.Command("/usr/bin/bwrap", "--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "--proc", "/proc", "true").CombinedOutput(); err != nil {
		t.Skipf("needs bubblewrap, and a machine that lets it make namespaces: %s %s", err, out)
	}
	c, err := confined(t, Job{})
	require.NoError(t, err, c.Stderr)
	assert.Equal(t, 0, c.Exit, c.Stderr)
	assert.Contains(t, c.Stdout, "Seccomp:\t2", "confined, and no bare run")
}

func TestWhatWasAskedForByNameIsTakenOrNothing(t *testing.T) {
	if !native.Supported {
		t.Skip(sandbox.ErrNoNative)
	}
	c, err := confined(t, Job{Sandbox: Native, Named: true})
	require.ErrorIs(t, err, sandbox.ErrDidNotStart)
	assert.Empty(t, c.Stdout)
}
