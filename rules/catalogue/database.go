package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// bodies are patterns for request bodies that make a server drop or delete data: bare SQL, SQL in
// a form field or in JSON, and the equivalents of databases without SQL.
const bodies = "DROP* drop* TRUNCATE* truncate* DELETE*FROM* delete*from* FLUSHALL* flushall* FLUSHDB* flushdb* *q=DROP* *q=drop* *q=DELETE* *query=DROP* *query=drop* *query=TRUNCATE* *query=truncate* *query=DELETE* " +
	"*\"stmt\":*\"DROP* *\"stmt\":*\"drop* *\"stmt\":*\"DELETE* *\"stmt\":*\"delete* *\"statement\":*\"DROP* *\"statement\":*\"drop* *\"statement\":*\"DELETE* *\"statement\":*\"delete* *DETACH*DELETE* *detach*delete* " +
	"*<delete>* *{\"delete\":*\"query\"* *{\"remove_index\"* *\"_deleted\":*true* *\"drop_all\":*true* *\"drop_op\":*"

// dumps are the programs that print a database as statements which drop what is there first: mysqldump
// without being told.
const dumps = "mysqldump pg_dump//-c pg_dumpall//-c"

// database are the rules about data in databases. Statements are read one by one; text in their
// strings and comments is data.
var database = []rules.Rule{
	{
		ID: "db.drop", Class: rules.Destructive, NotForTests: true, NotLocal: true, Effect: grammar.Alters, Name: "drop drop-*", Exempt: rules.InScratch,
		Reason: "drops what the database holds",
		Hint:   "rename it and drop it when nobody misses it",
		Hits: []string{
			"psql -c 'DROP TABLE users'", `mysql -u root -p -e "drop database shop"`, "psql <<< 'drop table t;'", "sqlite3 a.db 'DROP TABLE IF EXISTS t'",
			"psql <<< 'drop schema s cascade'", "psql -c 'alter table t drop column c'", `psql -c "DROP TABLE $T"`, "mysql -e 'select 1; drop table t'",
			"psql -c '/* x */ drop -- y\n table t'", "mysql -e '/*!50000 drop table t */'", "mongosh --eval 'db.dropDatabase()'",
			"cqlsh h -e 'DROP KEYSPACE k'", "clickhouse-client --query='DROP TABLE t'", "bq query 'drop table d.t'", "snow sql -q 'create or replace table t as select * from t where 1=0'", "spark-sql -e 'insert overwrite table t select * from t limit 0'", "snow sql -q 'drop table t'", "sqlcmd -Q 'DROP DATABASE x'",
			"sqlplus a@b <<< 'drop table t;'", "trino --execute 'drop table t'", "hive -e 'drop database d cascade'", "echo 'drop table t' | clickhouse-client",
			"mongo shop --eval 'db.users.drop()'", "sudo -u postgres psql -qc 'DROP ROLE x'", "csvsql --db postgresql://h/x --before-insert 'DROP TABLE t' a.csv", "sqlite-utils query app.db 'DROP TABLE t'", "sq sql --src @prod 'drop table t'", "psql -c 'explain analyze drop table t'",
			`sqlite3 :memory: "attach 'a.db' as a; drop table a.t"`, "sqlite3 /tmp/../srv/a.db 'drop table t'", "sqlite3 /srv/test.db 'drop table t'", "sqlite3 ../test.db 'drop table t'", "mongosh test --eval 'db.dropDatabase()'", `mongosh app_test --eval 'db.getSiblingDB("shop").dropDatabase()'`, "mongosh mongodb://db.example.com/app_test --eval 'db.dropDatabase()'", "mongosh mongodb://localhost:27017/test --eval 'db.dropDatabase()'", "mongosh mongodb://db.example.com/testing --eval 'db.dropDatabase()'", "mongosh mongodb://localhost/shop --eval 'db.dropDatabase()'", "duckdb a.duckdb -c 'drop table t'", "duckdb a.duckdb \"select * from read_csv('/tmp/x.csv'); drop table t\"", "sqlite3 a.db \"select readfile('/tmp/x'); drop table t\"", "duckdb -c \"attach 'a.duckdb' as a; drop table a.t\"", "clickhouse local --path d -q 'drop table t'", "clickhouse-client -q 'drop table t'", "psql -c 'drop view v cascade'", "psql -c 'drop function f cascade'", "psql -c 'create temp table t (a int); drop table t; drop table t'", "psql -c 'begin; create temp table t (a int); rollback; drop table t'", "psql -c 'create temp table t (a int) on commit drop; drop table t'", "psql -c 'create table t (a int); drop table t, u'", "psql -c 'begin; drop table t; commit'",
			"tsql -S h -U sa <<< 'drop table t'", "nzsql -c 'drop table t'", "hdbsql -U k 'drop schema s cascade'", "rqlite -H h 'drop table t'", "gsql 'DROP ALL'", "mclient -s 'drop table t'", "osql -Q 'drop table t'", "dolt sql -q 'drop table t'",
		},
		Misses: []string{
			"psql -c 'select * from dropdown'", "snow sql -q 'create or replace table t as select * from s where a > 0'", "spark-sql -e 'insert overwrite table t select * from s'", "snow sql -q 'create or replace temp table t (a int)'", "sqlite3 test.db 'drop table t'", "sqlite3 db/test.sqlite3 'drop table t'", "mongosh app_test --eval 'db.dropDatabase()'", "mongosh mongodb://127.0.0.1:27017/testing --eval 'db.dropDatabase()'", "frobnicate 'drop table t'", "frobnicate --note 'drop table t' app", "sqlite-utils query app.db 'select 1'", `psql -c "select 'drop table t'"`, "psql -c 'select 1' && echo DROP TABLE done", "psql -c '-- drop table t'",
			"sqlite3 :memory: 'create table t(a); drop table t'", "sqlite3 /tmp/t.db 'drop table t'", "duckdb :memory: -c 'create table t(a int); drop table t'", "duckdb -c 'drop table if exists t'", "duckdb /tmp/t.duckdb \"create table t as select * from read_csv_auto('data/a.csv'); drop table t\"", "duckdb /tmp/t.duckdb 'drop table t'", "clickhouse local -q 'create table t (a Int) engine=Memory; drop table t'", "psql -c 'drop index i'", "psql -c 'begin; drop table t; rollback'", "psql -c 'create table t(a int)'", "psql -c 'alter table t alter c drop not null'", "mysql -e 'drop temporary table t'", "psql -c 'create temp table t as select 1; drop table t'", "psql -c 'drop function if exists f(int)'", "sqlite3 a.db 'drop trigger if exists t'", "mysql -e 'drop event if exists e'",
			"grep 'DROP TABLE' schema.sql", "psql -l", `mongosh --eval 'print("db.dropDatabase()")'`, `git commit -m "psql -c 'drop table t'"`,
		},
	},
	{
		ID: "db.http", Former: "db.over-http", Class: rules.Destructive, Program: "curl",
		Any: "--data=DROP* --data=drop* --data=TRUNCATE* --data=truncate* --data=*<delete>* --data-binary=DROP* --data-binary=drop* --data-binary=*<delete>* " +
			"--data-raw=DROP* --data-raw=drop* --data-raw=*<delete>* --data=flushall* --data=FLUSHALL* --data-urlencode=*DROP* --data-urlencode=*=drop* --data-urlencode=*DELETE*FROM* --data=q=DROP* --data=query=DROP*",
		Reason: "drops what the database holds",
		Hint:   "ask for it before you drop it",
		Hits:   []string{"curl http://h:8123/ -d 'DROP TABLE t'", "curl http://h/solr/c/update -d '<delete><query>*:*</query></delete>'"},
		Misses: []string{"curl -d 'SELECT 1' http://h/", "curl -d '{\"drop\": 1}' http://h/"},
	},
	{
		ID: "db.http-body", Class: rules.Destructive, Program: "curl wget", Certain: true, Any: "--data --data-binary --data-raw --data-ascii --data-urlencode --json --post-data --body-data", Effect: grammar.Uploads, Value: bodies,
		Reason: "drops what the database holds",
		Hint:   "ask for it before you drop it",
		Hits: []string{
			"curl http://h:8123/ -d 'DROP TABLE t'", "curl http://h/solr/c/update -d '<delete><query>*:*</query></delete>'", "curl h:8123 --data-binary 'truncate table t'", "wget -qO- --post-data='DROP TABLE t' h:8123",
			`curl h/solr/c/update --json '{"delete":{"query":"*:*"}}'`, `curl h:7474/db/neo4j/tx/commit -d '{"statements":[{"statement":"MATCH (n) DETACH DELETE n"}]}'`, `curl h:8080/alter -d '{"drop_all": true}'`,
			`curl h:4200/_sql -d '{"stmt":"DROP TABLE t"}'`, `curl h:5984/d/_bulk_docs -d '{"docs":[{"_id":"a","_rev":"1-a","_deleted":true}]}'`, "curl -G h:8086/query --data-urlencode 'q=DROP DATABASE x'",
			`curl h:9200/_aliases -d '{"actions":[{"remove_index":{"index":"x"}}]}'`, `curl h:8123 -d "DROP TABLE $T"`, "curl h:8080/v1/statement -d 'delete from t'", "echo 'drop table t' | curl h:8123 --data-binary @-", "curl h:8123 --data-binary @- <<< 'truncate table t'",
		},
		Misses: []string{
			"curl -d 'SELECT 1' http://h/", "curl -d '{\"drop\": 1}' http://h/", `curl h:9200/i/_search -d '{"query":{"match":{"text":"delete"}}}'`, `curl h:7474/db/neo4j/tx/commit -d '{"statements":[{"statement":"MATCH (n) RETURN n"}]}'`,
			"curl -d 'text=please drop by' http://h/", `curl -d '{"deleted":false}' http://h/`, `curl -d '{"title":"Delete","query":"x"}' http://h/`,
		},
	},
	{
		ID: "db.graph", Class: rules.Destructive, Program: "cypher-shell influx etcdctl arangosh", Operand: "*DELETE* *delete* *DROP* drop* *REMOVE* *removeAll* remove *SET*=*{}*",
		Reason: "deletes what the database holds",
		Hint:   "ask for it before you delete it",
		Hits:   []string{"cypher-shell 'MATCH (n) DETACH DELETE n'", "influx -execute 'drop database x'"},
		Misses: []string{"cypher-shell 'MATCH (n) RETURN n'", "influx -execute 'show databases'", "etcdctl member list"},
	},
	{
		ID: "db.overwrite-table", Class: rules.Destructive, Program: "csvsql sqlite-utils", Any: "--overwrite --replace=table --truncate",
		Reason: "drops a table and writes another in its place",
		Hint:   "write into a new table, and ask the user before you drop the old one",
		Hits:   []string{"csvsql --db postgresql://h/app --insert --overwrite users.csv"},
		Misses: []string{"csvsql --db postgresql://h/app --insert users.csv", "csvsql --query 'select 1' people.csv"},
	},
	{
		ID: "db.overwrite-layer", Class: rules.Destructive, Program: "ogr2ogr", Any: "-overwrite --overwrite", Operand: "PG:* pg:* postgres* Postgres* MySQL:* MYSQL:* mysql:* MSSQL:* mssql:* OCI:* oci:* HANA:* MongoDB* mongodb* Carto:* CARTO:* ES:* AmigoCloud:* AMIGOCLOUD:* NGW:* GMLAS:* http://* https://*",
		Reason: "drops a table and writes another in its place",
		Hint:   "write into a new table, and ask the user before you drop the old one",
		Hits:   []string{"ogr2ogr -f PostgreSQL PG:dbname=x a.shp -overwrite", "ogr2ogr -overwrite -f MySQL MySQL:gis,user=x a.shp", `ogr2ogr -overwrite "PG:$DB" a.shp`},
		Misses: []string{"ogr2ogr -f GeoJSON a.json a.shp", "ogr2ogr -overwrite -f GPKG build/out.gpkg data/roads.geojson", "ogr2ogr -f PostgreSQL PG:dbname=x a.shp"},
	},
	{
		ID: "db.truncate", Class: rules.Destructive, NotForTests: true, NotLocal: true, Effect: grammar.Alters, Name: "truncate", Exempt: rules.InScratch,
		Reason: "empties a table",
		Hint:   "delete with a WHERE, inside a transaction",
		Hits:   []string{"psql -c 'TRUNCATE users'", "mysql -e 'truncate table t'"},
		Misses: []string{"psql -c 'select truncate(1.5)'", "truncate -s 0 x.log"},
	},
	{
		ID: "db.delete-all", Class: rules.Destructive, NotForTests: true, NotLocal: true, Effect: grammar.Alters, Name: "delete-all update-all", Exempt: rules.InScratch,
		Reason: "deletes or changes every row, as no condition picks some",
		Hint:   "add a WHERE",
		Hits: []string{
			"psql -c 'DELETE FROM users'", "mysql -e 'delete from t where 1=1'", "sqlite3 a.db 'update t set a=1'", "psql -c 'with x as (delete from t returning *) select * from x'",
			"mongosh --eval 'db.users.deleteMany({})'", "gel query 'delete User'", "psql -c 'begin; delete from t; commit'",
		},
		Misses: []string{
			"psql -c 'DELETE FROM users WHERE id=1'", "psql -c 'update t set a=1 where b=2'", "psql -c 'select 1 from t for update'",
			"mongosh --eval 'db.users.deleteMany({id:1})'", "gel query 'delete User filter .id = <uuid>$0'", "rqlite -H h 'select 1'", "sqlite3 a.db '.schema'",
		},
	},
	{
		ID: "db.expire", Class: rules.Destructive, NotForTests: true, NotLocal: true, Effect: grammar.Alters, Name: "expire", Exempt: rules.InScratch,
		Reason: "makes the database delete rows by itself, or the history that could restore them",
		Hint:   "ask the user how long they are to be kept",
		Hits: []string{
			"snowsql -q 'ALTER TABLE orders SET DATA_RETENTION_TIME_IN_DAYS = 0'", "snow sql -q \"ALTER DATABASE shop SET DATA_RETENTION_TIME_IN_DAYS=0\"", "clickhouse-client -h h -q 'ALTER TABLE events MODIFY TTL ts + INTERVAL 1 DAY'", "cqlsh h -e 'ALTER TABLE shop.orders WITH default_time_to_live = 60'",
			"bq query 'ALTER SCHEMA d SET OPTIONS (default_table_expiration_days=0.01)'", "mysql -e 'ALTER TABLE orders DISCARD TABLESPACE'", "spark-sql -e 'VACUUM orders RETAIN 0 HOURS'", "psql -c \"SELECT add_retention_policy('metrics', INTERVAL '1 hour')\"",
			"mongosh mongodb://h/shop --eval 'db.runCommand({collMod:\"orders\",index:{keyPattern:{ts:1},expireAfterSeconds:1}})'",
		},
		Misses: []string{
			"snowsql -q 'ALTER TABLE orders SET DATA_RETENTION_TIME_IN_DAYS = 30'", "clickhouse-client -h h -q 'ALTER TABLE events REMOVE TTL'", "cqlsh h -e 'ALTER TABLE shop.orders WITH default_time_to_live = 0'", "spark-sql -e 'VACUUM orders'", "spark-sql -e 'VACUUM orders RETAIN 168 HOURS'",
			"psql -c \"SELECT add_retention_policy('metrics', INTERVAL '90 days')\"", "mongosh --eval 'db.sessions.createIndex({ts:1},{expireAfterSeconds:3600})'", "mysql -h localhost app_test -e 'ALTER TABLE orders DISCARD TABLESPACE'", "psql -c \"SELECT data_retention_time_in_days FROM t\"",
		},
	},
	{
		ID: "db.accounts", Class: rules.Exposure, Exempt: rules.OwnServer, Effect: grammar.Alters, Name: "grant account",
		Reason: "changes who may use the database",
		Hint:   "ask the user to do it",
		Hits:   []string{"psql -c 'GRANT ALL ON t TO public'", "mysql -e \"create user x identified by 'y'\"", "redis-cli acl setuser x on", "sqlcmd -Q \"EXEC sp_addsrvrolemember 'bob','sysadmin'\"", "psql -c 'alter table t disable row level security'", "psql -h localhost -c 'GRANT ALL ON t TO public'", "psql -h localhost -c 'CREATE ROLE x SUPERUSER'", "psql -h db.example.com -c 'CREATE ROLE app LOGIN'", "mysql -h 127.0.0.1 -e \"GRANT ALL ON *.* TO 'x'@'%'\"", "psql -h localhost -c 'ALTER USER app CREATEDB'", "ssh -fNL 5432:db:5432 h; psql -h localhost -c 'CREATE ROLE app LOGIN'"},
		Misses: []string{"psql -h localhost -U postgres -c \"CREATE ROLE app LOGIN PASSWORD 'app'\"", "mysql -h127.0.0.1 -uroot -e \"GRANT ALL ON app_test.* TO 'app'@'localhost'\"", "docker compose exec -T db psql -U postgres -c 'CREATE ROLE app LOGIN'", "psql -c '\\du'", "mysql -e 'show grants'", "redis-cli acl list"},
	},
	{
		ID: "db.audit-off", Class: rules.Exposure, NotForTests: true, Effect: grammar.Alters, Name: "unaudit",
		Reason: "ends what records or limits the use of the database",
		Hint:   "ask the user to do it",
		Hits: []string{
			"sqlcmd -Q 'ALTER SERVER AUDIT prod WITH (STATE = OFF)'", "mysql -e 'UNINSTALL PLUGIN audit_log'", "mysql -e \"UNINSTALL COMPONENT 'file://component_validate_password'\"", "mysql -e 'SET GLOBAL server_audit_logging = OFF'",
			"sqlplus -S u/p@db <<< 'NOAUDIT ALL;'", "snowsql -q 'ALTER ACCOUNT UNSET NETWORK_POLICY'", "mysql -e 'SET GLOBAL validate_password.policy = LOW'", "cockroach sql -e 'ALTER TABLE users EXPERIMENTAL_AUDIT SET OFF'",
			"psql -c \"ALTER DATABASE shop SET pgaudit.log = 'none'\"", "sqlcmd -Q 'ALTER DATABASE shop SET ENCRYPTION OFF'", "snowsql -q \"ALTER NETWORK POLICY corp SET ALLOWED_IP_LIST = ('0.0.0.0/0')\"", "mysql -e 'SET GLOBAL audit_log_disable = ON'", "mysql -e 'SET GLOBAL validate_password.length = 1'", "mysql -h db.example.com -e 'SET GLOBAL general_log = OFF'",
		},
		Misses: []string{
			"sqlcmd -Q 'ALTER SERVER AUDIT prod WITH (STATE = ON)'", "mysql -e 'SHOW PLUGINS'", "mysql -e 'SET GLOBAL server_audit_logging = ON'", "psql -c 'SELECT * FROM audit_log'", "psql -c \"INSERT INTO audit VALUES (1, 'off')\"", "psql -c 'ALTER TABLE audit ADD COLUMN off int'",
			"psql -c \"ALTER DATABASE shop SET pgaudit.log = 'write'\"", "sqlcmd -Q 'ALTER DATABASE shop SET ENCRYPTION ON'", "mysql -e 'SET GLOBAL validate_password.length = 14'", "psql -c \"ALTER ROLE app SET search_path = 'audit'\" -d app_test",
		},
	},
	{
		ID: "db.server", Class: rules.Destructive, NotForTests: true, NotMade: true, Effect: grammar.Alters, Name: "shutdown reset config replace end-sessions",
		Reason: "stops the database, or changes how it runs",
		Hint:   "ask the user to do it",
		Hits: []string{
			"redis-cli SHUTDOWN NOSAVE", "mysql -e 'RESET MASTER'", "mysql -e 'SET GLOBAL binlog_expire_logs_seconds = 1'", "redis-cli config set dir /var/www", "redis-cli debug segfault", "redis-cli slaveof h 1",
			"psql -c 'alter system set x = 1'", "sqlcmd -Q 'ALTER DATABASE shop SET OFFLINE'", "mysql -e 'SET GLOBAL read_only=1'", "sqlcmd -Q 'KILL 55'", "psql -c 'alter database shop allow_connections false'",
			"psql -c \"select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop'\"", "psql -d app_test -c 'select pg_terminate_backend(pid) from pg_stat_activity'", "psql -h db.example.com -c \"select pg_terminate_backend(pid) from pg_stat_activity where datname = 'app_test'\"",
			"psql -c \"select pg_terminate_backend(pid) from pg_stat_activity where datname = 'app_test' or true\"", "redis-server --port 6399 --daemonize yes && redis-cli -p 6380 shutdown", "redis-server --port 6399; redis-cli -h h -p 6399 shutdown",
		},
		Misses: []string{"psql -h localhost -c \"select pg_terminate_backend(pid) from pg_stat_activity where datname = 'app_test' and pid <> pg_backend_pid()\"", "redis-server --port 6399 --daemonize yes && redis-cli -p 6399 shutdown nosave", "redis-cli config get dir", "redis-cli info", "mysql -e 'SET GLOBAL binlog_expire_logs_seconds = 2592000'", "psql -c 'show all'", "redis-cli replicaof no one"},
	},
	{
		ID: "db.program", Class: rules.Escape, Effect: grammar.Alters, Name: "program",
		Reason: "runs a program on the machine of the database",
		Hint:   "run it by itself, or use the client's own copy",
		Hits:   []string{"psql -c \"copy users to program 'gzip > /tmp/x.gz'\"", "sqlcmd -Q \"EXEC xp_cmdshell 'dir'\""},
		Misses: []string{"psql -c \"\\copy users to program 'gzip > x.gz'\"", "psql -c \"copy users to stdout\"", "sqlcmd -Q \"EXEC sp_help 'users'\""},
	},
	{
		ID: "db.flush", Class: rules.Destructive, NotMade: true, Effect: grammar.Alters, Name: "flush",
		Reason: "deletes every key",
		Hint:   "delete the keys you mean",
		Hits:   []string{"redis-cli FLUSHALL", "redis-cli -h cache -n 2 flushdb", "redis-cli <<< flushall", "iredis -h h FLUSHALL", "rdcli -h h flushdb", "printf 'flush_all\\r\\n' | nc h 11211", "echo FLUSHALL | ncat h 6379", "echo flush_all > /dev/tcp/h/11211", "echo flush_all | telnet h 11211", "redis-cli eval \"redis.call('flushall')\" 0"},
		Misses: []string{"redis-server --port 6399 --daemonize yes && redis-cli -p 6399 flushall", "redis-cli get flushall", "redis-cli set note FLUSHALL", "redis-cli keys '*'", "echo FLUSHALL", "printf 'stats\\r\\n' | nc h 11211", "echo 'x FLUSHALL' | nc h 80", "echo FLUSHALL > x"},
	},
	{
		ID: "db.generated", Class: rules.Destructive, Program: "psql mysql sqlite3 clickhouse-client", StdinFrom: "psql mysql sqlite3 clickhouse-client django-admin manage.py", None: "-c --command -f --file -e --execute -q --query", Effect: grammar.Evaluates,
		Reason: "runs statements that another query has made",
		Hint:   "write them to a file, and read it first",
		Hits:   []string{`psql -Atc "select 'drop table '||t from x" | psql`, "mysql -Ne 'select x' | mysql app", "django-admin sqlflush | psql app"},
		Misses: []string{"pg_dump app | psql new", "psql -c 'select 1' | grep 1", "cat schema.sql | psql app"},
	},
	{
		ID: "db.cluster-nodes", Class: rules.Destructive, Program: "redis-cli", Any: "--cluster=del-node --cluster=reset --cluster=fix --cluster=rebalance --cluster=reshard --cluster=call --cluster=import",
		Reason: "takes a server out of its cluster, or moves what it holds",
		Hint:   "`redis-cli --cluster check HOST:PORT` shows how it is",
		Hits:   []string{"redis-cli --cluster del-node h:1 id", "redis-cli --cluster reshard h:1"},
		Misses: []string{"redis-cli --cluster check h:1", "redis-cli --cluster info h:1"},
	},
	{
		ID: "db.other-tools", Class: rules.Destructive, Program: "elasticdump curator curator_cli gremlin-client neo4j-admin elasticsearch-shard elasticsearch-node logstash vespa meilisearch typesense qdrant weaviate milvus_cli",
		Operand: "delete_indices delete_snapshots close *.drop()* *.drop(* unsafe-bootstrap detach-cluster remove-corrupted-data overwrite", None: "--dry-run --help",
		Reason: "deletes what the database holds",
		Hint:   "list it first",
		Hits:   []string{"curator_cli delete_indices --filter_list '[]'", "gremlin-client 'g.V().drop()'", "elasticsearch-node unsafe-bootstrap"},
		Misses: []string{"curator_cli show_indices", "neo4j-admin database info"},
	},
	{
		ID: "db.other-options", Class: rules.Destructive, NotForTests: true, Program: "elasticdump neo4j-admin mongoimport influx influxd dgraph mongodump", Any: "--deleteAll --overwrite-destination=true --overwrite-destination --force=true --drop --full --drop_all --delete", None: "--dry-run --dryRun",
		Reason: "deletes what the database holds first",
		Hint:   "load into a new database",
		Hits:   []string{"elasticdump --input=x --output=y --deleteAll", "neo4j-admin database load --overwrite-destination=true neo4j", "mongoimport --drop -c x x.json"},
		Misses: []string{"elasticdump --input=x --output=y", "neo4j-admin database dump neo4j"},
	},
	{
		ID: "db.aerospike", Class: rules.Destructive, Program: "asadm asinfo", Operand: "*truncate* manage*delete* manage*quiesce* manage*dun* manage*config* manage*remove* *set-config:* *recluster*", None: "--help",
		Reason: "deletes what the database holds, or changes how it runs",
		Hint:   "`asadm -e info` shows how it is",
		Hits:   []string{"asadm -h h --enable -e 'manage truncate ns shop'", "asinfo -v 'truncate-namespace:namespace=shop'"},
		Misses: []string{"asadm -h h -e info", "asinfo -v status", "asadm -e 'show config'"},
	},
	{
		ID: "db.branch", Class: rules.Destructive, Program: "gel", Sub: "branch/drop branch/drop/* branch/wipe branch/wipe/* database/drop database/drop/* database/wipe database/wipe/* instance/destroy instance/reset-password", None: "--help -h",
		Reason: "drops or empties what the database holds",
		Hint:   "dump it first, and ask the user",
		Hits:   []string{"gel branch drop old --force", "edgedb database wipe"},
		Misses: []string{"gel branch list", "gel query 'select User'"},
	},
	{
		ID: "db.cluster-of", Class: rules.Destructive, Program: "patronictl repmgr orchestrator-client stolonctl pgpool pcp_detach_node vtctldclient vtctlclient mongoctl mongosync mysqlrpladmin mha",
		Operand: "reinit remove failover switchover flush forget relocate recover graceful-master-takeover* force-master-failover removekeeper unregister failkeeper DeleteShards DeleteKeyspace DeleteTablets EmergencyReparentShard delete",
		None:    "--dry-run --help",
		Reason:  "changes which server is the first, or makes one anew",
		Hint:    "`patronictl list` shows how it is",
		Hits:    []string{"patronictl reinit c n --force", "patronictl failover --force", "orchestrator-client -c forget -i h"},
		Misses:  []string{"patronictl list", "orchestrator-client -c topology -i h"},
	},
	{
		ID: "db.cluster-named", Class: rules.Destructive, Program: "galera_new_cluster pcp_detach_node pcp_stop_pgpool pcp_promote_node", None: "--help --version",
		Reason: "changes which server is the first, or makes a cluster anew",
		Hint:   "ask the user to do it",
		Hits:   []string{"galera_new_cluster"},
		Misses: []string{"man galera_new_cluster"},
	},
	{
		ID: "db.schema-online", Class: rules.Destructive, Program: "gh-ost pt-online-schema-change pt-archiver pt-table-sync pt-kill pt-slave-restart", Any: "--execute --purge --kill --initially-drop-old-table --initially-drop-ghost-table", None: "--dry-run --print --help",
		Reason: "changes or deletes rows of a table that is in use",
		Hint:   "`pt-online-schema-change --dry-run` tries it",
		Hits:   []string{"pt-archiver --source h=x --purge --where 1=1", "gh-ost --execute --table t", "pt-online-schema-change --execute --alter 'DROP COLUMN c' D=d,t=t"},
		Misses: []string{"pt-online-schema-change --dry-run --alter x D=d,t=t", "pt-query-digest slow.log"},
	},
	{
		ID: "db.overwrite", Former: "db.over-existing", Class: rules.Destructive, Program: "impdp imp", Operand: "table_exists_action=replace table_exists_action=truncate TABLE_EXISTS_ACTION=REPLACE TABLE_EXISTS_ACTION=TRUNCATE ignore=y destroy=y",
		Reason: "overwrites what the database holds",
		Hint:   "import into a schema of its own",
		Hits:   []string{"impdp system/x table_exists_action=replace"},
		Misses: []string{"impdp system/x sqlfile=x.sql"},
	},
	{
		ID: "db.keys", Class: rules.Destructive, Program: "redis-cli", Operand: "del DEL Del unlink UNLINK Unlink", StdinFrom: "redis-cli",
		Reason: "deletes every key that a list holds",
		Hint:   "`redis-cli --scan --pattern PATTERN` shows which those are",
		Hits:   []string{"redis-cli --scan --pattern 'u:*' | xargs redis-cli del", "redis-cli unlink $(redis-cli keys 'u:*')"},
		Misses: []string{"redis-cli del u:1", "redis-cli --scan | xargs redis-cli type", "cat keys | wc -l; redis-cli del a"},
	},
	{
		ID: "db.dropdb", Class: rules.Destructive, NotForTests: true, Program: "dropdb", NotMade: true, None: "-? --help -V --version",
		Reason: "drops a whole database or a role",
		Hint:   "pg_dump it first, and ask the user",
		Hits:   []string{"dropdb shop", "dropdb --if-exists -U postgres shop", "dropuser bob", "createdb shop; dropdb shop"},
		Misses: []string{"createdb shop", "dropdb --help", "createdb t && dropdb t", "psql -c 'select * from dropdb'"},
	},
	{
		ID: "db.cluster", Class: rules.Destructive, Program: "pg_resetwal pg_resetxlog pg_dropcluster pg_rewind mysql_install_db mysql_upgrade myisamchk innochecksum", None: "-n --dry-run --help -? --version -V",
		Reason: "rewrites or deletes the files of a whole database server",
		Hint:   "`pg_dump` first, and ask the user",
		Hits:   []string{"pg_resetwal -f /srv/pg", "pg_dropcluster --stop 14 main"},
		Misses: []string{"pg_resetwal -n /srv/pg", "pg_lsclusters", "man pg_rewind"},
	},
	{
		ID: "db.cluster-stop", Class: rules.Destructive, Program: "pg_ctl pg_ctlcluster mysqld_multi mongod clickhouse-server", Operand: "stop promote kill", None: "--help -D=/tmp/* --pgdata=/tmp/*",
		Reason: "stops the database, or changes which server is the first",
		Hint:   "`pg_ctl status` shows how it is",
		Hits:   []string{"pg_ctl stop -m immediate", "pg_ctlcluster 14 main stop", "pg_ctl -D d promote"},
		Misses: []string{"pg_ctl -D /tmp/pgdata stop -m fast", "pg_ctl status", "pg_ctl reload", "pg_lsclusters"},
	},
	{
		ID: "db.node", Class: rules.Destructive, Program: "nodetool",
		Operand: "clearsnapshot decommission removenode assassinate drain stopdaemon truncatehints disable* invalidate* rebuild scrub garbagecollect sstablesplit resetlocalschema move",
		Reason:  "takes a server out of its cluster, or deletes what it keeps",
		Hint:    "`nodetool status` shows the cluster",
		Hits:    []string{"nodetool clearsnapshot --all", "nodetool -h n1 decommission", "nodetool drain"},
		Misses:  []string{"nodetool status", "nodetool info", "nodetool snapshot ks"},
	},
	{
		ID: "db.cockroach-node", Class: rules.Destructive, Program: "cockroach", Sub: "node/decommission node/drain quit userfile/delete nodelocal/* debug/reset-quorum debug/recover",
		Reason: "takes a server out of its cluster, or deletes what it keeps",
		Hint:   "`cockroach node status` shows the cluster",
		Hits:   []string{"cockroach node decommission 4", "cockroach quit --insecure", "cockroach node drain 2"},
		Misses: []string{"cockroach node status", "cockroach sql -e 'select 1'"},
	},
	{
		ID: "db.hadoop", Class: rules.Destructive, Program: "hdfs hadoop yarn-app", Any: "-rm -rmr -rmdir -expunge -format -delete -deleteSnapshot -kill -safemode -truncate -renameSnapshot -moveFromLocal -bootstrapStandby -initializeSharedEdits",
		None:   "-help -usage",
		Reason: "deletes what the cluster stores",
		Hint:   "`hdfs dfs -ls` shows what there is",
		Hits:   []string{"hdfs dfs -rm -r -skipTrash /user/x", "hadoop fs -rm -r /data", "hdfs namenode -format", "hdfs dfs -expunge"},
		Misses: []string{"hdfs dfs -ls /", "hadoop fs -cat /x", "hdfs dfs -du -h /rm"},
	},
	{
		ID: "db.store", Class: rules.Destructive, Program: "rethinkdb-restore arangorestore arangodump aerospike-asinfo asinfo asadm influxd-restore mongoreplay cbrestore cbbackupmgr ycsb tidb-lightning br dumpling fdbcli rocksdb_ldb ldb",
		Operand: "truncate* *truncate:* *truncate-* flush* remove restore clearrange* clear deleterange batchdelete *writemode*clear*", None: "--help --dry-run",
		Reason: "deletes or overwrites what the database holds",
		Hint:   "back it up first, and ask the user",
		Hits:   []string{`asinfo -v "truncate-namespace:namespace=x"`, "fdbcli --exec 'writemode on; clearrange a z'", "ldb --db=d deleterange a z"},
		Misses: []string{"asinfo -v status", "fdbcli --exec status", "ldb --db=d scan"},
	},
	{
		ID: "db.restore-overwrite", Former: "db.restore-over", Class: rules.Destructive, Program: "rethinkdb-restore arangorestore", Any: "--force --overwrite --clean --create-database", None: "--help",
		Reason: "overwrites what the database holds",
		Hint:   "restore into a new database",
		Hits:   []string{"rethinkdb-restore --force dump.tar.gz", "arangorestore --overwrite true"},
		Misses: []string{"rethinkdb-restore dump.tar.gz", "arangodump"},
	},
	{
		ID: "db.arango", Class: rules.Destructive, Program: "arangosh", Operand: "*_drop* *.drop( *truncate* *remove*",
		Reason: "drops what the database holds",
		Hint:   "ask for it before you drop it",
		Hits:   []string{`arangosh --javascript.execute-string 'db._dropDatabase("x")'`, "arangosh --javascript.execute-string 'db.users.truncate()'"},
		Misses: []string{"arangosh --javascript.execute-string 'db._databases()'"},
	},
	{
		ID: "db.mysqladmin", Class: rules.Destructive, Program: "mysqladmin", Any: "drop shutdown flush-logs password kill",
		Reason: "drops a database, or stops or changes the server",
		Hint:   "mysqladmin status looks only",
		Hits:   []string{"mysqladmin drop shop", "mysqladmin -u root --force drop shop", "mysqladmin shutdown"},
		Misses: []string{"mysqladmin status", "mysqladmin ping", "mysqladmin create drop_box"},
	},
	{
		ID: "db.restore", Class: rules.Destructive, NotForTests: true, Program: "pg_restore", Any: "-c --clean", None: "-l --list -f --file",
		Reason: "drops what is there before it restores",
		Hint:   "restore into a new database",
		Hits:   []string{"pg_restore --clean -d shop dump", "pg_restore -cd shop dump"},
		Misses: []string{"pg_restore -l dump", "pg_restore -d new dump", "pg_restore -c -f out.sql dump"},
	},
	{
		ID: "db.mongorestore", Class: rules.Destructive, NotForTests: true, Program: "mongodump", Any: "--drop", None: "--dryRun",
		Reason: "drops what is there before it restores",
		Hint:   "restore into a new database with --nsTo",
		Hits:   []string{"mongorestore --drop dump/"},
		Misses: []string{"mongorestore dump/", "mongodump --db shop", "mongorestore --drop --dryRun dump/"},
	},
	{
		ID: "db.dump-drop", Class: rules.Hygiene, Program: "pg_dump mysqldump", Any: "-c --clean --add-drop-database",
		Reason: "writes a dump that drops what is there when it is restored",
		Hint:   "leave that option away",
		Hits:   []string{"pg_dump --clean shop > shop.sql", "mysqldump --add-drop-database -B shop"},
		Misses: []string{"pg_dump shop > shop.sql", "mysqldump shop"},
	},
	{
		ID: "db.dump-over", Class: rules.Destructive, NotForTests: true, Program: "mysql psql mysqlsh", StdinFrom: dumps, Any: "-h --host",
		None:   "-h=localhost --host=localhost -h=127.* --host=127.* -h=::1 --host=::1 -h=/* --host=/* -h=. --host=.",
		Reason: "drops what another host's database holds, and puts a copy of another in its place",
		Hint:   "restore into a new database; pg_dump without --clean and mysqldump --skip-add-drop-table drop nothing",
		Hits:   []string{"mysqldump shop | mysql -h db.example.com shop", "mysqldump --add-drop-database --databases shop | mysql --host=db.example.com", "pg_dump --clean dev | psql -h db.example.com shop", "pg_dump -c dev | gzip | gunzip | psql -h db.example.com shop"},
		Misses: []string{"mysqldump shop | mysql -h 127.0.0.1 copy", "pg_dump dev | psql -h db.example.com new", "mysqldump -h db.example.com shop | mysql copy", "mysqldump -h db.example.com shop > shop.sql"},
	},
	{
		ID: "db.dump-over-address", Class: rules.Destructive, NotForTests: true, Program: "psql mysqlsh", StdinFrom: dumps,
		Operand: "postgres://* postgresql://* *host=* mysql://*", NotOperand: "*@localhost* *@127.* *host=localhost* *host=127.* *:///* *//localhost* *//127.*",
		Reason: "drops what another host's database holds, and puts a copy of another in its place",
		Hint:   "restore into a new database; pg_dump without --clean drops nothing",
		Hits:   []string{"pg_dump --clean dev | psql postgres://app@db.example.com/shop", "pg_dump -c dev | psql 'host=db.example.com dbname=shop'"},
		Misses: []string{"pg_dump --clean dev | psql postgres://app@localhost/copy", "pg_dump dev | psql postgres://app@db.example.com/shop", "pg_dump -c postgres://app@db.example.com/shop | psql copy"},
	},
	{
		ID: "db.dump-over-remote", Class: rules.Destructive, Program: "ssh kubectl", StdinFrom: dumps, Operand: "mysql* mariadb* psql* *|*mysql* *|*mariadb* *|*psql* sudo*mysql* sudo*psql*", NotOperand: "*>*",
		Reason: "drops what another host's database holds, and puts a copy of another in its place",
		Hint:   "restore into a new database; pg_dump without --clean and mysqldump --skip-add-drop-table drop nothing",
		Hits:   []string{"mysqldump --add-drop-database -B shop | ssh db.example.com mysql", "pg_dump -c shop | gzip | ssh db.example.com 'gunzip | psql shop'", "mysqldump shop | kubectl exec -i db-0 -- mysql shop"},
		Misses: []string{"mysqldump shop | ssh backup.example.com 'cat > shop.sql'", "pg_dump shop | ssh db.example.com psql new", "mysqldump shop | gzip | ssh h 'cat > /srv/mysql/shop.gz'"},
	},
}
