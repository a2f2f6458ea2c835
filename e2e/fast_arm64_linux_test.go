package e2e_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/policy"
)

// crossLibc is the path of glibc's loader in Debian's libc6-arm64-cross.
const crossLibc = "/usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1"

// arm64Targets are the builds for arm64, with the loader that each one needs.
var arm64Targets = []struct{ name, goos, mode, loader string }{
	{"linux", "linux", "exe", ""},
	{"linux PIE", "linux", "pie", "lib/ld-linux-aarch64.so.1"},
	{"android", "android", "pie", "system/bin/linker64"}, // glibc's loader replaces bionic's
}

// TestFastOnARM64 is the comparison of TestFastAndOrdinaryAreTheSame on arm64, by QEMU's
// user mode: QEMU emulates the shim, but not the programs that it becomes.
func TestFastOnARM64(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for other systems: .ci/run does it")
	}
	needsFast(t)
	for _, target := range arm64Targets {
		t.Run(target.name, func(t *testing.T) {
			t.Parallel()
			emulator := emulate(t, target.loader)
			s := newScene(t, policy.Cautious, "")
			for way, flags := range map[string]string{"ordinary": "-s -w", "fast": "-s -w " + entryFlag} {
				binary, err := buildShim(target.goos, "arm64", "-trimpath", "-buildmode="+target.mode, "-ldflags", flags)
				require.NoError(t, err)
				s.shims[way], err = gate.Stamp(binary, s.id)
				require.NoError(t, err)
			}
			s.emulator, s.emulated = emulator, s.top+"/shim"
			g := generator{Rand: rand.New(rand.NewPCG(64, 64)), tree: s.tree, shims: shims}
			list := []started{
				{[]string{"true"}, s.env, s.work},
				{[]string{"rm", "-f", "build/a.o", "new"}, s.env, s.work},
				{[]string{"git", "status", "--short"}, s.env, s.work},
				{[]string{"git", "log", "-n", "3", "--format=%h %s"}, s.env, s.work},
				{[]string{"git", "push", "--force"}, s.env, s.work},
				{[]string{"rm", "-rf", s.home}, s.env, s.work},
			}
			for range 4 {
				list = append(list, g.started())
			}
			assert.GreaterOrEqual(t, s.same(t, list), 4, "true, rm, git status and git log are clear")
		})
	}
}

// emulate returns how a program for arm64 is run that asks for this loader.
func emulate(t *testing.T, loader string) []string {
	t.Helper()
	if runtime.GOARCH == "arm64" {
		t.Skip("needs another machine than arm64: here the other tests say as much")
	}
	qemu, err := exec.LookPath("qemu-aarch64-static")
	if err != nil {
		t.Skip("needs qemu-aarch64-static (qemu-user-static)")
	}
	if loader == "" {
		return []string{qemu, "-0"}
	}
	libc, err := os.ReadFile(crossLibc)
	if err != nil {
		t.Skipf("needs %s (libc6-arm64-cross)", crossLibc)
	}
	root := t.TempDir()
	file := filepath.Join(root, loader)
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
	require.NoError(t, os.WriteFile(file, libc, 0o700))
	return []string{qemu, "-L", root, "-0"}
}

// TestTheRuntimeStartsAfterTheEntryOnARM64 runs the runtime after the entry gave up:
// nothing may depend on the entry.
func TestTheRuntimeStartsAfterTheEntryOnARM64(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for other systems: .ci/run does it")
	}
	needsFast(t)
	for _, target := range arm64Targets {
		t.Run(target.name, func(t *testing.T) {
			t.Parallel()
			emulator := emulate(t, target.loader)
			s := newScene(t, policy.Cautious, "")
			s.emulator, s.emulated = emulator, s.top+"/shim"
			printed := map[string]string{}
			for way, flags := range map[string]string{"ordinary": "", "fast": entryFlag} {
				binary := buildFallthrough(t, target.goos, "arm64", "-buildmode="+target.mode, "-ldflags", flags)
				var err error
				s.shims[way], err = gate.Stamp(binary, s.id)
				require.NoError(t, err)
				s.enter(t, way)
				out, errs := start(t, append(emulator, "git", s.emulated), "", []string{"git", "push", "--force"}, s.env, s.work)
				assert.Equal(t, map[string]string{"fast": "true unknown subcommand\n", "ordinary": "false undecided\n"}[way], errs)
				printed[way] = changingHere.ReplaceAllString(out, "_")
			}
			sameLines(t, printed["ordinary"], printed["fast"])
			assert.Contains(t, printed["fast"], survived)
		})
	}
}
