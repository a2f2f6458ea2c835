package sandbox_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/proot"
	"github.com/agent-loop/shimgen/sandbox"
)

// installedProot is the backend with the proot of this machine.
func installedProot(t *testing.T) sandbox.Proot {
	t.Helper()
	program, err := exec.LookPath("proot")
	if err != nil {
		t.Skip("needs the program proot")
	}
	help, _ := exec.Command(program, "--help").CombinedOutput()
	own := t.TempDir()
	b := sandbox.Proot{Program: program, Offers: proot.Probe(string(help)), Root: filepath.Join(own, "root"), Void: filepath.Join(own, "void"), Stat: os.Stat}
	require.NoError(t, os.MkdirAll(filepath.Join(b.Root, "dev"), 0o700))
	require.NoError(t, os.Mkdir(b.Void, 0o700))
	return b
}

// What proot declares is what a trial finds: neither more nor less.
func TestProotHoldsWhatItSays(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	b := installedProot(t)
	if out, err := exec.Command(b.Program, "true").CombinedOutput(); err != nil {
		t.Skipf("needs ptrace: %s", out)
	}
	found, err := sandbox.Prove(context.Background(), b, self(t), t.TempDir())
	require.NoError(t, err)
	for p, why := range found {
		t.Log(p, why)
	}
	var lacks []sandbox.Property
	for _, p := range sandbox.All() {
		if p != sandbox.Reads && p != sandbox.Listed {
			lacks = append(lacks, p)
		}
	}
	assert.Equal(t, []sandbox.Property{sandbox.Reads, sandbox.Listed}, b.Holds())
	assert.Equal(t, lacks, found.Missing(sandbox.All()))
}
