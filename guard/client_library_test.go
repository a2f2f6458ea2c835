package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// clientHarms are calls of client libraries in inline code that delete, stop, grant, pay or send, by the
// library or by the way in which the call is written.
var clientHarms = []struct {
	reason  string
	sources []string
}{
	{"AWS from Python", []string{
		`python3 -c "import boto3; boto3.client('iam').delete_user(UserName='bob')"`,
		`python3 -c "import boto3; boto3.client('kms').schedule_key_deletion(KeyId='k')"`,
		`python3 -c "import boto3; boto3.client('sqs').purge_queue(QueueUrl='x')"`,
		`python3 -c "import boto3; boto3.client('ec2').stop_instances(InstanceIds=['i-1'])"`,
		`python3 -c "import boto3; boto3.client('organizations').close_account(AccountId='1')"`,
		`python3 -c "import boto3; boto3.client('lambda').remove_permission(FunctionName='x', StatementId='y')"`,
		`python3 -c "import boto3; boto3.resource('ec2').Instance('i-1').terminate()"`,
		`python3 -c "import boto3; boto3.resource('s3').Bucket('prod').objects.all().delete()"`,
		`python3 -c "import boto3; boto3.client('route53').change_resource_record_sets(HostedZoneId='z', ChangeBatch={'Changes': [{'Action': 'DELETE'}]})"`,
		`python3 -c "import boto3; boto3.client('ec2').deregister_image(ImageId='ami-1')"`,
		`python3 -c "import boto3; boto3.client('ecr').batch_delete_image(repositoryName='r', imageIds=[])"`,
		`python3 -c "import boto3; boto3.client('rds').delete_db_snapshot(DBSnapshotIdentifier='x')"`,
	}},
	{"how a call is written", []string{
		`python3 -c "import boto3; getattr(boto3.client('ec2'), 'terminate_instances')(InstanceIds=['i-1'])"`,
		`python3 -c "import boto3; getattr(boto3.client('iam'), 'del' + 'ete_user')(UserName='bob')"`,
		`python3 -c "import boto3 as b; c = b.client; x = c('iam'); f = x.delete_role; f(RoleName='r')"`,
		`python3 -c "from boto3 import client as c; c('iam').delete_role(RoleName='r')"`,
		`python3 -c "import boto3; list(map(boto3.client('iam').delete_role, roles))"`,
		`python3 -c "__import__('boto3').client('iam').delete_role(RoleName='r')"`,
		`python3 -c "import importlib; importlib.import_module('boto3').client('iam').delete_role(RoleName='r')"`,
		`python3 -c "exec('import boto3; boto3.client(\'iam\').delete_role(RoleName=\'r\')')"`,
		"python3 - <<'E'\nimport boto3\n\ndef drop(c, name):\n    c.delete_user(UserName=name)\n\ndrop(boto3.client('iam'), 'bob')\nE",
		"python3 - <<'E'\nimport boto3\nclass A:\n    def __init__(self):\n        self.iam = boto3.client('iam')\n    def run(self):\n        self.iam.delete_user(UserName='bob')\nA().run()\nE",
		"python3 - <<'E'\nimport boto3\niam = boto3.client('iam')\nfor p in iam.get_paginator('list_users').paginate():\n    for u in p['Users']:\n        iam.delete_user(UserName=u['UserName'])\nE",
		"python3 - <<'E'\nimport boto3\nwith boto3.Session() as s:\n    s.client('iam').delete_user(UserName='bob')\nE",
		`python3 -c "import boto3; s = boto3.resource('s3'); [b.delete() for b in s.buckets.all()]"`,
		`python3 -c "import boto3; (lambda c: c.delete_user(UserName='bob'))(boto3.client('iam'))"`,
		`python3 -c "import boto3; boto3.client('iam').__getattribute__('delete_user')(UserName='b')"`,
		`python3 -c "import boto3, operator; operator.methodcaller('delete_user', UserName='b')(boto3.client('iam'))"`,
		`python3 -c "import boto3; boto3.client('s3')._make_api_call('DeleteBucket', {'Bucket': 'b'})"`,
		`python3 -c "import boto3, sys; getattr(boto3.client('iam'), sys.argv[1])(UserName='b')" delete_user`,
		`python3 -c "import boto3; boto3.client('iam', endpoint_url='http://localhost:1@evil.com').delete_user(UserName='b')"`,
		`python3 -c "import boto3; boto3.client('iam', 'localhost').delete_user(UserName='b')"`,
		`python3 -c "import boto3; boto3.client('iam', aws_session_token='localhost').delete_user(UserName='b')"`,
		`python3 -c "import boto3; x = boto3.client('iam') if 1 else None; x.delete_user(UserName='bob')"`,
	}},
	{"where code stands", []string{
		`echo "import boto3; boto3.client('iam').delete_user(UserName='b')" | python3`,
		`echo "import boto3; boto3.client('iam').delete_user(UserName='b')" > x.py && python3 x.py`,
		`uv run --with boto3 python -c "import boto3; boto3.client('iam').delete_user(UserName='b')"`,
		`docker compose exec web python -c "import boto3; boto3.client('iam').delete_user(UserName='b')"`,
		`python manage.py shell -c "from django.db import connection; connection.cursor().execute('truncate users')"`,
		`php artisan tinker --execute "(new \Stripe\StripeClient('k'))->refunds->create(['charge' => 'x']);"`,
		`rails runner 'Stripe::Refund.create(charge: "x")'`,
		`deno eval "import {S3} from 'npm:@aws-sdk/client-s3@3'; await new S3({}).deleteBucket({Bucket: 'b'})"`,
		`tsx -e "import {S3} from '@aws-sdk/client-s3'; const s: S3 = new S3({}); await s.deleteBucket({Bucket: 'b'})"`,
	}},
	{"other services from Python", []string{
		`python -c "from google.cloud import compute_v1 as c; c.InstancesClient().delete(project='p', zone='z', instance='web')"`,
		`python -c "from google.cloud import storage; storage.Client().bucket('prod').delete(force=True)"`,
		`python -c "from googleapiclient.discovery import build; build('drive', 'v3').files().delete(fileId='1').execute()"`,
		`python -c "from azure.mgmt.resource import ResourceManagementClient as R; R(c, 'sub').resource_groups.begin_delete('prod')"`,
		`python -c "from huggingface_hub import delete_repo; delete_repo('acme/model')"`,
		`python -c "from huggingface_hub import HfApi; HfApi().delete_file('a', 'b')"`,
		`python -c "import openai; openai.OpenAI().models.delete('ft:x')"`,
		`python -c "import hvac; hvac.Client().sys.seal()"`,
		`python -c "import libvirt; libvirt.open('qemu:///system').lookupByName('web').undefine()"`,
		`python -c "import ldap3; ldap3.Connection('dc').delete('cn=bob')"`,
		`python -c "from kubernetes import client; client.CoreV1Api().delete_namespace('shop')"`,
		`python -c "import docker; docker.from_env().containers.get('db').remove(force=True)"`,
		`python -c "import gitlab; gitlab.Gitlab('https://g').projects.delete(1)"`,
		`python -c "import pulumi.automation as a; a.select_stack('prod', work_dir='.').destroy()"`,
		`python -c "from slack_sdk import WebClient; WebClient().conversations_archive(channel='C1')"`,
	}},
	{"rights and public access", []string{
		`python3 -c "import boto3; boto3.client('iam').attach_user_policy(UserName='bob', PolicyArn='x')"`,
		`python3 -c "import boto3; boto3.client('iam').put_user_policy(UserName='b', PolicyName='a', PolicyDocument='{}')"`,
		`python3 -c "import boto3; boto3.client('s3').put_bucket_acl(Bucket='prod', ACL='public-read')"`,
		`python3 -c "import boto3; boto3.client('ec2').authorize_security_group_ingress(GroupId='x', CidrIp='0.0.0.0/0', IpProtocol='-1')"`,
		`python -c "from google.cloud import storage; storage.Client().bucket('b').blob('x').make_public()"`,
		`python -c "from github import Github; Github('x').get_repo('a/b').add_to_collaborators('evil')"`,
		`node -e "const {IAMClient, AttachUserPolicyCommand} = require('@aws-sdk/client-iam'); new IAMClient().send(new AttachUserPolicyCommand({UserName: 'bob'}))"`,
	}},
	{"money", []string{
		`python -c "import stripe; stripe.Transfer.create(amount=1, currency='usd', destination='acct_1')"`,
		`python -c "import stripe; stripe.Customer.delete('cus_1')"`,
		`node -e "const s = require('stripe')(process.env.SK); s.refunds.create({charge: 'ch_1'})"`,
		`node -e "require('stripe')(k).customers.del('cus_1')"`,
		`ruby -rstripe -e 'Stripe::Refund.create(charge: "ch_1")'`,
		`php -r '$s = new \Stripe\StripeClient("k"); $s->refunds->create(["charge" => "ch_1"]);'`,
		`python3 -c "import web3; web3.Web3().eth.send_transaction({'to': '0x', 'value': 1})"`,
	}},
	{"mail and messages", []string{
		`python3 -c "import smtplib; smtplib.SMTP('smtp.acme.com').sendmail('a@acme.com', 'all@acme.com', 'hi')"`,
		"python3 - <<'E'\nimport smtplib\nwith smtplib.SMTP_SSL('smtp.acme.com', 465) as s:\n    s.login('a', 'b')\n    s.send_message(m)\nE",
		`python3 -c "import boto3; boto3.client('ses').send_email(Source='a@a.com', Destination={}, Message={})"`,
		`python3 -c "from twilio.rest import Client; Client(a, b).messages.create(to='+1', from_='+2', body='x')"`,
		`python3 -c "from slack_sdk import WebClient; WebClient().chat_postMessage(channel='C1', text='x')"`,
		`node -e "require('nodemailer').createTransport(process.env.SMTP).sendMail({to: 'all@acme.com', text: 'x'})"`,
		`node -e "const {Resend} = require('resend'); new Resend(k).emails.send({to: 'all@acme.com'})"`,
		`ruby -rnet/smtp -e 'Net::SMTP.start("smtp.acme.com") { |s| s.send_message("x", "a", "b") }'`,
		`php -r 'mail("all@acme.com", "x", "y");'`,
		`perl -MNet::SMTP -e '$s = Net::SMTP->new("smtp.acme.com"); $s->data("x")'`,
	}},
	{"Node", []string{
		`node -e "require('aws-sdk'); const s3 = new (require('aws-sdk').S3)(); s3.deleteBucket({Bucket: 'b'}).promise()"`,
		`node -e "const {EC2Client, StopInstancesCommand: S} = require('@aws-sdk/client-ec2'); new EC2Client({}).send(new S({InstanceIds: ['i']}))"`,
		`node --input-type=module -e "import {S3Client, DeleteObjectsCommand} from '@aws-sdk/client-s3'; const c = new S3Client(); await c.send(new DeleteObjectsCommand({Bucket: 'b'}))"`,
		`node -e "const {Octokit} = require('octokit'); new Octokit().request('DELETE /repos/acme/shop')"`,
		`node -e "const {Storage} = require('@google-cloud/storage'); new Storage().bucket('b').delete()"`,
		`node -e "require('firebase-admin').auth().deleteUser('x')"`,
		`node -e "const k = require('@kubernetes/client-node'); const c = new k.KubeConfig().makeApiClient(k.CoreV1Api); c.deleteNamespace('shop')"`,
		`node -e "const D = require('dockerode'); new D().getContainer('db').remove({force: true})"`,
		`node -e "const s = require('stripe')(k); s['customers']['d' + 'el']('cus_1')"`,
		`bun -e "await Bun.s3.delete('prod/data')"`,
		`node -e "class A { constructor() { this.s3 = new (require('aws-sdk').S3)() } go() { this.s3.deleteBucket({Bucket: 'b'}) } } new A().go()"`,
		`node -e "const s = require('stripe')(k); Reflect.apply(s.customers.del, s.customers, ['c'])"`,
		`node -e "(async () => { const {default: S} = await import('stripe'); await new S(k).refunds.create({charge: 'x'}) })()"`,
	}},
	{"Ruby, Perl and PHP", []string{
		`ruby -raws-sdk-s3 -e 'Aws::S3::Resource.new.bucket("prod").delete!'`,
		`ruby -raws-sdk-ec2 -e 'c = Aws::EC2::Client.new; c.terminate_instances(instance_ids: ["i-1"])'`,
		`ruby -roctokit -e 'Octokit::Client.new.delete_repository("acme/shop")'`,
		`ruby -roctokit -e 'Octokit::Client.new.send(:delete_repository, "acme/shop")'`,
		`ruby -raws-sdk-s3 -e 'Aws::S3::Resource.new.buckets.each { |b| b.delete }'`,
		`ruby -raws-sdk-s3 -e 'Aws::S3::Resource.new.buckets.each(&:delete!)'`,
		`perl -MNet::LDAP -e 'Net::LDAP->new("dc")->delete("cn=bob")'`,
		`perl -MPaws -e 'Paws->service("S3")->DeleteBucket(Bucket => "b")'`,
		`php -r '(new \Aws\S3\S3Client([]))->deleteBucket(["Bucket" => "b"]);'`,
		`php -r '$c = new Aws\Ec2\Ec2Client([]); $c->terminateInstances(["InstanceIds" => ["i"]]);'`,
	}},
	{"statements of SQL", []string{
		`python3 -c "import psycopg; psycopg.connect('host=db').execute('delete from orders')"`,
		`python3 -c "import psycopg2; c = psycopg2.connect('host=db'); c.cursor().execute('Truncate orders')"`,
		`python3 -c "import psycopg; psycopg.connect('').execute('update users set admin=true')"`,
		`python3 -c "import psycopg; psycopg.connect('').execute('alter table orders drop column total')"`,
		`python3 -c "import psycopg; psycopg.connect('').execute('grant all on all tables in schema public to public')"`,
		`python3 -c "import psycopg; psycopg.connect('').execute('drop user bob')"`,
		`python3 -c "import psycopg; psycopg.connect('').execute('select 1; drop table t')"`,
		`python3 -c "import pymysql; pymysql.connect(host='db').cursor().execute('DELETE FROM orders WHERE 1=1')"`,
		`python3 -c "from sqlalchemy import create_engine, text; create_engine('postgresql://db/x').connect().execute(text('drop view v'))"`,
		"python3 - <<'E'\nimport asyncio, asyncpg\nasync def main():\n    c = await asyncpg.connect('postgres://db/x')\n    await c.execute('TRUNCATE orders')\nasyncio.run(main())\nE",
		"python3 - <<'E'\nimport psycopg2\nt = input()\nwith psycopg2.connect('host=db') as c, c.cursor() as cur:\n    cur.execute(f'DELETE FROM {t}')\nE",
		`python3 -c "import pyodbc; pyodbc.connect(d).execute('drop ' + 'database shop')"`,
		`python3 -c "from clickhouse_driver import Client; Client('h').execute('drop table t')"`,
		`node -e "new (require('pg').Client)().query('delete from orders')"`,
		`node -e "const {Pool} = require('pg'); new Pool().query({text: 'truncate orders'}); new Pool().query('truncate orders')"`,
		`node -e "require('mysql2').createConnection({host: 'db'}).query('truncate orders')"`,
		`node -e "require('postgres')(u).unsafe('drop table orders')"`,
		"node -e 'const sql = require(\"postgres\")(u); sql`drop table orders`'",
		`node -e "require('knex')({client: 'pg'}).raw('drop table orders')"`,
		`node -e "const {PrismaClient: P} = require('@prisma/client'); new P().\$executeRawUnsafe('delete from orders')"`,
		`node -e "const {Sequelize} = require('sequelize'); new Sequelize(u).query('drop view v')"`,
		`bun -e "await new Bun.SQL(process.env.URL).unsafe('drop table orders')"`,
		`ruby -rpg -e 'PG.connect.exec("delete from orders")'`,
		`ruby -rsequel -e 'Sequel.connect(u).run("truncate orders")'`,
		`ruby -ractive_record -e 'ActiveRecord::Base.connection.execute("drop table orders")'`,
		`php -r '(new PDO("mysql:host=db"))->exec("drop table orders");'`,
		`php -r 'mysqli_query(mysqli_connect("db"), "drop database shop");'`,
		`php -r 'pg_query("delete from orders");'`,
		`perl -MDBI -e 'DBI->connect("dbi:Pg:host=db")->do("delete from orders")'`,
		`perl -e 'use DBI; my $d = DBI->connect("dbi:Pg:"); my $s = $d->prepare("truncate orders"); $s->execute'`,
		`Rscript -e 'DBI::dbExecute(con, "drop table orders")'`,
		`Rscript -e 'DBI::dbRemoveTable(con, "orders")'`,
	}},
	{"stores of keys", []string{
		`python3 -c "import redis; redis.Redis().execute_command('FLUSHALL')"`,
		`python3 -c "import redis; redis.Redis('h').flushdb(asynchronous=True)"`,
		`node -e "new (require('ioredis'))().flushall('ASYNC')"`,
		`bun -e "await Bun.redis.send('FLUSHALL', [])"`,
		`ruby -rredis -e 'Redis.new(host: "h").flushall'`,
		`ruby -rredis -e 'Redis.new.call("FLUSHDB")'`,
		`php -r '$r = new Redis(); $r->connect("h"); $r->flushAll();'`,
		`perl -MRedis -e 'Redis->new->flushall'`,
	}},
	{"requests that delete", []string{
		`python3 -c "import requests; requests.request('DELETE', 'https://api.example.com/x')"`,
		`python3 -c "import requests; s = requests.Session(); s.delete('https://api.example.com/x')"`,
		`python3 -c "import httpx; httpx.Client(base_url='https://api.example.com').delete('/x')"`,
		`python3 -c "import urllib.request as u; u.urlopen(u.Request('https://api.example.com/x', method='DELETE'))"`,
		`python3 -c "import http.client as h; c = h.HTTPSConnection('api.example.com'); c.request('DELETE', '/x')"`,
		`node -e "require('axios').delete('https://api.example.com/x')"`,
		`node -e "require('axios')({method: 'delete', url: 'https://api.example.com/x'})"`,
		`node -e "require('got').delete('https://api.example.com/x')"`,
		`node -e "require('https').request({host: 'api.example.com', path: '/x', method: 'DELETE'}).end()"`,
		`node -e "fetch('https://api.example.com/x', {method: 'DELETE'})"`,
		`ruby -rnet/http -e 'Net::HTTP.new("api.example.com").delete("/x")'`,
		`ruby -rnet/http -e 'Net::HTTP.new("api.example.com").request(Net::HTTP::Delete.new("/x"))'`,
		`ruby -rfaraday -e 'Faraday.delete("https://api.example.com/x")'`,
		`ruby -rhttparty -e 'HTTParty.delete("https://api.example.com/x")'`,
		`perl -MLWP::UserAgent -e 'LWP::UserAgent->new->delete("https://api.example.com/x")'`,
		`perl -MLWP::UserAgent -e 'LWP::UserAgent->new->request(HTTP::Request->new(DELETE => "https://api.example.com/x"))'`,
		`php -r '$c = curl_init("https://api.example.com/x"); curl_setopt($c, CURLOPT_CUSTOMREQUEST, "DELETE"); curl_exec($c);'`,
		`php -r '(new GuzzleHttp\Client())->delete("https://api.example.com/x");'`,
		`php -r '(new GuzzleHttp\Client())->request("DELETE", "https://api.example.com/x");'`,
		`Rscript -e 'httr::DELETE("https://api.example.com/x")'`,
		`julia -e 'using HTTP; HTTP.delete("https://api.example.com/x")'`,
		`groovy -e 'new URL("https://api.example.com/x").openConnection().with { requestMethod = "DELETE"; responseCode }'`,
	}},
}

func TestClientLibrariesThatHarm(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, c := range clientHarms {
		t.Run(c.reason, func(t *testing.T) {
			for _, source := range c.sources {
				assert.Equal(t, rules.Ask, check(p, source).Action, source)
			}
		})
	}
}

// clientWork is ordinary work with the same libraries, or with the same names of methods.
var clientWork = []struct {
	reason  string
	sources []string
}{
	{"objects of the language", []string{
		`python3 -c "x = [1, 2]; x.remove(1); print(x)"`,
		`python3 -c "s = {1, 2}; s.discard(1); s.remove(2)"`,
		`python3 -c "d = {'a': 1}; d.pop('a'); d.clear(); del d"`,
		`python3 -c "import collections; q = collections.deque([1]); q.clear()"`,
		`python3 -c "import queue; q = queue.Queue(); q.queue.clear()"`,
		`python3 -c "import os; os.remove('out.txt')"`,
		`python3 -c "from pathlib import Path; Path('out.txt').unlink(missing_ok=True)"`,
		`python3 -c "import subprocess; p = subprocess.Popen(['sleep', '1']); p.terminate(); p.wait()"`,
		`node -e "const m = new Map([[1, 2]]); m.delete(1); console.log(m)"`,
		`node -e "const s = new Set([1]); s.delete(1); s.clear()"`,
		`node -e "const o = {a: 1}; delete o.a; console.log(o)"`,
		`node -e "const u = new URL('https://example.com/?a=1'); u.searchParams.delete('a'); console.log(u.href)"`,
		`ruby -e 'h = {a: 1}; h.delete(:a); p h'`,
		`ruby -e 'a = [1, 2]; a.delete(1); a.clear; p a'`,
		`ruby -e 'puts "abc".delete("b")'`,
		`perl -e 'my %h = (a => 1); delete $h{a}; print keys %h'`,
		`php -r '$a = ["x" => 1]; unset($a["x"]); print_r($a);'`,
	}},
	{"data frames and arrays", []string{
		`python3 -c "import pandas as pd; df = pd.read_csv('a.csv'); df.drop(columns=['x']).dropna().drop_duplicates().to_csv('b.csv')"`,
		`python3 -c "import polars as pl; print(pl.read_csv('a.csv').drop('x'))"`,
		`python3 -c "import numpy as np; print(np.delete(np.arange(3), 0))"`,
		`python3 -c "import pandas as pd; df = pd.DataFrame(); df.update(other); df.query('a > 1')"`,
		`python3 -c "from google.cloud import bigquery; df = bigquery.Client().query('select 1').to_dataframe(); df.drop(columns=['a'])"`,
		`python3 -c "import pandas as pd, boto3; df = pd.read_csv('a.csv'); df.drop(columns=['x'])"`,
	}},
	{"reading and writing data of a service", []string{
		`python3 -c "import boto3; print(boto3.client('s3').list_buckets())"`,
		`python3 -c "import boto3; print(boto3.client('ec2').describe_instances())"`,
		`python3 -c "import boto3; boto3.client('s3').put_object(Bucket='b', Key='k', Body=b'x')"`,
		`python3 -c "import boto3; boto3.resource('dynamodb').Table('t').put_item(Item={'a': 1})"`,
		`python3 -c "import boto3; r = boto3.client('s3').list_objects_v2(Bucket='b')['Contents']; r.pop(); print(r)"`,
		`python3 -c "import boto3; c = boto3.client('sqs'); [c.delete_message(QueueUrl='q', ReceiptHandle=m['ReceiptHandle']) for m in c.receive_message(QueueUrl='q')['Messages']]"`,
		`python3 -c "from google.cloud import storage; print([b.name for b in storage.Client().list_buckets()])"`,
		`python3 -c "from kubernetes import client, config; config.load_kube_config(); print(client.CoreV1Api().list_namespaced_pod('default'))"`,
		`python3 -c "import openai; print(openai.OpenAI().chat.completions.create(model='x', messages=[]))"`,
		`python3 -c "import anthropic; print(anthropic.Anthropic().messages.create(model='x', max_tokens=1, messages=[]))"`,
		`python3 -c "import docker; print(docker.from_env().containers.list())"`,
		`python3 -c "import stripe; print(stripe.Customer.list(limit=3))"`,
		`python3 -c "from huggingface_hub import snapshot_download; snapshot_download('a/b')"`,
		`python3 -c "import wandb; print([r.name for r in wandb.Api().runs('a/b')])"`,
		`python3 -c "from github import Github; print(Github('x').get_repo('a/b').get_issues())"`,
		`node -e "const {S3Client, ListBucketsCommand} = require('@aws-sdk/client-s3'); new S3Client().send(new ListBucketsCommand({})).then(console.log)"`,
		`node -e "const {Octokit} = require('octokit'); new Octokit().request('GET /repos/a/b').then(console.log)"`,
		`node -e "require('stripe')(k).customers.list().then(console.log)"`,
		`node -e "const {S3Client} = require('@aws-sdk/client-s3'); const c = new S3Client(); c.destroy && 1; const seen = new Set(); seen.delete('a')"`,
		`ruby -raws-sdk-s3 -e 'puts Aws::S3::Client.new.list_buckets'`,
	}},
	{"stores of keys", []string{
		`python3 -c "import redis; r = redis.Redis(); r.set('a', 1); print(r.get('a'))"`,
		`python3 -c "import redis; redis.Redis().delete('a')"`,
		`python3 -c "import redis; r = redis.Redis(); r.close()"`,
		`node -e "const r = new (require('ioredis'))(); r.del('a').then(() => r.quit())"`,
		`ruby -rredis -e 'Redis.new.del("a")'`,
	}},
	{"requests", []string{
		`python3 -c "import requests; print(requests.get('https://api.example.com/x').json())"`,
		`python3 -c "import requests; requests.delete('http://localhost:8000/items/1')"`,
		`python3 -c "import httpx; httpx.Client(base_url='http://localhost:8000').delete('/x')"`,
		`python3 -c "import requests; print(requests.request('GET', 'https://api.example.com/x'))"`,
		`node -e "require('axios').get('https://api.example.com/x').then(r => console.log(r.data))"`,
		`node -e "require('axios').delete('http://localhost:3000/items/1')"`,
		`node -e "fetch('http://127.0.0.1:3000/x', {method: 'DELETE'}).then(r => console.log(r.status))"`,
		`ruby -rnet/http -e 'puts Net::HTTP.get(URI("https://example.com/"))'`,
		`perl -MLWP::UserAgent -e 'print LWP::UserAgent->new->get("https://example.com/")->status_line'`,
		`ruby -rnet/http -e 'Net::HTTP.new("localhost", 3000).delete("/x")'`,
		`ruby -rrest-client -e 'RestClient.delete("http://localhost:3000/x")'`,
		`perl -MLWP::UserAgent -e 'LWP::UserAgent->new->delete("http://localhost:3000/x")'`,
		`php -r '(new GuzzleHttp\Client())->delete("http://localhost:3000/x");'`,
		`Rscript -e 'print(httr::GET("https://api.example.com/x"))'`,
		`python3 -c "from fastapi.testclient import TestClient; from app import app; print(TestClient(app).delete('/items/1').status_code)"`,
	}},
	{"statements", []string{
		`python3 -c "import psycopg; print(psycopg.connect('').execute('select * from orders').fetchall())"`,
		`python3 -c "import psycopg; psycopg.connect('').execute('insert into t values (1)')"`,
		`python3 -c "import psycopg; psycopg.connect('').execute('create table t (a int)')"`,
		`python3 -c "import psycopg; psycopg.connect('').execute('delete from orders where id = %s', (1,))"`,
		`python3 -c "import psycopg; psycopg.connect('').execute('update t set a = 1 where id = 2')"`,
		`python3 -c "import sqlite3; c = sqlite3.connect('a.db'); c.execute('delete from t'); c.commit()"`,
		`python3 -c "import sqlite3; sqlite3.connect('a.db').cursor().execute('select 1')"`,
		`python3 -c "from sqlalchemy import create_engine, text; create_engine('sqlite:///a.db').connect().execute(text('delete from t'))"`,
		`python3 -c "import duckdb; duckdb.sql('select 1').show()"`,
		`node -e "const D = require('better-sqlite3'); new D('a.db').exec('delete from t')"`,
		`node -e "new (require('pg').Client)().query('select 1').then(console.log)"`,
		`php -r 'foreach ((new PDO("sqlite:a.db"))->query("select 1") as $r) print_r($r);'`,
		`perl -MDBI -e 'print DBI->connect("dbi:Pg:")->selectrow_array("select 1")'`,
		`ruby -rpg -e 'p PG.connect.exec("select 1").to_a'`,
		`Rscript -e 'print(DBI::dbGetQuery(con, "select 1"))'`,
	}},
	{"servers of this machine", []string{
		`python3 -c "import boto3; boto3.client('iam', endpoint_url='http://localhost:4566').delete_user(UserName='bob')"`,
		`python3 -c "import smtplib; smtplib.SMTP('localhost', 1025).sendmail('a@a.com', 'b@b.com', 'hi')"`,
		`node -e "require('nodemailer').createTransport({host: 'localhost', port: 1025}).sendMail({to: 'a@a.com', text: 'x'})"`,
		`node -e "const {SQSClient, PurgeQueueCommand} = require('@aws-sdk/client-sqs'); new SQSClient({endpoint: 'http://localhost:4566'}).send(new PurgeQueueCommand({QueueUrl: 'q'}))"`,
	}},
	{"mocks", []string{
		`python3 -c "from unittest.mock import MagicMock; c = MagicMock(); c.delete_user(1); c.delete_user.assert_called_once()"`,
		`python3 -c "from unittest.mock import patch; p = patch('boto3.client'); c = p.start(); c().delete_user(); p.stop()"`,
	}},
	{"consoles", []string{
		`python manage.py shell -c "from app.models import U; print(U.objects.count())"`,
		`php artisan tinker --execute "echo User::count();"`,
	}},
	{"texts about it", []string{
		`python3 -c "print('boto3.client().delete_user()')"`,
		`python3 -c "import inspect, boto3; print(boto3.client('iam').delete_user.__doc__)"`,
		`node -e "console.log('drop table orders')"`,
		`python3 -c "print('delete from orders')"`,
		`python3 -c "import logging; logging.info('drop table orders')"`,
	}},
}

func TestClientLibrariesAtWork(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, c := range clientWork {
		t.Run(c.reason, func(t *testing.T) {
			for _, source := range c.sources {
				d := check(p, source)
				assert.Equal(t, rules.Allow, d.Action, "%s: %v", source, d.Findings)
			}
		})
	}
}
