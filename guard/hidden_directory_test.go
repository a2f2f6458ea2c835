package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// A bare word of a program without a grammar is a file of the directory that the text changed to, if that is one
// where credentials are.
func TestBareWordsInHiddenDirectories(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a key", "cd ~/.ssh && frobnicate id_rsa", rules.Ask, "secrets.unknown-program"},
		{"each of them", `cd ~/.ssh && for k in *; do frobnicate "$k"; done`, rules.Ask, "secrets.unknown-program"},
		{"by pr(1)", "cd ~/.ssh && pr -t id_rsa", rules.Block, "secrets.read"},
		{"by a pattern of pr(1)", "cd ~/.ssh && pr -t id_*", rules.Block, "secrets.read"},
		{"an ordinary directory", "cd src && frobnicate main.c; cd ~/projects && pr -t notes.txt", rules.Allow, ""},
		{"an ordinary hidden directory", "cd ~/.config/nvim && frobnicate init.lua; cd .github && frobnicate lint", rules.Allow, ""},
		{"columns", "pr -m -t a.txt b.txt; pr -3 -h x a.txt | head", rules.Allow, ""},
	})
}

// Commands of editors that delete all lines of what a search finds empty it.
func TestFilesClearedByEditors(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"ed", `for f in $(git ls-files); do ed -s "$f" <<< $',d\nw'; done`, rules.Ask, "fs.delete-found"},
		{"vim", "vim -es -c 'argdo %d | w' -c qa $(git ls-files)", rules.Ask, "fs.delete-found"},
		{"a substitution in ed", `for f in $(git ls-files '*.c'); do ed -s "$f" <<< $'1,$s/a/b/g\nw'; done`, rules.Allow, ""},
		{"a substitution in vim", "vim -es -c 'argdo %s/a/b/ge | w' -c qa $(git ls-files '*.py')", rules.Allow, ""},
		{"one file", "ed -s x.txt <<< $',d\nw'", rules.Allow, ""},
	})
}
