package script

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Calls of client libraries, by the way in which the value comes from the library.
var pythonClients = []readCase{
	{"a chain", `import boto3; boto3.client('iam').delete_user()`, `alters service-delete "boto3.client().delete_user"`},
	{"an alias", `from boto3 import client as c; c('iam').delete_user()`, `alters service-delete "boto3.client().delete_user"`},
	{"a computed name", `import boto3; getattr(boto3.client('iam'), 'del' + 'ete_user')()`, `alters service-delete "boto3.client().delete_user"`},
	{"an unknown name", `import boto3; getattr(boto3.client('iam'), x)()`, `evaluates getattr …`},
	{"what a loop gives", `import wandb; [r.delete() for r in wandb.Api().runs()]`, `alters service-delete "wandb.Api().runs().delete"`},
	{"a parameter", "import boto3\ndef f(c): c.delete_user()\n", `alters service-delete "?.delete_user"`},
	{"a parameter, without a library", "def f(c): c.delete_user()\n", ""},
	{"a list beside a library", `import boto3; x = [1]; x.remove(1)`, ""},
	{"another library beside it", `import boto3, numpy; numpy.delete(x, 0)`, ""},
	{"a grant", `import boto3; boto3.client('iam').attach_user_policy()`, `alters service-grant "boto3.client().attach_user_policy"`},
	{"a grant only with a text", `import boto3; boto3.client('s3').put_bucket_acl(ACL='private')`, ""},
	{"a credential", `import boto3; boto3.client('iam').create_access_key()`, `alters service-key "boto3.client().create_access_key"`},
	{"a payment", `import stripe; stripe.Refund.create()`, `alters service-pay "stripe.Refund.create"`},
	{"a message", `from twilio.rest import Client; Client().messages.create()`, `alters service-send "twilio.rest.Client().messages.create"`},
	{"the same method of another library", `from anthropic import Anthropic; Anthropic().messages.create()`, ""},
	{"a server of this machine", `import boto3; boto3.client('iam', endpoint_url='http://localhost:1').delete_user()`, ""},
	{"a host that begins alike", `import boto3; boto3.client('iam', endpoint_url='http://localhost.example.com').delete_user()`, `alters service-delete "boto3.client().delete_user"`},
	{"a statement", `import psycopg; psycopg.connect().execute('drop table t')`, `queries psycopg.connect().execute "drop table t"`},
	{"a statement in a function that marks it", `import sqlalchemy as s; s.create_engine(u).connect().execute(s.text('drop table t'))`, `queries sqlalchemy.create_engine().connect().execute "drop table t"`},
	{"a statement of an unknown object", `x().y.execute('drop table t')`, `queries x().y.execute "drop table t"`},
	{"a statement for a file", `import sqlite3; sqlite3.connect('a').execute('drop table t')`, "reads sqlite3.connect \"a\"\nwrites sqlite3.connect \"a\""},
	{"a statement that reads", `import psycopg; psycopg.connect().execute('select 1')`, ""},
	{"all keys", `import redis; redis.Redis().execute_command('FLUSHALL')`, `alters flush "redis.Redis().execute_command"`},
	{"one key", `import redis; redis.Redis().delete('a')`, ""},
	{"an imported library with a credential", `import os, acme; acme.Client(os.environ['ACME_TOKEN']).delete_site('1')`, `alters unlisted-delete "acme.Client().delete_site"`},
	{"an imported library without one", `import acme; acme.Client('k').delete_site('1')`, ""},
	{"a library of data beside a credential", `import os, pandas as pd; k = os.environ['ACME_TOKEN']; pd.read_csv('a').drop(columns=['b'])`, ""},
	{"a command of a device", `import netmiko; netmiko.ConnectHandler(host='s').send_command('reload')`, `alters service-operate "netmiko.ConnectHandler().send_command"`},
	{"a question to a device", `import netmiko; netmiko.ConnectHandler(host='s').send_command('show run')`, ""},
	{"a request", `import httpx; httpx.request('DELETE', 'http://h/')`, "connects httpx.request \"http://h/\"\nalters http-delete \"httpx.request\"\nasks httpx.request \"DELETE\" \"http://h/\" \"\" \"\""},
}

func TestPythonClients(t *testing.T) { runCases(t, "python3", pythonClients) }

var javascriptClients = []readCase{
	{"a command that is sent", `const {S3Client, DeleteBucketCommand: D} = require('@aws-sdk/client-s3'); new S3Client().send(new D())`, `alters service-delete "@aws-sdk/client-s3.S3Client().send"`},
	{"a command that is not sent", `const {DeleteBucketCommand: D} = require('@aws-sdk/client-s3'); new D()`, ""},
	{"a computed member", `const s = require('stripe')(k); s.customers['d' + 'el']('c')`, `alters service-delete "stripe().customers.del"`},
	{"a queue that is emptied", `const {Queue} = require('bullmq'); new Queue('q').obliterate({force: true}); new Queue('q').add('x')`, `alters service-delete "bullmq.Queue().obliterate"`},
	{"an unknown object", `require('aws-sdk'); function f(c) { c.deleteUser() }; g(f)`, `alters service-delete "?.deleteUser"`},
	{"a set beside a library", `require('aws-sdk'); new Set().delete(1)`, ""},
	{"a tagged template", "const sql = require('postgres')(u); sql`drop table t`", `queries postgres() "drop table t"`},
	{"a route as text", `const {Octokit} = require('octokit'); new Octokit().request('DELETE /x')`, `alters http-delete "octokit.Octokit().request"`},
	{"another package", `require('left-pad').deleteUser()`, ""},
}

func TestJavaScriptClients(t *testing.T) { runCases(t, "javascript", javascriptClients) }

var otherClients = []struct{ lang, code, want string }{
	{"ruby", `Aws::S3::Resource.new.bucket("b").delete!`, `alters service-delete "Aws::S3::Resource.new().bucket().delete!"`},
	{"ruby", `Aws::S3::Resource.new.buckets.each { |b| b.delete }`, `alters service-delete "Aws::S3::Resource.new().buckets().each().delete"`},
	{"ruby", `h = {}; h.delete(:a)`, ""},
	{"perl", `Net::LDAP->new("dc")->delete("cn=x")`, `alters service-delete "Net::LDAP.new().delete"`},
	{"perl", `DBI->connect("dbi:Pg:")->do("drop table t")`, `queries DBI.connect().do "drop table t"`},
	{"perl", `DBI->connect("dbi:SQLite:a")->do("drop table t")`, ""},
	{"php", `(new \Aws\S3\S3Client([]))->deleteBucket([]);`, `alters service-delete "aws\\s3\\s3client().deletebucket"`},
	{"php", `mail("a", "b", "c");`, `alters service-send "mail"`},
	{"php", `(new PDO("mysql:host=h"))->exec("drop table t");`, `queries pdo().exec "drop table t"`},
}

func TestOtherClients(t *testing.T) {
	for _, c := range otherClients {
		acts, err := Read(c.lang, c.code)
		require.NoError(t, err, c.code)
		assert.Equal(t, c.want, show(acts), c.code)
	}
}
