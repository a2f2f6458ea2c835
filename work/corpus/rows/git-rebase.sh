# Rebases of many commits: git starts itself, a shell and an editor for each.
git init -q . && mkdir out && echo out/ >>.git/info/exclude
for i in $(seq 1 50); do echo "$i" >"f$i" && git add . && git commit -qm "commit $i"; done
git checkout -qb onto HEAD~50 2>/dev/null || git checkout -qb onto "$(git rev-list --max-parents=0 HEAD)"
echo base >base && git add base && git commit -qm base
git checkout -q main && git rebase -q onto; echo "rebase $?"; git log --oneline | wc -l
git rebase -q --exec 'test -f base' HEAD~5; echo "exec $?"
git rebase -q --exec 'rm -f tmp; touch tmp; ls tmp; rm tmp' HEAD~3; echo "exec with rm $?"
git rebase --exec false HEAD~1 2>/dev/null; echo "failing exec $?"; git rebase --abort
GIT_SEQUENCE_EDITOR="sed -i -e 2s/pick/squash/" GIT_EDITOR=true git rebase -q -i HEAD~3; echo "squash $?"; git log -3 --format=%s
GIT_SEQUENCE_EDITOR=: git rebase -q -i --autosquash HEAD~3; echo "autosquash $?"
git commit -q --allow-empty --fixup HEAD; git -c sequence.editor=: rebase -q -i --autosquash --keep-empty HEAD~3; echo "fixup $?"
git rebase -q --onto HEAD~10 HEAD~5; echo "onto $?"; git rebase -q --rebase-merges HEAD~4; echo "merges $?"
git log --format='%h %s' | head -5; git status -sb
