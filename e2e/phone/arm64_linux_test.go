package phone_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/termux/emulation"
)

// crossLoader is what a program for Android on arm64 is started by here.
const crossLoader = "/usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1"

// buildARM64 makes the programs for a phone's processor as a release has them.
var buildARM64 = [...]func() error{
	sync.OnceValue(func() error { return buildFor("linux", "") }),
	sync.OnceValue(func() error { return buildFor("android", " -buildmode=pie") }),
}

func buildFor(goos, mode string) error {
	for program, entry := range map[string]string{"shim": "entry", "shimgen": "judgeEntry"} {
		argv := []string{"go", "build", "-trimpath", "-ldflags", "-s -w -E github.com/agent-loop/shimgen/gate." + entry, "-o", built + "/arm64-" + goos + "/"}
		if mode != "" {
			argv = append(argv, mode[1:])
		}
		if err := compile([]string{"CGO_ENABLED=0", "GOARCH=arm64", "GOOS=" + goos}, append(argv, "../../cmd/"+program)...); err != nil {
			return err
		}
	}
	return nil
}

// startARM64 starts a phone whose programs of ours are for arm64, or skips the test. Those
// of Termux stay this machine's.
func startARM64(t *testing.T, android int, goos string) *phone {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles for another processor: .ci/run does it")
	}
	if err := emulation.Possible(); err != nil {
		t.Skip(err)
	}
	qemu, err := exec.LookPath("qemu-aarch64-static")
	switch {
	case runtime.GOARCH == "arm64":
		t.Skip("needs another machine than arm64: here the other tests say as much")
	case err != nil:
		t.Skip("needs qemu-aarch64-static (qemu-user-static)")
	}
	if _, err := os.Stat(crossLoader); err != nil {
		t.Skipf("needs %s (libc6-arm64-cross)", crossLoader)
	}
	build := buildARM64[0]
	if goos == "android" {
		build = buildARM64[1]
	}
	require.NoError(t, build())
	p := startPhone(t, emulation.Phone{Android: android, Watch: true, Old: true, ARM64: qemu}, "arm64-"+goos)
	if got := p.run(t, "exit 7"); got.status == 125 {
		t.Skip("needs Linux 6.7, for formats of programs in a user namespace: ", got.err)
	}
	return p
}

var everyPhone = flag.Bool("phones.all", false, "run the build for Android on ARM on every Android, not on the first and the last")

// What a phone runs: the processor's own programs, from install to the audit trail.
func TestARM64(t *testing.T) {
	for _, goos := range []string{"linux", "android"} {
		for _, android := range versions {
			if android > 8 && android < 15 && (goos == "linux" || !*everyPhone) {
				continue // each takes a minute where qemu runs it; the other tests have all of them
			}
			t.Run(fmt.Sprint(goos, android), func(t *testing.T) {
				p := startARM64(t, android, goos)
				require.NoError(t, p.Write(prefix+"/libexec/git-hello", "#!"+prefix+"/bin/sh\necho hello \"$@\"\n", 0o700))
				got := p.run(t, "./shimgen install && mkdir work && rm -f a")
				require.Zero(t, got.status, "%s%s", got.out, got.err)
				link, err := os.Readlink(filepath.Join(p.Root, shims, "rm"))
				require.NoError(t, err)
				assert.Equal(t, "../libexec/shim", link)
				p.env = []string{"PATH=" + shims + ":" + prefix + "/bin", "S=" + root + "/libexec/shimgen"}
				for _, r := range rows {
					got := p.run(t, "cd work; "+r.script)
					assert.Equal(t, r.want, got, r.why)
				}
				if goos == "android" || android >= 12 {
					for _, r := range judged {
						got := p.run(t, "cd work; "+r.script)
						assert.Equal(t, r.want, got, r.why)
					}
				}
				assert.Contains(t, p.trail(t), `"argv":["rm","-rf","`+emulation.Prefix+`"],"action":"block"`)
			})
		}
	}
}
