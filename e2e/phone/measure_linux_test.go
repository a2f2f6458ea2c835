//go:build amd64 || arm64

package phone_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/termux/emulation"
)

// measured prints what docs/termux.md says of time. It asserts nothing: times are this
// machine's.
var measured = flag.Bool("measure", false, "measure shims in the emulation, and proot")

// rounds is how often each is measured; the median is printed.
const rounds = 5

// median runs commands in turn, so that what else the machine does meets all of them.
func median(t *testing.T, make ...func() *exec.Cmd) []time.Duration {
	t.Helper()
	times := lists(len(make))
	for range rounds {
		for i, f := range make {
			cmd := f()
			started := time.Now()
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
			times[i] = append(times[i], time.Since(started))
		}
	}
	var medians []time.Duration
	for _, list := range times {
		slices.Sort(list)
		medians = append(medians, list[rounds/2])
	}
	return medians
}

func lists(n int) [][]time.Duration { return make([][]time.Duration, n) }

// A clear command in the emulation, and outside it, by the same shim.
func TestMeasureShims(t *testing.T) {
	if !*measured {
		t.Skip("with -measure alone")
	}
	busybox, err := exec.LookPath("busybox")
	require.NoError(t, err)
	const loop = `i=0; while [ $i -lt 200 ]; do rm -f x; i=$((i+1)); done`
	outside := t.TempDir()
	bin, home := outside+"/usr", outside+"/home"
	for _, dir := range []string{bin, home + "/work"} {
		require.NoError(t, os.MkdirAll(dir, 0o700))
	}
	for _, name := range []string{"rm", "sh"} {
		require.NoError(t, os.Symlink(busybox, filepath.Join(bin, name)))
	}
	env := []string{"HOME=" + home, "PATH=" + bin}
	install := exec.Command(built+"/linux/shimgen", "install")
	install.Env = env
	out, err := install.CombinedOutput()
	require.NoError(t, err, "%s", out)
	there := func(path, script string) func() *exec.Cmd {
		return func() *exec.Cmd {
			cmd := exec.Command(busybox, "sh", "-c", script)
			cmd.Dir, cmd.Env = home+"/work", []string{"HOME=" + home, "PATH=" + path}
			return cmd
		}
	}
	for _, android := range versions {
		start(t, android, "linux")
		p := startPhone(t, emulation.Phone{Android: android}, "linux") // unwatched, as a phone is
		got := p.run(t, "rm -f $PREFIX/bin/rm; busybox ln -s busybox $PREFIX/bin/rm 2>/dev/null; ./shimgen install && mkdir work")
		require.Zero(t, got.status, got.err)
		require.NoError(t, os.RemoveAll(filepath.Join(p.Root, prefix, "bin/rm")))
		require.NoError(t, os.Symlink("busybox", filepath.Join(p.Root, prefix, "bin/rm")))
		inside := func(path, script string) func() *exec.Cmd {
			return func() *exec.Cmd {
				cmd := p.Command("/system/bin/sh", "-c", "cd work; PATH="+path+"; "+script)
				cmd.Env = append(cmd.Env, "PATH="+path)
				return cmd
			}
		}
		m := median(t,
			there(home+"/.agent-loop/bin:"+bin, loop), there(home+"/.agent-loop/bin:"+bin, ":"), there(bin, loop), there(bin, ":"),
			inside(shims+":"+prefix+"/bin", loop), inside(shims+":"+prefix+"/bin", ":"), inside(prefix+"/bin", loop), inside(prefix+"/bin", ":"))
		shimOut, bareOut, shimIn, bareIn := m[0]-m[1], m[2]-m[3], m[4]-m[5], m[6]-m[7]
		fmt.Printf("Android %d, 200 rm -f: outside %v with shim, %v without; inside %v and %v; shim inside/outside %.2f, without %.2f\n",
			android, shimOut, bareOut, shimIn, bareIn, float64(shimIn)/float64(shimOut), float64(bareIn)/float64(bareOut))
	}
}

// What proot costs in its two modes, beside exec without a sandbox.
func TestMeasureProot(t *testing.T) {
	if !*measured {
		t.Skip("with -measure alone")
	}
	home := t.TempDir()
	work := home + "/work"
	require.NoError(t, os.Mkdir(work, 0o700))
	make := exec.Command("bash", "-c", `for d in $(seq 15); do mkdir d$d; for f in $(seq 30); do echo $f >d$d/f$f; done; done; git init -q; git add .; git -c user.name=a -c user.email=a@b.c commit -qm x`)
	make.Dir = work
	out, err := make.CombinedOutput()
	require.NoError(t, err, "%s", out)
	install := exec.Command(built+"/linux/shimgen", "install")
	install.Env = []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
	out, err = install.CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, w := range []struct{ name, script string }{
		{"nothing", "true"},
		{"200 x fork and exec of true", "for i in {1..200}; do /bin/true; done"},
		{"20 x find over 450 files", "for i in {1..20}; do find . -type f -size +10k >/dev/null; done"},
		{"10 x cat of 450 files", "for i in {1..10}; do cat d*/* >/dev/null; done"},
		{"arithmetic in bash", "i=0; while ((i<200000)); do ((i++)); done"},
		{"20 x git status", "for i in {1..20}; do git status --short >/dev/null; done"},
	} {
		run := func(args ...string) func() *exec.Cmd {
			return func() *exec.Cmd {
				cmd := exec.Command(home+"/.agent-loop/libexec/shimgen", append(append([]string{"exec"}, args...), "--", "bash", "-c", w.script)...)
				cmd.Dir, cmd.Env = work, []string{"HOME=" + home, "PATH=/usr/bin:/bin", "GIT_CONFIG_GLOBAL=/dev/null"}
				return cmd
			}
		}
		t.Run(w.name, func(t *testing.T) {
			m := median(t, run("--sandbox", "none"), run("--sandbox", "proot"), run("--sandbox", "proot", "--mask"))
			fmt.Printf("%-30s none %v, allow-list %v (%.1f), mask %v (%.1f)\n", w.name, m[0], m[1], float64(m[1])/float64(m[0]), m[2], float64(m[2])/float64(m[0]))
		})
	}
}
