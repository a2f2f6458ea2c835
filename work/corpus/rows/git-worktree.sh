# Worktrees, stashes, sparse checkouts: other directories than the one of .git.
git init -q . && mkdir out && echo out/ >>.git/info/exclude
mkdir a b && echo 1 >a/1 && echo 2 >b/2 && git add . && git commit -qm one
git worktree add -q out/w2 -b w2; git worktree list | sed 's/ .*\[/ [/'; (cd out/w2 && echo 3 >a/3 && git add . && git commit -qm two)
git -C out/w2 log --oneline; git --git-dir=out/w2/.git --work-tree=out/w2 status -s; GIT_DIR=.git git log -1 --format=%s; GIT_DIR=$PWD/.git GIT_WORK_TREE=$PWD git status -sb; git --work-tree=. status -sb; (cd a && GIT_DIR=../.git git log -1 --format=%s)
git worktree lock out/w2; git worktree unlock out/w2; git worktree move out/w2 out/w3; git worktree remove out/w3; git worktree prune -v; git worktree list | wc -l
echo x >>a/1; git stash push -qm saved -- a; git stash list; git stash branch fromstash; git status -s; git stash list; git commit -qam stashed
echo new >new; git stash -q --include-untracked; ls; git stash apply -q; ls; rm new
git sparse-checkout set a; ls; git sparse-checkout disable; ls
git update-index --assume-unchanged a/1; git ls-files -v; git update-index --no-assume-unchanged a/1; git update-index --refresh
GIT_INDEX_FILE=.git/other git read-tree HEAD; GIT_INDEX_FILE=.git/other git ls-files; rm .git/other
git hash-object -w a/1; git write-tree; git commit-tree -m t "$(git write-tree)" | wc -c; git update-ref refs/heads/plumbed HEAD; git for-each-ref --format='%(refname)'
git clean -nd; git rev-parse --show-toplevel --git-dir --is-inside-work-tree --git-path hooks; git check-ignore -v x; git check-attr -a a/1
