package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/rules"
)

// git are the rules about git.
var git = []rules.Rule{
	{
		ID: "git.reset-hard", Class: rules.Destructive, Program: "git", Sub: "reset", Any: "--hard --merge",
		Reason: "throws away uncommitted work",
		Hint:   "`git stash` keeps it; `git reset` without --hard keeps the files",
		Hits:   []string{"git reset --hard", "git -C x reset HEAD~1 --hard", "git -c a.b=c reset --hard", "git reset --har HEAD~3", "git reset --merge"},
		Misses: []string{"git reset HEAD~1", "git reset --soft HEAD~1", "git commit -m 'undo reset --hard'", "git log --grep 'reset --hard'"},
	},
	{
		ID: "git.clean-force", Class: rules.Destructive, Program: "git", Sub: "clean", Any: "-f --force", None: "-n --dry-run",
		Reason: "deletes files that git does not track",
		Hint:   "`git clean -n` lists them first",
		Hits:   []string{"git clean -xdf", "git clean -f", "git clean --force -d", "git clean -d -f", "git -C x clean -fdx", "git clean -n --no-dry-run -f"},
		Misses: []string{"git clean -nf", "git clean --dry-run -f", "git clean", `git commit -m "clean -f"`},
	},
	{
		ID: "git.maintenance", Class: rules.Persistence, Local: true, Program: "git", Sub: "maintenance/start maintenance/register",
		Reason: "has git run by a timer from now on",
		Hint:   "`git maintenance run` does it once",
		Hits:   []string{"git maintenance start", "git -C x maintenance start --scheduler=crontab"},
		Misses: []string{"git maintenance run", "git maintenance stop"},
	},
	{
		ID: "git.clean-unforced", Class: rules.Destructive, Program: "git", Sub: "clean", None: "-n --dry-run",
		Effect: grammar.Sets, Name: "clean.requireforce",
		Reason: "deletes files that git does not track",
		Hint:   "`git clean -n` lists them first",
		Hits:   []string{"git -c clean.requireForce=false clean -d"},
		Misses: []string{"git -c clean.requireForce=false clean -nd", "git clean"},
	},
	{
		ID: "git.push-force", Class: rules.Destructive, Program: "git", Sub: "push", Any: "-f --force --mirror", None: "-n --dry-run",
		Reason: "overwrites history that others may have",
		Hint:   "`git push --force-with-lease` refuses when others have pushed",
		Hits:   []string{"git push -f", "git push --force origin main", "git push origin main --force", "git push --mirror", "git push -uf origin x", "git push --force-with-lease --force"},
		Misses: []string{"git push", "git push --force-with-lease", "git push --dry-run --force origin main", "git push && tail -f log", "git log --grep 'push --force'"},
	},
	{
		ID: "git.push-plus", Class: rules.Destructive, Program: "git", Sub: "push", Role: spec.Refspec, Operand: "+*", None: "-n --dry-run",
		Reason: "overwrites history that others may have",
		Hint:   "leave the + away, or use --force-with-lease",
		Hits:   []string{"git push origin +main", "git push origin +HEAD:main", "git push origin a +$b"},
		Misses: []string{"git push origin main", "git commit -m +main"},
	},
	{
		ID: "git.push-delete", Class: rules.Destructive, Program: "git", Sub: "push", Any: "-d --delete --prune", None: "-n --dry-run",
		Reason: "deletes branches or tags of the remote",
		Hint:   "ask the user to delete them",
		Hits:   []string{"git push origin --delete main", "git push -d origin v1", "git push --prune origin"},
		Misses: []string{"git push origin main", "git branch -d x"},
	},
	{
		ID: "git.push-empty", Class: rules.Destructive, Program: "git", Sub: "push", Role: spec.Refspec, Operand: ":*", None: "-n --dry-run",
		Reason: "deletes a branch or tag of the remote",
		Hint:   "name a branch before the colon",
		Hits:   []string{"git push origin :main"},
		Misses: []string{"git push origin main:main", "git push origin HEAD"},
	},
	{
		ID: "git.push-lease", Class: rules.Hygiene, Program: "git", Sub: "push", Any: "--force-with-lease",
		Reason: "rewrites the remote branch if nobody else has pushed",
		Hint:   "push a new branch instead where others work on this one",
		Hits:   []string{"git push --force-with-lease", "git push --force-with-lease=main:abc origin main"},
		Misses: []string{"git push"},
	},
	{
		ID: "git.push", Class: rules.Hygiene, Program: "git", Sub: "push",
		Reason: "sends commits to a remote",
		Hint:   "`git push --dry-run` shows what would go",
		Hits:   []string{"git push", "git -C x push origin main"},
		Misses: []string{"git push -h", "git status", "git stash push", "echo git push"},
	},
	{
		ID: "git.pull", Class: rules.Hygiene, Program: "git", Sub: "pull",
		Reason: "merges what the remote has",
		Hint:   "`git fetch` looks first",
		Hits:   []string{"git pull", "git pull --rebase"},
		Misses: []string{"git fetch", "docker pull x"},
	},
	{
		ID: "git.merge", Class: rules.Hygiene, Program: "git", Sub: "merge", None: "--abort --quit --continue",
		Reason: "merges another branch into this one",
		Hint:   "`git log HEAD..BRANCH` shows what would come",
		Hits:   []string{"git merge topic", "git merge --no-ff x"},
		Misses: []string{"git merge-base a b", "git log --merge", "git merge --abort"},
	},
	{
		ID: "git.checkout-discard", Class: rules.Destructive, Program: "git", Sub: "checkout", Any: "-f --force",
		Reason: "throws away uncommitted work",
		Hint:   "`git stash` keeps it",
		Hits:   []string{"git checkout -f main", "git checkout --force"},
		Misses: []string{"git checkout main", "git checkout -b force"},
	},
	{
		ID: "git.checkout-paths", Class: rules.Destructive, Program: "git", Sub: "checkout", Dashes: true,
		Reason: "throws away uncommitted work in the files named",
		Hint:   "`git stash push FILE` keeps it",
		Hits:   []string{"git checkout -- a.go", "git checkout HEAD -- src", "git -C x checkout -q -- ."},
		Misses: []string{"git checkout main", "git checkout main --", "git checkout -b x", "git log -- a.go"},
	},
	{
		ID: "git.checkout-all", Class: rules.Destructive, Program: "git", Sub: "checkout", Operand: ". ./* ../* :/* :(*",
		Reason: "throws away uncommitted work in all files below",
		Hint:   "`git stash` keeps it",
		Hits:   []string{"git checkout .", "git checkout ./src", "git checkout HEAD .", "git checkout :/"},
		Misses: []string{"git checkout main", "git checkout -b x", "git checkout v1.2"},
	},
	{
		ID: "git.checkout-from", Class: rules.Destructive, Program: "git", Sub: "checkout", Count: 2, None: "-b -B --orphan",
		Reason: "throws away uncommitted work in the files named",
		Hint:   "`git stash push FILE` keeps it",
		Hits:   []string{"git checkout HEAD src/a.go", "git checkout main~2 a b"},
		Misses: []string{"git checkout main", "git checkout -b x origin/main", "git checkout --orphan x main"},
	},
	{
		ID: "git.switch-discard", Class: rules.Destructive, Program: "git", Sub: "switch", Any: "-f --force --discard-changes",
		Reason: "throws away uncommitted work",
		Hint:   "`git stash` keeps it",
		Hits:   []string{"git switch --discard-changes main", "git switch -f x"},
		Misses: []string{"git switch main", "git switch -c x"},
	},
	{
		ID: "git.restore", Class: rules.Destructive, Program: "git", Sub: "restore", None: "-S --staged",
		Reason: "throws away uncommitted work in the files named",
		Hint:   "`git stash push FILE` keeps it",
		Hits:   []string{"git restore .", "git restore a.go", "git restore --source=HEAD~1 a.go"},
		Misses: []string{"git -C sub restore -h", "git restore --staged a.go", "git restore -S .", "git status"},
	},
	{
		ID: "git.restore-both", Class: rules.Destructive, Program: "git", Sub: "restore", Any: "-W --worktree",
		Reason: "throws away uncommitted work in the files named",
		Hint:   "`git stash push FILE` keeps it",
		Hits:   []string{"git restore -SW .", "git restore --staged --worktree a.go"},
		Misses: []string{"git restore --staged a.go"},
	},
	{
		ID: "git.stash-drop", Class: rules.Destructive, Program: "git", Sub: "stash/drop stash/clear",
		Reason: "deletes stashed work",
		Hint:   "`git stash list` and git stash show look first",
		Hits:   []string{"git stash drop", "git stash clear", "git stash drop stash@{1}"},
		Misses: []string{"git stash", "git stash pop", "git stash list"},
	},
	{
		ID: "git.branch-delete", Class: rules.Destructive, Program: "git", Sub: "branch", Any: "-D",
		Reason: "deletes a branch whether it is merged or not",
		Hint:   "`git branch -d` refuses when commits would be lost",
		Hits:   []string{"git branch -D topic"},
		Misses: []string{"git branch -d topic", "git branch", "git branch -a"},
	},
	{
		ID: "git.branch-delete-force", Class: rules.Destructive, Program: "git", Sub: "branch", Any: "-f --force",
		Reason: "moves or deletes a branch whatever it holds",
		Hint:   "leave --force away",
		Hits:   []string{"git branch -d --force topic", "git branch -f main HEAD~3"},
		Misses: []string{"git branch -d topic", "git branch --list"},
	},
	{
		ID: "git.filter-branch", Class: rules.Destructive, Program: "git", Sub: "filter-branch",
		Reason: "rewrites history",
		Hint:   "ask the user to do it",
		Hits:   []string{"git filter-branch --all", "git filter-branch --tree-filter 'rm x' HEAD"},
		Misses: []string{"git log --all", "git branch filter-branch"},
	},
	{
		ID: "git.history", Class: rules.Destructive, Program: "git", Sub: "reflog/expire reflog/delete update-ref gc",
		Any: "-d --delete --stdin --expire=now --expire=all --expire-unreachable=now --expire-unreachable=all " +
			"--prune=now --prune=all",
		Reason: "deletes or expires history",
		Hint:   "ask the user to do it",
		Hits: []string{
			"git reflog expire --expire=now --all", "git reflog expire --expire-unreachable=now --all", "git update-ref -d refs/heads/x",
			"git gc --prune=now",
		},
		Misses: []string{"git gc", "git gc --prune=2.weeks", "git reflog", "git reflog expire --expire=90.days", "git update-ref refs/heads/x HEAD"},
	},
	{
		ID: "git.history-files", Class: rules.Destructive, Effect: grammar.Deletes, Zone: rules.History,
		Reason: "deletes commits of a repository, or what names them",
		Hint:   "git branch -d, git tag -d and git gc keep what is needed",
		Hits: []string{
			"rm -rf .git/objects", "rm -rf .git/refs", "rm .git/packed-refs", "rm -f .git/HEAD", "rm -rf .git/logs", "rm sub/.git/refs/heads/main",
			"mv .git/objects old", "rm -rf .git/objects/*",
		},
		Misses: []string{
			"rm -f .git/index.lock", "rm -f .git/refs/heads/main.lock", "rm -f .git/refs/remotes/origin/HEAD", "rm -f .git/gc.log .git/ORIG_HEAD",
			"rm -rf .git/rebase-merge .git/modules/x", "rm -rf objects refs", "find .git/objects -type f -empty -delete", "cp -r .git/objects old",
		},
	},
	{
		ID: "git.reflog-delete", Class: rules.Destructive, Program: "git", Sub: "reflog/delete", None: "-n --dry-run",
		Reason: "deletes history, by which lost work is found",
		Hint:   "`git reflog` shows it",
		Hits:   []string{"git reflog delete HEAD@{1}", "git reflog delete --rewrite stash@{0}"},
		Misses: []string{"git reflog", "git reflog delete -n HEAD@{1}"},
	},
	{
		ID: "git.read-tree", Class: rules.Destructive, Program: "git", Sub: "read-tree", Any: "-u --reset", None: "-n --dry-run",
		Reason: "replaces the files, and what is not committed of them",
		Hint:   "`git stash` keeps it",
		Hits:   []string{"git read-tree --reset -u HEAD", "git read-tree -u -m HEAD~2"},
		Misses: []string{"git read-tree HEAD", "git read-tree -n -u -m HEAD", "git ls-tree HEAD"},
	},
	{
		ID: "git.prune", Class: rules.Destructive, Program: "git", Sub: "prune", None: "-n --dry-run",
		Reason: "deletes commits that no branch holds, which is where lost work is found",
		Hint:   "`git prune -n` shows them; `git gc` keeps those of the last two weeks",
		Hits:   []string{"git prune", "git prune -v --expire=now"},
		Misses: []string{"git prune -h", "git prune -n", "git remote prune origin", "git worktree prune", "git fetch --prune"},
	},
	{
		ID: "git.worktree-force", Class: rules.Destructive, Program: "git", Sub: "worktree/remove submodule/deinit checkout-index", Any: "-f --force",
		Reason: "throws away uncommitted work",
		Hint:   "leave --force away: git refuses when work would be lost",
		Hits:   []string{"git worktree remove --force x", "git submodule deinit -f lib", "git checkout-index -f -a"},
		Misses: []string{"git worktree remove x", "git worktree list", "git worktree add -f x"},
	},
	{
		ID: "git.template", Class: rules.Persistence, Program: "git", Sub: "clone init", Any: "--template", None: "--template=-",
		Reason: "puts hooks into the new repository that run later",
		Hint:   "leave --template away",
		Hits:   []string{"git clone --template=/tmp/x u", "git init --template /tmp/x"},
		Misses: []string{"git clone u", "git init", "git commit --template x", "git init --template=", "git clone --template= --bare . b.git"},
	},
	{
		ID: "git.transport", Class: rules.Escape, Program: "git", Effect: grammar.Connects, Value: "*::*", Not: "*://*",
		Reason: "makes git run a transport helper, which may be any command",
		Hint:   "use an https or ssh URL",
		Hits:   []string{"git clone 'ext::sh -c id' d", "git fetch ext::x", "git push ext::x main"},
		Misses: []string{"git clone https://h/r", "git clone git@h:r", "git clone ssh://git@h/r"},
	},
	{
		ID: "git.alias", Class: rules.Escape, Program: "git", Effect: grammar.Sets, Name: "alias.*", Value: "!*",
		Reason: "makes git run a shell command under another name",
		Hint:   "run the command itself",
		Hits:   []string{"git -c alias.x='!id' x", "git -c alias.st=!sh st"},
		Misses: []string{"git -c alias.st=status st", "git log"},
	},
	{
		ID: "git.submodule-command", Class: rules.Escape, Program: "git", Effect: grammar.Sets, Name: "submodule.*.update", Value: "!*",
		Reason: "makes git run a shell command when it updates a submodule",
		Hint:   "run the command itself",
		Hits:   []string{"git -c submodule.lib.update='!id' submodule update"},
		Misses: []string{"git -c submodule.lib.update=rebase submodule update", "git submodule update --init"},
	},
	{
		ID: "git.forced-refspec", Class: rules.Destructive, Program: "git", Effect: grammar.Sets, Name: "remote.*.push", Value: "+*",
		Reason: "makes each push overwrite what others have pushed",
		Hint:   "leave the plus sign away",
		Hits:   []string{"git -c remote.origin.push=+refs/heads/*:refs/heads/* push origin", "git config remote.origin.push '+refs/heads/*:refs/heads/*'"},
		Misses: []string{"git config remote.origin.push refs/heads/main", "git config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'"},
	},
	{
		ID: "git.config-code", Class: rules.Escape, Program: "git", Effect: grammar.Sets,
		Name: "core.sshcommand core.gitproxy core.fsmonitor core.hookspath core.askpass core.editor core.pager " +
			"sequence.editor credential.helper credential.*.helper diff.external diff.*.command diff.*.textconv " +
			"difftool.*.cmd mergetool.*.cmd merge.*.driver filter.*.clean filter.*.smudge filter.*.process gpg.program " +
			"gpg.*.program pager.* remote.*.uploadpack remote.*.receivepack remote.*.vcs uploadpack.packobjectshook " +
			"include.path includeif.*.path protocol.ext.allow web.browser browser.*.cmd man.*.cmd trailer.*.command " +
			"trailer.*.cmd interactive.difffilter sendemail.*cmd ssh.variant init.templatedir core.alternaterefscommand " +
			"gc.recentobjectshook tar.*.command difftool.*.path mergetool.*.path gpg.ssh.defaultkeycommand hook.*.command " +
			"imap.tunnel instaweb.httpd guitool.*.cmd lfs.customtransfer.*.path lfs.extension.*.clean lfs.extension.*.smudge protocol.allow",
		Not: "- /dev/null cat less more true false : no 0 explicit cache osxkeychain libsecret wincred manager manager-core", Incomplete: true,
		Reason: "makes git run a program named on its command line",
		Hint:   "run git without that setting",
		Hits: []string{
			"git -c core.sshCommand='sh x' fetch", "git -c core.pager='sh x' log", "git -c core.fsmonitor=./evil status",
			"git -c core.hooksPath=/tmp/h commit", "git -c credential.helper='!sh' fetch",
			"GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0='sh x' git log",
			"git -c tar.zip.command=./x archive --format=zip HEAD", "git -c core.alternateRefsCommand=./x fetch", "git -c hook.x.command=./x commit",
			"git -c protocol.allow=always clone ext::x",
		},
		Misses: []string{"git -c core.pager=cat log", "git -c user.name=x commit", "git -c core.pager= log", "git log", "git -c core.sshCommand='ssh -i k' fetch", "git config core.pager 'less -FRX'", "git -c core.hooksPath=/dev/null status"},
	},
	{
		ID: "git.bare-repository", Class: rules.Escape, Program: "git", None: "--global --system", Effect: grammar.Sets, Name: "safe.barerepository", Not: "explicit",
		Reason: "makes git believe the settings of any directory that looks like a repository, for this one command",
		Hint:   "run git without that setting",
		Hits:   []string{"git -c safe.bareRepository=all status"},
		Misses: []string{"git -c safe.bareRepository=explicit log", "git config --global safe.bareRepository all", "git -c core.pager=cat log"},
	},
	{
		ID: "git.option-program", Former: "git.helper", Class: rules.Escape, Program: "git", Effect: grammar.Runs, Not: "-",
		Reason: "makes git run a program named on its command line",
		Hint:   "run git without that option",
		Hits:   []string{"git fetch --upload-pack=./x", "git clone -u ./x h:r", "git ls-remote --upload-pack id r", "git --exec-path=/tmp/x status"},
		Misses: []string{"git fetch", "git clone h:r", "git push origin main", "/usr/bin/git status", "git --exec-path"},
	},
	{
		ID: "git.tag-delete", Class: rules.Hygiene, Program: "git", Sub: "tag", Any: "-d --delete",
		Reason: "deletes tags",
		Hint:   "`git tag -l` shows them",
		Hits:   []string{"git tag -d v1", "git tag --delete a b"},
		Misses: []string{"git tag v1", "git tag -l"},
	},
	{
		ID: "git.remote-change", Class: rules.Hygiene, Program: "git", Sub: "remote/remove remote/rm remote/set-url",
		Reason: "changes where later pushes go",
		Hint:   "`git remote -v` shows where that is",
		Hits:   []string{"git remote remove origin", "git remote set-url origin https://h/x"},
		Misses: []string{"git remote -v", "git remote add x https://h/x"},
	},
	{
		ID: "secrets.git-credential", Class: rules.Secrets, Program: "git", Sub: "credential", Operand: "fill",
		Reason: "prints passwords of the remotes",
		Hint:   "`git remote -v` shows the remotes alone",
		Hits:   []string{"git credential fill", "echo url=https://h | git credential fill"},
		Misses: []string{"git config credential.helper cache", "git log --grep 'credential fill'"},
	},
}
