//go:build amd64 || arm64

package phone_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/termux/emulation"
)

// playStore starts a phone on which an app cannot execute its own files, as with the build
// of Termux from Google Play, or skips the test.
func playStore(t *testing.T, android int) *phone {
	t.Helper()
	start(t, android, "android")
	p := startPhone(t, emulation.Phone{Android: android, Watch: true, Old: true, WX: true}, "android")
	if got := p.run(t, "exit 7"); got.status == 125 {
		t.Skip("needs landlock(7): ", got.err)
	}
	return p
}

// notExecuted is the outcome if a sandbox is asked for that cannot be started there.
func notExecuted(name string) outcome {
	return outcome{err: "shimgen: " + name + ": this build of Termux cannot execute its own files\nshimgen: hint: install Termux from its releases at github.com/termux or from F-Droid\n", status: 125}
}

// loaded are command lines on such a phone beside rows, with what they do.
var loaded = []row{
	{"nothing of the app's own is executed", `LD_PRELOAD= /system/bin/busybox sh -c "$PREFIX/bin/nc -h" 2>/dev/null`, outcome{status: 126}},
	{"a shim that nobody told what the phone is like tries once more, by the linker", `env -i PATH=` + shims + `:$PREFIX/bin ` + shims + `/rm -f a`, outcome{out: "real rm -f a\n"}},
	{"a program that is told where it is", `busybox env | grep ^TERMUX_EXEC__PROC_SELF_EXE`, outcome{out: "TERMUX_EXEC__PROC_SELF_EXE=" + prefix + "/bin/busybox\n"}},
	{"and not by a value of before", `TERMUX_EXEC__PROC_SELF_EXE=/x busybox env | grep ^TERMUX_EXEC__PROC_SELF_EXE`, outcome{out: "TERMUX_EXEC__PROC_SELF_EXE=" + prefix + "/bin/busybox\n"}},
	{"L2 termux-exec passes through a shim", `busybox sh -c 'echo $LD_PRELOAD'`, outcome{out: termuxExec + "\n"}},
	{"exec", `$S exec -c 'echo hi; rm -f a'`, outcome{out: "hi\nreal rm -f a\n"}},
	{"exec of a script", `$S exec -- python -V`, outcome{out: "python " + prefix + "/bin/python -V\n"}},
	{"exec that is not told either", `env -i PATH=$PREFIX/bin:/system/bin HOME=$HOME $S exec -- nc -h`, outcome{out: prefix + "/bin/nc -h\n", status: 42}},
	{"what may not be executed anyway is not loaded", `cp $PREFIX/bin/busybox ~/true; chmod 600 ~/true; env -i PATH=$PREFIX/bin:/system/bin HOME=$HOME $S exec -- ~/true`, outcome{err: "shimgen: " + home + "/true: cannot be started: permission denied\n", status: 126}},
	{"what may is", `chmod 700 ~/true; env -i PATH=$PREFIX/bin:/system/bin HOME=$HOME $S exec -- ~/true`, outcome{}},
	{"what the linker refuses is not tried again", `printf '\177ELF no program' >~/broken; chmod 700 ~/broken; env -i PATH=$PREFIX/bin:/system/bin HOME=$HOME $S exec -- ~/broken 2>&1 | grep -c broken`, outcome{out: "1\n"}},
	{"nor is a directory", `mkdir ~/d; env -i PATH=$PREFIX/bin:/system/bin HOME=$HOME $S exec -- ~/d`, outcome{err: "shimgen: " + home + "/d: cannot be started: is a directory\n", status: 126}},
	{"nor what is not there", `env -i PATH=$PREFIX/bin:/system/bin HOME=$HOME $S exec -- ~/nothing`, outcome{err: "shimgen: " + home + "/nothing: not found\n", status: 127}},
	{"nor where the version of Android has no such rule", `env -i ANDROID__BUILD_VERSION_SDK=28 PATH=$PREFIX/bin:/system/bin HOME=$HOME $S exec -- ~/true`, outcome{err: "shimgen: " + home + "/true: cannot be started: permission denied\n", status: 126}},
	{"exec's status of a signal", `$S exec -- ssh -V`, outcome{status: 128 + 15}},
	{"exec of a program below /usr/bin", `$S exec -- /usr/bin/env echo hi`, outcome{out: "hi\n"}},
	{"the supervisor, which would have to be executed", `$S exec --sandbox supervisor -- nc -h`, notExecuted("supervisor")},
	{"proot, which is not even asked what it is", `$S exec --sandbox proot -- nc -h`, notExecuted("proot")},
	{"exec refuses", `$S exec -- rm -rf "$PREFIX"`, refused("shimgen: blocked: rm -rf " + prefix + " deletes a directory the system needs [fs.rm-system]\nshimgen: hint: remove packages with the package manager\n")},
	{"exec under a limit of memory", `$S exec --memory 512 -- nc -h`, outcome{out: prefix + "/bin/nc -h\n", status: 42}},
	{"a check", `$S check -- 'rm -rf /'`, outcome{err: "shimgen: blocked: rm -rf / deletes everything you can write [fs.rm-root]\nshimgen: hint: name the directory you mean\n", status: 1}},
	{"an update by the installed program itself", `$S install && $S check -- ls`, outcome{}},
}

// The whole of it where only the linker can start what an app installed.
func TestWX(t *testing.T) {
	for _, android := range versions {
		if android < 10 {
			continue // there is no such build for it
		}
		t.Run(fmt.Sprint(android), func(t *testing.T) {
			p := playStore(t, android)
			require.NoError(t, p.Write(prefix+"/libexec/git-hello", "#!"+prefix+"/bin/sh\necho hello \"$@\"\n", 0o700))
			got := p.run(t, "./shimgen install && mkdir work && rm -f a")
			require.Zero(t, got.status, "%s%s", got.out, got.err)
			p.env = []string{"PATH=" + shims + ":" + prefix + "/bin", "S=" + root + "/libexec/shimgen"}
			for _, r := range append(rows[:len(rows):len(rows)], loaded...) {
				got := p.run(t, "cd work; "+r.script)
				assert.Equal(t, r.want, got, r.why)
			}
			said := p.run(t, "cd work; $S doctor").out
			for _, shell := range []string{"sh -c", "Android's sh -c"} {
				assert.Contains(t, said, "\nok    "+shell+": every shimmed program resolves to its shim\n")
			}
			p.program(t, "proot", fork)
			got = p.run(t, "cd work; env -i PATH=$PREFIX/bin:/system/bin HOME=$HOME $S exec --sandbox proot -- nc -h")
			assert.Equal(t, notExecuted("proot"), got, "where no variable tells")
			assert.Contains(t, p.trail(t), `"argv":["rm","-rf","`+emulation.Prefix+`"],"action":"block"`)
		})
	}
}
