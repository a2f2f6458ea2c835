package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// A condition that holds for every row is none, however it is written.
func TestConditionsThatAlwaysHold(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a key that is never null", `psql -c "DELETE FROM a WHERE id IS NOT NULL"`, rules.Ask, "db.delete-all"},
		{"a column that may be", `psql -c "DELETE FROM a WHERE deleted_at IS NOT NULL"`, rules.Allow, ""},
		{"every key that there is", `psql -c "DELETE FROM a WHERE id > 0"`, rules.Ask, "db.delete-all"},
		{"every key, from below", `psql -c "DELETE FROM a WHERE id > -1"`, rules.Ask, "db.delete-all"},
		{"some keys", `psql -c "DELETE FROM a WHERE id > 10"`, rules.Allow, ""},
		{"one or all", `psql -c "DELETE FROM a WHERE id = 1 OR true"`, rules.Ask, "db.delete-all"},
		{"all, and of those one", `psql -c "DELETE FROM a WHERE 1=1 AND id=1"`, rules.Allow, ""},
		{"two constants twice", `psql -c "DELETE FROM a WHERE 1=1 AND 'x'='x'"`, rules.Ask, "db.delete-all"},
		{"any text", `psql -c "DELETE FROM a WHERE name LIKE '%'"`, rules.Ask, "db.delete-all"},
		{"some text", `psql -c "DELETE FROM a WHERE name LIKE 'x%'"`, rules.Allow, ""},
		{"constants that differ", `mysql -e "UPDATE a SET b = 1 WHERE 1 <> 2"`, rules.Ask, "db.delete-all"},
		{"not false", `mysql -e "UPDATE a SET b = 1 WHERE NOT false"`, rules.Ask, "db.delete-all"},
		{"in brackets", `mysql -e "UPDATE a SET b = 1 WHERE ((2 > 1))"`, rules.Ask, "db.delete-all"},
		{"between two", `psql -c "UPDATE a SET b = 1 WHERE id BETWEEN 1 AND 2"`, rules.Allow, ""},
		{"documents that have a key", `mongosh --eval 'db.a.deleteMany({_id:{$exists:true}})'`, rules.Ask, "db.delete-all"},
		{"operations of one request", `mongosh --eval 'db.a.bulkWrite([{deleteMany:{filter:{}}}])'`, rules.Ask, "db.delete-all"},
		{"one document of one request", `mongosh --eval 'db.a.bulkWrite([{deleteOne:{filter:{_id:1}}}])'`, rules.Allow, ""},
		{"a step that takes the place of a collection", `mongosh --eval 'db.a.aggregate([{$match:{}},{$out:"b"}])'`, rules.Ask, "db.server"},
		{"a command of the server", `mongosh --eval 'db.runCommand({delete:"a",deletes:[{q:{},limit:0}]})'`, rules.Ask, "db.delete-all"},
	})
}

// What clients of file servers are told to delete on the other side.
func TestFilesOfServers(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"all of a directory", `sftp h <<< 'rm *'`, rules.Ask, "db.drop"},
		{"all of another directory", `echo 'rm /srv/b/*' | sftp -b - h`, rules.Ask, "db.drop"},
		{"a tree", `smbclient //h/s -c 'deltree old'`, rules.Ask, "db.drop"},
		{"all that has an end", `smbclient //h/s -c 'cd a; del x; rm *.*'`, rules.Ask, "db.drop"},
		{"one file", `sftp h <<< 'rm a.txt'`, rules.Allow, ""},
		{"some files", `sftp h <<< 'rm build-*'`, rules.Allow, ""},
		{"a list", `sftp h <<< 'ls *'`, rules.Allow, ""},
	})
}

// Statements that stand in strings and variables are read, joined or not.
func TestStatementsInStrings(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a variable", `mysql -e "SET @q='DROP TABLE a'; PREPARE p FROM @q; EXECUTE p"`, rules.Ask, "db.drop"},
		{"a variable of joined strings", `mysql -e "SET @q := CONCAT('DROP ', 'TABLE a'); PREPARE p FROM @q; EXECUTE p"`, rules.Ask, "db.drop"},
		{"a variable of elsewhere", `mysql -e "PREPARE p FROM @q; EXECUTE p"`, rules.Ask, "run.inline-dynamic"},
		{"a harmless one", `mysql -e "SET @q='select 1'; PREPARE p FROM @q; EXECUTE p"`, rules.Allow, ""},
		{"joined strings", `psql -c 'DO $x$ BEGIN EXECUTE $$TRUN$$ || $$CATE a$$; END $x$'`, rules.Ask, "db.truncate"},
		{"a name joined to a string", `psql -c "DO \$\$ BEGIN EXECUTE 'DROP TABLE ' || quote_ident(t); END \$\$"`, rules.Ask, "db.drop"},
		{"a script in a store, joined", `redis-cli eval "return redis.call('flush'..'db')" 0`, rules.Ask, "db.flush"},
		{"a script in a store, with other quotes", `redis-cli eval 'return redis.call("FLU".."SHALL")' 0`, rules.Ask, "db.flush"},
		{"a script over all keys", `redis-cli eval "for _,k in ipairs(redis.call('keys','u:*')) do redis.call('unlink',k) end" 0`, rules.Ask, "db.flush"},
		{"a script that reads", `redis-cli eval "return redis.call('get','a')" 0`, rules.Allow, ""},
	})
}

// The files that statements and the client's own commands write.
func TestFilesOfDatabases(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a copy, by a quoted name", `sqlite3 a.db 'vacuum into "/etc/b"'`, rules.Block, "fs.system-write"},
		{"a database that is attached and written", `sqlite3 a.db "attach '/etc/b' as z; create table z.q(a)"`, rules.Block, "fs.system-write"},
		{"one of the project", `sqlite3 a.db "attach 'b.db' as z; insert into z.q select * from q"`, rules.Allow, ""},
		{"what is there is replaced", `sqlite3 a.db ".restore old.db"`, rules.Ask, "db.server"},
		{"an archive over the system", `sqlite3 a.db ".archive -x -C /etc"`, rules.Block, "fs.system-write"},
		{"an archive, by letters", `sqlite3 a.db ".ar xC /etc"`, rules.Block, "fs.system-write"},
		{"an archive is made in the system", `sqlite3 a.db ".archive -c -f /etc/z a"`, rules.Block, "fs.system-write"},
		{"an archive is listed", `sqlite3 a.db ".archive -t"`, rules.Allow, ""},
	})
}

// What the prompts of frameworks get is code, by an option or on standard input.
func TestConsoles(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a shell in Python mode", `mysqlsh --py -e 'import shutil; shutil.rmtree("/home")'`, rules.Block, "fs.rm-home"},
		{"the same, fed", `mysqlsh --py <<< 'import shutil; shutil.rmtree("/home")'`, rules.Block, "fs.rm-home"},
		{"in its own mode", `mysqlsh --js -e 'session.dropSchema("a")'`, rules.Ask, "code.client"},
		{"in SQL", `mysqlsh --sql -e 'drop table a'`, rules.Ask, "db.drop"},
		{"rails' database", `rails dbconsole <<< 'drop table a'`, rules.Ask, "db.drop"},
		{"rails' prompt", `bundle exec rails c <<< 'Order.destroy_all'`, rules.Ask, "code.rows"},
		{"rails' prompt, ordinary", `rails console <<< 'puts Order.count'`, rules.Allow, ""},
		{"a site's prompt", `wp shell <<< 'unlink("/etc/hosts");'`, rules.Block, "fs.system-write"},
		{"a site's code", `wp eval 'system("rm -rf ~");'`, rules.Block, "fs.rm-home"},
		{"a site's database", `wp db query 'drop table wp_posts'`, rules.Ask, "db.drop"},
		{"a site's database, ordinary", `wp db query 'select count(*) from wp_posts'`, rules.Allow, ""},
		{"Django's prompt", `python manage.py shell <<< 'import shutil; shutil.rmtree("/home")'`, rules.Block, "fs.rm-home"},
		{"Django's database", `./manage.py dbshell <<< 'drop table a'`, rules.Ask, "db.drop"},
		{"Django, ordinary", `python manage.py migrate && python manage.py test && python manage.py runserver`, rules.Allow, ""},
		{"Laravel's prompt", `php artisan tinker <<< 'unlink("/etc/hosts");'`, rules.Block, "fs.system-write"},
		{"Laravel, ordinary", `php artisan make:model A && php artisan route:list`, rules.Allow, ""},
		{"terraform's prompt", `terraform console <<< 'file("/etc/shadow")'`, rules.Ask, "run.inline-literal"},
		{"terraform's prompt, ordinary", `terraform console <<< 'cidrsubnet("10.0.0.0/8", 8, 2)'`, rules.Allow, ""},
		{"a calculator that starts commands", `dc <<< '!rm -rf ~'`, rules.Ask, "run.inline-literal"},
		{"a calculator", `dc -e '2 3 + p'`, rules.Allow, ""},
		{"a build tool's prompt", `sbt 'eval sys.process.Process("rm -rf /").!'`, rules.Ask, "run.inline-literal"},
		{"a build tool", `sbt 'testOnly a.B' package`, rules.Allow, ""},
		{"a second run of an interpreter", `python3 -i -c 'x=1' <<< 'import shutil; shutil.rmtree("/home")'`, rules.Block, "fs.rm-home"},
		{"a line that is typed later", `history -s rm -rf /`, rules.Block, "fs.rm-root"},
		{"a history that lies elsewhere", `history -w ~/.bashrc`, rules.Ask, "persistence.write"},
		{"a history", `history -a; history 20`, rules.Allow, ""},
		{"a command in one word", `pnpm -c exec 'rm -rf ~'`, rules.Block, "fs.rm-home"},
		{"a command in words", `pnpm exec eslint . && npx jest -t 'a b'`, rules.Allow, ""},
	})
}

// Programs whose manuals were gone through once more.
func TestVerbsAndFilesOfTools(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"git's timer", "git maintenance start", rules.Ask, "git.maintenance"},
		{"git's upkeep", "git maintenance run --auto", rules.Allow, ""},
		{"git applies elsewhere", "git apply --unsafe-paths --directory=/etc a.patch", rules.Block, "fs.system-write"},
		{"an editor's output", "vim -es -c 'redir! > ~/.bashrc' -c q", rules.Ask, "persistence.write"},
		{"an editor's function that writes", `vim -es -c 'call writefile(["x"], "/etc/x")' -c q`, rules.Block, "fs.system-write"},
		{"an editor's function that deletes", `vim -es -c 'call delete("/home", "rf")' -c q`, rules.Block, "fs.rm-home"},
		{"an editor, ordinary", "vim -es -c '%s/a/b/g' -c wq a.txt", rules.Allow, ""},
		{"settings of an ini file", "crudini --set ~/.gitconfig alias x '!sh'", rules.Ask, "persistence.write"},
		{"settings of the project", "crudini --set app.ini a b c; crudini --get ~/.gitconfig user name", rules.Allow, ""},
		{"a file that a debugger runs", "echo x > ~/.perldb", rules.Ask, "persistence.write"},
		{"a program in the place of a bus", "DBUS_SESSION_BUS_ADDRESS=unixexec:path=./x dbus-send --print-reply y", rules.Ask, "env.bus"},
		{"a key that a copy tool prints", "rclone cat ~/.ssh/id_rsa", rules.Block, "secrets.read"},
		{"what others may read", "glab snippet create -t a ~/.ssh/id_rsa", rules.Block, "secrets.read"},
		{"values of an application", "dotenv list", rules.Block, "secrets.dotenv"},
		{"a program with values", "dotenv run npm start", rules.Allow, ""},
		{"every process", "pkill -f ''", rules.Ask, "process.kill-any"},
		{"a daemon told to delete", "curl --unix-socket /var/run/docker.sock -X POST http://x/volumes/prune", rules.Ask, "container.socket-verb"},
		{"the cloud's keys, in an address", "curl http://[fd00:ec2::254]/latest/", rules.Block, "secrets.metadata"},
		{"a text processor's file", `tex '\input /etc/shadow'`, rules.Ask, "run.inline-literal"},
		{"a text processor's command", `pdflatex -shell-escape '\write18{rm -rf ~}'`, rules.Ask, "run.inline-literal"},
		{"a text processor", "pdflatex -interaction=nonstopmode paper.tex && xelatex -output-directory out paper", rules.Allow, ""},
		{"a script of a build tool", `cmake -P <(echo 'execute_process(COMMAND rm -rf /)')`, rules.Ask, "run.inline-literal"},
		{"a system in a system", "pd login debian -- rm -rf /", rules.Block, "fs.rm-root"},
		{"a system in a system, ordinary", "proot-distro login debian -- apt-get update", rules.Allow, ""},
		{"another name for everything", "proot -b /:/x ls /x", rules.Ask, "phone.bind-root"},
	})
}

// Deleting a directory elsewhere is asked about, unless the text made it.
func TestDirectoriesElsewhere(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a directory of the home", "rm -rf ~/photos", rules.Ask, "fs.rm-outside"},
		{"another disk", "rm -rf /mnt/backup", rules.Ask, "fs.rm-outside"},
		{"by a search", "find ~/photos -delete", rules.Ask, "fs.rm-outside"},
		{"by a loop", "for d in ~/photos /data; do rm -r $d; done", rules.Ask, "fs.rm-outside"},
		{"by code", `python3 -c 'import shutil; shutil.rmtree("/data")'`, rules.Ask, "fs.rm-outside"},
		{"a file of the home", "rm ~/notes.txt", rules.Warn, "fs.outside-write"},
		{"a place that the text made", "mkdir -p ~/w/scratch && rm -rf ~/w/scratch", rules.Warn, "fs.outside-write"},
		{"a clone that the text made", "git clone https://example.com/r ~/w/r && rm -rf ~/w/r/docs", rules.Warn, "fs.outside-write"},
		{"a place that was there", "mkdir -p ~/scratch && rm -rf ~/scratch", rules.Ask, "fs.rm-outside"},
		{"one beside what the text made", "mkdir -p ~/scratch && rm -rf ~/scratch2", rules.Ask, "fs.rm-outside"},
		{"a directory that the code made", "python3 -c 'import shutil, tempfile; d = tempfile.mkdtemp(); shutil.rmtree(d)'", rules.Allow, ""},
		{"one that it did not make", `python3 -c 'import shutil, tempfile; d = tempfile.mkdtemp(); shutil.rmtree("/data")'`, rules.Ask, "fs.rm-outside"},
		{"what can be fetched again", "rm -rf ~/.cache/pip ~/.npm/_cacache", rules.Warn, "fs.outside-write"},
		{"all of that at once", "rm -rf ~/.cache", rules.Ask, "fs.rm-outside"},
		{"a file that is moved", "mv /mnt/disk/a* /home/me/b/", rules.Warn, "fs.outside-write"},
		{"what was built", "rm -rf build node_modules /tmp/x", rules.Allow, ""},
	})
}

// A pattern does not make what was in a directory before the request the request's own.
func TestPatternsInDirectoriesMadeBefore(t *testing.T) {
	m := zone.Machine{Files: zone.Tree{"/data/old": "", "/home/me": ""}, Homes: []string{"/home/me"}}
	for source, want := range map[string]rules.Action{
		"mkdir -p /data/old; rm -rf /data/old/*":                    rules.Ask,
		"mkdir -p /data/old; rm -rf /data/old/2*":                   rules.Ask,
		"mkdir -p /data/new; rm -rf /data/new/*":                    rules.Warn,
		"mkdir d; rmdir d; ln -s /data/old d; rm -rf d/*":           rules.Ask,
		"mkdir d && (cd d && ln -s /data/old e); rm -rf d/e/*":      rules.Ask,
		"mkdir -p /data/new; touch /data/new/a; rm -r /data/new/a*": rules.Warn,
	} {
		d := guard.Judge(builtin(t, policy.Cautious), m, guard.Request{Source: source, Dir: "/home/me/p"})
		assert.Equal(t, want, d.Action, source)
	}
}

// A script may delete the directories that it has made itself, as far as the shim that is
// asked can see that.
func TestDirectoriesOfTheAskersOwn(t *testing.T) {
	m := zone.Machine{Files: zone.Tree{"/data": "", "/data/old": "", "/data/new": ""}, Homes: []string{"/home/me"}}
	for dir, want := range map[string]rules.Action{"/data/new": rules.Warn, "/absent/dir": rules.Warn, "/data/old": rules.Ask} {
		req := guard.Request{Argv: []string{"rm", "-rf", dir}, Dir: "/home/me/p", MadeSince: func(dir string) bool { return dir == "/data/new" }}
		assert.Equal(t, want, guard.Judge(builtin(t, policy.Cautious), m, req).Action, dir)
	}
}
