//go:build amd64 || arm64

package phone_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/termux/emulation"
)

// supervised are programs that a supervisor starts, with what they do there: the same as without one.
var supervised = []row{
	{"#!/usr/bin/env is Termux' env", `-- python -V`, outcome{out: "python " + prefix + "/bin/python -V\n"}},
	{"#!/bin/sh is Termux' sh", `-- python3 -V`, outcome{out: "python3 " + prefix + "/bin/python3 -V\n"}},
	{"a program below /usr/bin", `-- /usr/bin/env echo hi`, outcome{out: "hi\n"}},
	{"below /bin", `-- /bin/sh -c 'readlink /proc/$$/exe'`, outcome{out: prefix + "/bin/busybox\n"}},
	{"a program that is not there", `-- /bin/nothing`, outcome{err: "shimgen: /bin/nothing: not found\n", status: 127}},
	{"a status", `-- nc -h`, outcome{out: prefix + "/bin/nc -h\n", status: 42}},
}

// The supervisor confines by ptrace(2) where Android has nothing else: a build for Android, in
// each version, ends no process by a call that is not allowed.
func TestTheSupervisorConfinesOnAPhone(t *testing.T) {
	for _, android := range versions {
		t.Run(fmt.Sprint(android), func(t *testing.T) {
			p := start(t, android, "android")
			require.NoError(t, p.Copy(p.Root+"/system/bin/busybox", "/system/bin/toybox", 0)) // which no directory on PATH has
			require.NoError(t, os.Remove(p.Root+"/system/bin/wget"))
			require.NoError(t, os.Symlink("toybox", p.Root+"/system/bin/wget"))
			r := p.run(t, "./shimgen install >/dev/null 2>&1; mkdir -p work/.git/hooks .ssh; echo SECRET >.ssh/id_rsa; echo x >file; chmod 600 .ssh/id_rsa; echo y >work/.git/config")
			assert.Zero(t, r.status, r.err)
			exec := "cd work; " + root + "/libexec/shimgen exec --sandbox supervisor --no-check "
			for _, c := range []struct{ why, command, out string }{
				{"it runs", "echo ran", "ran\n"},
				{"by ptrace", "grep -c TracerPid:.[1-9] /proc/self/status", "1\n"},
				{"what may be written is", "echo a >f; mv f g; cat g", "a\n"},
				{"and what may not is not", "echo a 2>/dev/null >../file; cat ../file", "x\n"},
				{"nor what is kept", "echo a 2>/dev/null >.git/config; cat .git/config", "y\n"},
				{"nor a hook", "echo a 2>/dev/null >.git/hooks/pre-commit; ls .git/hooks", ""},
				{"nor Termux's own programs", "mv $PREFIX/bin/ls ls 2>/dev/null; ls -d $PREFIX/bin/ls", prefix + "/bin/ls\n"},
				{"a secret is not read", "cat ../.ssh/id_rsa 2>/dev/null; ls ../.ssh 2>/dev/null; echo no", "no\n"},
				{"Android's own program by its path is judged as its shim would", "/system/bin/rm -rf $PREFIX/lib 2>/dev/null; echo $?; ls -d $PREFIX/lib", "126\n" + prefix + "/lib\n"},
				{"and Termux' own, a script", "$PREFIX/bin/rm -rf $PREFIX/lib 2>/dev/null; echo $?", "126\n"},
				{"one program of many names, by another", "/system/bin/busybox rm -rf $PREFIX/lib 2>/dev/null; echo $?", "126\n"},
				{"another, which has no shim of its own name", "/system/bin/toybox rm -rf $PREFIX/lib 2>/dev/null; echo $?", "126\n"},
				{"and by a link of its own", "ln -s /system/bin/busybox rm; ./rm -rf $PREFIX/lib 2>/dev/null; echo $?; unlink rm", "126\n"},
				{"what is clear runs, by its path too", "echo a >q; /system/bin/rm -f q; ls q 2>/dev/null; /system/bin/echo b", "b\n"},
				{"temporary files", "echo t >$TMPDIR/t; cat $TMPDIR/t", "t\n"},
				{"a status", "exit 7", ""},
				{"a signal", `sh -c "kill -TERM \$\$"; echo $?`, "143\n"},
				{"many processes", "n=0; while [ $n -lt 200 ]; do busybox true >>o; n=$((n+1)); done; echo $n", "200\n"},
			} {
				r := p.run(t, exec+"-c '"+c.command+"'")
				assert.Equal(t, c.out, r.out, "%s: %s", c.why, r.err)
				want := 0
				if c.why == "a status" {
					want = 7
				}
				assert.Equal(t, want, r.status, "%s: %s", c.why, r.err)
			}
			for _, r := range supervised {
				assert.Equal(t, r.want, p.run(t, "cd work; "+root+"/libexec/shimgen exec --sandbox supervisor "+r.script), r.why)
			}
		})
	}
}

// held are tests of package sandbox that hold for the supervisor by ptrace(2) where neither
// namespaces nor Landlock stand behind it: an app has none, and gets none in a chroot(2).
var held = [...]string{"TestEscapes/supervisor/ptrace", "TestThreadsThatSwapAPathReachNothing/ptrace", "TestASecretBesideTheWorkIsNotRead/ptrace", "TestNothingOutlivesItsTracer"}

// The ways out of a box are tried on a phone. Each is tried by a process of its own, since
// Android ends some for trying: so the phone is not watched here.
func TestNothingEscapesTheSupervisorOnAPhone(t *testing.T) {
	start(t, versions[0], "android") // or skips
	require.NoError(t, compileAndroid("test", "-c", "-o", built+"/sandbox.test", "../../sandbox"))
	tried := versions[:]
	if testing.Short() { // the one with the fewest calls, and the one with the most
		tried = []int{versions[0], versions[len(versions)-1]}
	}
	for _, android := range tried {
		t.Run(fmt.Sprint(android), func(t *testing.T) {
			p := startPhone(t, emulation.Phone{Android: android, Old: true}, "android")
			require.NoError(t, p.Copy(built+"/sandbox.test", home+"/sandbox.test", emulation.UID))
			got := p.run(t, "./sandbox.test -test.v -test.run '^"+strings.ReplaceAll(strings.Join(held[:], "$|^"), "/", "$/^")+"$'")
			assert.Zero(t, got.status, "%s%s", got.out, got.err)
			for _, test := range held {
				assert.Contains(t, got.out, "--- PASS: "+test+" ")
			}
		})
	}
}
