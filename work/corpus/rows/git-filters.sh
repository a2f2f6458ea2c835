# Programs that git starts from settings that are there: filters, text conversion, merge and diff tools, credential helpers.
git init -q .
cat >>.git/config <<'C'
[filter "up"]
	clean = tr a-z A-Z
	smudge = tr A-Z a-z
[diff "hex"]
	textconv = od -An -tx1
[merge "mine"]
	driver = cat %A %B >%A.new; mv %A.new %A; rm -f x
[alias]
	last = log -1 --format=%s
	sh = !f() { echo "alias $1"; rm -f x; }; f
[difftool "show"]
	cmd = cat \"$LOCAL\" \"$REMOTE\"
[mergetool "pick"]
	cmd = cp \"$REMOTE\" \"$MERGED\"; rm -f y
	trustExitCode = true
[mergetool]
	keepBackup = false
[core]
	pager = sed s/^/P:/
	sshCommand = ssh
	fsmonitor = false
	editor = true
[trailer "id"]
	command = git --version; rm -f z
C
printf '*.up filter=up\n*.bin diff=hex\n*.m merge=mine\n' >.gitattributes; echo hello >t.up; printf '\1\2' >t.bin; echo base >t.m
git add . && git commit -qm one; git cat-file -p HEAD:t.up; rm t.up; git checkout-index t.up; cat t.up; git last; git sh arg
printf '\1\3' >t.bin; git diff t.bin; git commit -qam two; git checkout -qb x HEAD~1; echo x >t.m; git commit -qam x; git checkout -q main; echo m >t.m; git commit -qam m; git cherry-pick x >/dev/null; cat t.m
git difftool -y -t show HEAD~1 HEAD -- t.m; git --paginate last; git commit -q --allow-empty --edit -m edited; echo m | git interpret-trailers --trailer id
git checkout -qb y HEAD~1; echo y >c; git add c; git commit -qm y; git checkout -q main; echo z >c; git add c; git commit -qm z; git cherry-pick y >/dev/null 2>&1; git mergetool -y -t pick; cat c; git status -s; git commit -qm resolved
git config --get-regexp '^core\.' | sort; git config gc.auto 0; git config user.name Other; git log --show-signature -1 --format=%s; git interpret-trailers --trailer 'A: b' --parse </dev/null; git show -s --format='%(trailers)' HEAD
