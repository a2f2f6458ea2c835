package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// A text of the request that the policy stops, and something that may run it in a way that
// nobody follows.
func TestTextsThatMayRun(t *testing.T) {
	const guess = "run.inline-literal"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"an element of a table", "declare -A a; a[x]='git push --force'; ${a[x]}", rules.Ask, "git.push-force"},
		{"by a reference to a parameter", "f() { local -n r=$1; $r; }; c='rm -rf /'; f c", rules.Block, "fs.rm-root"},
		{"by a reference", "declare -n r=x; r='rm -rf /etc'; $x", rules.Block, "fs.rm-system"},
		{"a descriptor that is sourced", ". /dev/fd/5 5<<<'rm -rf ~'", rules.Block, "fs.rm-home"},
		{"a descriptor that was opened before", "exec 5<<<'rm -rf ~'; source /proc/self/fd/5", rules.Block, "fs.rm-home"},
		{"a line of a descriptor", "exec 5<<<'rm -rf /'; read -u 5 x; $x", rules.Ask, guess},
		{"a coprocess that is a shell", `coproc bash; echo 'rm -rf ~' >&"${COPROC[1]}"`, rules.Block, "fs.rm-home"},
		{"what an array's lines are handed to", "readarray -C eval -c 1 x <<< 'rm -rf ~'", rules.Ask, "fs.rm-home"},
		{"a push that forces nothing", "declare -A a; a[x]='git push'; ${a[x]}", rules.Warn, "git.push"},
		{"a text for a person", "m='rm -rf / is what you must not do'; git commit -m \"$m\"; $EDITOR x", rules.Ask, guess},
		{"the same, and nothing unknown", "m='rm -rf / is what you must not do'; git commit -m \"$m\"", rules.Allow, ""},
		{"a descriptor that is read", "exec 5<<<'rm -rf ~'; cat <&5", rules.Allow, ""},
	})
}

// A program behind another one, or behind a path, writes the same file; but it may not come to it.
func TestFilesWrittenBehindLaunchers(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"behind env", "env tee x.sh <<< 'rm -rf ~' && sh x.sh", rules.Block, "fs.rm-home"},
		{"behind an option and a number", "nice -n 5 tee x.sh <<< 'rm -rf ~' && sh x.sh", rules.Block, "fs.rm-home"},
		{"by a path", "/usr/bin/../bin/tee x.sh <<< 'rm -rf ~' && sh x.sh", rules.Block, "fs.rm-home"},
		{"a file that may stay as it was", "echo 'rm -rf ~' > x.sh; timeout 9 tee x.sh <<< ls; sh x.sh", rules.Block, "fs.rm-home"},
		{"a copy that may not be made", "echo 'rm -rf ~' > x.sh; echo ls > y.sh; flock -n l cp y.sh x.sh; sh x.sh", rules.Block, "fs.rm-home"},
		{"a copy that is made", "echo 'rm -rf ~' > x.sh; echo ls > y.sh; cp y.sh x.sh; sh x.sh", rules.Allow, ""},
	})
}

// A file that is read after the first unknown command may have such texts, too.
func TestTextsOfLaterFiles(t *testing.T) {
	files := map[string]string{"s.sh": "#!/bin/sh\nt='rm -rf / now'\n$y\n"}
	for _, source := range []string{"./s.sh", "$x; ./s.sh"} {
		d := withFiles(builtin(t, policy.Cautious), files, source)
		assert.Equal(t, "run.inline-literal", worst(d), source)
	}
}

// A program that prints a format which spells such a command, for a shell.
func TestFormatsForAShell(t *testing.T) {
	const guess = "run.inline-literal"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"of a date", "date +'rm -rf ~' | sh", rules.Ask, guess},
		{"of a search", `find . -maxdepth 0 -printf 'rm -rf ~\n' | sh`, rules.Ask, guess},
		{"with the path that is found", `find / -maxdepth 0 -printf 'rm -rf %p\n' | bash`, rules.Ask, guess},
		{"of a file's status", `stat --printf='rm -rf %n\n' / | sh`, rules.Ask, guess},
		{"of git's log", "git log -1 --format='rm -rf ~' | sh", rules.Ask, guess},
		{"of git's log, said in full", "git log -1 --pretty=format:'rm -rf ~' | bash", rules.Ask, guess},
		{"of branches", "git branch --format='git push --force' | sh", rules.Ask, "git.push-force"},
		{"of a list of processes", "ps -o 'args=rm -rf /' | sh", rules.Ask, guess},
		{"of numbers", "numfmt --format='rm -rf ~ #%f' 1 | sh", rules.Ask, guess},
		{"that is harmless", `find . -name '*.o' -printf 'echo %p\n' | sh`, rules.Allow, ""},
		{"that no shell reads", "git log -1 --format='rm -rf ~' | cat", rules.Allow, ""},
	})
}
