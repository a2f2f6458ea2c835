//go:build amd64 || arm64

package phone_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tracer is a proot that offers what Termux' does, writes down how it was called, and then
// starts the program without hiding anything.
const tracer = "#!" + prefix + `/bin/sh
if [ "$1" = --help ]; then
	printf '  %s\n' '-r *path*' '-b *path*' '-w *path*' --kill-on-exit --link2symlink --sysvipc -L -0
	exit 0
fi
echo "$*" >>~/called
env | grep -E '^(PROOT|LD)_' >~/environment
while :; do
	case $1 in
	-r | -b) shift 2 ;;
	-w) cd "$2"; shift 2 ;;
	-*) shift ;;
	*) break ;;
	esac
done
exec "$@"
`

// What exec asks of proot on a phone, and what comes of it, by the rows of the mission.
func TestG2toG11Proot(t *testing.T) {
	for _, android := range versions {
		t.Run(fmt.Sprint(android), func(t *testing.T) {
			p := start(t, android, "android")
			got := p.run(t, "./shimgen install && mkdir work fake")
			require.Zero(t, got.status, "%s%s", got.out, got.err)
			p.env = []string{"PATH=" + shims + ":" + prefix + "/bin", "S=" + root + "/libexec/shimgen", "PROOT_NO_SECCOMP=1", "PROOT_LOADER=/x"}
			run := func(args string) outcome { return p.run(t, "cd work; : >~/called; $S exec --sandbox proot "+args) }

			assert.Equal(t, outcome{err: "shimgen: proot is not installed\nshimgen: hint: Install with: pkg install proot\n", status: 125}, run("-- nc -h"), "G8 there is none")
			p.program(t, "proot", "#!"+prefix+"/bin/sh\nprintf '  %s\\n' '-r *path*' '-b *path*' '-w *path*'\n")
			got = run("-- nc -h")
			assert.Equal(t, 125, got.status, "G3 upstream's dies of SIGSYS on Android: %s", got.err)
			assert.Contains(t, got.err, "lacks SIGSYS emulation")

			p.program(t, "proot", tracer)
			for _, c := range []struct {
				why, args string
				want      outcome
			}{
				{"G9 a program's status", "-- nc -h", outcome{out: prefix + "/bin/nc -h\n", status: 42}},
				{"G9 words", `-- nc "it's" '' '$HOME' '*'`, outcome{out: prefix + "/bin/nc it's  $HOME *\n", status: 42}},
				{"G9 standard input", `-- busybox tail -n 1 <~/shimgen.txt`, outcome{out: "last\n"}},
				{"G9 a command line", `-c 'echo hi; exit 3'`, outcome{out: "hi\n", status: 3}},
				{"G11 a limit of time ends it", `--timeout 1s -- busybox sleep 60`, outcome{err: "shimgen: command timed out after 1s\n", status: 124}},
				{"G6 nothing is read-only", `--ro . -- nc -h`, outcome{err: "shimgen: --ro: proot has no read-only binds\n", status: 125}},
			} {
				require.NoError(t, p.Write(home+"/shimgen.txt", "first\nlast\n", 0o600))
				assert.Equal(t, c.want, run(c.args), c.why)
			}
			got = run("--allow-dir /nope -- nc -h")
			assert.Equal(t, 125, got.status, "G7 a directory that is not there: %s", got.err)

			dry := run("--dry-run -- nc -h")
			require.Zero(t, dry.status, dry.err)
			assert.Regexp(t, "^"+prefix+"/bin/proot\n--kill-on-exit\n--link2symlink\n--sysvipc\n-L\n-r\n", dry.out, "G2 G3 its order, and each option of the fork")
			assert.NotContains(t, dry.out, "\n-0\n", "G2 not unless asked for")
			assert.Contains(t, run("--proot-fake-root --dry-run -- nc -h").out, "\n-0\n")
			_ = run("-- nc -h")
			env, err := p.Read(home + "/environment")
			require.NoError(t, err)
			assert.Regexp(t, "^PROOT_TMP_DIR="+prefix+"/tmp/[^\n]*\n$", env, "G4 L2 the agent's are gone, and no library enters the tracer")
			_ = run("--proot-no-seccomp -- nc -h")
			env, err = p.Read(home + "/environment")
			require.NoError(t, err)
			assert.Contains(t, env, "PROOT_NO_SECCOMP=1\n", "G4 for whoever asks")
			_ = run("--redirect-home ~/fake -- nc -h")
			called, err := p.Read(home + "/called")
			require.NoError(t, err)
			assert.Contains(t, called, " -b "+home+"/fake:"+home+" ", "G5 another home")
			assert.NotContains(t, called, root, "G1 nothing of ours is shown")
			described := run("--describe -- nc -h")
			var view map[string]any
			require.NoError(t, json.Unmarshal([]byte(described.out), &view), "G10 %s", described.err)
			assert.Contains(t, described.out, home+"/work")
		})
	}
}
