package compile

import "strings"

// Options that many commands share.
const (
	diffing = " -p -s -U --stat --numstat --shortstat --summary --name-only --name-status --color --no-color --word-diff -w -b -M " +
		"--no-renames --diff-filter -S -G -R --check --quiet --exit-code --no-ext-diff --no-prefix -W --ignore-blank-lines -z "
	choosing = " -g -n -NUM --oneline --graph --all --decorate --no-decorate --pretty --format --date --since --until --author --grep -i --follow " +
		"--reverse --merges --no-merges --first-parent --abbrev-commit --skip --branches --tags --remotes --no-walk "
)

// frequent lists the commands, and for each the options by one of their names, that are frequent
// enough for a table that every shim reads at every start. Other commands of these programs go to
// the judge; of programs that are not listed, everything clear is in the table. Being listed does
// not make anything clear.
var frequent = [...]struct{ command, options string }{
	{"git", "--version --help --no-pager -P -C -c --no-optional-locks --literal-pathspecs"},
	{"git status", "-s -b -v --long --porcelain -u --ignored --show-stash -z --no-renames --ahead-behind --no-ahead-behind"},
	{"git log", diffing + choosing},
	{"git show", diffing + choosing},
	{"git diff", diffing + "--cached --merge-base"},
	{"git add", "-A -u -n -v -f -N --chmod --ignore-errors"},
	{"git commit", "-m -a -q -s -F -n -v --amend --no-edit --dry-run --author --date -C --no-gpg-sign --fixup --short --porcelain --trailer"},
	{"git branch", "-a -r -v -q -l --show-current --list --contains --merged --no-merged --sort --format --no-color --color -m -u -d -D -f"},
	{"git checkout", "-b -q -t --track --no-track --progress --orphan --detach -f"},
	{"git switch", "-c -q -t --no-track -d --orphan"},
	{"git reset", "-q --soft --mixed --hard -N"},
	{"git rev-parse", "--show-toplevel --abbrev-ref --short --verify -q --git-dir --is-inside-work-tree --show-prefix --show-cdup --git-common-dir --absolute-git-dir --symbolic-full-name --is-bare-repository"},
	{"git ls-files", "-z -c -d -m -o -s -u --exclude-standard --full-name --error-unmatch --others --directory"},
	{"git blame", "-L -w -s -e -n -p --porcelain -C -M"},
	{"git describe", "--tags --always --dirty --abbrev --long --all --exact-match --match"},
	{"git grep", "-n -i -l -w -E -F -e -c -I -h -v -q -o -P -A -B -C -NUM --cached --untracked"},
	{"git tag", "-l -n -a -m --sort --contains --points-at --merged"},
	{"git fetch", "-q -v --all -t --no-tags -p --depth --unshallow -j --dry-run --no-recurse-submodules --recurse-submodules"},
	{"git pull", "-q --rebase --no-rebase --ff-only --no-edit --autostash"},
	{"git push", "-q -u --tags --dry-run --force-with-lease -f"},
	{"git merge", "-q --no-ff --ff-only --no-edit --abort --continue -m --squash"},
	{"git clone", "-q --depth -b --single-branch --no-tags --recurse-submodules --bare --no-checkout --filter --sparse"},
	{"git ls-remote", "-q -t --heads --refs --exit-code --symref"},
	{"git remote", "-v"},
	{"git remote get-url", "--push --all"},
	{"git remote show", "-n"},
	{"git stash", "-u -q -m -k"},
	{"git stash push", "-u -q -m -k"},
	{"git stash list", "--oneline --format --date -n -NUM"},
	{"git stash show", "-p --stat --name-only --name-status -u"},
	{"git stash drop", "-q"},
	{"git stash pop", "-q --index"},
	{"git stash apply", "-q --index"},
	{"git cat-file", "-e -p -t -s"},
	{"git reflog", "-n -NUM --oneline --date --all"},
	{"git reflog show", "-n -NUM --oneline --date --all"},
	{"git shortlog", "-s -n -e --since --until --all --no-merges"},
	{"git init", "-q -b --bare"},
	{"git rm", "-r -q -f --ignore-unmatch"},
	{"git mv", "-v -f -k"},
	{"git apply", "--check --stat --numstat --summary -3 -R -v --whitespace --index"},
	{"git cherry-pick", "-n -x --continue --abort --skip --quit --no-commit"},
	{"git revert", "-n --no-edit --continue --abort --skip --quit"},
	{"git rebase", "--continue --abort --skip --onto -q --autostash --no-verify"},
	{"git rev-list", "-n -NUM --count --all --left-right --max-count --since --until --no-merges --merges --first-parent --branches --tags --oneline --reverse"},
	{"git merge-base", "--is-ancestor --all --fork-point --octopus"},
	{"git show-ref", "-q --verify --heads --tags -s -d --head"},
	{"git for-each-ref", "--format --sort --count --contains --merged --points-at"},
	{"git ls-tree", "-r -t -d -l -z --name-only --full-tree --full-name"},
	{"git hash-object", "-t -w --stdin"},
	{"git name-rev", "--name-only --tags --refs"},
	{"git config", "--get --get-all --list --global --local --unset --unset-all --add --bool --int -t -z"},
	{"git stripspace", "-s -c"},
	{"git symbolic-ref", "-q --short"},
	{"git count-objects", "-v -H"},
	{"git check-ignore", "-q -v -n"},
	{"git check-attr", "-a"},
	{"git worktree", ""},
	{"git worktree prune", "-n -v"},
	{"git worktree list", "--porcelain -v"},
	{"git submodule", "-q"},
	{"git submodule status", "--recursive --cached"},
	{"git submodule update", "--init --recursive -q --depth -j"},

	{"curl", "-s -S -f -L -k -I -i -v -o -m --connect-timeout --retry --retry-delay --retry-max-time --retry-connrefused --retry-all-errors " +
		"--fail-with-body --compressed -4 -6 -A -X -w -g -G -N -r -C -e --url --create-dirs -q --no-progress-meter --http1.1 --http2 " +
		"--tlsv1.2 --tlsv1.3 -# -V -h -Z --max-redirs -D --cacert --limit-rate -R -H -d --data-raw --json"},
}

// listed returns a command's options that belong in the table, and whether the command itself
// does. For a program that is not listed, all commands and options do.
func listed(program, sub string) (options string, some, all bool) {
	command := strings.TrimSpace(program + " " + strings.ReplaceAll(sub, "/", " "))
	all = true
	for _, f := range frequent {
		if f.command == command {
			return f.options, true, false
		}
		all = all && strings.Fields(f.command)[0] != program
	}
	return "", all, all
}
