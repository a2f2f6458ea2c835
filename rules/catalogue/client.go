package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// dropping is what code says to drop or empty, in the calls by which it speaks to
// a database. What stands between is of any length, so that it is a guess.
const dropping = "*execute*(*DROP*TABLE* *execute*(*drop*table* *execute*(*DROP*DATABASE* *execute*(*drop*database* *execute*(*DROP*SCHEMA* *execute*(*drop*schema* *execute*(*TRUNCATE* *execute*(*truncate?* " +
	"*.query(*DROP*TABLE* *.query(*drop*table* *.query(*DROP*DATABASE* *.query(*TRUNCATE* *.query(*DROP*SCHEMA* *.exec(*DROP*TABLE* *.exec(*drop*table* *.exec(*DROP*DATABASE* *.exec(*TRUNCATE* " +
	"*->exec(*DROP*TABLE* *->exec(*TRUNCATE* *->query(*DROP*TABLE* *->query(*TRUNCATE* *->do(*DROP*TABLE* *->do(*TRUNCATE* *->do(*DROP*DATABASE* *.run(*DROP*TABLE* *.raw(*DROP*TABLE* *.raw(*TRUNCATE* *exec(*DROP*TABLE* " +
	"*RawUnsafe(*DROP* *RawUnsafe(*TRUNCATE* *Raw`*DROP*TABLE* *Raw`*TRUNCATE*"

// clients are the rules about inline code that speaks to databases and clouds
// through their libraries.
var clients = []rules.Rule{
	{
		ID: "code.drop", Class: rules.Destructive, StripStrings: true, Effect: grammar.Evaluates, Lang: "python javascript ruby perl php", Value: dropping, Not: "*:memory:*",
		Reason: "drops or empties what a database holds",
		Hint:   "count first what it holds, and ask the user",
		Hits: []string{
			`python3 -c "import psycopg2; psycopg2.connect('x').cursor().execute('DROP TABLE users')"`, `node -e "new (require('pg').Client)().query('DROP TABLE users')"`,
			`ruby -e 'require "pg"; PG.connect.exec("DROP TABLE users")'`, `perl -MDBI -e 'DBI->connect("dbi:Pg:")->do("DROP TABLE t")'`, `php -r '(new PDO("x"))->exec("DROP TABLE t");'`,
		},
		Misses: []string{
			`python3 -c "import sqlite3; sqlite3.connect('a.db').execute('select 1')"`, `python3 -c "import sqlite3; sqlite3.connect(':memory:').execute('drop table t')"`, `python3 -c "print('DROP TABLE users')"`,
		},
	},
	{
		ID: "code.client", Class: rules.Destructive, StripStrings: true, Effect: grammar.Evaluates, Lang: "python javascript ruby perl php",
		Value: "*.flushall()* *.flushdb()* *.flushAll()* *.flushDb()* *.drop_database(* *.dropDatabase()* *.drop_collection(* *.delete_many({})* *.deleteMany({})* *.deleteMany()* *.drop_all()* " +
			"*.terminate_instances(* *.delete_bucket(* *.delete_db_instance(* *.delete_db_cluster(* *.delete_stack(* *.delete_table(* *.delete_cluster(* *.delete_function(* *.objects.all().delete()* *.objects.delete()* " +
			"*.delete_topics(* *.volumes.prune(* *.containers.prune(* *.images.prune(* *.networks.prune(* *.system_prune(* *.pruneVolumes(* *.pruneContainers(* *.indices.delete(* *.delete_by_query(* *.delete_namespace(* *.delete_namespaced_* *.delete_repo(* *.delete_blob* *sequelize.drop()* *.dropSchema(* *.drop_schema(* *.dropCollection(* *.dropAllTables()* *.destroy_all* *.delete_all* *.objects.filter(*).delete()*",
		Reason: "deletes what a database or a service holds",
		Hint:   "list first what it would delete, and ask the user",
		Hits: []string{
			`python3 -c "import redis; redis.Redis().flushall()"`, `python -c "import boto3; boto3.client('ec2').terminate_instances(InstanceIds=['i'])"`,
			`node -e "require('mongoose').connection.dropDatabase()"`,
		},
		Misses: []string{`python -c "import boto3; print(boto3.client('ec2').describe_instances())"`, `python3 -c "import redis; print(redis.Redis().get('k'))"`, `node -e "console.log(1)"`},
	},
	{
		ID: "code.http-delete", Class: rules.Destructive, StripStrings: true, Exempt: rules.OwnPorts, Effect: grammar.Evaluates, Lang: "python javascript",
		Value:  "*requests.delete(* *httpx.delete(* *axios.delete(* *fetch(*method:*DELETE*",
		Reason: "asks a server to delete something",
		Hint:   "get it first, and ask the user",
		Hits:   []string{`python -c "import requests; requests.delete('https://api.example.com/x')"`, `node -e "fetch('http://localhost:9200/x', {method: 'DELETE'})"`},
		Misses: []string{`python -c "import requests; requests.get('https://api.example.com/x')"`, `python3 -c "import requests; requests.delete('http://localhost:8000/items/1')"`},
	},
	{
		ID: "code.other", Class: rules.Destructive, Undone: rules.Snapshot, Program: "Rscript R julia elixir iex mix lua ghc runghc scala kotlin groovy osascript swift clojure bb erl dart octave",
		Effect: grammar.Evaluates,
		Value:  "*unlink(*recursive* *rm(homedir* *rm_rf* *empty*trash* *delete*every* *rm(*recursive=true* *removeDirectoryRecursive* *deleteDir()* *delete_recursively* *del_dir_r*",
		Reason: "deletes a directory with all that is in it, or empties the trash",
		Hint:   "name the directory in a command of its own",
		Hits:   []string{`Rscript -e 'unlink("x", recursive=TRUE)'`, `elixir -e 'File.rm_rf!("x")'`, `mix run -e 'File.rm_rf!("x")'`, `erl -noshell -eval 'file:del_dir_r("x"), halt().'`, `osascript -e 'tell application "Finder" to empty trash'`},
		Misses: []string{`Rscript -e 'print(1)'`, `osascript -e 'display dialog "x"'`},
	},
}
