package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// inPoorRoot starts shimgen, as an unprivileged user, on a machine that has only some of
// this one's directories: no /tmp, no /home. It needs root, for a mount namespace.
const inPoorRoot = `set -e
top=$1 root=$1/root; shift
mkdir "$root"; mount -t tmpfs tmpfs "$root"; chmod 755 "$root"
for dir in /usr /etc /proc /dev "$top/home"; do mkdir -p "$root$dir"; mount --rbind "$dir" "$root$dir"; done
for name in bin lib lib64 sbin; do test -e /$name && ln -s usr/$name "$root/$name"; done
exec chroot "$root" /usr/bin/setpriv --reuid 12345 --regid 12345 --clear-groups /usr/bin/env -i HOME="$top/home" PATH=/usr/bin:/bin /bin/sh -c 'cd "$HOME/work" && exec "$0" "$@"' "$@"
`

// Without a directory for temporary files, a command that asks for a sandbox does not
// run, and shimgen says why.
func TestAMachineWithoutTemp(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root")
	}
	for _, program := range []string{"unshare", "setpriv", "chroot"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("needs the program %s", program)
		}
	}
	top, err := os.MkdirTemp("/var/tmp", "poor") // everybody may traverse it
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(top) })
	require.NoError(t, os.Chmod(top, 0o755))
	home := filepath.Join(top, "home")
	require.NoError(t, os.MkdirAll(filepath.Join(home, "work"), 0o755))
	image, err := os.ReadFile(filepath.Join(built, "shimgen"))
	require.NoError(t, err)
	program := filepath.Join(home, "shimgen")
	require.NoError(t, os.WriteFile(program, image, 0o755))
	require.NoError(t, filepath.WalkDir(home, func(name string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chown(name, 12345, 12345)
	}))
	for _, kind := range []string{"native", "bwrap", "landlock"} {
		made := filepath.Join(home, "work", "made-"+kind)
		c := exec.Command("unshare", "--mount", "/bin/sh", "-c", inPoorRoot, "sh", top, program, "exec", "--sandbox", kind, "--", "touch", made)
		out, err := c.CombinedOutput()
		if exit := (*exec.ExitError)(nil); assert.ErrorAs(t, err, &exit, "%s: %s", kind, out) {
			assert.Equal(t, 125, exit.ExitCode(), "%s: %s", kind, out)
		}
		assert.Regexp(t, `(?s)^shimgen: .*/tmp/shimgen-12345: no such file or directory\nshimgen: hint: .*below /tmp`, string(out), kind)
		assert.NoFileExists(t, made)
		require.NoError(t, os.RemoveAll(filepath.Join(top, "root")))
	}
}
