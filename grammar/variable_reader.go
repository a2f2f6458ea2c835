package grammar

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// loaded are the variables that can make any program load code, or make its libraries read files
// elsewhere. Sources: ld.so(8), dyld(1), openssl-env(7), resolver(3), gconv in iconv(3).
const loaded = "LD_* DYLD_* GCONV_PATH GLIBC_TUNABLES LOCPATH NLSPATH TERMINFO TERMINFO_DIRS HOSTALIASES RES_OPTIONS " +
	"OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES SSLKEYLOGFILE SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE"

// Loaded returns the variables that matter to every program, separated by blanks; "LD_*" is a prefix.
func Loaded() string { return loaded }

// ReadsVariable is [Program.ReadsVariable] for one invocation: some subcommands ignore some
// variables of their program.
func (v *Invocation) ReadsVariable(name string) bool {
	return v.Program.ReadsVariable(name) && !v.ignores(name)
}

const editorEnv = "EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR"

// ignored lists variables that some subcommands of a program ignore, or ignore with one of some
// options and without one of some others. Sources: the subcommands' own manuals. Variables for
// hooks are among them: hooks are judged when they run.
var ignored = [...]struct {
	program, variables string
	subs               []string
	with, unless       string
}{
	{program: "git", variables: editorEnv, subs: []string{
		"init", "clone", "status", "log", "diff", "show", "rev-parse", "rev-list", "cat-file", "hash-object", "ls-files", "ls-tree", "ls-remote",
		"fetch", "push", "for-each-ref", "show-ref", "update-ref", "merge-base", "name-rev", "describe", "blame", "grep", "count-objects",
		"check-ignore", "check-attr", "read-tree", "archive", "gc", "prune", "apply", "mv", "rm", "clean", "switch", "worktree add", "worktree list",
		"worktree prune", "worktree remove", "worktree move", "remote", "remote add", "remote show", "remote get-url", "remote set-url", "reflog",
		"reflog show", "reflog expire", "stash list", "stash show", "stash drop",
	}},
	{program: "git", variables: editorEnv, subs: []string{"config", "config get", "config set", "config list", "config unset"}, unless: "-e --edit"},
	{program: "git", variables: editorEnv, subs: []string{"branch"}, unless: "--edit-description"},
	{program: "git", variables: editorEnv, subs: []string{"checkout", "reset", "restore"}, unless: "-p --patch"},
	{program: "git", variables: editorEnv, subs: []string{"add"}, unless: "-e --edit -p --patch -i --interactive"},
	{program: "git", variables: editorEnv, subs: []string{"tag"}, unless: "-a --annotate -s --sign -u --local-user -e --edit"},
	{program: "git", variables: editorEnv, subs: []string{"rebase"}, unless: "-i --interactive --continue --skip --edit-todo"},
	{program: "git", variables: editorEnv, subs: []string{"cherry-pick"}, unless: "-e --edit --continue --skip"},
	{
		program: "git", variables: editorEnv, subs: []string{"commit"},
		with: "-m --message -F --file -C --reuse-message --no-edit", unless: "-e --edit -c --reedit-message -p --patch --interactive",
	},
}

// ignores reports whether the subcommand ignores a variable.
func (v *Invocation) ignores(name string) bool {
	for i := range ignored {
		row := &ignored[i]
		if v.Name != row.program || !slices.Contains(row.subs, v.Sub) || !wordlist.Among(name, row.variables) {
			continue
		}
		if (row.with == "" || v.Has(row.with) == parser.Yes) && (row.unless == "" || v.Has(row.unless) == parser.No) {
			return true
		}
	}
	return false
}

// listsVariable reports whether a list contains a name, or a pattern for it.
func listsVariable(list, name string) bool {
	for n := range wordlist.Each(list) {
		if FitsVariable(n, name) {
			return true
		}
	}
	return false
}

// FitsVariable reports whether a name matches a pattern with at most one star.
func FitsVariable(pattern, name string) bool {
	before, after, star := strings.Cut(pattern, "*")
	return pattern == name || star && len(name) >= len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after)
}
