package script

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// codeCase is code in a language and the acts it has.
type codeCase struct{ reason, lang, code, want string }

func runCode(t *testing.T, cases []codeCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.reason, func(t *testing.T) {
			require.True(t, HasReader(c.lang))
			acts, err := withHoles(c.lang, c.code)
			require.NoError(t, err, c.code)
			assert.Equal(t, c.want, show(acts), c.code)
		})
	}
}

// sqlStatements are statements that every client sends.
var sqlStatements = []codeCase{
	{"drop", "sql", "DROP TABLE users", `alters drop-table "users"`},
	{"drop if exists, in any case", "sql", "drop Table if EXISTS Users;", `alters drop-table "users"`},
	{"drop with a schema", "sql", `drop table "Shop"."t"`, `alters drop-table "shop"`},
	{"drop of another kind", "sql", "DROP DATABASE shop; DROP ROLE r", "alters drop-database \"shop\"\nalters drop-role \"r\""},
	{"drop alone", "sql", "DROP", "alters drop …"},
	{"drop of what is not known", "sql", "DROP TABLE " + Placeholder, "alters drop-table …"},
	{"a temporary table", "sql", "DROP TEMPORARY TABLE t", ""},
	{"replaced by a query without rows", "sql", "create or replace table t as select * from t where 1 = 0", `alters drop-rows "t"`},
	{"the same in parentheses", "sql", "create or replace table t as (select * from t where false)", `alters drop-rows "t"`},
	{"overwritten by one", "sql", "insert overwrite table t select * from s limit 0", `alters drop-rows "t"`},
	{"replaced by an empty table", "sql", "create or replace table t (a int)", `alters drop-table "t"`},
	{"replaced by rows", "sql", "create or replace table t as select * from s where a > 0; insert overwrite into t select * from s limit 10; create or replace table t clone s", ""},
	{"after another statement", "sql", "select 1; drop table t", `alters drop-table "t"`},
	{"in a string", "sql", "select 'drop table t; drop table u'", ""},
	{"in a string with quotes", "sql", "select 'it''s; drop table t'", ""},
	{"in a name", "sql", `select "drop table t" from "dropdown"`, ""},
	{"in comments", "sql", "-- drop table t\n/* drop table t */ select 1", ""},
	{"around comments", "sql", "drop/* x */table -- y\n t", `alters drop-table "t"`},
	{"truncate", "sql", "TRUNCATE TABLE ONLY t", `alters truncate "t"`},
	{"truncate as a function", "sql", "select truncate(1.5, 0)", ""},
	{"delete everything", "sql", "delete from t", `alters delete-all "t"`},
	{"delete some", "sql", "delete from t where id = 3", ""},
	{"delete where always", "sql", "delete from t where 1=1; delete from t where (true)", "alters delete-all \"t\"\nalters delete-all \"t\""},
	{"delete where never", "sql", "delete from t where 0; delete from t where 1=2", ""},
	{"a condition of a subquery alone", "sql", "delete from t using (select 1 where a) x", `alters delete-all "t"`},
	{"update everything", "sql", "update t set a = (select 1 where b)", `alters update-all "t"`},
	{"update some", "sql", "update t set a = 1 where b = 2", ""},
	{"select for update", "sql", "select * from t for update", ""},
	{"a column", "sql", "alter table t drop column c", `alters drop-column "t"`},
	{"a column without the word", "sql", "alter table t drop c", `alters drop-column "t"`},
	{"a constraint", "sql", "alter table t drop constraint c, alter column d drop not null", ""},
	{"rows by alter", "sql", "alter table t delete where 1; alter table d.t on cluster c update a = 1 where 1=1; alter table t delete where a = 2", "alters delete-all \"t\"\nalters update-all \"d\""},
	{"no rows by alter", "sql", "alter table t add foreign key (a) references u on delete cascade on update restrict, add column delete int", ""},
	{"partitions", "sql", "alter table t truncate partition all", `alters truncate "t"`},
	{"the sessions of one database", "psql", "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'app_test' and pid <> pg_backend_pid()", `alters end-sessions "app_test"`},
	{"the sessions of one database or of others", "psql", "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'app_test' or usename = 'x'", "alters end-sessions …"},
	{"every session", "sql", "select pg_terminate_backend(pid) from pg_stat_activity; select pg_terminate_backend(12)", "alters end-sessions …"},
	{"restored over", "sql", "restore database d from disk = 'x'; restore verifyonly from disk = 'x'", `alters replace "d"`},
	{"repaired with loss", "sql", "dbcc checkdb (d, repair_allow_data_loss); dbcc checkdb (d)", `alters reset "checkdb"`},
	{"remove", "sql", "REMOVE TABLE t; select remove from t", `alters drop-table "t"`},
	{"grant", "sql", "grant select on t to public", `alters grant "select"`},
	{"accounts", "sql", "create user x; alter role y superuser; set password = 'z'", "alters account \"x\"\nalters account \"y\"\nalters account …"},
	{"the server", "sql", "reset master; shutdown; purge binary logs to 'x'", "alters reset \"master\"\nalters shutdown …\nalters reset \"binary\""},
	{"audits that end", "sql", "alter server audit a with (state = off); noaudit all; uninstall plugin audit_log", "alters unaudit \"audit\"\nalters unaudit \"all\"\nalters unaudit \"audit_log\""},
	{"audits that begin", "sql", "alter server audit a with (state = on); set global server_audit_logging = 1; set global validate_password.length = 14; alter table audit add off int", ""},
	{"rows that expire", "sql", "alter table t set data_retention_time_in_days = 0; alter table e modify ttl ts + interval 1 day; vacuum v retain 0 hours; alter table k.o with default_time_to_live = 60", "alters expire \"t\"\nalters expire \"e\"\nalters expire \"v\"\nalters expire \"k\""},
	{"a table's file", "sql", "alter table t discard tablespace", `alters expire "t"`},
	{"a log that expires", "sql", "set global binlog_expire_logs_seconds = 1", `alters reset "global"`},
	{"an interval", "sql", "select add_retention_policy('m', interval '1 hour')", `alters expire "m"`},
	{"what is kept long enough", "sql", "alter table t set data_retention_time_in_days = 30; vacuum v; vacuum v retain 168 hours; alter table k.o with default_time_to_live = 0; alter table e remove ttl; select add_retention_policy('m', interval '90 days')", ""},
	{"guards", "sql", "set global validate_password.length = 4; alter account unset network_policy; alter database d set encryption off", "alters unaudit \"validate_password\"\nalters unaudit \"unset\"\nalters unaudit \"d\""},
	{"a setting of the session", "sql", "reset search_path; set x = 1", ""},
	{"a database that others cannot use any more", "sql", "alter database shop set offline with rollback immediate; alter database shop set single_user; alter database shop allow_connections false", "alters shutdown \"shop\"\nalters shutdown \"shop\"\nalters config \"shop\""},
	{"settings of a database for its sessions", "sql", "alter database shop set timezone to 'UTC'; alter database shop allow_connections true; alter database shop set multi_user", ""},
	{"a member of a server's role", "sql", "alter server role sysadmin add member [bob]; alter server role sysadmin drop member bob", "alters grant \"role\"\nalters drop-column \"role\""},
	{"procedures for accounts and databases", "sql", "exec sp_addsrvrolemember 'bob', 'sysadmin'; exec master.dbo.sp_detach_db 'shop'; execute sp_configure 'x', 1", "alters grant …\nalters drop-database …\nalters config …"},
	{"statements in double quotes", "sql", `exec sp_MSforeachtable "drop table ?"; exec ("truncate table orders"); exec "my procedure"`, "alters drop-table …\nalters truncate \"orders\""},
	{"a server that others reach through this one", "sql", "exec sp_dropserver 'replica', 'droplogins'", "alters config …"},
	{"procedures that look", "sql", "exec sp_help 'users'; exec sp_who2; exec sp_helpdb shop", ""},
	{"a command of the server", "sql", "exec xp_cmdshell 'id'", "shell xp_cmdshell \"id\"\nalters program …"},
	{"another session", "sql", "kill 55; kill connection 12; kill query 12", "alters shutdown \"55\"\nalters shutdown \"connection\""},
	{"who sees which rows", "sql", "alter table t disable row level security; alter table t no force row level security; alter table t enable row level security", "alters grant \"t\"\nalters grant \"t\""},
	{"a server that others cannot write to", "mysql", "set global read_only = 1; set @@global.super_read_only=1; set global max_connections = 10; set read_only = 1", "alters config \"global\"\nalters config …"},
	{"ordinary statements", "sql", "create table t (a int); insert into t values (1); select * from t where a > 1 order by a; vacuum", ""},
	{"a query that deletes", "sql", "with d as (delete from t returning *) select * from d", `alters delete-all "t"`},
	{"a query before a delete", "sql", "with x as (select 1) delete from t", `alters delete-all "t"`},
	{"explain", "sql", "explain delete from t", ""},
	{"explain that runs", "sql", "explain analyze delete from t; explain (analyze, verbose) delete from t", "alters delete-all \"t\"\nalters delete-all \"t\""},
	{"a prepared statement", "sql", "prepare p as delete from t", `alters delete-all "t"`},
	{"a text that is executed", "sql", "execute immediate 'drop table t'", `alters drop-table "t"`},
	{"a trigger is made, not run", "sql", "create function f() returns void as 'delete from t' language sql", ""},
}

// sqlDialects are what one client or server reads in its own way (E2).
var sqlDialects = []codeCase{
	{"a temporary table of its own", "psql", "create temp table t as select 1; drop table if exists t", ""},
	{"a table of that name behind it", "psql", "create temp table t as select 1; drop table t; drop table t", `alters drop-table "t"`},
	{"a temporary table that was taken back", "psql", "begin; create temp table t (a int); rollback; drop table t", `alters drop-table "t"`},
	{"taken back", "psql", "begin; delete from t; drop table u; rollback", ""},
	{"taken back in sqlite", "sqlite", "begin immediate; update t set a = 1; rollback;", ""},
	{"what comes before and behind", "psql", "truncate a; begin; truncate b; rollback; truncate c", "alters truncate \"a\"\nalters truncate \"c\""},
	{"committed", "psql", "begin; delete from t; commit; begin; rollback", `alters delete-all "t"`},
	{"behind a beginning with a mistake", "psql", "begin now; delete from t; rollback", `alters delete-all "t"`},
	{"in another database's words", "sqlite", "begin work; delete from t; rollback", `alters delete-all "t"`},
	{"before an end with a mistake", "sqlite", "begin; delete from t; rollback now; commit", `alters delete-all "t"`},
	{"around a variable that may end it", "psql", "begin; delete from t; :x; rollback", `alters delete-all "t"`},
	{"around a cast", "psql", "begin; delete from t; select 1::int; rollback", ""},
	{"to a savepoint only", "psql", "begin; delete from t; rollback to a; commit", `alters delete-all "t"`},
	{"without a transaction", "psql", "delete from t; rollback", `alters delete-all "t"`},
	{"a file between", "psql", "begin;\ndelete from t;\n\\i a.sql\nrollback;", "alters delete-all \"t\"\nreads i \"a.sql\""},
	{"a change of the server", "psql", "begin; alter system set x = 1; rollback", `alters config "set"`},
	{"what mysql has committed before", "mysql", "begin; drop table t; rollback", `alters drop-table "t"`},
	{"what others may have committed", "sql", "begin; drop table t; rollback", `alters drop-table "t"`},
	{"an index and a view", "psql", "drop index concurrently if exists i; drop view v; drop materialized view w", ""},
	{"what goes with a view", "psql", "drop view v cascade", `alters drop-view "v"`},
	{"a view that may hold its data", "sql", "drop view v", `alters drop-view "v"`},
	{"dollar quotes are data", "psql", "select $x$ drop table t; $x$, $$ drop $$, $1", ""},
	{"a block", "psql", "do $$ begin if true then delete from t; end if; end $$", `alters delete-all "t"`},
	{"escapes in E strings", "psql", `select E'\'; drop table t; --'; select 1`, ""},
	{"a backslash is no escape elsewhere", "psql", `select '\'; drop table t; --'`, `alters drop-table "t"`},
	{"nested comments", "psql", "/* /* */ drop table t */ select 1", ""},
	{"copy by a program", "psql", "copy t from program 'rm -rf /'", "shell copy program \"rm -rf /\"\nalters program …"},
	{"copy to a file", "psql", "copy t to '/etc/x'; copy t from '/etc/passwd'", "writes copy \"/etc/x\"\nreads copy \"/etc/passwd\""},
	{"rows that follow copy", "psql", "copy t from stdin;\ndrop table t;\n\\.\ntruncate u;", `alters truncate "u"`},
	{"files by functions", "psql", "select pg_read_file('/etc/passwd'), lo_export(1, '/etc/x')", "reads pg_read_file \"/etc/passwd\"\nwrites lo_export \"/etc/x\""},
	{"a file that is not known", "psql", "select pg_read_file(x)", "reads pg_read_file …"},
	{"a shell", "psql", `\! rm -rf /`, `shell shell "rm -rf /"`},
	{"a shell without a blank", "psql", "select 1;\n\\!rm -rf /\n", `shell shell "rm -rf /"`},
	{"an interactive shell", "psql", `\!`, "evaluates shell …"},
	{"copy of the client", "psql", `\copy t from program 'id'`, `shell copy program "id"`},
	{"copy of the client to a file", "psql", `\copy t to ./out.csv csv`, `writes copy "./out.csv"`},
	{"copy of the client to the screen", "psql", `\copy t to stdout`, ""},
	{"results to a command", "psql", "select 1 \\g |sh\n\\o out.txt", "shell shell \"sh\"\nwrites o \"out.txt\""},
	{"a file of commands", "psql", `\i setup.sql`, `reads i "setup.sql"`},
	{"backquotes", "psql", "\\set x `id`", `shell shell "id"`},
	{"results that are run", "psql", `select 'drop table t' \gexec`, "evaluates gexec …"},
	{"listings", "psql", "\\dt\n\\d users\n\\l", ""},
	{"double quotes are strings", "mysql", `select "drop table t; x"`, ""},
	{"escapes in strings", "mysql", `select 'it\'s; drop table t'`, ""},
	{"comments that are code", "mysql", "/*!50000 drop table t */", `alters drop-table "t"`},
	{"a hash begins a comment", "mysql", "# drop table t\nselect 1", ""},
	{"a file that is written", "mysql", "select 1 into outfile '/etc/x'", `writes into file "/etc/x"`},
	{"a file that is read", "mysql", "load data local infile '/etc/passwd' into table t; select load_file('a')", "reads file \"/etc/passwd\"\nreads load_file \"a\""},
	{"system", "mysql", "select 1;\nsystem rm -rf /\n", `shell shell "rm -rf /"`},
	{"\\!", "mysql", `\! rm -rf /`, `shell shell "rm -rf /"`},
	{"source and tee", "mysql", "source a.sql\ntee b.log\n\\. c.sql", "reads source \"a.sql\"\nwrites tee \"b.log\"\nreads source \"c.sql\""},
	{"system as a name", "mysql", "select\n system from t", ""},
	{"brackets are names", "sqlite", "select [drop table t;] from x", ""},
	{"a shell of sqlite", "sqlite", ".shell rm -rf /", `shell shell "rm -rf /"`},
	{"a shell of sqlite, shortened", "sqlite", "select 1;\n.sys id", `shell shell "id"`},
	{"files of sqlite", "sqlite", ".output /etc/x\n.read a.sql\n.backup main b.db\n.once -x", "writes output \"/etc/x\"\nreads read \"a.sql\"\nwrites backup \"b.db\""},
	{"commands of sqlite", "sqlite", ".output '|sh'\n.import '|id' t", "shell shell \"sh\"\nshell shell \"id\""},
	{"a library", "sqlite", ".load ./x.so\nselect load_extension('y')", "evaluates load …\nevaluates load_extension \"y\""},
	{"settings of sqlite", "sqlite", ".mode csv\n.headers on\n.schema\n.tables", ""},
	{"attached and vacuumed", "sqlite", "attach 'a.db' as a; attach database 'b.db' as b; vacuum into 'c.db'", "reads file \"a.db\"\nreads file \"b.db\"\nwrites into file \"c.db\""},
}

// sqlConditions are conditions that hold for every row, and such as do not.
var sqlConditions = []struct {
	reason string
	always bool
	conds  []string
}{
	{"the same on both sides", true, []string{
		"a is not distinct from a", "a = a or a is null", "t.a = t.a", "(a, b) = (a, b)", "a >= a", "a between a and a", "a in (a, 1)", "a like a", "lower(a) = lower(a)", `"a" = "a"`,
	}},
	{"not quite the same", false, []string{
		"a is not distinct from b", "a = b or b = a", "t.a = u.a", "(a, b) = (b, a)", "a >= b", "a between a and b", "a in (b, 1)", "a like b", "lower(a) = a", "a is distinct from a", "a <> a", "a > a", "a = any(a)",
	}},
	{"no column", true, []string{
		"not false", "not (1 = 2)", "2 * 2 = 4", "'a' || 'b' = 'ab'", "length('x') = 1", "now() > '2000-01-01'", "5 between 1 and 10", "true is not null", "case when true then true end", "1 is not distinct from 1",
		"coalesce(null, true)", "true and not false", "current_date > '2000-01-01'",
	}},
	{"of chance, or never", false, []string{"random() < 0.1", "1 = 2", "'a' = 'b'", "false", "not true", "null", "0", "1 = 2 and a = a", "not (1 = 1)"}},
	{"no row in particular", true, []string{"exists (select 1)", "exists (select 1 from u)", "not not exists (select 1)"}},
	{"some rows", false, []string{"exists (select 1 from u where u.a = t.a)", "not exists (select 1)", "exists (select 1) and a = 1", "a in (select a from u)"}},
	{"a key, a length, any text", true, []string{
		"id is not null", "not id is null", "coalesce(a, '') is not null", "ifnull(a, 0) is not null", "length(a) >= 0", "char_length(a) > -1", "a like '%' || '%'", "a ilike '%%' or a is null", "id > -1",
	}},
	{"of a value", false, []string{
		"a is not null", "a is null", "not a is null", "coalesce(a, b) is not null", "length(a) >= 1", "length(a) > 0", "a like 'x%' || '%'", "a not like '%'", "coalesce(a, '') = ''", "active is not false", "active is true", "not active",
		"a between 1 and 2 and b = 3", "not (a = 1 or b = 2)", "id not in (1, 2)", "deleted_at < now() - interval '30 days'",
	}},
	{"its own table", true, []string{"id in (select id from t)"}},
}

func TestConditionsThatAlwaysHold(t *testing.T) {
	for _, c := range sqlConditions {
		for _, cond := range c.conds {
			acts, err := Read("sql", "delete from t where "+cond)
			require.NoError(t, err)
			want := ""
			if c.always {
				want = `alters delete-all "t"`
			}
			assert.Equal(t, want, show(acts), "%s: %s", c.reason, cond)
		}
	}
}

// sqlFunctions are queries that do something by the functions they call.
var sqlFunctions = []codeCase{
	{"every large object", "psql", "select lo_unlink(oid) from pg_largeobject_metadata", `alters delete-all "pg_largeobject_metadata"`},
	{"large objects that are picked", "psql", "select lo_unlink(oid) from images where id = 3; select lo_unlink(16401)", ""},
	{"chunks of a time series", "psql", "select drop_chunks('conditions', interval '1 day')", "alters drop-chunks \"conditions\""},
	{"a statement for another server", "psql", "select dblink_exec('host=h', 'drop table t'); select * from dblink('h', 'select 1') as x(a int)", `alters drop-table "t"`},
	{"a statement in a function", "psql", "select query_to_xml('delete from t', true, true, '')", `alters delete-all "t"`},
	{"a file of the server", "psql", "select pg_file_unlink('/srv/x'), pg_file_write('/srv/y', 'z', false)", "deletes pg_file_unlink \"/srv/x\"\nwrites pg_file_write \"/srv/y\""},
	{"an editor", "sqlite", "select edit('x', 'rm -rf /')", `shell edit "rm -rf /"`},
	{"an editor from parts", "sqlite", "update t set a = edit(a, 'rm ' || '-rf /') where id = 1", ""},
	{"an editor from parts, in a query", "sqlite", "select edit(a, 'rm ' || '-rf /') from t", `shell edit "rm -rf /"`},
	{"an editor that is not known", "sqlite", "select edit(a, b) from t", "shell edit …"},
	{"the user's own editor", "sqlite", "select edit(a) from t; select edit from t", ""},
	{"a directory", "sqlite", "select name from fsdir('/etc')", `reads fsdir "/etc"`},
}

// clientCommands are lines that a client runs itself.
var clientCommands = []codeCase{
	{"SQL*Plus", "oracle", "host rm -rf /\n! id\nHO ls\nspool /etc/x append\nspool off\n@setup.sql\nstart a", "shell shell \"rm -rf /\"\nshell shell \"id\"\nshell shell \"ls\"\nwrites spool \"/etc/x\"\nreads include \"setup.sql\"\nreads start \"a\""},
	{"SQL*Plus, in a statement", "oracle", "select\nhost from t;\nhostname x", ""},
	{"RMAN", "rman", "host 'rm -rf /';\ndelete noprompt backup;\nrun { delete obsolete; }\nchange archivelog all uncatalog;\nlist backup;\ncrosscheck backup;", "shell shell \"rm -rf /\"\nalters drop-backup \"noprompt\"\nalters drop-backup \"obsolete\"\nalters drop-backup \"archivelog\""},
	{"sqlcmd and isql", "sqlcmd", ":!! rm -rf /\n!!id\n:r a.sql\n:out /etc/x\n:setvar a b\nshell ls;\noutput /etc/y;\ngo", "shell shell \"rm -rf /\"\nshell shell \"id\"\nreads r \"a.sql\"\nwrites out \"/etc/x\"\nshell shell \"ls\"\nwrites output \"/etc/y\""},
	{"Hive", "hive", "!rm -rf /;\nsource a.sql;\nselect 1;", "shell shell \"rm -rf /\"\nreads source \"a.sql\""},
	{"Beeline", "beeline", "!sh rm -rf /\n!connect jdbc:hive2://h\n!run a.sql\n!record /etc/x\n!dropall\n!quit", "shell shell \"rm -rf /\"\nreads run \"a.sql\"\nwrites record \"/etc/x\"\nalters drop …"},
	{"Impala", "impala", "shell rm -rf /;\n! id\nsource a.sql;\nprofile;", "shell shell \"rm -rf /\"\nshell shell \"id\"\nreads source \"a.sql\""},
	{"SnowSQL", "snowsql", "!system rm -rf /\n!spool /etc/x\n!source a.sql\n!exit", "shell shell \"rm -rf /\"\nwrites spool \"/etc/x\"\nreads source \"a.sql\""},
	{"Db2", "clp", "!rm -rf /\ndrop database x", "shell shell \"rm -rf /\"\nalters drop-database \"x\""},
	{"Cassandra", "cql", "source 'a.cql'\ncapture '/etc/x'\ncapture off\ncopy k.t to '/etc/y'", "reads source \"a.cql\"\nwrites capture \"/etc/x\"\nwrites copy \"/etc/y\""},
	{"a word that only begins so", "oracle", "hosts\nspooler\ngetaway", ""},
}

func TestSQL(t *testing.T) {
	runCode(t, sqlStatements)
	runCode(t, sqlFunctions)
	runCode(t, clientCommands)
	runCode(t, sqlDialects)
}

// A statement of any dialect is found wherever a statement may stand.
func TestSQLInEveryDialect(t *testing.T) {
	for _, name := range []string{"sql", "psql", "mysql", "sqlite"} {
		for _, c := range sqlStatements {
			if !strings.Contains(c.code, `"`) {
				acts, err := withHoles(name, c.code)
				require.NoError(t, err, c.code)
				assert.Equal(t, c.want, show(acts), "%s: %s", name, c.code)
			}
		}
		assert.True(t, Partial(name))
	}
	assert.False(t, Partial("python"))
}

func TestSQLThatCannotBeRead(t *testing.T) {
	for _, code := range []string{"select 'x", `select "x`, "/* x", "select $$x"} {
		_, err := Read("psql", code)
		assert.Error(t, err, code)
	}
}

// Statements inside statements cost no more than their length, and too many
// are not passed over.
func TestSQLNesting(t *testing.T) {
	acts, err := Read("sql", strings.Repeat("with x as (delete from t where a = (", 5000))
	require.NoError(t, err)
	assert.Contains(t, show(acts), "evaluates")
	_, err = Read("psql", "do "+strings.Repeat("$$ do $$", 3000))
	require.NoError(t, err)
}

// FuzzStatements holds that no text panics or takes long, in any language that
// is read by statement or line.
func FuzzStatements(f *testing.F) {
	for _, cases := range [][]codeCase{sqlStatements, sqlDialects, sqlFunctions, clientCommands, storeCommands, textCommands} {
		for _, c := range cases {
			f.Add(c.lang, c.code)
		}
	}
	f.Fuzz(func(t *testing.T, lang, code string) {
		if strings.HasPrefix(lang, "python") {
			return
		}
		acts, err := Read(lang, code)
		if err != nil {
			assert.Nil(t, acts)
		}
		for _, a := range acts {
			assert.NotZero(t, a.Kind)
			assert.NotEmpty(t, a.Call)
		}
	})
}
