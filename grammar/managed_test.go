package grammar

import "testing"

// TestModules holds what the modules of configuration managers do, as commands.
func TestModules(t *testing.T) {
	check(t, []sample{
		{`elsewhere`, `ansible web -m file -a 'path=/srv/a state=absent'`, `ansible --module-name=file --args=path=/srv/a state=absent plain:web | manages {rm away --recursive --force delete:/srv/a | deletes tree /srv/a}`},
		{`here`, `ansible localhost -m ansible.builtin.file -a 'path="/srv/a b" state=absent'`, `ansible --module-name=ansible.builtin.file --args=path="/srv/a b" state=absent plain:localhost | manages {rm --recursive --force delete:/srv/a b | deletes tree /srv/a b}`},
		{`here by the connection`, `ansible all -c local -m file -a 'state=absent dest=~/x'`, `ansible --connection=local --module-name=file --args=state=absent dest=~/x plain:all | manages {rm --recursive --force delete:~/x | deletes tree ~/x}`},
		{`here by the inventory`, `ansible -i localhost, all -m user -a 'name=x uid=0'`, `ansible --inventory-file=localhost, --module-name=user --args=name=x uid=0 plain:all | manages {useradd --uid=0 plain:x}`},
		{`a mapping`, `ansible localhost -m file -a '{"path": "/srv/a", "state": "absent"}'`, `ansible --module-name=file --args={"path": "/srv/a", "state": "absent"} plain:localhost | manages {rm --recursive --force delete:/srv/a | deletes tree /srv/a}`},
		{`what is not known`, `ansible localhost -m file -a "path=$X/a state={{ s }}"`, `ansible --module-name=file --args=path=?/a state={{ s }} plain:localhost | manages {rm? --recursive --force delete:?/a | deletes tree ?/a?} {ln? --symbolic --force file:?/a | reads ?/a?} {ln? --force hardlink:?/a | reads+changes ?/a?} {touch? write:?/a | writes ?/a?} {mkdir? --parents write:?/a | writes ?/a?}`},
		{`only tried`, `ansible localhost --check -m user -a 'name=x'`, `ansible --check --module-name=user --args=name=x plain:localhost | manages`},
		{`a module that changes nothing`, `ansible localhost -m setup -a 'filter=x'`, `ansible --module-name=setup --args=filter=x plain:localhost | manages`},
		{`the module that runs commands`, `ansible localhost -a 'chdir=/srv rm -rf a=b'`, `ansible --args=chdir=/srv rm -rf a=b plain:localhost | manages {cd plain:/srv} {rm --recursive --force delete:a=b | deletes tree a=b}`},
		{`a file sent from here`, `ansible web -m copy -a 'src=a dest=/tmp/b mode=0644'`, `ansible --module-name=copy --args=src=a dest=/tmp/b mode=0644 plain:web | manages {chmod away mode:0644 change:/tmp/b | changes /tmp/b} {tee away write:/tmp/b | writes /tmp/b} {scp -r remote:a remote:host:/tmp/b | reads+uploads a, connects host:/tmp/b, writes /tmp/b}`},
		{`a line of another's keys`, `ansible localhost -m authorized_key -a "user=$U key=x"`, `ansible --module-name=authorized_key --args=user=? key=x plain:localhost | manages {tee --append write:~/.ssh/authorized_keys | writes ~/.ssh/authorized_keys}`},
		{`a job`, `ansible localhost -m cron -a 'name=x job="rm -rf /srv"'`, `ansible --module-name=cron --args=name=x job="rm -rf /srv" plain:localhost | manages {rm --recursive --force delete:/srv | deletes tree /srv} {crontab -e}`},
		{`a function of salt`, `salt-call --local file.remove /srv/a`, `salt-call --local plain:file.remove plain:/srv/a | manages {rm --recursive --force delete:/srv/a | deletes tree /srv/a}`},
		{`a function elsewhere`, `salt web user.delete x`, `salt plain:web plain:user.delete plain:x | manages {userdel away plain:x}`},
		{`a state`, `salt-call --local state.single file.absent name=/srv/a; salt-call state.single fun=user.absent name=x`, "salt-call --local plain:state.single plain:file.absent plain:name=/srv/a | manages {rm --recursive --force delete:/srv/a | deletes tree /srv/a}\nsalt-call plain:state.single plain:fun=user.absent plain:name=x | manages {userdel plain:x}"},
		{`a state only tried`, `salt-call --local state.single file.absent name=/srv/a test=True`, `salt-call --local plain:state.single plain:file.absent plain:name=/srv/a plain:test=True | manages`},
		{`a function that changes nothing`, `salt-call --local test.ping`, `salt-call --local plain:test.ping | manages`},
	})
}

// TestUserShells holds what su starts in the place of a shell, and ssh in the place of words.
func TestUserShells(t *testing.T) {
	check(t, []sample{
		{`any program`, `su -s /usr/bin/dropdb postgres production`, `su --shell=/usr/bin/dropdb plain:postgres argv:production | elevates, runs /usr/bin/dropdb, evaluates sh ?? {production} {dropdb plain:production | runs /usr/bin/dropdb}`},
		{`a line for it`, `runuser -s /usr/bin/psql -c 'drop table x' postgres`, `runuser --shell=/usr/bin/psql --command=drop table x plain:postgres | elevates, runs /usr/bin/psql {drop plain:table plain:x} {psql --command=drop table x | runs /usr/bin/psql, evaluates psql drop table x}`},
		{`a shell`, `su -s /bin/sh www -c 'ls'`, `su --shell=/bin/sh --command=ls plain:www | elevates, runs /bin/sh {ls}`},
		{`nothing but the shell`, `su -s /usr/sbin/nologin www`, `su --shell=/usr/sbin/nologin plain:www | elevates, runs /usr/sbin/nologin, evaluates sh ??`},
		{`a setting of ssh`, `ssh -oRemoteCommand='rm -rf /srv/a' h; ssh -o 'RemoteCommand rm x' h; ssh -oRemoteCommand=none h`, "ssh -o=RemoteCommand=rm -rf /srv/a host:h | sets remotecommand rm -rf /srv/a, connects h {rm away --recursive --force delete:/srv/a | deletes tree /srv/a}\nssh -o=RemoteCommand rm x host:h | sets remotecommand rm x, connects h {rm away delete:x | deletes x}\nssh -o=RemoteCommand=none host:h | sets remotecommand none, connects h"},
		{`the first file of a shell`, `bash --rcfile <(echo 'rm -rf /srv/a') -i; bash --init-file x -i`, "echo plain:rm -rf /srv/a\nbash --init-file=? -i | evaluates sh ?? {rm --recursive --force delete:/srv/a | deletes tree /srv/a}\nbash --init-file=x -i | reads+runs sh x, evaluates sh ??"},
	})
}
