package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// dropping are patterns for code that drops or empties something by a call of a database library. The
// text between call and statement may have any length, so a match is only a guess.
const dropping = "*execute*(*DROP*TABLE* *execute*(*drop*table* *execute*(*DROP*DATABASE* *execute*(*drop*database* *execute*(*DROP*SCHEMA* *execute*(*drop*schema* *execute*(*TRUNCATE* *execute*(*truncate?* " +
	"*.query(*DROP*TABLE* *.query(*drop*table* *.query(*DROP*DATABASE* *.query(*TRUNCATE* *.query(*DROP*SCHEMA* *.exec(*DROP*TABLE* *.exec(*drop*table* *.exec(*DROP*DATABASE* *.exec(*TRUNCATE* " +
	"*->exec(*DROP*TABLE* *->exec(*TRUNCATE* *->query(*DROP*TABLE* *->query(*TRUNCATE* *->do(*DROP*TABLE* *->do(*TRUNCATE* *->do(*DROP*DATABASE* *.run(*DROP*TABLE* *.raw(*DROP*TABLE* *.raw(*TRUNCATE* *exec(*DROP*TABLE* " +
	"*RawUnsafe(*DROP* *RawUnsafe(*TRUNCATE* *Raw`*DROP*TABLE* *Raw`*TRUNCATE*"

// clients are the rules about inline code that uses database and cloud libraries.
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
			"*.delete_topics(* *.volumes.prune(* *.containers.prune(* *.images.prune(* *.networks.prune(* *.system_prune(* *.pruneVolumes(* *.pruneContainers(* *.indices.delete(* *.delete_by_query(* *.delete_namespace(* *.delete_namespaced_* *.delete_repo(* *.delete_blob* *sequelize.drop()* *.dropSchema(* *.drop_schema(* *.dropCollection(* *.dropAllTables()* *.destroy_all* *.delete_all* *.objects.filter(*).delete()* " +
			"*.get_repo(*).delete()* *.repos.delete(* *.get_bucket(*).delete(* *.removetree(* *.rm(*recursive=True* *volumes.list(*.remove(* *.remove(*volumes.list(* " +
			"*DeleteBucketCommand(* *DeleteTableCommand(* *DeleteStackCommand(* *DeleteClusterCommand(* *DeleteFunctionCommand(* *DeleteDBInstanceCommand(* *DeleteDBClusterCommand(* *TerminateInstancesCommand(*",
		Reason: "deletes what a database or a service holds",
		Hint:   "list first what it would delete, and ask the user",
		Hits: []string{
			`python3 -c "import redis; redis.Redis().flushall()"`, `python -c "import boto3; boto3.client('ec2').terminate_instances(InstanceIds=['i'])"`,
			`node -e "require('mongoose').connection.dropDatabase()"`, `python3 -c "from github import Github; Github('x').get_repo('a/b').delete()"`,
			`python3 -c "import docker; [v.remove(force=True) for v in docker.from_env().volumes.list()]"`, `python3 -c "import s3fs; s3fs.S3FileSystem().rm('b', recursive=True)"`,
			`node -e "const {S3Client, DeleteBucketCommand} = require('@aws-sdk/client-s3'); new S3Client().send(new DeleteBucketCommand({Bucket: 'b'}))"`,
			`node -e "new (require('@octokit/rest').Octokit)().repos.delete({owner: 'a', repo: 'b'})"`,
		},
		Misses: []string{`python -c "import boto3; print(boto3.client('ec2').describe_instances())"`, `python3 -c "import redis; print(redis.Redis().get('k'))"`, `node -e "console.log(1)"`},
	},
	{
		ID: "code.git", Class: rules.Destructive, Undone: rules.Snapshot, Effect: grammar.Evaluates, Lang: "python", Value: "*.git.reset(*--hard* *.head.reset(*working_tree=True* *.git.clean(*-*f* *.git.push(*--force*",
		Reason: "discards what is not committed, or commits that others have",
		Hint:   "look at its status first, and ask the user",
		Hits:   []string{`python3 -c "import git; git.Repo('.').git.reset('--hard', 'HEAD~5')"`, `python3 -c "import git; git.Repo('.').git.clean('-fd')"`},
		Misses: []string{`python3 -c "import git; git.Repo('.').git.reset('--soft', 'HEAD~1')"`, `python3 -c "import git; print(git.Repo('.').git.status())"`},
	},
	{
		ID: "code.crontab", Class: rules.Persistence, StripStrings: true, Effect: grammar.Evaluates, Lang: "python", Value: "*CronTab(*.write(*",
		Reason: "changes what cron runs",
		Hint:   "ask the user to add it",
		Hits:   []string{`python3 -c "import crontab; c = crontab.CronTab(user=True); c.new('x').every_reboot(); c.write()"`},
		Misses: []string{`python3 -c "import crontab; print(crontab.CronTab(user=True))"`},
	},
	{
		ID: "code.secret-store", Class: rules.Secrets, StripStrings: true, Effect: grammar.Evaluates, Lang: "python javascript ruby perl php",
		Value: "*.get_secret_value(* *.batch_get_secret_value(* *GetSecretValueCommand(* *.getSecretValue(* *WithDecryption=True* *WithDecryption:*true* *with_decryption:*true* *.access_secret_version(* *.accessSecretVersion(* " +
			"*.read_secret_version(* *.read_secret(* *azure*.get_secret(* *keyring*.get_secret(* *secretstorage*.get_secret(* *SecretClient(*.getSecret(* *keyring.get_password(* *keyring.get_credential(* *.findCredentials(* *browser_cookie3.*(*",
		Reason: "reads secrets from where they are kept",
		Hint:   "ask the user for what you need from them",
		Hits: []string{
			`python3 -c "import boto3; print(boto3.client('secretsmanager').get_secret_value(SecretId='a'))"`, `python3 -c "import boto3; print(boto3.client('ssm').get_parameter(Name='a', WithDecryption=True))"`,
			`python3 -c "import hvac; print(hvac.Client().secrets.kv.read_secret_version(path='a'))"`, `python3 -c "import keyring; print(keyring.get_password('a', 'b'))"`,
			`node -e "require('keytar').findCredentials('a').then(console.log)"`, `ruby -e 'puts Aws::SecretsManager::Client.new.get_secret_value(secret_id: "a").secret_string'`,
			`python3 -c "import browser_cookie3; print(list(browser_cookie3.chrome()))"`,
		},
		Misses: []string{
			`python3 -c "import boto3; print(boto3.client('secretsmanager').list_secrets())"`, `python3 -c "import boto3; print(boto3.client('ssm').get_parameter(Name='a'))"`,
			`python3 -c "print('use get_secret_value(')"`, `python3 -c "import keyring; print(keyring.get_keyring())"`, `node -e "console.log(1)"`,
		},
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
		Value:  "*unlink(*recursive* *rm(homedir* *rm_rf* *empty*trash* *every*to*trash* *delete*every* *rm(*recursive=true* *removeDirectoryRecursive* *deleteDir()* *delete_recursively* *del_dir_r*",
		Reason: "deletes a directory with all that is in it, or empties the trash",
		Hint:   "name the directory in a command of its own",
		Hits:   []string{`Rscript -e 'unlink("x", recursive=TRUE)'`, `elixir -e 'File.rm_rf!("x")'`, `mix run -e 'File.rm_rf!("x")'`, `erl -noshell -eval 'file:del_dir_r("x"), halt().'`, `osascript -e 'tell application "Finder" to empty trash'`},
		Misses: []string{`Rscript -e 'print(1)'`, `osascript -e 'display dialog "x"'`},
	},
}
