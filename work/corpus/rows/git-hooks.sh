# Hooks are started by git with git's own variables set, and do what scripts do.
git init -q . && mkdir out && echo out/ >>.git/info/exclude
hook() { cat >"$1"; /bin/chmod +x "$1"; } # to make one is what persistence.write asks about; to run one is not
hook .git/hooks/pre-commit <<'H'
#!/bin/sh
env | grep '^GIT_' | cut -d= -f1 | sort
touch tmp && rm -f tmp
exec git diff --cached --check
H
hook .git/hooks/commit-msg <<'H'
#!/bin/sh
grep -q . "$1" && sed -i '1s/$/ (checked)/' "$1"
H
hook .git/hooks/prepare-commit-msg <<'H'
#!/bin/bash
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
echo "prepare in $(basename "$here"): ${2:-}"
H
hook .git/hooks/post-commit <<'H'
#!/bin/sh
echo "made $(git log -1 --format=%s)"; python3 -c 'import os; print(os.environ.get("GIT_DIR"))'
H
hook .git/hooks/post-checkout <<'H'
#!/bin/sh
echo "checkout $3"
H
hook .git/hooks/pre-push <<'H'
#!/bin/sh
while read -r a b c d; do echo "push $a $c"; done; rm -rf build; git stash list
H
hook .git/hooks/post-merge <<'H'
#!/bin/sh
make -s -f - <<'M'
all: ; @echo merged; rm -f stamp
M
H
echo a >a && git add a && git commit -m first; git log --format=%s
git checkout -b t; echo b >b && git add b && git commit -qm second; git checkout main; git pull -q . t 2>/dev/null; git log --oneline
git init -q --bare out/up.git
hook out/up.git/hooks/pre-receive <<'H'
#!/bin/sh
while read old new ref; do echo "receive $ref"; git log -1 --format=%s "$new"; done; rm -f x; env | grep '^GIT_' | cut -d= -f1 | sort
H
hook out/up.git/hooks/update <<'H'
#!/bin/sh
echo "update $1"
curl --version >/dev/null && python3 -c "print(1)"
H
git push -q out/up.git main 2>/dev/null; echo "push $?"; git -C out/up.git log --oneline main
echo 'x ' >>a; git commit -qam 'bad'; echo "refused by the hook: $?"; git commit -qam forced --no-verify; echo "$?"
