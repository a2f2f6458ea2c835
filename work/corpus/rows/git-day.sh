# A day of git: everything a person types without thinking.
git init -q . && mkdir out && echo out/ >>.git/info/exclude
printf 'one\ntwo\nthree\n' >file && mkdir sub && echo x >sub/x
git add -A && git commit -qm first && git log --oneline --stat
git status --short --branch
git checkout -qb topic && echo four >>file && git commit -qam second
git diff main..topic
git switch -q main && echo zero >zero && git add zero && git commit -qm third
git log --graph --format='%h %s %an' --all; git tag -a v1 -m 'version one' && git describe --tags
git branch -vv; git branch --list --format='%(refname:short) %(objectname:short)'
git mv zero null && git rm -q --cached sub/x && git status --porcelain=v2 --branch
git reset -q && git add sub && git status -s
git add -u && git commit -q --amend --no-edit && git show --stat HEAD
echo kept >>file && git stash -q && git stash list --format='%gd %s' && git stash show -p && git stash apply
git commit -qam fourth; git revert --no-edit HEAD; git cherry-pick --no-commit HEAD~1; git status -s; git commit -qm again
git blame -s file; git grep -n two; git log -S two --oneline; git shortlog -sn HEAD
git format-patch -2 -o out/patches; git checkout -qb other HEAD~2 && git am -q out/patches/*.patch; git log --oneline -3
git archive --format=tar HEAD | tar tf -
git bundle create -q out/all.bundle main && git clone -q out/all.bundle out/copy && git -C out/copy branch -a
git clone -q . out/clone && git -C out/clone remote | cat && git -C out/clone fetch -q --all && git -C out/clone rev-parse --abbrev-ref '@{u}'
echo new >out/clone/p && git -C out/clone add p && git -C out/clone commit -qm new && git -C out/clone push -q --dry-run origin HEAD:refs/heads/pushed && git -C out/clone ls-remote --heads origin
git -c core.pager=cat -c color.ui=always log --oneline -1 | wc -l; git --no-pager log -1 --format=%s; git -P log -1 --format=%s
PAGER=cat git log -1 --format=%s; GIT_PAGER=cat git -p log -1 --format=%s; EDITOR=true git commit -q --allow-empty --edit -m edited; GIT_EDITOR=: git commit -q --amend; git log -1 --format=%s
git conflicts 2>/dev/null; echo "no such command: $?"
git switch -q main; git notes add -m noted && git notes show; git reflog --format='%gd %gs' | head -3
git gc -q && git fsck && git count-objects -v | cut -d: -f1; git maintenance run --task=commit-graph -q
git ls-files -s; git cat-file -p 'HEAD^{tree}'; git rev-list --count HEAD; git name-rev --name-only HEAD
