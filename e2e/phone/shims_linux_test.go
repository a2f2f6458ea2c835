//go:build amd64 || arm64

package phone_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/termux/emulation"
)

// programs stand for Termux' own: each prints how it was called, and none does anything
// else. Those that a user installs with pip or npm begin with #!/usr/bin/env.
var programs = map[string]string{
	"rm":      "#!" + prefix + "/bin/sh\necho real rm \"$@\"\n",
	"nc":      "#!" + prefix + "/bin/sh\necho \"$0\" \"$@\"; exit 42\n",
	"python":  "#!/usr/bin/env sh\necho python \"$0\" \"$@\"\n",
	"python3": "#!/bin/sh\necho python3 \"$0\" \"$@\"\n",
	"ssh":     "#!" + prefix + "/bin/sh\nkill -TERM $$\n",
	"curl":    "#!" + prefix + "/bin/sh\ntrap 'echo caught; exit 3' TERM; echo ready; while :; do sleep 0.1; done\n",
	"git":     "#!" + prefix + "/bin/sh\nsub=$1; shift; exec " + prefix + "/libexec/git-$sub \"$@\"\n",
}

// A row is one command line behind the shims.
type row struct {
	why, script string
	want        outcome
}

// refused is a row's outcome if nothing ran.
func refused(text string) outcome { return outcome{err: text, status: 126} }

// asked is what a shim says of what it may not ask about.
func asked(text string) outcome {
	return refused(text + "shimgen: a person can look at it and let it run: shimgen approve CODE, in a terminal of their own\n")
}

// rows are judged in the directory work below the home.
var rows = []row{
	{"B4 L1 what a shell expands is what is judged", `rm -rf "$PREFIX"`, refused("shimgen: blocked: rm -rf " + prefix + " deletes a directory the system needs [fs.rm-system]\nshimgen: hint: remove packages with the package manager\n")},
	{"under its other name", `rm -rf /data/user/0/com.termux/files/usr`, refused("shimgen: blocked: rm -rf /data/user/0/com.termux/files/usr deletes a directory the system needs [fs.rm-system]\nshimgen: hint: remove packages with the package manager\n")},
	{"the home", `rm -rf ~`, refused("shimgen: blocked: rm -rf " + home + " deletes a whole home directory [fs.rm-home]\nshimgen: hint: name a directory inside it\n")},
	{"shared storage", `rm -rf /sdcard/DCIM`, asked("shimgen: blocked: rm -rf /sdcard/DCIM deletes the photos and files of the phone, which nothing brings back [phone.shared-storage]\nshimgen: hint: name the one directory that this is about, and ask the user\n")},
	{"a clear command runs", `rm -f a b`, outcome{out: "real rm -f a b\n"}},
	{"a script sees its path, as without a shim, and its status arrives", `nc -h`, outcome{out: prefix + "/bin/nc -h\n", status: 42}},
	{"#!/usr/bin/env is Termux' env", `python -V`, outcome{out: "python " + prefix + "/bin/python -V\n"}},
	{"#!/bin/sh is Termux' sh", `python3 -V`, outcome{out: "python3 " + prefix + "/bin/python3 -V\n"}},
	{"a program that a signal ends", `ssh -V`, outcome{status: 128 + 15}},
	{"a signal reaches the program", `curl -V >out & while ! grep -q ready out 2>/dev/null; do sleep 0.1; done; kill -TERM $!; wait $!; s=$?; cat out; exit $s`, outcome{out: "ready\ncaught\n", status: 3}},
	{"a subcommand that is a script", `git hello a`, outcome{out: "hello a\n"}},
	{"an applet of one binary for many programs", `wget --help 2>&1 | grep -o 'Usage: wget'`, outcome{out: "Usage: wget\n"}},
	{"a program by the name of its applet", `busybox echo hi`, outcome{out: "hi\n"}},
	{"and judged as the applet", `busybox rm -rf "$PREFIX"`, refused("shimgen: blocked: rm -rf " + prefix + " deletes a directory the system needs [fs.rm-system]\nshimgen: hint: remove packages with the package manager\n")},
	{"an empty environment", `env -i ` + shims + `/rm -f a`, outcome{out: "real rm -f a\n"}},
	{"the shims under the other name of the home", `PATH=/data/user/0/com.termux/files/home/.agent-loop/bin:$PREFIX/bin; rm -f a`, outcome{out: "real rm -f a\n"}},
	{"a directory that may be new, whose age nobody may ask for", `mkdir ~/q; rm -r ~/q; s=$?; rmdir ~/q; exit $s`, asked("shimgen: blocked: rm -r " + home + "/q deletes a directory outside the work directory with all that is in it [fs.rm-outside]\nshimgen: hint: move it to the trash, or ask the user\n")},
	{"a program that is not there", `PATH=` + shims + `:/nowhere; rm -f a`, outcome{err: "shimgen: rm: not found\n", status: 127}},
	{"an assignment before a command", `LD_PRELOAD= rm -f a`, outcome{out: "real rm -f a\n"}},
}

func TestShims(t *testing.T) {
	for _, goos := range []string{"linux", "android"} {
		for _, android := range versions {
			t.Run(fmt.Sprint(goos, android), func(t *testing.T) {
				p := start(t, android, goos)
				require.NoError(t, p.Write(prefix+"/libexec/git-hello", "#!"+prefix+"/bin/sh\necho hello \"$@\"\n", 0o700))
				got := p.run(t, "./shimgen install && mkdir work && rm -f a")
				require.Zero(t, got.status, "%s%s", got.out, got.err)
				link, err := os.Readlink(filepath.Join(p.Root, shims, "rm"))
				require.NoError(t, err)
				assert.Equal(t, "../libexec/shim", link)
				p.env = []string{"PATH=" + shims + ":" + prefix + "/bin"}
				for _, r := range rows {
					got := p.run(t, "cd work; "+r.script)
					assert.Equal(t, r.want, got, r.why)
				}
				assert.Contains(t, p.trail(t), `"argv":["rm","-rf","`+emulation.Prefix+`"],"action":"block"`)
			})
		}
	}
}

// A clear command costs no judge on a phone either, where every home lies in a directory
// of the system: nothing else can decide once the judge is gone.
func TestTheGateClears(t *testing.T) {
	for _, goos := range []string{"linux", "android"} {
		p := start(t, 12, goos)
		require.NoError(t, os.RemoveAll(filepath.Join(p.Root, prefix, "bin/rm")))
		require.NoError(t, os.Symlink("busybox", filepath.Join(p.Root, prefix, "bin/rm")))
		got := p.run(t, "./shimgen install && mkdir work && mkdir -p other/deep")
		require.Zero(t, got.status, "%s%s", got.out, got.err)
		p.env = []string{"PATH=" + shims + ":" + prefix + "/bin"}
		require.Zero(t, p.run(t, "cd work; rm -f x").status, "the judge makes the day's file")
		require.NoError(t, os.Remove(filepath.Join(p.Root, root, "libexec/shimgen")))
		for _, c := range []struct {
			why, script string
			clear       bool
		}{
			{"a file in the work directory", `cd work; touch a; rm -f a; ls a 2>/dev/null`, true},
			{"one in a directory below it", `cd other; touch deep/a; rm deep/a; ls deep`, true},
			{"the work directory's parent", `cd work; rm -f ../a`, false},
			{"the home is no work directory", `rm -f a`, false},
			{"Termux' own directory", `cd work; rm -f $PREFIX/bin/nothing`, false},
			{"the app's, beside the home", `cd ~/..; rm -f a`, false},
			{"the app's, in another place", `mkdir -p ~/../../cache && cd ~/../../cache && rm -f a`, false},
			{"below Termux' own directory", `cd $PREFIX/libexec; rm -f a`, false},
		} {
			got := p.run(t, c.script)
			if c.clear {
				assert.Equal(t, outcome{}, outcome{out: got.out, err: got.err}, "%s: %s", goos, c.why)
			} else {
				assert.Equal(t, 125, got.status, "%s: %s: %s", goos, c.why, got.err)
			}
		}
	}
}
