# What rules refuse or warn about on purpose, one of each that people meet in a day.
git init -q .; echo a >a; git add a; git commit -qm one; echo b >>a; mkdir out; echo out >.git/info/exclude
git checkout -- a; cat a; git checkout -qb side; git commit -qam side; git switch -q main
git merge -q side
git clone -q . out/clone; git -C out/clone push -q origin HEAD:refs/heads/new; git -C out/clone pull -q
git config core.hooksPath .githooks; git config core.pager 'sh -c evil'; git config alias.x '!sh'
echo c >>a; git reset -q --hard; cat a
(cd out && touch ../b && mkdir ../c && git init -q ../d)
mkdir m n; touch m/x; rsync -a --delete n/ m; ls m; shred -u m/x; ls m; chmod a=rwx m; nohup true; npm publish --dry-run 2>/dev/null; git push --force --dry-run out/clone main; git clean -qfdx; ls
git commit -q --allow-empty -m two; printf '#!/bin/sh\nsed -i s/^pick/reword/ "$1"\n' >seq; /bin/chmod +x seq; GIT_SEQUENCE_EDITOR=$PWD/seq git rebase -q -i HEAD~1; git log -1 --format=%s
