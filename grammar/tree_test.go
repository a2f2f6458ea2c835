package grammar

import "testing"

// TestTransfers holds tar and rsync: what is written follows from the mode.
func TestTransfers(t *testing.T) {
	check(t, []row{
		{`create`, `tar czf /etc/x.tgz a b; tar -c -f - .`, "tar --create --gzip --file=/etc/x.tgz file:a file:b | writes /etc/x.tgz, reads a, reads b\ntar --create --file=- file:. | reads ."},
		{`extract in the old style`, `tar xzf a.tgz; tar xfC a.tar /etc`, "tar --extract --gzip --file=a.tgz | writes ., reads a.tgz\ntar --extract --file=a.tar --directory=/etc | writes /etc/., reads a.tar"},
		{`extract elsewhere`, `tar -xf a.tar -C /etc`, `tar --extract --file=a.tar --directory=/etc | writes /etc/., reads a.tar`},
		{`list`, `tar tf /usr/share/a.tar`, `tar --list --file=/usr/share/a.tar | reads /usr/share/a.tar`},
		{`create from elsewhere`, `tar -C / -cf out.tar home`, `tar --directory=/ --create --file=out.tar file:home | writes out.tar, reads //home`},
		{`programs`, `tar -xf a --to-command='rm -rf /' --checkpoint=1 --checkpoint-action=exec='sh -c id' -I 'x -d'`, `tar --extract --file=a --to-command=rm -rf / --checkpoint=1 --checkpoint-action=exec=sh -c id --use-compress-program=x -d | writes ., reads a, sets exec sh -c id, runs x -d {rm --recursive --force delete:/ | deletes tree /}`},
		{`sources removed`, `tar -cf a.tar --remove-files d`, `tar --create --file=a.tar --remove-files delete:d | writes a.tar, deletes tree d`},
		{`rsync`, `rsync -av --delete a/ h:b; rsync -e 'ssh -p 2' h:a b; rsync -an a b`, "rsync --archive --verbose --delete remote:a/ remote:h:b | reads+uploads a/, connects h:b\nrsync --rsh=ssh -p 2 remote:h:a remote:b | connects h:a, writes b {ssh -p=2}\nrsync --archive --dry-run remote:a remote:b | reads a"},
	})
}
