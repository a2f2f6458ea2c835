package grammar

import "testing"

// TestTransfers holds tar and rsync: what is written follows from the mode.
func TestTransfers(t *testing.T) {
	check(t, []sample{
		{`create`, `tar czf /etc/x.tgz a b; tar -c -f - .`, "tar --create --gzip --file=/etc/x.tgz file:a file:b | writes /etc/x.tgz, reads a, reads b\ntar --create --file=- file:. | reads ."},
		{`extract in the old style`, `tar xzf a.tgz; tar xfC a.tar /etc`, "tar --extract --gzip --file=a.tgz | writes ., reads a.tgz\ntar --extract --file=a.tar --directory=/etc | writes /etc/., reads a.tar"},
		{`extract elsewhere`, `tar -xf a.tar -C /etc`, `tar --extract --file=a.tar --directory=/etc | writes /etc/., reads a.tar`},
		{`list`, `tar tf /usr/share/a.tar`, `tar --list --file=/usr/share/a.tar | reads /usr/share/a.tar`},
		{`create from elsewhere`, `tar -C / -cf out.tar home`, `tar --directory=/ --create --file=out.tar file:home | writes out.tar, reads /home`},
		{`programs`, `tar -xf a --to-command='rm -rf /' --checkpoint=1 --checkpoint-action=exec='sh -c id' -I 'x -d'`, `tar --extract --file=a --to-command=rm -rf / --checkpoint=1 --checkpoint-action=exec=sh -c id --use-compress-program=x -d | writes ., reads a, evaluates checkpoint exec=sh -c id {rm --recursive --force delete:/ | deletes tree /} {x -d}`},
		{`sources removed`, `tar -cf a.tar --remove-files d`, `tar --create --file=a.tar --remove-files delete:d | writes a.tar, deletes tree d`},
		{`rsync`, `rsync -av --delete a/ h:b; rsync -e 'ssh -p 2' h:a b; rsync -an a b`, "rsync --archive --verbose --delete remote:a/ remote:h:b | reads+uploads a/, connects h:b, writes /home/~/b\nrsync --rsh=ssh -p 2 remote:h:a remote:b | connects h:a, reads /home/~/a, writes b {ssh -p=2}\nrsync --archive --dry-run remote:a remote:b | reads a"},
	})
}

// TestFilters holds what the small programs of pipelines read and write.
func TestFilters(t *testing.T) {
	check(t, []sample{
		{`readers`, `cut -d: -f1 /etc/passwd; tr a-z A-Z; diff -u a b; md5sum -c f; du -sh /x`, "cut --delimiter=: --fields=1 file:/etc/passwd | reads /etc/passwd\ntr plain:a-z plain:A-Z\ndiff --unified file:a file:b | reads a, reads b\nmd5sum --check file:f | reads f\ndu --summarize --human-readable file:/x | reads /x"},
		{`the second operand of uniq is written`, `uniq -c a; uniq a /etc/passwd`, "uniq --count file:a | reads a\nuniq file:a write:/etc/passwd | reads a, writes /etc/passwd"},
		{`split`, `split --filter='rm -rf /' f p; split -l5 f /x/p`, "split --filter=rm -rf / file:f write:p | reads f, writes p {rm --recursive --force delete:/ | deletes tree /}\nsplit --lines=5 file:f write:/x/p | reads f, writes /x/p"},
		{`a date is no file`, `date -d yesterday +%F; date -s 2020-01-01`, "date --date=yesterday plain:+%F\ndate --set=2020-01-01"},
	})
}

// TestProcesses holds the wrappers that change how a process runs.
func TestProcesses(t *testing.T) {
	check(t, []sample{
		{`flock`, `flock -n /tmp/l rm -rf /; flock /tmp/l -c 'rm -rf /'`, "flock --nonblock write:/tmp/l argv:rm argv:-rf argv:/ | writes /tmp/l {rm --recursive --force delete:/ | deletes tree /}\nflock --command=rm -rf / write:/tmp/l | writes /tmp/l {rm --recursive --force delete:/ | deletes tree /}"},
		{`script`, `script -qc 'rm -rf /' /dev/null`, `script --quiet --command=rm -rf / write:/dev/null | writes /dev/null {rm --recursive --force delete:/ | deletes tree /}`},
		{`namespaces`, `unshare -rm --wd /etc rm x; nsenter -t 1 -m rm -rf /`, "unshare --map-root-user --mount --wd=/etc argv:rm argv:x {rm delete:x | deletes x}\nnsenter --target=1 --mount argv:rm argv:-rf argv:/ {rm away --recursive --force delete:/ | deletes tree /}"},
		{`scheduling`, `taskset -c 0 rm -rf /; chrt -b 0 rm -rf /; setpriv --nnp rm -rf /`, "taskset --cpu-list plain:0 argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}\nchrt --batch plain:0 argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}\nsetpriv --no-new-privs argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}"},
	})
}
