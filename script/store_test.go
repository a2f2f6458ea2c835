package script

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// storeCommands are those of Redis and MongoDB.
var storeCommands = []codeCase{
	{"everything", "redis", "FLUSHALL", `alters flush ""`},
	{"everything, later", "redis", "get a\n  flushdb async\n", `alters flush "async"`},
	{"a command that is repeated", "redis", "3 flushall", `alters flush ""`},
	{"a stream that is emptied", "redis", "xtrim s maxlen = 0\nxtrim s maxlen 1000\nxtrim s minid 0", `alters delete-all "s"`},
	{"a quoted command", "redis", `"flush\all"`, `alters flush ""`},
	{"as a value", "redis", `set note FLUSHALL` + "\n" + `set x "a; flushall"`, ""},
	{"the server", "redis", "shutdown nosave\nconfig set dir /tmp\nconfig get dir\ndebug object x\ndebug segfault", "alters shutdown \"nosave\"\nalters config \"set\"\nalters shutdown \"segfault\""},
	{"replication", "redis", "replicaof 10.0.0.1 6379\nslaveof no one", `alters replace "10.0.0.1"`},
	{"accounts of redis", "redis", "acl setuser x on\nacl list", `alters account "setuser"`},
	{"a script", "redis", `eval "redis.call('flushall')" 0`, `alters flush ""`},
	{"a script with an argument", "redis", `eval "return redis.pcall('config', 'set', 'dir')" 0`, `alters config "set"`},
	{"a script put together", "redis", `eval "redis.call(ARGV[1])" 0 flushall`, "evaluates eval …"},
	{"a script that reads", "redis", `eval "return redis.call('get', KEYS[1])" 1 a`, ""},
	{"a hole", "redis", "get " + Placeholder, ""},
	{"a database", "mongo", "db.dropDatabase()", `alters drop-database "dropDatabase"`},
	{"a collection", "mongo", "db.users.drop(); db.getCollection('x').drop()", "alters drop-collection \"drop\"\nalters drop-collection \"drop\""},
	{"by its name in brackets", "mongo", `db["dropDatabase"]()`, `alters drop-database "dropDatabase"`},
	{"all documents", "mongo", "db.users.deleteMany({}); db.users.remove({ }); db.a.updateMany({}, {$set: {a: 1}})", "alters delete-all \"deleteMany\"\nalters delete-all \"remove\"\nalters update-all \"updateMany\""},
	{"members and shards", "mongo", "rs.stepDown(); rs.remove('h:1'); sh.removeShard('x'); rs.status()", "alters shutdown \"stepDown\"\nalters reset \"remove\"\nalters reset \"removeShard\""},
	{"indexes", "mongo", "db.a.dropIndexes(); db.a.getIndexes()", `alters drop-index "dropIndexes"`},
	{"some documents", "mongo", "db.users.deleteMany({a: 1}); db.users.find({}); db.users.countDocuments({})", ""},
	{"a command that is run", "mongo", "db.runCommand({drop: 'users'}); db.adminCommand({ 'shutdown': 1 }); db.runCommand({ping: 1})", "alters drop \"drop\"\nalters shutdown \"shutdown\""},
	{"in a string or comment", "mongo", "print('db.dropDatabase()') // db.dropDatabase()\n/* db.a.drop() */", ""},
	{"a program", "mongo", "runProgram('rm', '-rf', x)", `runs runProgram "rm" "-rf" …`},
	{"by a name put together", "mongo", `db["drop" + "Database"](); const m = 'dr' + 'op'; db.a[m](); db["a" + "b"].find()`, "alters drop-database \"dropDatabase\"\nalters drop-collection \"drop\""},
	{"by a name that is not known", "mongo", "db.a[x](); db[x].find(); print(a[0]); [1, 2].map(f); db['a']['find']()", "evaluates []() …"},
	{"files and modules", "mongo", "load('a.js'); load(x); require('child_process')", "reads load \"a.js\"\nevaluates load …\nevaluates require …"},
}

func TestStores(t *testing.T) { runCode(t, storeCommands) }

func TestStoresThatCannotBeRead(t *testing.T) {
	for lang, code := range map[string]string{"redis": `set a "b`, "mongo": "print('x"} {
		_, err := Read(lang, code)
		assert.Error(t, err, code)
	}
	_, err := Read("mongo", "/* x")
	assert.Error(t, err)
}
