package grammar

import "testing"

// TestFiles holds what the file programs touch (C6, C7).
func TestFiles(t *testing.T) {
	check(t, []sample{
		{`M1 verbose`, `rm -rvf /`, `rm --recursive --verbose --force delete:/ | deletes tree /`},
		{`M1 long`, `rm --recursive --force /`, `rm --recursive --force delete:/ | deletes tree /`},
		{`M1 operand first`, `rm / -rf`, `rm --recursive --force delete:/ | deletes tree /`},
		{`M1 quoted`, `rm -rf "/"`, `rm --recursive --force delete:/ | deletes tree /`},
		{`M2 apart`, `rm -r -f /`, `rm --recursive --force delete:/ | deletes tree /`},
		{`M2 after --`, `rm -rf -- /`, `rm --recursive --force delete:/ | deletes tree /`},
		{`B1 spelt another way`, `rm -fR // /. /../ /*`, `rm --force --recursive delete:// delete:/. delete:/../ delete:/* | deletes tree //, deletes tree /., deletes tree /../, deletes tree /*`},
		{`B6 no tree`, `rm /tmp/f; rm -d x`, "rm delete:/tmp/f | deletes /tmp/f\nrm --dir delete:x | deletes x"},
		{`B7 data`, `rm -- '-x /etc'`, `rm delete:-x /etc | deletes -x /etc`},
		{`removal of other kinds`, `rmdir -p a/b; unlink /etc/passwd; shred -u f; shred f`, "rmdir --parents delete:a/b | deletes a/b\nunlink delete:/etc/passwd | deletes /etc/passwd\nshred -u delete:f | deletes f\nshred write:f | writes f"},
		{`C6 copies`, `cp x /etc/hosts; cp -t /etc x; install -m 755 x /usr/bin/x; install -d /opt/x`, "cp file:x write:/etc/hosts | reads x, writes /etc/hosts\ncp --target-directory=/etc file:x | writes /etc, reads x\ninstall --mode=755 file:x write:/usr/bin/x | reads x, writes /usr/bin/x\ninstall --directory write:/opt/x | writes /opt/x"},
		{`C6 moves`, `mv a b /etc; mv -t /etc a`, "mv delete:a delete:b write:/etc | deletes tree a, deletes tree b, writes /etc\nmv --target-directory=/etc delete:a | writes /etc, deletes tree a"},
		{`a second name`, `ln a b; ln -t d a; cp -al a b; link a b`, "ln hardlink:a write:b | reads+changes a, writes b\nln --target-directory=d hardlink:a | writes d, reads+changes a\ncp --archive --link hardlink:a write:b | reads+changes a, writes b\nlink hardlink:a write:b | reads+changes a, writes b"},
		{`C6 links`, `ln -s /etc/passwd x; ln -sf a; ln -st /etc a b`, "ln --symbolic file:/etc/passwd write:x | reads /etc/passwd, writes x\nln --symbolic --force file:a | reads a\nln --symbolic --target-directory=/etc file:a file:b | writes /etc, reads a, reads b"},
		{`C6 tee`, `echo x | tee -a /etc/hosts f`, "echo plain:x\ntee --append write:/etc/hosts write:f | writes /etc/hosts, writes f"},
		{`C6 dd`, `dd if=/root/x of=/dev/sda; dd of="$x"`, "dd if==/root/x of==/dev/sda | reads /root/x, writes /dev/sda\ndd of==? | writes ?"},
		{`C7 chmod`, `chmod 777 f; chmod -R 0777 .; chmod a+rwx,u-s f; chmod u+s f; chmod --recursive --reference=a /; chmod -rwx f`, "chmod mode:777 change:f | changes f\nchmod --recursive mode:0777 change:. | changes tree .\nchmod mode:a+rwx,u-s change:f | changes f\nchmod mode:u+s change:f | changes f\nchmod --recursive --reference=a change:/ | changes tree /\nchmod -w -w -w change:f | changes f"},
		{`C7 chown`, `chown root x; chown -R 0:0 /; chgrp root x; chown --from=a b c`, "chown owner:root change:x | changes x\nchown --recursive owner:0:0 change:/ | changes tree /\nchgrp owner:root change:x | changes x\nchown --from=a owner:b change:c | changes c"},
		{`file systems`, `mkfs.ext4 -F /dev/sda1; mkfs -t ext4 /dev/sda1; mke2fs -n /dev/sda1; wipefs -a /dev/sda`, "mke2fs -F write:/dev/sda1 | writes /dev/sda1\nmkfs --type=ext4 write:/dev/sda1 | writes /dev/sda1\nmke2fs -n write:/dev/sda1\nwipefs --all write:/dev/sda | writes /dev/sda"},
		{`made of a size`, `fallocate -l 1G -n a`, "fallocate --length=1G --keep-size write:a | writes a"},
		{`created`, `mkdir -p a/b; touch -r x y; truncate -s 0 /etc/passwd`, "mkdir --parents write:a/b | writes a/b\ntouch --reference=x write:y | writes y\ntruncate --size=0 write:/etc/passwd | writes /etc/passwd"},
	})
}

// TestFind holds what find does with what it finds (C12).
func TestFind(t *testing.T) {
	check(t, []sample{
		{`quiet`, `find . -name '*.go' -print`, `find -name=*.go -print file:. | reads .`},
		{`-delete takes the whole tree`, `find / -delete; find -delete`, "find -delete delete:/ | deletes tree /\nfind -delete | deletes tree ."},
		{`-delete of some`, `find . -name '*.pyc' -delete`, `find -name=*.pyc -delete delete:. | deletes ./?/*.pyc`},
		{`-delete of a pattern that all match`, `find ~ -name '*' -delete`, `find open -name=* -delete delete:? | deletes tree ?`},
		{`-delete of a negation`, `find /x ! -name a -delete`, `find -not -name=a -delete delete:/x | deletes tree /x`},
		{`-delete by type only is the whole tree`, `find /x -type f -delete`, `find -type=f -delete delete:/x | deletes tree /x`},
		{`-exec`, `find /etc -type f -exec rm -rf {} \;`, `find -type=f -exec file:/etc | reads /etc {rm --recursive --force delete:/etc/? | deletes tree /etc/?}`},
		{`-exec +`, `find a b -exec rm -rf {} + -print`, `find -exec -print file:a file:b | reads a, reads b {rm --recursive --force delete:a/? | deletes tree a/?} {rm --recursive --force delete:b/? | deletes tree b/?}`},
		{`-execdir of a shell`, `find . -execdir sh -c 'rm -rf "$1"' _ {} \;`, `find -execdir file:. | reads . {sh -c shell:rm -rf "$1" plain:_ plain:./? {rm --recursive --force delete:./? | deletes tree ./?}}`},
		{`-ok without an end`, `find . -ok rm x`, `find -ok file:. | reads . {rm delete:x | deletes x}`},
		{`{} in part of a word`, `find . -exec mv {} /x/{}.bak \;`, `find -exec file:. | reads . {mv delete:./? write:/x/./?.bak | deletes tree ./?, writes /x/./?.bak}`},
		{`-fprint`, `find . -fprint /etc/x -fls y -fprint0 z`, `find -fprint=/etc/x -fls=y -fprint0=z file:. | writes /etc/x, writes y, writes z, reads .`},
		{`parentheses`, `find . \( -name a -o -name b \) -delete`, `find ( -name=a -or -name=b ) -delete delete:. | deletes ./?`},
		{`unknown start`, `find "$x" -delete`, `find open -delete delete:? | deletes tree ?`},
	})
}

// TestText holds the programs that read and print.
func TestText(t *testing.T) {
	check(t, []sample{
		{`data is no command`, "echo \"rm -rf /\"; printf '%s\n' -rf /; echo -x -n \"$x\"", "echo plain:rm -rf /\nprintf plain:%s\n plain:-rf plain:/\necho plain:-x plain:-n plain:?"},
		{`readers`, `cat ~/.ssh/id_rsa; head -n 5 f; tail -f f; wc -l f; less +F f; ls -la /x`, "cat open file:?/.ssh/id_rsa | reads ?/.ssh/id_rsa\nhead --lines=5 file:f | reads f\ntail -f file:f | reads f\nwc --lines file:f | reads f\nless +=F file:f | evaluates less F, reads f\nls -l --all file:/x | reads /x"},
		{`grep`, `grep mkfs README; grep -rn -e a -f pats d; grep -5 x f`, "grep plain:mkfs file:README | reads README\ngrep --recursive --line-number --regexp=a --file=pats file:d | reads pats, reads tree d\ngrep -NUM plain:x file:f | reads f"},
		{`sed`, `sed -n 1,5p f; sed -i.bak s/a/b/ f; sed -i -e s/a/b/ f; sed -e 1p -f x.sed f; sed 'w /etc/x' f`, "sed --silent code:1,5p file:f | evaluates sed 1,5p, reads f\nsed --in-place=.bak code:s/a/b/ write:f | evaluates sed s/a/b/, writes f\nsed --in-place --expression=s/a/b/ write:f | evaluates sed s/a/b/, writes f\nsed --expression=1p --file=x.sed file:f | evaluates sed 1p, reads+runs sed x.sed, reads f\nsed code:w /etc/x file:f | evaluates sed w /etc/x, reads f"},
		{`awk`, `awk '{print $1}' f; awk -f x.awk f`, "awk code:{print $1} file:f | evaluates awk {print $1}, reads f\nawk --file=x.awk file:f | reads+runs awk x.awk, reads f"},
		{`sort`, `sort -o /etc/x y; sort -no out f; sort --compress-program=sh f`, "sort --output=/etc/x file:y | writes /etc/x, reads y\nsort --numeric-sort --output=out file:f | writes out, reads f\nsort --compress-program=sh file:f | runs sh, reads f"},
		{`gzip and base64`, `gunzip -c f; gzip f; base64 -d f`, "gzip --stdout file:f | reads f\ngzip write:f | writes f\nbase64 --decode file:f | reads f"},
		{`tests`, `[ -f /x ] && test -n "$x" && true -x`, "test plain:-f plain:/x plain:]\ntest plain:-n plain:?\ntrue plain:-x"},
		{`variables`, `export A=1 PATH=/x; declare -x B=2; readonly C`, "export | sets A 1, sets PATH /x\ndeclare -x | sets B 2\nreadonly plain:C"},
	})
}

// TestInterpreters holds code, scripts and standard input of the languages (B10, C5).
func TestInterpreters(t *testing.T) {
	check(t, []sample{
		{`B10 -c`, `python3 -c 'import os'`, `python -c=import os | evaluates python import os`},
		{`B10 -Sc`, `python3 -Sc 'import os' a -c b`, `python -S -c=import os plain:a plain:-c plain:b | evaluates python import os`},
		{`B10 -cCODE`, `python3.12 -cprint`, `python -c=print | evaluates python print`},
		{`B10 code not known`, `python -c "print($x)"`, `python -c=print(?) | evaluates python print(?)`},
		{`module`, `python3 -m http.server 80`, `python -m=http.server plain:80 {http.server listen:80 | listens 80}`},
		{`script`, `python3 -u a.py -c x; python3 ./a.py`, "python -u script:a.py plain:-c plain:x | reads+runs python a.py\npython script:./a.py | reads+runs python ./a.py"},
		{`standard input`, `curl u | python3; curl u | python3 - x; python3 < a.py`, "curl url:u | connects u\npython | evaluates python ?\ncurl url:u | connects u\npython script:- plain:x | evaluates python ?\npython | reads+runs python a.py, reads a.py"},
		{`here-document`, "python3 - <<'E'\nimport os\nE", "python script:- | evaluates python import os\n"},
		{`process substitution`, `python3 <(curl u)`, "curl url:u | connects u\npython script:? | evaluates python ?"},
		{`perl`, `perl -e 'unlink x' f; perl -pi.bak -e s/a/b/ f; perl -i a.pl f; curl u | perl; perl -MFoo -ne 'x' f`, "perl -e=unlink x file:f | evaluates perl unlink x, reads f\nperl -p -i=.bak -e=s/a/b/ write:f | evaluates perl s/a/b/, writes f\nperl -i script:a.pl write:f | reads+runs perl a.pl, writes f\ncurl url:u | connects u\nperl | evaluates perl ?\nperl -M=Foo -n -e=x file:f | evaluates perl-use Foo, evaluates perl x, reads f"},
		{`ruby`, `ruby -e 'x' f; curl u | ruby; ruby a.rb`, "ruby -e=x plain:f | evaluates ruby x\ncurl url:u | connects u\nruby | evaluates ruby ?\nruby script:a.rb | reads+runs ruby a.rb"},
		{`node`, `node -e 'x'; node --eval=x; curl u | node; node a.js --eval y; node -p 1`, "node --eval=x | evaluates javascript x\nnode --eval=x | evaluates javascript x\ncurl url:u | connects u\nnode | evaluates javascript ?\nnode script:a.js plain:--eval plain:y | reads+runs javascript a.js\nnode --print=1 | evaluates javascript 1"},
		{`TypeScript`, `tsx -e 'x'; ts-node -pe 'x'; ts-node -p -e x; tsx a.ts`, "tsx --eval=x | evaluates javascript x\nts-node -pe=x | evaluates javascript x\nts-node --print --eval=x | evaluates javascript x\ntsx script:a.ts | reads+runs javascript a.ts"},
		{`php`, `php -r 'x;'; curl u | php; php a.php; php -S 0.0.0.0:80`, "php --run=x; | evaluates php x;\ncurl url:u | connects u\nphp | evaluates phtml ?\nphp script:a.php | reads+runs phtml a.php\nphp --server=0.0.0.0:80 | listens 0.0.0.0:80"},
		{`lua`, `lua -e 'x'`, `lua -e=x | evaluates lua x`},
	})
}

// TestShimgenCommands holds shimgen's own verbs and the flags that loosen.
func TestShimgenCommands(t *testing.T) {
	check(t, []sample{
		{`check is data`, `shimgen check -- 'rm -rf /'`, `shimgen check plain:rm -rf /`},
		{`exec`, `shimgen exec --no-security -- rm -rf /`, `shimgen exec --no-security argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}`},
		{`exec -c`, `/opt/x/shimgen exec --security-profile open -c 'rm -rf /'`, `shimgen exec --profile=open -c=rm -rf / | runs /opt/x/shimgen {rm --recursive --force delete:/ | deletes tree /}`},
		{`as-shim`, `shimgen --as-shim rm -rf /`, `shimgen --as-shim {rm --recursive --force delete:/ | deletes tree /}`},
		{`as-shim-fresh`, `shimgen --as-shim-fresh rm -rf /`, `shimgen --as-shim-fresh {rm --recursive --force delete:/ | deletes tree /}`},
		{`a registry is no file`, `shimgen-fleet pull --from oci://registry.example.com/fleet/policy; shimgen-fleet pull --from company.signed`, "shimgen-fleet pull --from=oci://registry.example.com/fleet/policy | connects oci://registry.example.com/fleet/policy\nshimgen-fleet pull --from=company.signed | reads company.signed"},
		{`what a fleet begins with`, `shimgen-fleet new d --key k; shimgen-fleet join d`, "shimgen-fleet new --approver=k write:d | writes k, writes d\nshimgen-fleet join file:d | reads d"},
		{`verbs`, `shimgen trust; shimgen policy apply f.toml; shimgen uninstall --dir d`, "shimgen trust\nshimgen policy apply file:f.toml | reads f.toml\nshimgen uninstall --dir=d | deletes tree d"},
		{`shim`, `shim rm -rf /`, `shim argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}`},
	})
}

// TestWithoutGrammar holds what is said of programs that are not known.
func TestWithoutGrammar(t *testing.T) {
	check(t, []sample{
		{`quiet`, `frob test; builder build ./...; frobnicate compose up -d`, "frob plain:test {test?}\nbuilder plain:build plain:./... | reads ./...?\nfrobnicate -d plain:compose plain:up"},
		{`a path may be read`, `foo --in=/etc/shadow ~/x ./y a/b`, `foo open --in=/etc/shadow plain:?/x plain:./y plain:a/b | reads /etc/shadow?, reads ./y?, reads a/b?`},
		{`a URL may be fetched`, `foo https://example.com/x`, `foo plain:https://example.com/x | connects https://example.com/x?`},
		{`a command after words`, `foo -x /bin/rm -rf /; frobnicate exec p -- git push -f`, "foo -x -rf plain:/bin/rm plain:/ | reads /bin/rm?, reads /? {rm? --recursive --force delete:/ | runs /bin/rm?, deletes tree /?}\nfrobnicate plain:exec plain:p plain:git plain:push plain:-f {exec? argv:p argv:-- argv:git argv:push argv:-f {p? plain:git plain:push plain:-f {git push? --force}}} {git push --force}"},
		{`text is no command`, `foo -m 'rm -rf /' --title rm.txt`, `foo -m --title plain:rm -rf / plain:rm.txt`},
		{`the directory is no builtin`, `frobnicate build .`, `frobnicate plain:build plain:. | reads .?`},
	})
}
