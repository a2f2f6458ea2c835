//go:build linux && (amd64 || arm64)

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
)

// android builds the shim for Android and a linker to load it, and returns the files. The
// linker lies below sysroot, where programs for Android expect it.
func android(t *testing.T, flags string) (shim, linker, sysroot string) {
	t.Helper()
	dir := t.TempDir()
	shim, sysroot = filepath.Join(dir, "shim"), filepath.Join(dir, "root")
	linker = filepath.Join(sysroot, "system/bin/linker64")
	for _, b := range []struct{ goos, flags, to, from string }{
		{"android", flags, shim, "."},
		{"linux", "-E main.start -T 0x40001000", linker, "./testdata/linker64"}, // at an address that leaves room
	} {
		c := exec.Command("go", "build", "-ldflags", b.flags, "-o", b.to, b.from)
		c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOARCH=arm64", "GOOS="+b.goos)
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	return shim, linker, sysroot
}

// emulator returns the program that runs Linux programs for arm64.
func emulator(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"qemu-aarch64-static", "qemu-aarch64"} {
		if file, err := exec.LookPath(name); err == nil {
			return file
		}
	}
	t.Skip("needs qemu-aarch64-static")
	return ""
}

// Where Termux cannot execute its own files, the kernel executes Android's linker, which
// loads the shim; the shim then finds its own path in place of the first argument. Both
// entries must see that, and judge and run the intended command.
func TestAndroidsLinkerIsSeenThrough(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for other systems: .ci/run does it")
	}
	if os.Getenv(wayVariable) != "" {
		return // the test builds both entries
	}
	qemu := emulator(t)
	for entry, flags := range map[string]string{"fast": linkEntry, "ordinary": ""} {
		shim, linker, sysroot := android(t, flags)
		in := installed(t, "#!/bin/sh\necho judge \"$@\"\n", "tool")
		in.clears(t, "tool")
		in.program(t, "tool", `echo real "$@"`)
		image, err := os.ReadFile(shim)
		require.NoError(t, err)
		image, err = gate.Stamp(image, in.id)
		require.NoError(t, err)
		own, copied := filepath.Join(in.Root, "libexec", "shim"), filepath.Join(in.cwd, "shim")
		require.NoError(t, os.WriteFile(copied, image, 0o700))

		direct := []string{qemu, "-L", sysroot, "-0", "tool", copied}
		loaded := []string{qemu, "-0", "tool", linker, in.shim("tool")}
		for _, c := range []struct {
			why   string
			argv  []string
			self  string // the file in libexec: under the emulator, /proc/self/exe is the emulator
			want  string
			lines int
		}{
			{"its version", []string{qemu, "-0", "shim", linker, copied, "version"}, copied, "shim devel\nentry: " + entry + "\n", 0},
			{"loaded, clear", append(loaded, "a", "b"), copied, "real a b\n", 1},
			{"loaded, clear without arguments", loaded, copied, "real\n", 1},
			{"loaded, not clear", append(loaded, "--unknown"), copied, "judge --as-shim-fresh tool --unknown\n", 0},
			{"loaded from a copy", []string{qemu, "-0", "tool", linker, copied, "a"}, qemu, "judge --as-shim tool a\n", 0},
			{"by the kernel, clear", append(direct, "a", "b"), qemu, "real a b\n", 1},
			{"by the kernel, not clear", append(direct, "--unknown", "b"), qemu, "judge --as-shim-fresh tool --unknown b\n", 0},
		} {
			before := in.lines(t)
			_ = os.Remove(own)
			require.NoError(t, os.Symlink(c.self, own))
			got, _ := in.call(t, qemu, c.argv, in.path(in.Bin, in.real))
			assert.Equal(t, outcome{out: c.want}, got, "%s: %s", entry, c.why)
			assert.Equal(t, c.lines, in.lines(t)-before, "%s: %s", entry, c.why)
		}
		assert.Equal(t, []any{"tool", "a", "b"}, in.argv(t), entry)
	}
}

// argv returns the argv of the first line in the audit trail.
func (in installation) argv(t *testing.T) any {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(in.Root, "audit", "*.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	var line map[string]any
	for i, c := range text {
		if c == '\n' {
			require.NoError(t, json.Unmarshal(text[:i], &line))
			break
		}
	}
	return line["argv"]
}
