//go:build amd64 || arm64

package phone_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/termux/emulation"
)

// fork is what Termux' proot says of itself, and a program that then prints how it was
// called.
const fork = "#!" + prefix + `/bin/sh
if [ "$1" = --help ]; then
	printf '  %s\n' '-r *path*' '-b *path*' '-w *path*' --kill-on-exit --link2symlink --sysvipc -L -0
	exit 0
fi
echo "proot $*"
env | grep -E '^(PROOT|LD)_'
`

func TestDoctor(t *testing.T) {
	for _, android := range versions {
		t.Run(fmt.Sprint(android), func(t *testing.T) {
			p := start(t, android, "android")
			got := p.run(t, "./shimgen install && mkdir work other")
			require.Zero(t, got.status, "%s%s", got.out, got.err)
			p.env = []string{"PATH=" + shims + ":" + prefix + "/bin:" + home + "/other", "S=" + root + "/libexec/shimgen"}
			said := p.run(t, "cd work; $S doctor")
			assert.Zero(t, said.status, said.err)
			for _, line := range []string{
				"\nok    PATH: " + shims + " is first\n",
				"\nok    sh -c: every shimmed program resolves to its shim\n",
				"\nok    Android's sh -c: every shimmed program resolves to its shim\n",
				"\nwarn  termux system-tools: /system/bin has its own busybox, ",
				"\nwarn  termux exec: LD_PRELOAD is cleared: ",
				"\nok    proot: not found on PATH\n      fix: Install with: pkg install proot\n",
				"\nok    landlock: not available to apps on Android, not used\n",
				"\nwarn  termux no-tmp: /tmp is missing or belongs to the system\n" +
					"      fix: use " + prefix + "/tmp; for a program that insists on /tmp: proot -b " + prefix + "/tmp:/tmp PROGRAM\n",
			} {
				assert.Contains(t, said.out, line)
			}
			for _, word := range []string{"native", "bubblewrap"} {
				assert.NotContains(t, said.out, word, "what cannot work here")
			}
			require.NoError(t, p.Write(home+"/other/proot", fork, 0o700))
			said = p.run(t, "cd work; $S doctor")
			assert.Contains(t, said.out, "\nok    proot: found, "+home+"/other/proot, used by exec --sandbox proot alone\n", "where exec finds it")
		})
	}
}

// A program for Linux tells so, and starts nothing that would end it.
func TestDoctorOfTheWrongBuild(t *testing.T) {
	for _, android := range versions {
		p := start(t, android, "linux")
		said := p.run(t, "./shimgen install >/dev/null; .agent-loop/libexec/shimgen doctor")
		assert.Equal(t, 1, said.status, said.err)
		assert.Contains(t, said.out, "\nfail  build: this program is built for Linux: ")
	}
}

// What exec asks of Termux' proot: nothing of Android's is left out, the agent's variables
// are gone, and what is temporary lies in Termux' own directory.
func TestProot(t *testing.T) {
	for _, android := range versions {
		p := start(t, android, "android")
		p.program(t, "proot", fork)
		got := p.run(t, "./shimgen install && mkdir work")
		require.Zero(t, got.status, "%s%s", got.out, got.err)
		p.env = []string{"PATH=" + shims + ":" + prefix + "/bin", "PROOT_NO_SECCOMP=1", "PROOT_LOADER=/x", "S=" + root + "/libexec/shimgen"}
		got = p.run(t, "cd work; $S exec --sandbox proot -- nc -h")
		assert.Zero(t, got.status, got.err)
		line, env, _ := strings.Cut(got.out, "\n")
		for _, part := range []string{
			"proot --kill-on-exit --link2symlink --sysvipc -L -r " + prefix + "/tmp/shimgen-10123/",
			" -w " + home + "/work -b /system ", " -b " + prefix + " ", " -b " + prefix + "/bin:/usr/bin ", "/tmp:/tmp ", "/tmp:" + prefix + "/tmp ",
		} {
			assert.Contains(t, line, part)
		}
		assert.True(t, strings.HasSuffix(line, " "+prefix+"/bin/nc -h"), line)
		assert.Regexp(t, "^PROOT_TMP_DIR="+prefix+"/tmp/shimgen-10123/[0-9a-f]+/proot\n$", env)
		left := p.run(t, "ls $PREFIX/tmp/shimgen-10123")
		assert.Equal(t, outcome{out: "caches\n"}, left, "its own directory goes with it")
	}
}

// Shared storage has no links and executes nothing.
func TestSharedStorageIsRefused(t *testing.T) {
	p := start(t, 12, "linux")
	dir := filepath.Join(p.Root, "storage/emulated/0")
	require.NoError(t, os.MkdirAll(dir, 0o755))
	require.NoError(t, os.Chown(dir, emulation.UID, emulation.UID))
	got := p.run(t, "HOME=/sdcard/emulated/0 ./shimgen install; s=$?; ls -A /sdcard/emulated/0; exit $s")
	assert.Equal(t, outcome{err: "shimgen: /storage/emulated/0: lies in shared storage, where nothing can be executed\nshimgen: hint: use a directory below " + home + "\n", status: 125}, got)
	got = p.run(t, "./shimgen install --dir /sdcard/emulated/0/bin")
	assert.Equal(t, 125, got.status, got.err)
}
