//go:build amd64 || arm64

package sandbox_test

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/sandbox"
)

// besideSecrets has a box hide a file and a directory below where it may write, and a file of
// the machine's, and a second name of each file.
func besideSecrets(t *testing.T, secrets ...string) func(*sandbox.Box) {
	t.Helper()
	return func(b *sandbox.Box) {
		b.Void = filepath.Join(filepath.Dir(b.Dir), "file")
		for _, name := range secrets {
			at := filepath.Join(b.Dir, name)
			require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o755))
			require.NoError(t, os.WriteFile(at, []byte("SECRET\n"), 0o600))
			hardLink(t, at, at+"-linked")
			if dir := filepath.Dir(at); filepath.Base(dir) == "keys" {
				at = dir
			}
			b.Hide = append(b.Hide, at)
		}
		require.NoError(t, os.MkdirAll(filepath.Join(b.Dir, "sub/deep"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(b.Dir, "sub/old"), []byte("old\n"), 0o644))
	}
}

// What a project does every day goes on where one file in it, or a directory, is hidden: what
// was there, what is made, what replaces what was there.
func TestOrdinaryWorkBesideASecret(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachSupervised(t, ordinaryWorkBesideASecret)
}

func ordinaryWorkBesideASecret(t *testing.T, b sandbox.Backend) {
	also := []struct{ name, source, want string }{
		{"what was there", `cat sub/old; cd sub; cat ./old "$1/work/sub/old"`, "old\nold\nold\n"},
		{"new directories", `mkdir -p new/sub; echo a >new/sub/f; cat new/sub/f; ls new; cd new; ls sub; cat <sub/f`, "a\nsub\nf\na\n"},
		{"what is replaced", `echo b >n; mv n sub/old; cat sub/old; mv sub gone; mkdir sub; echo c >sub/old; cat sub/old`, "b\nc\n"},
		{"links to new files", `echo a >f; mkdir d; ln -s ../f d/l; ln -s d e; cat d/l e/l`, "a\na\n"},
		{"a descriptor of a new file", `echo a >f; exec 5<f; cat /dev/fd/5 <&5`, "a\n"},
		{"a new pipe", `mkfifo p; (sleep 0.05; echo through >p) & cat p; wait`, "through\n"},
		{"a new script", `echo 'echo ran' >s; sh ./s; . ./s`, "ran\nran\n"},
		{"new programs", `cp /bin/echo e; ./e a; mkdir -p d/d; cp /bin/echo d/d/e; d/d/e b; printf '#!/bin/sh\necho "c $0"\n' >s; chmod 755 s; ./s; cd d; ../s; d/e d; ls -A ..| grep shimgen`, "a\nb\nc ./s\nc ../s\nd\n"},
		{"many times one", `cp /bin/echo e; for n in $(seq 100); do ./e a; done | sort -u; stat -c %a e`, "a\n755\n"},
		{"its name", `ls -A | head -n 1; test -f .env && echo there`, ".env\nthere\n"},
	}
	places := [][]string{{".env", "keys/id"}, {".env"}, {"sub/deep/.env"}}
	if testing.Short() {
		places = places[:1]
	}
	for _, secrets := range places {
		for _, c := range append(also, ordinary...) {
			t.Run(c.name, func(t *testing.T) {
				if secrets[0] != ".env" && (c.name == "its name" || c.name == "what is replaced") {
					return // it lies elsewhere; what holds it cannot be moved
				}
				printed, _, _ := boxedIn(t, b, c.source, besideSecrets(t, secrets...))
				if c.name == "find" || c.name == "rename, link, remove" || c.name == "dots and slashes" || c.name == "a removed directory" {
					return // these list what else is there, or what a shell complains of
				}
				assert.Equal(t, c.want, printed, secrets)
			})
		}
	}
}

// Ways to read a secret in the work directory.
var readings = []string{
	`cat .env`, `cat ./sub/../.env`, `ln -s .env l; cat l`, `ln .env l; cat l`, `mv .env l; cat l`, `cp .env c; cat c`, `cat .env-linked`, `cat <.env`, `exec 5<>.env; cat <&5`,
	`exec 5<>.env-linked; cat <&5`, `mv .env-linked new; cat new`, `ln .env-linked new; cat new`, `cat /proc/self/cwd/.env`, `cat "/proc/self/root$1/work/.env"`, `chmod 755 .env; ./.env`,
	`cd /; cat "$1/work/.env"`, `mkdir d; cd d; cat ../.env`, `. ./.env`, `sh .env`, `dd if=.env bs=1`, `ln -s "$1/work" w; cat w/.env`, `tar cf - .env | cat`, `cat keys/*; ls keys`, `cat ./keys/id`,
	`mv keys k; cat k/id`, `cat keys/id-linked`, `ln -s keys k; cat k/id`, `cd keys && cat id`, `rm -rf keys .env; cat keys/id .env`, `cat sub/../keys/id`, `mount --bind .env sub/old; cat sub/old`,
	`python3 -c 'import os; os.truncate(".env", 0)'`, `python3 -c 'import os; os.truncate(".env-linked", 0)'`, `exec 5<>.env-linked; python3 -c 'import os; os.truncate("/proc/self/fd/5", 0)'`,
	`: >.env-linked`, `dd if=/dev/null of=.env-linked`, `python3 -c 'import os; os.open(".env-linked", os.O_TRUNC)'`, `exec 5<>.env-linked; : >/dev/fd/5`,
	`chmod 777 .env-linked`, `touch -d @5 .env-linked`, `ln .env-linked new; chmod 777 new`,
}

func TestASecretBesideTheWorkIsNotRead(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachSupervised(t, aSecretBesideTheWorkIsNotRead)
}

func aSecretBesideTheWorkIsNotRead(t *testing.T, b sandbox.Backend) {
	for _, c := range readings {
		t.Run(c, func(t *testing.T) {
			printed, _, dir := boxedIn(t, b, c, besideSecrets(t, ".env", "keys/id"))
			assert.NotContains(t, printed, "SECRET")
			assert.NotContains(t, printed, "id-linked\n")
			for _, name := range []string{".env", "keys/id"} {
				text, err := os.ReadFile(filepath.Join(dir, "work", name))
				require.NoError(t, err, printed)
				assert.Equal(t, "SECRET\n", string(text), printed)
				info, err := os.Stat(filepath.Join(dir, "work", name))
				require.NoError(t, err)
				assert.Equal(t, os.FileMode(0o600), info.Mode().Perm(), printed)
				assert.Greater(t, info.ModTime().Unix(), int64(5), printed)
			}
		})
	}
}

// A hidden program does not run: a process could read its own memory.
func TestAHiddenProgramDoesNotRun(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachSupervised(t, aHiddenProgramDoesNotRun)
}

func aHiddenProgramDoesNotRun(t *testing.T, b sandbox.Backend) {
	for _, name := range []string{"./program", "./program-linked", `"$1/work/program"`} {
		printed, _, _ := boxedIn(t, b, `exec 2>&1; `+name+` SECRET`, func(b *sandbox.Box) {
			b.Void = filepath.Join(filepath.Dir(b.Dir), "file")
			at := filepath.Join(b.Dir, "program")
			text, err := os.ReadFile("/bin/echo")
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(at, text, 0o755))
			hardLink(t, at, at+"-linked")
			b.Hide = append(b.Hide, at)
		})
		assert.Contains(t, printed, "Permission denied", name)
		assert.NotContains(t, printed, "SECRET\n", name)
	}
}

// Where two processes exchange a name that is read for the secret's, or for a directory that
// leads to it, nothing of it is read.
func TestExchangedNamesLeadToNoSecret(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachSupervised(t, exchangedNamesLeadToNoSecret)
}

func exchangedNamesLeadToNoSecret(t *testing.T, b sandbox.Backend) {
	printed, _, _ := boxedIn(t, b, "m="+strconv.Itoa(swaps())+`
mkdir d; echo fine >fine; echo fine >d/.env; ln -s "$1/work" here
(for n in $(seq $m); do ln -sfn .env way; ln -sfn fine way; ln -sfn d dir; ln -sfn here dir; done) &
for n in $(seq $m); do cat way dir/.env; done 2>/dev/null | sort -u
wait; echo end`, besideSecrets(t, ".env"))
	assert.Contains(t, printed, "fine\nend")
	assert.NotContains(t, printed, "SECRET")
}
