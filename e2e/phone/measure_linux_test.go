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
var rounds = flag.Int("measure.rounds", 5, "how often each is measured")

// median runs commands in turn, so that what else the machine does meets all of them, and
// returns the processor time of each with all that it waited for.
func median(t *testing.T, make ...func() *exec.Cmd) []time.Duration {
	t.Helper()
	times := lists(len(make))
	for range *rounds {
		for i, f := range make {
			cmd := f()
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
			times[i] = append(times[i], cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		}
	}
	var medians []time.Duration
	for _, list := range times {
		slices.Sort(list)
		medians = append(medians, list[len(list)/2])
	}
	return medians
}

func lists(n int) [][]time.Duration { return make([][]time.Duration, n) }

// loops are what is measured of a start: 100 times each, and an empty script that is taken
// off. The first three are for the shell; rm is behind a shim in the one and not in the other.
var loops = [...]struct{ name, command string }{
	{"nothing", "./nothing"},
	{"shim", "rm -f x"},
	{"bare", "./rm -f x"},
	{"", ":"},
}

// A clear command in the emulation and outside it, by the same shim, beside a program that
// does nothing: what that takes longer inside is the emulation's own.
func TestMeasureShims(t *testing.T) {
	if !*measured {
		t.Skip("with -measure alone")
	}
	nothing := built + "/nothing"
	require.NoError(t, compile(nil, "gcc", "-static", "-nostdlib", "-o", nothing, "testdata/nothing/nothing.c"))
	busybox, err := exec.LookPath("busybox")
	require.NoError(t, err)
	start(t, versions[0], "linux") // or skips
	commands := outsidePhone(t, busybox, nothing)
	for _, android := range versions {
		commands = append(commands, insidePhone(t, android, nothing)...)
	}
	m := median(t, commands...)
	const n = len(loops)
	took := func(place, loop int) time.Duration { return m[place*n+loop] - m[place*n+n-1] }
	for place := range len(m) / n {
		where := "outside"
		if place > 0 {
			where = fmt.Sprint("Android ", versions[place-1])
		}
		for i, loop := range loops[:n-1] {
			fmt.Printf("%-10s %-8s %v each, %.2f\n", where, loop.name, took(place, i)/100, float64(took(place, i))/float64(took(0, i)))
		}
		added := func(place int) time.Duration { return took(place, 1) - took(place, 2) }
		fmt.Printf("%-10s the shim adds %v, %.2f\n", where, added(place)/100, float64(added(place))/float64(added(0)))
	}
}

// times is a script that does a command 100 times.
func times(command string) string {
	if command == ":" {
		return command
	}
	return `i=0; while [ $i -lt 100 ]; do ` + command + `; i=$((i+1)); done`
}

// outsidePhone are the loops on this machine.
func outsidePhone(t *testing.T, busybox, nothing string) (commands []func() *exec.Cmd) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	bin, home := dir+"/usr", dir+"/home"
	work := home + "/work"
	for _, dir := range []string{bin, work} {
		require.NoError(t, os.MkdirAll(dir, 0o700))
	}
	require.NoError(t, os.Symlink(busybox, bin+"/rm"))
	require.NoError(t, os.Symlink(busybox, work+"/rm"))
	require.NoError(t, compile(nil, "cp", nothing, work))
	env := []string{"HOME=" + home, "PATH=" + home + "/.agent-loop/bin:" + bin}
	install := exec.Command(built+"/linux/shimgen", "install")
	install.Env = env
	out, err := install.CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, loop := range loops {
		commands = append(commands, func() *exec.Cmd {
			cmd := exec.Command(busybox, "sh", "-c", times(loop.command))
			cmd.Dir, cmd.Env = work, env
			return cmd
		})
	}
	return commands
}

// insidePhone are the same loops in an emulated Android, unwatched, as a phone is.
func insidePhone(t *testing.T, android int, nothing string) (commands []func() *exec.Cmd) {
	t.Helper()
	p := startPhone(t, emulation.Phone{Android: android}, "linux")
	rm := filepath.Join(p.Root, prefix, "bin/rm")
	require.NoError(t, os.RemoveAll(rm))
	require.NoError(t, os.Symlink("busybox", rm))
	got := p.run(t, "./shimgen install && mkdir work && busybox ln -s $PREFIX/bin/busybox work/rm")
	require.Zero(t, got.status, got.err)
	require.NoError(t, p.Copy(nothing, home+"/work/nothing", emulation.UID))
	for _, loop := range loops {
		commands = append(commands, func() *exec.Cmd {
			cmd := p.Command("/system/bin/sh", "-c", "cd work; "+times(loop.command))
			cmd.Env = append(cmd.Env, "PATH="+shims+":"+prefix+"/bin")
			return cmd
		})
	}
	return commands
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
