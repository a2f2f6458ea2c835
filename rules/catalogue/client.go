package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// dropping are patterns for code that drops or empties something by a call of a database library. The
// text between call and statement may have any length, so a match is only a guess.
const dropping = "*execute*(*DROP*TABLE* *execute*(*drop*table* *execute*(*DROP*DATABASE* *execute*(*drop*database* *execute*(*DROP*SCHEMA* *execute*(*drop*schema* *execute*(*TRUNCATE* " +
	"*.query(*DROP*TABLE* *.query(*drop*table* *.query(*DROP*DATABASE* *.query(*TRUNCATE* *.query(*DROP*SCHEMA* *.exec(*DROP*TABLE* *.exec(*drop*table* *.exec(*DROP*DATABASE* *.exec(*TRUNCATE* " +
	"*->exec(*DROP*TABLE* *->exec(*TRUNCATE* *->query(*DROP*TABLE* *->query(*TRUNCATE* *->do(*DROP*TABLE* *->do(*TRUNCATE* *->do(*DROP*DATABASE* *.run(*DROP*TABLE* *.raw(*DROP*TABLE* *.raw(*TRUNCATE* *exec(*DROP*TABLE* " +
	"*RawUnsafe(*DROP* *RawUnsafe(*TRUNCATE* *Raw`*DROP*TABLE* *Raw`*TRUNCATE*"

// clients are the rules about inline code that uses database and cloud libraries.
var clients = []rules.Rule{
	{
		ID: "code.drop", Class: rules.Destructive, NotForTests: true, StripStrings: true, Effect: grammar.Evaluates, Lang: "python javascript ruby perl php", Value: dropping, Not: "*:memory:* *duckdb.connect()*",
		Reason: "drops or empties what a database holds",
		Hint:   "count first what it holds, and ask the user",
		Hits: []string{
			`python3 -c "import psycopg2; psycopg2.connect('x').cursor().execute('DROP TABLE users')"`, `node -e "new (require('pg').Client)().query('DROP TABLE users')"`,
			`ruby -e 'require "pg"; PG.connect.exec("DROP TABLE users")'`, `perl -MDBI -e 'DBI->connect("dbi:Pg:")->do("DROP TABLE t")'`, `php -r '(new PDO("x"))->exec("DROP TABLE t");'`,
			`python3 -c "import psycopg2; psycopg2.connect('host=db.example.com dbname=app_test').cursor().execute('DROP TABLE t')"`, `python3 -c "import psycopg2, os; psycopg2.connect(os.environ['TEST_URL']).cursor().execute('DROP TABLE t')"`,
			`python3 -c "import psycopg2; a = psycopg2.connect('dbname=app_test'); b = psycopg2.connect('dbname=app'); b.cursor().execute('DROP TABLE t')"`, `python3 -c "import psycopg2; psycopg2.connect('dbname=app_test').cursor().execute('DROP DATABASE app')"`, `APP_ENV=test python3 -c "import psycopg2; psycopg2.connect('dbname=app').cursor().execute('DROP TABLE t')"`,
		},
		Misses: []string{
			`python3 -c "import sqlite3; sqlite3.connect('a.db').execute('select 1')"`, `python3 -c "import sqlite3; sqlite3.connect(':memory:').execute('drop table t')"`, `python3 -c "print('DROP TABLE users')"`,
			`python3 -c "import psycopg2; psycopg2.connect('host=localhost dbname=app_test user=app password=x').cursor().execute('DROP TABLE t')"`, `python3 -c "import psycopg2; psycopg2.connect(host='localhost', dbname='app_test').cursor().execute('DROP SCHEMA public CASCADE')"`,
			`python3 -c "import sqlite3; sqlite3.connect('test.db').execute('drop table t')"`, `python3 -c "from sqlalchemy import create_engine; create_engine('sqlite:///test.db').connect().execute('DROP TABLE t')"`, `node -e "new (require('pg').Client)({host: 'localhost', database: 'app_test'}).query('DROP TABLE t')"`,
		},
	},
	{
		ID: "code.client", Class: rules.Destructive, StripStrings: true, Effect: grammar.Evaluates, Lang: "python javascript ruby perl php",
		Value: "*.flushall()* *.flushdb()* *.flushAll()* *.flushDb()* *.drop_database(* *.dropDatabase()* *.drop_collection(* *.delete_many({})* *.deleteMany({})* *.deleteMany()* *.drop_all()* " +
			"*.terminate_instances(* *.delete_bucket(* *.delete_db_instance(* *.delete_db_cluster(* *.delete_stack(* *.delete_table(* *.delete_cluster(* *.delete_function(* " +
			"*.delete_topics(* *.volumes.prune(* *.containers.prune(* *.images.prune(* *.networks.prune(* *.system_prune(* *.pruneVolumes(* *.pruneContainers(* *.indices.delete(* *.delete_by_query(* *.delete_namespace(* *.delete_namespaced_* *.delete_repo(* *.delete_blob* *sequelize.drop()* *.dropSchema(* *.drop_schema(* *.dropCollection(* *.dropAllTables()* " +
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
		ID: "code.rows", Class: rules.Destructive, NotForTests: true, StripStrings: true, EveryRow: true, Effect: grammar.Evaluates, Lang: "python javascript ruby perl php",
		Value:  "*.objects*.delete()* *.query*.delete()* *.destroy_all* *.delete_all*",
		Reason: "deletes all rows of a table",
		Hint:   "filter them, and count first what that finds",
		Hits: []string{
			`python manage.py shell -c "from a.models import U; U.objects.all().delete()"`, "./manage.py shell -c 'M.objects.exclude(pk=1).delete()'", "./manage.py shell -c 'M.objects.filter().delete()'", "./manage.py shell -c 'M.objects.filter(pk__gt=0).delete()'",
			"rails runner 'User.delete_all'", `rails runner 'User.where("1=1").destroy_all'`, "rails runner 'User.where.not(id: nil).delete_all'", "RAILS_ENV=production rails runner 'User.delete_all'",
		},
		Misses: []string{
			"./manage.py shell -c 'M.objects.filter(draft=True).delete()'", `bin/rails r 'Order.where(old: true).destroy_all'`, `rails runner 'User.where(email: "a@example.com").destroy_all'`, "RAILS_ENV=test rails runner 'User.delete_all'",
			"python manage.py shell --settings=config.settings.test -c 'M.objects.all().delete()'", `python manage.py shell -c "print(U.objects.count())"`,
		},
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
		ID: "code.http-delete", Class: rules.Destructive, Exempt: rules.OwnPorts, Effect: grammar.Alters, Name: "http-delete",
		Reason: "asks a server to delete something",
		Hint:   "get it first, and ask the user",
		Hits: []string{
			`python -c "import requests; requests.delete('https://api.example.com/x')"`, `node -e "fetch('http://localhost:9200/x', {method: 'DELETE'})"`, `python3 -c "import requests; requests.request('DELETE', 'https://api.example.com/x')"`,
			`node -e "require('axios').delete('https://api.example.com/x')"`, `ruby -rnet/http -e 'Net::HTTP.new("api.example.com").delete("/x")'`, `perl -MLWP::UserAgent -e 'LWP::UserAgent->new->delete("https://api.example.com/x")'`,
		},
		Misses: []string{
			`python -c "import requests; requests.get('https://api.example.com/x')"`, `python3 -c "import requests; requests.delete('http://localhost:8000/items/1')"`, `python3 -c "print('requests.delete(')"`,
			`node -e "require('axios').get('https://api.example.com/x')"`,
		},
	},
	{
		ID: "code.http-delete-by-query", Class: rules.Destructive, Certain: true, Effect: grammar.Requests, Lang: "python javascript ruby perl php", Name: "POST PUT", Value: requested(deletions + " */_close */_close?* */doDelete* */_cluster/settings*"),
		Reason: "asks a server to delete or close what it holds",
		Hint:   "the same request with _search or _count shows what it is about",
		Hits: []string{
			`python3 -c "import requests; requests.post('http://es.example.com:9200/orders/_delete_by_query', json={'query': {'match_all': {}}})"`, `node -e "fetch('http://localhost:9200/logs/_delete_by_query', {method: 'POST', body: '{}'})"`,
			`ruby -rnet/http -e 'Net::HTTP.post(URI("http://h:7700/indexes/m/documents/delete"), "{}")'`, `python3 -c "import requests, os; requests.post(os.environ['ES'] + '/i/_delete_by_query', json={})"`,
		},
		Misses: []string{
			`python3 -c "import requests; print(requests.post('http://es.example.com:9200/orders/_search', json={'query': {'match_all': {}}}).json())"`, `python3 -c "import requests; print(requests.post('http://es.example.com:9200/orders/_count').json())"`,
			`node -e "fetch('https://api.example.com/documents/deleted', {method: 'POST', body: '{}'})"`,
		},
	},
	{
		ID: "code.http-drop", Class: rules.Destructive, Certain: true, Effect: grammar.Requests, Lang: "python javascript ruby perl php", Name: "POST PUT", Value: ofBody(bodies),
		Reason: "drops what the database holds",
		Hint:   "ask for it before you drop it",
		Hits: []string{
			`python3 -c "import requests; requests.post('http://h:8123/', data='DROP TABLE t')"`, `python3 -c "import requests; requests.post('http://h/solr/c/update', json={'delete': {'query': '*:*'}})"`,
			`node -e "require('axios').post('http://h:9200/_aliases', {actions: [{remove_index: {index: 'x'}}]})"`,
		},
		Misses: []string{`python3 -c "import requests; print(requests.post('http://h:8123/', data='SELECT 1').text)"`, `python3 -c "import requests; requests.post('http://h/', json={'drop': 1})"`},
	},
	{
		ID: "code.service-delete", Class: rules.Destructive, Effect: grammar.Alters, Name: "service-delete",
		Reason: "deletes or stops what a service keeps",
		Hint:   "list first what it would delete, and ask the user",
		Hits: []string{
			`python3 -c "import boto3; boto3.client('iam').delete_user(UserName='bob')"`, `python3 -c "import boto3; getattr(boto3.client('ec2'), 'stop' + '_instances')(InstanceIds=['i-1'])"`,
			`python3 -c "import wandb; [r.delete() for r in wandb.Api().runs('a/b')]"`, `node -e "require('firebase-admin').auth().deleteUser('x')"`, `ruby -e 'require "aws-sdk-s3"; Aws::S3::Resource.new.bucket("prod").delete!'`,
			`python3 -c "from pyairtable import Api; Api('k').table('a', 't').batch_delete(['r'])"`, `node -e "require('jsforce').connection.sobject('Lead').destroy(['1'])"`, `node -e "const a = require('firebase-admin'); a.database().ref('/users').set(null)"`, `python3 -c "import dropbox; dropbox.Dropbox('t').files_delete_v2('/a')"`,
		},
		Misses: []string{
			`python3 -c "import boto3; print(boto3.client('iam').list_users())"`, `python3 -c "import pandas; print(pandas.read_csv('a.csv').drop(columns=['b']))"`, `python3 -c "x = [1, 2]; x.remove(1)"`,
			`python3 -c "import boto3; boto3.client('iam', endpoint_url='http://localhost:4566').delete_user(UserName='bob')"`, `node -e "new Map().delete('a')"`,
			`node -e "const a = require('firebase-admin'); a.database().ref('/users/1').set({name: 'x'})"`, `python3 -c "import gspread; print(gspread.service_account().open('B').sheet1.get_all_values())"`,
		},
	},
	{
		ID: "code.unlisted-delete", Class: rules.Destructive, Effect: grammar.Alters, Name: "unlisted-delete",
		Reason: "calls something that is named delete or pay, and has the credential of a service",
		Hint:   "list first what it would delete, and ask the user",
		Hits: []string{
			`python3 -c "import os, acme_sdk; acme_sdk.Client(os.environ['ACME_TOKEN']).delete_site('1')"`, `python3 -c "from acme_sdk import Client; c = Client(api_key='k'); c.sites.delete('1')"`, `python3 -c "from acme_sdk import Client; Client('https://api.acme.example.com').purge_all()"`,
			`node -e "const {Client} = require('acme-sdk'); new Client(process.env.ACME_TOKEN).deleteSite('1')"`, `ruby -e "require 'acme'; Acme::Client.new(ENV['ACME_TOKEN']).delete_site('1')"`,
			`php -r '(new Acme\Client(getenv("ACME_TOKEN")))->deleteSite("1");'`, `perl -e 'use Acme::Client; Acme::Client->new(token => $ENV{ACME_TOKEN})->delete_site(1)'`,
		},
		Misses: []string{
			`python3 -c "from acme_sdk import Client; Client('k').delete_site('1')"`, `python3 -c "import os, acme_sdk; print(acme_sdk.Client(os.environ['ACME_TOKEN']).list_sites())"`, `python3 -c "from acme_sdk import Client; Client('http://localhost:3000').delete_site('1')"`,
			`python3 -c "import os, pandas as pd; print(os.environ['ACME_TOKEN'][:2]); pd.read_csv('a.csv').drop(columns=['b']).to_csv('c.csv')"`, `python3 -c "import os, numpy as np; np.delete(np.array([1]), 0); print(os.environ['ACME_TOKEN'][:2])"`,
			`python3 -c "from django.test import Client; Client().delete('/x', HTTP_AUTHORIZATION='t')"`, `python3 -c "from cachetools import TTLCache; TTLCache(1, 2).delete('k')"`,
			`node -e "const _ = require('lodash'); new Map().delete(process.env.ACME_TOKEN)"`, `node -e "const s = require('supertest'); s(require('./app')).delete('/x').set('Authorization', 't')"`,
			`ruby -e "require 'json'; h = JSON.parse('{}'); h.delete_if { |k| k == ENV['ACME_TOKEN'] }"`,
		},
	},
	{
		ID: "code.service-pay", Class: rules.Destructive, Effect: grammar.Alters, Name: "service-pay",
		Reason: "moves or spends real money",
		Hint:   "ask the user to do it",
		Hits: []string{
			`python3 -c "import stripe; stripe.Refund.create(charge='ch_1')"`, `node -e "require('stripe')(k).transfers.create({amount: 5, destination: 'acct_1'})"`, `python3 -c "import boto3; boto3.client('savingsplans').create_savings_plan(savingsPlanOfferingId='x', commitment='50')"`, `python3 -c "import boto3; boto3.client('ec2').purchase_reserved_instances_offering(InstanceCount=1, ReservedInstancesOfferingId='o')"`, `python3 -c "import boto3; boto3.client('route53domains').register_domain(DomainName='example.com')"`,
			`python3 -c "import razorpay; razorpay.Client(auth=(a, b)).payment.refund('p', {'amount': 1})"`, `python3 -c "import ccxt; ccxt.kraken({}).create_market_sell_order('ETH/EUR', 2)"`,
		},
		Misses: []string{`python3 -c "import boto3; print(boto3.client('savingsplans').describe_savings_plans())"`, `python3 -c "import stripe; print(stripe.Refund.list())"`, `node -e "require('stripe')(k).customers.list().then(console.log)"`, `python3 -c "import ccxt; print(ccxt.kraken().fetch_ticker('ETH/EUR'))"`},
	},
	{
		ID: "code.service-grant", Class: rules.Exposure, Effect: grammar.Alters, Name: "service-grant",
		Reason: "lets somebody use what a service keeps",
		Hint:   "ask the user to do it",
		Hits: []string{
			`python3 -c "import boto3; boto3.client('iam').attach_user_policy(UserName='bob', PolicyArn='x')"`, `python3 -c "import boto3; boto3.client('s3').put_bucket_acl(Bucket='b', ACL='public-read')"`,
			`python3 -c "from github import Github; Github('t').get_repo('a/b').edit(private=False)"`, `node -e "new (require('@octokit/rest').Octokit)().repos.update({owner: 'a', repo: 'b', private: false})"`,
		},
		Misses: []string{`python3 -c "import boto3; print(boto3.client('iam').list_attached_user_policies(UserName='bob'))"`, `python3 -c "import boto3; boto3.client('s3').put_bucket_acl(Bucket='b', ACL='private')"`, `python3 -c "from github import Github; Github('t').get_repo('a/b').edit(description='x')"`, `python3 -c "from github import Github; Github('t').get_repo('a/b').edit(private=True)"`},
	},
	{
		ID: "code.service-key", Class: rules.Secrets, Effect: grammar.Alters, Name: "service-key",
		Reason: "makes a credential",
		Hint:   "ask the user to make it",
		Hits:   []string{`python3 -c "import boto3; print(boto3.client('iam').create_access_key(UserName='root'))"`},
		Misses: []string{`python3 -c "import boto3; print(boto3.client('iam').list_access_keys(UserName='root'))"`},
	},
	{
		ID: "code.service-send", Class: rules.Device, Effect: grammar.Alters, Name: "service-send",
		Reason: "sends a message in the user's name",
		Hint:   "ask the user to send it",
		Hits: []string{
			`python3 -c "import smtplib; smtplib.SMTP('smtp.acme.com').sendmail('a@acme.com', 'all@acme.com', 'hi')"`, `node -e "require('twilio')(a, b).messages.create({to: '+1', from: '+2', body: 'x'})"`,
			`php -r 'mail("all@acme.com", "x", "y");'`, `ruby -rmail -e 'Mail.deliver { to "a@example.com" }'`,
		},
		Misses: []string{
			`python3 -c "import smtplib; smtplib.SMTP('localhost', 1025).sendmail('a@acme.com', 'all@acme.com', 'hi')"`, `python3 -c "import smtplib; print(smtplib.SMTP('smtp.acme.com').noop())"`,
			`python3 -c "import anthropic; print(anthropic.Anthropic().messages.create(model='x', max_tokens=1, messages=[]))"`,
		},
	},
	{
		ID: "code.service-operate", Class: rules.Device, Effect: grammar.Alters, Name: "service-operate",
		Reason: "changes how a device of a network or a plant works",
		Hint:   "read first what the device is set to, and ask the user",
		Hits: []string{
			`python3 -c "from netmiko import ConnectHandler as C; C(device_type='cisco_ios', host='core1').send_config_set(['no vlan 20'])"`, `python3 -c "from netmiko import ConnectHandler as C; C(host='core1').send_command('reload')"`,
			`python3 -c "from napalm import get_network_driver as g; d = g('ios')('core1', 'u', 'p'); d.open(); d.commit_config()"`, `python3 -c "from ncclient import manager as m; m.connect(host='r2').edit_config(target='running', config=x)"`,
			`python3 -c "from pymodbus.client import ModbusTcpClient as M; M('10.1.2.3').write_register(4, 1)"`, `python3 -c "import snap7; c = snap7.client.Client(); c.connect('10.1.2.3', 0, 1); c.db_write(1, 0, b'0')"`,
			`python3 -c "import paramiko; c = paramiko.SSHClient(); c.connect('core1'); c.invoke_shell().send('write erase')"`, `python3 -c "from asyncua.sync import Client; Client('opc.tcp://line1:4840').get_node('ns=2;i=3').set_value(0)"`,
		},
		Misses: []string{
			`python3 -c "from netmiko import ConnectHandler as C; print(C(device_type='cisco_ios', host='core1').send_command('show running-config'))"`, `python3 -c "from napalm import get_network_driver as g; d = g('ios')('core1', 'u', 'p'); d.open(); print(d.compare_config())"`,
			`python3 -c "from pymodbus.client import ModbusTcpClient as M; print(M('10.1.2.3').read_coils(1, 8).bits)"`, `python3 -c "from pymodbus.client import ModbusTcpClient as M; M('127.0.0.1', port=5020).write_coil(1, True)"`,
			`python3 -c "from asyncua.sync import Client; print(Client('opc.tcp://line1:4840').get_node('i=84').get_children())"`, `python3 -c "import paramiko; c = paramiko.SSHClient(); c.connect('h'); print(c.open_sftp().listdir())"`,
		},
	},
	{
		ID: "code.other-client", Class: rules.Destructive, Program: "Rscript R julia elixir iex mix lua luajit ghc runghc scala scala-cli kotlin groovy swift clojure clj bb erl dart",
		Effect: grammar.Evaluates,
		Value: "*httr::DELETE(* *httr2::*DELETE* *HTTP.delete(* *HTTP.request(*DELETE* *method*=*DELETE* *equestMethod*DELETE* *client/delete* *.DELETE()* *HTTPoison.delete* *Req.delete* *Tesla.delete* *:httpc.request(:delete* *httpc:request(delete* " +
			"*dbRemoveTable(* *dbExecute(*drop* *dbExecute(*DROP* *dbExecute(*delete*from* *dbExecute(*DELETE*FROM* *dbExecute(*truncate* *dbExecute(*TRUNCATE* *dbSendStatement(*drop* *dbSendStatement(*DROP* *dbSendStatement(*delete*from* *dbSendStatement(*DELETE*FROM* *dbSendStatement(*truncate* " +
			"*DBInterface.execute(*drop* *DBInterface.execute(*DROP* *DBInterface.execute(*delete*from* *jdbc/execute!*drop* *jdbc/execute!*DROP* *jdbc/execute!*delete*from* *jdbc/execute!*truncate* *Repo.query*drop* *Repo.query*DROP* *Repo.query*truncate* *Repo.query*TRUNCATE* *delete_bucket(* *delete_object(* *paws::*delete_* *paws::*terminate_*",
		Not:    "*:memory:*",
		Reason: "asks a server or a database to delete something",
		Hint:   "look first at what it would delete, and ask the user",
		Hits: []string{
			`Rscript -e 'DBI::dbRemoveTable(con, "orders")'`, `Rscript -e 'DBI::dbExecute(con, "drop table orders")'`, `Rscript -e 'httr::DELETE("https://api.example.com/users/1")'`, `julia -e 'using HTTP; HTTP.delete("https://api.example.com/users/1")'`,
			`lua -e 'require("socket.http").request{url="http://api.example.com/u/1",method="DELETE"}'`, `bb -e '(babashka.http-client/delete "https://api.example.com/users/1")'`,
		},
		Misses: []string{`Rscript -e 'print(DBI::dbGetQuery(con, "select 1"))'`, `Rscript -e 'httr::GET("https://api.example.com/users/1")'`, `julia -e 'using HTTP; HTTP.get("https://api.example.com/users/1")'`, `lua -e 'print("DELETE")'`},
	},
	{
		ID: "code.other", Class: rules.Destructive, Undone: rules.Snapshot, Program: "Rscript R julia elixir iex mix lua ghc runghc scala scala-cli kotlin groovy osascript swift clojure bb erl dart octave",
		Effect: grammar.Evaluates,
		Value:  "*unlink(*recursive* *rm(homedir* *rm_rf* *empty*trash* *every*to*trash* *delete*every* *rm(*recursive=true* *removeDirectoryRecursive* *deleteDir()* *delete_recursively* *del_dir_r*",
		Reason: "deletes a directory with all that is in it, or empties the trash",
		Hint:   "name the directory in a command of its own",
		Hits:   []string{`Rscript -e 'unlink("x", recursive=TRUE)'`, `elixir -e 'File.rm_rf!("x")'`, `mix run -e 'File.rm_rf!("x")'`, `erl -noshell -eval 'file:del_dir_r("x"), halt().'`, `osascript -e 'tell application "Finder" to empty trash'`},
		Misses: []string{`Rscript -e 'print(1)'`, `osascript -e 'display dialog "x"'`},
	},
}
