# bisect run, with a script and with a command of a shell.
git init -q . && mkdir out && printf "out/\nbuilt\n" >>.git/info/exclude
for i in $(seq 1 20); do echo "$i" >n; git add n; git commit -qm "c$i"; git tag "t$i"; done
printf '#!/bin/sh\nrm -f built; cp n built; test "$(cat built)" -lt 13\n' >out/test.sh; chmod +x out/test.sh
git bisect start HEAD t1 >/dev/null; git bisect run out/test.sh 2>&1 | tail -8; git bisect log | tail -2; git bisect reset 2>&1
git bisect start HEAD t1 >/dev/null; git bisect run sh -c 'test $(cat n) -lt 7' 2>&1 | grep 'first bad'; git bisect reset 2>&1
git bisect start HEAD t1 >/dev/null; git bisect run python3 -c 'import sys; sys.exit(int(open("n").read()) >= 5)' 2>&1 | grep 'first bad'; git bisect reset 2>&1
git status -sb
