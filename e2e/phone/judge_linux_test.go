//go:build amd64 || arm64

package phone_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// noSandbox is the outcome if a sandbox is asked for that no app can have: nothing is tried.
func noSandbox(name string) outcome {
	return outcome{err: "shimgen: " + name + ": apps on Android cannot make one\nshimgen: hint: exec --sandbox supervisor holds as much by tracing what runs, which nobody has tried on a phone; exec --sandbox proot hides files and holds nothing else\n", status: 125}
}

// judged are command lines of the installed shimgen, by a name for it, with what they do.
// They are for the build for Android: one for Linux cannot start processes there before
// Android 12.
var judged = []row{
	{"a command line", `$S exec -c 'echo hi; rm -f a'`, outcome{out: "hi\nreal rm -f a\n"}},
	{"a program's status", `$S exec -- nc -h`, outcome{out: prefix + "/bin/nc -h\n", status: 42}},
	{"a program that a signal ends", `$S exec -- ssh -V`, outcome{status: 128 + 15}},
	{"#!/usr/bin/env is Termux' env", `$S exec -- python -V`, outcome{out: "python " + prefix + "/bin/python -V\n"}},
	{"below run too", `$S run -- python -V`, outcome{out: "python " + prefix + "/bin/python -V\n"}},
	{"a program by a relative path", `cp $PREFIX/bin/python p; $S exec -- ./p; rm -f p`, outcome{out: "python " + home + "/work/./p\nreal rm -f p\n"}},
	{"a program below /usr/bin", `$S exec -- /usr/bin/env echo hi`, outcome{out: "hi\n"}},
	{"below /bin", `$S exec -- /bin/sh -c 'readlink /proc/$$/exe'`, outcome{out: prefix + "/bin/busybox\n"}},
	{"below /bin, where Termux has none", `$S exec -- /bin/nothing`, outcome{err: "shimgen: /bin/nothing: not found\n", status: 127}},
	{"a refusal", `$S exec -- rm -rf "$PREFIX"`, refused("shimgen: blocked: rm -rf " + prefix + " deletes a directory the system needs [fs.rm-system]\nshimgen: hint: remove packages with the package manager\n")},
	{"a sandbox that takes namespaces", `$S exec --sandbox native -- nc -h`, noSandbox("native")},
	{"one that takes them from another program", `$S exec --sandbox bwrap -- nc -h`, noSandbox("bwrap")},
	{"one that takes Landlock", `$S exec --sandbox landlock -- nc -h`, noSandbox("landlock")},
	{"a policy that requires one", `$S exec --security-profile guarded -- nc -h`, noSandbox("native")},
	{"a check", `$S check -- 'rm -rf x'`, outcome{}},
}

func TestJudge(t *testing.T) {
	for _, android := range versions {
		for _, watch := range []bool{true, false} {
			t.Run(fmt.Sprint(android, watch), func(t *testing.T) {
				p := start(t, android, "android")
				p.Watch = watch // without it Go's runtime meets what it expects
				got := p.run(t, "./shimgen install && mkdir work")
				require.Zero(t, got.status, "%s%s", got.out, got.err)
				p.env = []string{"PATH=" + shims + ":" + prefix + "/bin", "S=" + root + "/libexec/shimgen"}
				for _, r := range judged {
					got := p.run(t, "cd work; "+r.script)
					assert.Equal(t, r.want, got, r.why)
				}
			})
		}
	}
}

// A program that was not installed, as a package's on PATH, has the user's policy and trail: no
// list of users names the home, so the place of the program does.
func TestAPackagesProgramReadsTheUsersPolicy(t *testing.T) {
	for _, android := range versions {
		for _, goos := range []string{"android", "linux"} {
			if goos == "linux" && android != versions[0] {
				continue // it makes the same calls in each
			}
			p := start(t, android, goos)
			got := p.run(t, "./shimgen install && mkdir work $PREFIX/libexec/shimgen && mv shim shimgen $PREFIX/libexec/shimgen && ln -s ../libexec/shimgen/shimgen $PREFIX/bin/shimgen")
			require.Zero(t, got.status, "%s%s", got.out, got.err)
			require.NoError(t, p.Write(root+"/policy.toml", "[commands]\nblocked = [\"nc -l *\"]\n", 0o600))
			for _, with := range []string{"", "env -i PATH=$PREFIX/bin ", "HOME=$PREFIX/tmp "} {
				got = p.run(t, "cd work; "+with+"$PREFIX/bin/shimgen check -- 'nc -l 1'")
				assert.Equal(t, 1, got.status, "%s %d %s: %s", goos, android, with, got.err)
				assert.Contains(t, got.err, "[command.blocked]", with)
				got = p.run(t, "cd work; "+with+"$PREFIX/bin/shimgen audit tail")
				assert.Contains(t, got.out, `"nc -l 1"`, "%s %d %s: %s", goos, android, with, got.err)
			}
		}
	}
}

// Go's runtime for Linux opens a pidfd when it starts a process, and Android before 12 ends
// it for that. So exec of that build says what is wrong. docs/termux.md says so.
func TestBuildForLinuxStartsNothingBeforeAndroid12(t *testing.T) {
	for _, android := range versions {
		p := start(t, android, "linux")
		p.Watch = false // or the call would fail the test
		got := p.run(t, "./shimgen install >/dev/null && cd .agent-loop/libexec && ./shimgen check -- ls && ./shimgen explain ls >/dev/null && ./shimgen exec -- nc -h")
		if android < 12 {
			assert.Equal(t, outcome{err: "shimgen: this program is built for Linux, and Android ends it when it starts another\n" +
				"shimgen: hint: install the build for Android: GOOS=android GOARCH=arm64 make build\n", status: 125}, got, "Android %d", android)
			continue
		}
		assert.Equal(t, outcome{out: prefix + "/bin/nc -h\n", status: 42}, got, "Android %d", android)
	}
}
