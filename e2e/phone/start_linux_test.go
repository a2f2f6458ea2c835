//go:build amd64 || arm64

package phone_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/termux/emulation"
)

// realPrograms puts this machine's own bash and git where Termux has its own, or skips the test.
// Termux' bash reads $PREFIX/etc/profile; this one is told to, and not to ask whether it may
// read a file: this C library makes a call for that which Android's does not.
func (p *phone) realPrograms(t *testing.T) {
	t.Helper()
	for name, as := range map[string]string{"bash": prefix + "/bin/bash", "git": prefix + "/bin/git"} {
		file, err := exec.LookPath(name)
		if err != nil {
			t.Skip("needs " + name)
		}
		require.NoError(t, os.RemoveAll(filepath.Join(p.Root, as)))
		require.NoError(t, p.Copy(file, as, emulation.UID))
	}
	require.NoError(t, p.Write("/system/etc/profile", ". "+prefix+"/etc/profile\n", 0o644))
	require.NoError(t, p.Write(prefix+"/etc/profile", "for i in "+prefix+"/etc/profile.d/*.sh; do . $i; done\n", 0o600))
}

// chain makes scripts each of which is the interpreter of the one before, and returns the
// first one's text.
func (p *phone) chain(t *testing.T, deep int) string {
	t.Helper()
	last := prefix + "/bin/sh"
	for i := range deep - 1 {
		name := fmt.Sprintf("%s/libexec/link%d", prefix, i)
		require.NoError(t, p.Write(name, "#!"+last+"\nexec "+prefix+"/bin/sh \"$@\"\n", 0o700))
		last = name
	}
	return "#!" + last + "\necho deep \"$#\" \"$0\" \"$@\"; exit 5\n"
}

// same are command lines that do the same behind shims as without them, in a Termux shell.
var same = []struct{ why, script string }{
	{"a script of pip's or npm's", `python -V a "b c"; echo $?`},
	{"an option in the #! line", `scp x; echo $?`},
	{"env with a variable", `wget x; echo $?`},
	{"an interpreter that is a script, four deep", `nc a 'b c'; echo $?`},
	{"git's own subcommand", `git init -q r 2>/dev/null && cd r && git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m x && git log -1 --format=%s`},
	{"a subcommand that is a script", `git hello a 'b c'; echo $?`},
	{"one that asks git in turn", `git ask; echo $?`},
	{"the status of a program", `git no-such-subcommand 2>/dev/null; echo $?`},
	{"a signal", `ssh -V; echo $?`},
	{"the name that a program is called by", `curl show; echo $?`},
	{"another name for it", `exec -a other curl show`},
	{"a login shell's", `exec -l curl show`},
	{"an applet of busybox", `busybox printf '%s\n' a 'b c'; echo $?`},
	{"of toybox", `toybox echo a 'b c'; echo $?`},
	{"of coreutils", `coreutils --coreutils-prog=echo a 'b c'; echo $?`},
	{"an applet that is a link", `rm -f nothing-there; echo $?`},
	{"standard input", `printf 'a\nb\n' | busybox tail -n 1`},
	{"a program that is not there", `tsu 2>/dev/null; echo $?`},
	{"a file that cannot be executed", `touch plain; ./plain 2>/dev/null; echo $?`},
}

// A shim starts what a shell of Termux starts, as it does.
func TestShimsStartWhatTermuxStarts(t *testing.T) {
	for _, android := range versions {
		t.Run(fmt.Sprint(android), func(t *testing.T) {
			p := start(t, android, "android")
			p.realPrograms(t)
			for name, text := range map[string]string{
				"python":    "#!/usr/bin/env sh\necho python \"$0\" \"$@\"; exit 3\n",
				"scp":       "#! /bin/sh -e\necho scp \"$0\" \"$@\"; false; echo not reached\n",
				"wget":      "#!/usr/bin/env -S A=1 sh\necho \"$A\" \"$0\" \"$@\"\n",
				"nc":        p.chain(t, 4),
				"git-hello": "#!/usr/bin/env bash\necho \"${BASH_SOURCE[0]}\" \"$@\"; exit 4\n",
				"git-ask":   "#!/bin/sh\ngit rev-parse --is-inside-work-tree 2>/dev/null; echo $?\n",
				"toybox":    "#!" + prefix + "/bin/sh\nexec " + prefix + "/bin/busybox \"$@\"\n",
				"coreutils": "#!" + prefix + "/bin/sh\na=${1#--coreutils-prog=}; shift; exec " + prefix + "/bin/busybox \"$a\" \"$@\"\n",
			} {
				p.program(t, name, text)
			}
			require.NoError(t, os.RemoveAll(filepath.Join(p.Root, prefix, "bin/rm")))
			require.NoError(t, os.Symlink("busybox", filepath.Join(p.Root, prefix, "bin/rm")))
			require.NoError(t, os.Remove(filepath.Join(p.Root, prefix, "bin/curl")))
			require.NoError(t, p.Copy(filepath.Join(built, "called"), prefix+"/bin/curl", emulation.UID))
			got := p.run(t, "./shimgen install && mkdir work")
			require.Zero(t, got.status, "%s%s", got.out, got.err)
			for _, preload := range []string{termuxExec, ""} {
				for _, c := range same {
					in := func(path string) outcome {
						return p.run(t, "cd work; export PATH="+path+" LD_PRELOAD="+preload+"; exec bash -c '"+quoted(c.script)+"'")
					}
					direct, shimmed := in(prefix+"/bin"), in(shims+":"+prefix+"/bin")
					if preload == "" && direct != shimmed { // the shim does what the library would have done
						direct = p.run(t, "cd work; export PATH="+prefix+"/bin LD_PRELOAD="+termuxExec+"; exec bash -c '"+quoted(c.script)+"'")
					}
					assert.Equal(t, direct, shimmed, "%s, LD_PRELOAD=%s", c.why, preload)
				}
			}
			p.env = []string{"PATH=" + shims + ":" + prefix + "/bin"}
			refusal := refused("shimgen: blocked: rm -rf " + prefix + " deletes a directory the system needs [fs.rm-system]\nshimgen: hint: remove packages with the package manager\n")
			for _, script := range []string{`busybox rm -rf "$PREFIX"`, `toybox rm -rf "$PREFIX"`, `coreutils --coreutils-prog=rm -rf "$PREFIX"`, `rm -rf "$PREFIX"`, `exec -a ls rm -rf "$PREFIX"`} {
				assert.Equal(t, refusal, p.run(t, "cd work; bash -c '"+script+"'"), script)
			}
		})
	}
}

// quoted is a text for between single quotes.
func quoted(text string) string {
	out := ""
	for _, c := range text {
		if c == '\'' {
			out += `'\''`
			continue
		}
		out += string(c)
	}
	return out
}

// After install --shell-init each way in which agents start a shell finds the shims first.
func TestShellsFindTheShims(t *testing.T) {
	for _, android := range versions {
		p := start(t, android, "android")
		p.realPrograms(t)
		got := p.run(t, "./shimgen install --shell-init && mkdir work")
		require.Zero(t, got.status, "%s%s", got.out, got.err)
		for _, c := range []struct{ why, script string }{
			{"a login shell", `bash -lc 'command -v rm'`},
			{"a login shell with an empty environment", `env -i HOME=$HOME $PREFIX/bin/bash -lc 'command -v rm'`},
			{"an interactive shell", `bash -ic 'command -v rm' 2>/dev/null`},
			{"a login shell of sh", `PATH=$PREFIX/bin sh -lc 'command -v rm'`},
			{"without termux-exec", `LD_PRELOAD= bash -lc 'command -v rm'`},
		} {
			assert.Equal(t, outcome{out: shims + "/rm\n"}, p.run(t, c.script), "Android %d: %s", android, c.why)
		}
		got = p.run(t, `bash -lc 'rm -rf "$PREFIX"'`)
		assert.Equal(t, 126, got.status, got.err)
		said := p.run(t, "PATH="+shims+":$PATH .agent-loop/libexec/shimgen doctor")
		assert.Contains(t, said.out, "\nok    bash -lc: every shimmed program resolves to its shim\n")
		assert.Contains(t, said.out, "\nok    env -i bash -lc: every shimmed program resolves to its shim\n")
	}
}
