package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// A database of this machine whose name says that it is for tests holds nothing that is missed.
func TestDatabasesForTests(t *testing.T) {
	const drop, truncate, all = "db.drop", "db.truncate", "db.delete-all"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a table of one", "psql -h localhost -U postgres -d app_test -c 'DROP TABLE IF EXISTS tmp_import; CREATE TABLE tmp_import (id int);'", rules.Allow, ""},
		{"the database itself", "mysql -uroot -h127.0.0.1 -e 'DROP DATABASE IF EXISTS app_test; CREATE DATABASE app_test'", rules.Allow, ""},
		{"in a container", "docker compose exec -T db psql -U postgres -c 'DROP DATABASE IF EXISTS app_test' -c 'CREATE DATABASE app_test'", rules.Allow, ""},
		{"by a pipe", "echo 'TRUNCATE TABLE jobs;' | docker compose exec -T db psql -U app -d app_test", rules.Allow, ""},
		{"mysql's own", "docker compose exec -T mysql mysql -uroot -proot app_test -e 'DELETE FROM jobs'", rules.Allow, ""},
		{"clickhouse", "clickhouse-client -h localhost -d test -q 'TRUNCATE TABLE events'", rules.Allow, ""},
		{"dropdb", "dropdb --if-exists test_app", rules.Allow, ""},
		{"a URL", "psql postgresql://app:app@localhost/app_test -c 'truncate orders'", rules.Allow, ""},
		{"mongo", "mongoimport -d test -c users --file users.json --drop", rules.Allow, ""},
		{"a URL in a variable", "DATABASE_URL=postgres://localhost/app_test bin/rails db:drop", rules.Allow, ""},
		{"settings for tests", "python manage.py flush --no-input --settings=app.settings.test", rules.Allow, ""},

		{"another database", "psql -d app -c 'DROP TABLE users'", rules.Ask, drop},
		{"a name that only holds the word", "psql -d contest -c 'DROP TABLE users'", rules.Ask, drop},
		{"one in use", "psql -d prod_test -c 'DROP TABLE users'", rules.Ask, drop},
		{"on another machine", "psql -h db.example.com -d app_test -c 'DROP TABLE users'", rules.Ask, drop},
		{"the same by a variable", "PGHOST=db.example.com psql -d app_test -c 'DROP TABLE users'", rules.Ask, drop},
		{"the same, exported", "export PGSERVICE=prod; psql -d app_test -c 'TRUNCATE users'", rules.Ask, truncate},
		{"the same in a URL", "psql postgres://db.example.com/app_test -c 'DROP TABLE users'", rules.Ask, drop},
		{"through ssh", "ssh h psql -d app_test -c 'DROP TABLE users'", rules.Ask, drop},
		{"in a pod", "kubectl exec db-0 -- psql -d app_test -c 'TRUNCATE users'", rules.Ask, truncate},
		{"another database from it", "psql -d app_test -c 'DROP DATABASE shop'", rules.Ask, drop},
		{"one that is only called test", "mysql -h localhost -e 'DROP DATABASE test'", rules.Ask, drop},
		{"another one beside", "mysql -e 'drop database app_test; drop database shop'", rules.Ask, drop},
		{"a table of another database", "mysql app_test -e 'DELETE FROM shop.orders'", rules.Ask, all},
		{"after a change of the database", "mysql app_test -e 'use shop; delete from orders'", rules.Ask, all},
		{"the same of psql's", "psql -d app_test -c '\\c shop' -c 'DELETE FROM orders'", rules.Ask, all},
		{"by a link", "psql -d app_test -c \"select dblink_exec('dbname=shop', 'drop table orders')\"", rules.Ask, drop},
		{"a role", "psql -d app_test -c 'DROP ROLE app'", rules.Ask, drop},
		{"a name that nobody knows", "psql -d \"$DB\" -c 'DROP TABLE users'", rules.Ask, drop},
		{"one of two", "dropdb test_app shop", rules.Ask, "db.dropdb"},
		{"a variable that psql does not read", "RAILS_ENV=test psql app -c 'DROP TABLE users'", rules.Ask, drop},
		{"the URL of a database in use", "DATABASE_URL=postgres://db.example.com/app_test bin/rails db:drop", rules.Ask, "migrate.rails"},
		{"the environment for production", "DATABASE_URL=postgres://localhost/app_test RAILS_ENV=production bin/rails db:drop", rules.Ask, "migrate.rails"},
		{"settings in use", "python manage.py flush --no-input --settings=app.settings.production", rules.Ask, "migrate.django-python"},
		{"another database of mongo", "mongosh mongodb://localhost/test --eval 'db.getSiblingDB(\"shop\").dropDatabase()'", rules.Ask, drop},
	})
}

// What stands behind a task that runs tests selects tests.
func TestTasksForTests(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a name of tests", "npm test -- destroy", rules.Allow, ""},
		{"a pattern", "npm run test -- --grep destroy", rules.Allow, ""},
		{"tests of something", "yarn test:destroy --watch=false", rules.Allow, ""},
		{"a target", "make test-nuke", rules.Allow, ""},
		{"the database for tests", "npm run db:reset:test", rules.Allow, ""},
		{"what a build made", "make destroy-build && just nuke-cache", rules.Allow, ""},
		{"a trial", "task destroy --dry", rules.Allow, ""},

		{"another task", "npm run destroy -- test", rules.Ask, "unknown.task"},
		{"a second target", "make test destroy", rules.Ask, "unknown.task"},
		{"what tests share", "make test-env-destroy", rules.Ask, "unknown.task"},
		{"a name that nobody knows", "npm run $T -- destroy", rules.Ask, "unknown.task"},
		{"a task of yarn", "yarn destroy test", rules.Ask, "unknown.task-sub"},
		{"what a build deployed", "make destroy-deploy", rules.Ask, "unknown.task"},
		{"a database", "npm run db:reset", rules.Ask, "unknown.task"},
	})
}
