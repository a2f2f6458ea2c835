package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Where nothing but reading is allowed: the list of what slipped through the
// original's (M7, M8), what is confirmed, and what is let through (mission
// rows C10 to C12).
func TestC10Paranoid(t *testing.T) {
	p := builtin(t, policy.Paranoid)
	for action, commands := range map[rules.Action][]string{
		rules.Block: {
			"ls $(rm -rf $HOME)", "cd / && rm -rf *", "cat x > ~/.bashrc", "wc -l x; id", "grep x y | xargs rm", "diff <(ls) <(rm -rf ~)",
			"cat a\nrm -rf ~", "git branch; rm -rf ~", "git branch -D main", "git diff --no-index /dev/null ~/.ssh/id_rsa", "sort -o /etc/x y",
			"git log --output=/etc/x", "cat /etc/shadow", "cat ~/.ssh/id_rsa", "python3 /tmp/evil.py; rm -rf ~ #.py", "node a.js; rm -rf ~ #.js",
			"find . -fprint /etc/x", "find . -delete", "find . -exec rm {} +", "find . -execdir rm {} +", "find . -ok rm {} ;", "find . -fls x",
			"find . -fprintf x y", "ls > out", "ls >> out", "ls | tee out",
			"git commit -m x", "git branch new", "git tag v1", "touch x", "make", "./ls", "/tmp/ls", "FOO=1 ls", "LD_PRELOAD=x ls", "ls() { rm x; }; ls",
			"alias ls=rm; ls x", "ls & rm x", "eval ls", "env", "python3 -c 'print(1)'", "python3 -m http.server", "curl u", "ssh h", "sudo ls",
			"cat $X", "ls -l $(date)", "printf -v x y", "unknown-program", "git -c core.pager=x log", "git stash", "sed -n 1p x", "date -s 1", "bash",
		},
		rules.Ask:   {"find . -name x", "find . -type f -newer a", "python3 x.py", "python3 x.py arg", "node a.js"},
		rules.Allow: {"ls", "ls -la src", "cat a b", "grep -rn x .", "git status", "git log --oneline -5", "git diff HEAD~1", "git branch", "git branch -a", "pwd", "cd src && ls", "ls | wc -l", "sort a | uniq -c | head", "ls 2>/dev/null", "timeout 5 ls", "bash -c 'ls | wc -l'", "echo x", "true"},
	} {
		for _, c := range commands {
			t.Run(action.String()+"/"+c, func(t *testing.T) {
				d := check(p, c)
				assert.Equal(t, action.String(), d.Action.String(), "%v", ids(d.Findings))
			})
		}
	}
}

// Read-only says that nothing is changed, in every profile: it is what hosts
// may let through without asking.
func TestReadOnly(t *testing.T) {
	p := builtin(t, policy.Open)
	for _, c := range []string{
		"ls", "cat a | grep b", "git log", "find . -name x", "ls 2>/dev/null", "echo x",
		"awk '{print $1}' a", "cat a | awk -F: '$3 > 5 {n++} END {print n}'", "awk 'BEGIN {\"date\" | getline d; print d > \"/dev/stderr\"}'",
	} {
		assert.True(t, check(p, c).ReadOnly, c)
	}
	for _, c := range []string{
		"ls > x", "git branch x", "git stash", "git commit -m x", "cat a | tee b", "rm x", "./ls", "PATH=. ls", "find . -delete", "sort -o a b",
		"cat $X", "ls() { rm x; }; ls", "$X", "printf -v 'a[$(rm x)]' y", "date -s 1", "git config a b", "kill 1", "bash", "xargs",
		"git tag -d x", "git remote add a b", "echo x > /dev/shm/y", "cat /dev/zero > /dev/sda",
		"awk '{print > \"f\"}' a", "awk 'BEGIN{system(\"touch x\")}'", "awk '{print | \"sh\"}' a", "awk '{system($1)}' a", "awk '{' a", "awk -f x.awk a",
		"awk \"$P\" a", "gawk -i inplace '{print}' a", "gawk -lx '{print}' a", "awk '{print > $1}' a",
	} {
		assert.False(t, check(p, c).ReadOnly, c)
	}
}

// isReader asks for the families in an order for which they must be so.
func TestReadersIncludeLaunchersAndNoListers(t *testing.T) {
	for name := range wordlist.Each(string(family.Launchers)) {
		assert.True(t, family.Readers.Has(name), name)
	}
	for name := range wordlist.Each(string(family.Listers)) {
		assert.False(t, family.Readers.Has(name), name)
	}
	assert.True(t, family.Readers.Has("printf"))
}
