//go:build linux && (amd64 || arm64) && !race && !msan && !asan

package gate

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAndroidsLinkerIsToldByTheAuxiliaryVector(t *testing.T) {
	early, judge, usual := entries()
	assert.NotEqual(t, early, usual)
	assert.NotEqual(t, judge, usual)
	for _, c := range []struct {
		why    string
		vector []auxiliary
		want   bool
	}{
		{"the kernel loaded a release build", []auxiliary{{6, 4096}, {auxBase, 0x7000}, {auxEntry, early}, {}}, false},
		{"the kernel loaded a release build of the judge", []auxiliary{{auxBase, 0x7000}, {auxEntry, judge}, {}}, false},
		{"the kernel loaded any other", []auxiliary{{auxBase, 0x7000}, {auxEntry, usual}, {}}, false},
		{"a program at a fixed address has no interpreter", []auxiliary{{auxEntry, usual}, {auxBase, 0}, {}}, false},
		{"a C compiler linked it: it starts elsewhere, but by an interpreter", []auxiliary{{auxBase, 0x7000}, {auxEntry, usual + 64}, {}}, false},
		{"the kernel loaded the linker", []auxiliary{{auxBase, 0}, {auxEntry, usual + 1<<30}, {}}, true},
		{"the same, where the kernel leaves the base out", []auxiliary{{auxEntry, usual + 1<<30}, {}}, true},
		{"the vector does not say", []auxiliary{{}}, false},
		{"what follows the end is not read", []auxiliary{{}, {auxEntry, 1}}, false},
	} {
		assert.Equal(t, c.want, c.vector[0].foreign(), c.why)
	}
}

// Where Termux may live the gate itself starts only what is certainly one of its
// programs; anywhere else, whatever it has found.
func TestOnlyProgramsAreStartedOnTermux(t *testing.T) {
	for _, c := range []struct {
		why, root, program string
		env                []string
		want               bool
	}{
		{"no Termux", "/home/u/.agent-loop", "/usr/bin/env", []string{"TERMUX_EXEC__PROC_SELF_EXE=/x"}, true},
		{"a program that is not of Termux", "/data/data/com.termux/files/home/.agent-loop", "/bin/sh", nil, false},
		{"on a card, Android's own", "/mnt/expand/v/user/0/com.termux/files/home/.agent-loop", "/system/bin/sh", nil, false},
		{"none at all", "/data/x", "/data/none", nil, false},
		{"a variable that is to be taken out", "/data/x", "/data/none", []string{"A=b", "TERMUX_EXEC__PROC_SELF_EXE=/x"}, false},
		{"a neighbour of the directory", "/database/x", "/bin/sh", nil, true},
	} {
		w := new(workspace)
		copy(w.program[:], c.program)
		s := subject{id: ident{root: c.root}, envp: Vector(c.env)}
		assert.Equal(t, c.want, w.canExecDirectly(&s), c.why)
	}
	w := new(workspace)
	for file, want := range map[string]bool{needSelf(t): true, script(t, "#!/bin/sh\n"): false, script(t, "\x7fEL"): false, t.TempDir(): false} {
		if len(file) < len(w.program) {
			w.program = [nearPath]byte{}
			copy(w.program[:], file)
			assert.Equal(t, want, w.native(file), file)
		}
	}
}

func script(t *testing.T, text string) string {
	t.Helper()
	file := t.TempDir() + "/script"
	require.NoError(t, os.WriteFile(file, []byte(text), 0o700))
	return file
}
