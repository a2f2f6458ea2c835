package rules

import "github.com/agent-loop/shimgen/grammar"

// database are the rules about what databases hold. Statements are read one
// by one; what stands in their strings and comments is data.
var database = []Rule{
	{
		ID: "db.drop", Class: Destructive, Effect: grammar.Alters, Name: "drop drop-*",
		Reason: "drops what the database holds",
		Hint:   "rename it and drop it when nobody misses it",
		Hits: []string{
			"psql -c 'DROP TABLE users'", `mysql -u root -p -e "drop database shop"`, "psql <<< 'drop table t;'", "sqlite3 a.db 'DROP TABLE IF EXISTS t'",
			"psql <<< 'drop schema s cascade'", "psql -c 'alter table t drop column c'", `psql -c "DROP TABLE $T"`, "mysql -e 'select 1; drop table t'",
			"psql -c '/* x */ drop -- y\n table t'", "mysql -e '/*!50000 drop table t */'", "mongosh --eval 'db.dropDatabase()'",
			"cqlsh h -e 'DROP KEYSPACE k'", "clickhouse-client --query='DROP TABLE t'", "bq query 'drop table d.t'", "snow sql -q 'drop table t'", "sqlcmd -Q 'DROP DATABASE x'",
			"sqlplus a@b <<< 'drop table t;'", "trino --execute 'drop table t'", "hive -e 'drop database d cascade'", "echo 'drop table t' | clickhouse-client",
			"mongo shop --eval 'db.users.drop()'", "sudo -u postgres psql -qc 'DROP ROLE x'", "psql -c 'explain analyze drop table t'",
		},
		Misses: []string{
			"psql -c 'select * from dropdown'", `psql -c "select 'drop table t'"`, "psql -c 'select 1' && echo DROP TABLE done", "psql -c '-- drop table t'",
			"psql -c 'create table t(a int)'", "psql -c 'alter table t alter c drop not null'", "mysql -e 'drop temporary table t'",
			"grep 'DROP TABLE' schema.sql", "psql -l", `mongosh --eval 'print("db.dropDatabase()")'`, `git commit -m "psql -c 'drop table t'"`,
		},
	},
	{
		ID: "db.over-http", Class: Destructive, Program: "curl",
		Any: "--data=DROP* --data=drop* --data=TRUNCATE* --data=truncate* --data=*<delete>* --data-binary=DROP* --data-binary=drop* --data-binary=*<delete>* " +
			"--data-raw=DROP* --data-raw=drop* --data-raw=*<delete>* --data=flushall* --data=FLUSHALL*",
		Reason: "drops what the database holds",
		Hint:   "ask for it before you drop it",
		Hits:   []string{"curl http://h:8123/ -d 'DROP TABLE t'", "curl http://h/solr/c/update -d '<delete><query>*:*</query></delete>'"},
		Misses: []string{"curl -d 'SELECT 1' http://h/", "curl -d '{\"drop\": 1}' http://h/"},
	},
	{
		ID: "db.graph", Class: Destructive, Program: "cypher-shell influx etcdctl arangosh", Operand: "*DELETE* *delete* *DROP* drop* *REMOVE* *removeAll* remove",
		Reason: "deletes what the database holds",
		Hint:   "ask for it before you delete it",
		Hits:   []string{"cypher-shell 'MATCH (n) DETACH DELETE n'", "influx -execute 'drop database x'", "etcdctl member remove x"},
		Misses: []string{"cypher-shell 'MATCH (n) RETURN n'", "influx -execute 'show databases'", "etcdctl member list"},
	},
	{
		ID: "db.truncate", Class: Destructive, Effect: grammar.Alters, Name: "truncate",
		Reason: "empties a table",
		Hint:   "delete with a WHERE, inside a transaction",
		Hits:   []string{"psql -c 'TRUNCATE users'", "mysql -e 'truncate table t'"},
		Misses: []string{"psql -c 'select truncate(1.5)'", "truncate -s 0 x.log"},
	},
	{
		ID: "db.delete-all", Class: Destructive, Effect: grammar.Alters, Name: "delete-all update-all",
		Reason: "deletes or changes every row, as no condition picks some",
		Hint:   "add a WHERE",
		Hits: []string{
			"psql -c 'DELETE FROM users'", "mysql -e 'delete from t where 1=1'", "sqlite3 a.db 'update t set a=1'", "psql -c 'with x as (delete from t returning *) select * from x'",
			"mongosh --eval 'db.users.deleteMany({})'", "psql -c 'begin; delete from t; commit'",
		},
		Misses: []string{
			"psql -c 'DELETE FROM users WHERE id=1'", "psql -c 'update t set a=1 where b=2'", "psql -c 'select 1 from t for update'",
			"mongosh --eval 'db.users.deleteMany({id:1})'", "sqlite3 a.db '.schema'",
		},
	},
	{
		ID: "db.accounts", Class: Exposure, Effect: grammar.Alters, Name: "grant account",
		Reason: "changes who may use the database",
		Hint:   "ask the user to do it",
		Hits:   []string{"psql -c 'GRANT ALL ON t TO public'", "mysql -e \"create user x identified by 'y'\"", "redis-cli acl setuser x on"},
		Misses: []string{"psql -c '\\du'", "mysql -e 'show grants'", "redis-cli acl list"},
	},
	{
		ID: "db.server", Class: Destructive, Effect: grammar.Alters, Name: "shutdown reset config replace",
		Reason: "stops the database, or changes how it runs",
		Hint:   "ask the user to do it",
		Hits: []string{
			"redis-cli SHUTDOWN NOSAVE", "mysql -e 'RESET MASTER'", "redis-cli config set dir /var/www", "redis-cli debug segfault", "redis-cli slaveof h 1",
			"psql -c 'alter system set x = 1'",
		},
		Misses: []string{"redis-cli config get dir", "redis-cli info", "psql -c 'show all'", "redis-cli replicaof no one"},
	},
	{
		ID: "db.flush", Class: Destructive, Effect: grammar.Alters, Name: "flush",
		Reason: "deletes every key",
		Hint:   "delete the keys you mean",
		Hits:   []string{"redis-cli FLUSHALL", "redis-cli -h cache -n 2 flushdb", "redis-cli <<< flushall", "redis-cli eval \"redis.call('flushall')\" 0"},
		Misses: []string{"redis-cli get flushall", "redis-cli set note FLUSHALL", "redis-cli keys '*'", "echo FLUSHALL"},
	},
	{
		ID: "db.dropdb", Class: Destructive, Program: "dropdb", None: "-? --help -V --version",
		Reason: "drops a whole database or a role",
		Hint:   "pg_dump it first, and ask the user",
		Hits:   []string{"dropdb shop", "dropdb --if-exists -U postgres shop", "dropuser bob"},
		Misses: []string{"createdb shop", "dropdb --help", "psql -c 'select * from dropdb'"},
	},
	{
		ID: "db.mysqladmin", Class: Destructive, Program: "mysqladmin", Any: "drop shutdown flush-logs password kill",
		Reason: "drops a database, or stops or changes the server",
		Hint:   "mysqladmin status looks only",
		Hits:   []string{"mysqladmin drop shop", "mysqladmin -u root --force drop shop", "mysqladmin shutdown"},
		Misses: []string{"mysqladmin status", "mysqladmin ping", "mysqladmin create drop_box"},
	},
	{
		ID: "db.restore", Class: Destructive, Program: "pg_restore", Any: "-c --clean", None: "-l --list -f --file",
		Reason: "drops what is there before it restores",
		Hint:   "restore into a new database",
		Hits:   []string{"pg_restore --clean -d shop dump", "pg_restore -cd shop dump"},
		Misses: []string{"pg_restore -l dump", "pg_restore -d new dump", "pg_restore -c -f out.sql dump"},
	},
	{
		ID: "db.mongorestore", Class: Destructive, Program: "mongodump", Any: "--drop", None: "--dryRun",
		Reason: "drops what is there before it restores",
		Hint:   "restore into a new database with --nsTo",
		Hits:   []string{"mongorestore --drop dump/"},
		Misses: []string{"mongorestore dump/", "mongodump --db shop", "mongorestore --drop --dryRun dump/"},
	},
	{
		ID: "db.dump-drop", Class: Hygiene, Program: "pg_dump mysqldump", Any: "-c --clean --add-drop-database",
		Reason: "writes a dump that drops what is there when it is restored",
		Hint:   "leave that option away",
		Hits:   []string{"pg_dump --clean shop > shop.sql", "mysqldump --add-drop-database -B shop"},
		Misses: []string{"pg_dump shop > shop.sql", "mysqldump shop"},
	},
}
