package guard_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
)

// Whether it counts that inline code starts a program is said in the row of its
// language, and not in a list of two.
func TestInlineCodeThatStartsAProgram(t *testing.T) {
	p := builtin(t, policy.Guarded)
	for command, found := range map[string]bool{
		`python3 -c 'import os; os.system("ls")'`:           false,
		`python3 <<< 'import os; os.system("ls")'`:          false,
		`echo 'import os; os.system("ls")' | python3`:       false,
		`node -e 'require("child_process").execSync("ls")'`: false,
		`tsx -e 'require("child_process").execSync("ls")'`:  false,
		`deno eval 'new Deno.Command("ls").outputSync()'`:   false,
		`perl -e 'system("ls")'`:                            false,
		`perl -e 'exec "ls", "-l"'`:                         false,
		`python3 -c 'import os, x; os.system(x.y)'`:         true,
		`python3 <<< 'import os, x; os.system(x.y)'`:        true,
		`node -e 'require("child_process").execSync(x.y)'`:  true,
		`perl -e 'system(shift)'`:                           true,
		`ruby -e 'system(gets)'`:                            true,
		`php -r 'system(x());'`:                             true,
		`lua -e 'os.execute(x())'`:                          true,
		`perl -E 'open(my $f, "-|", "ls")'`:                 true,
		"perl -pe 's/x/`date`/e' f":                         false,
		`ruby -e 'system("ls")'`:                            false,
		`ruby -ropen3 -e 'Open3.capture2("ls")'`:            false,
		`ruby <<< 'spawn("ls")'`:                            true,
		`php -r 'system("ls");'`:                            false,
		`php -r 'popen("ls","r");'`:                         true,
		`expect -c 'spawn ls'`:                              false,
		`tclsh <<< 'exec ls'`:                               false,
		`sed '1e ls' f`:                                     true,
		`vim -es -c '!ls' -c q`:                             true,
		`psql -c '\! ls'`:                                   true,
		`lua -e 'os.execute("ls")'`:                         false,
		`Rscript -e 'system("ls")'`:                         true,
		`elixir -e 'System.cmd("ls",[])'`:                   true,
		`emacs --batch --eval '(shell-command "ls")'`:       true,
		`perl -e 'print 1'`:                                 false,
		`ruby -e 'puts 1'`:                                  false,
		`php -r 'echo 1;'`:                                  false,
		`lua -e 'print(1)'`:                                 false,
		`Rscript -e 'summary(system.file("x"))'`:            false,
		`emacs --batch --eval '(my-shell-commander)'`:       false,
		`awk '{print | "sort"}' f`:                          false, // how awk sorts
		`make -f - <<< 'a:;ls'`:                             false, // what it is for
		`tmux send-keys ls Enter`:                           false,
		`sh -c 'ls'`:                                        false,
	} {
		got := slices.Contains(ids(check(p, command).Findings), "run.inline-process")
		assert.Equal(t, found, got, command)
	}
}
