package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/rules"
)

// Addresses of databases say by themselves whether they are of this machine and for tests.
func TestAddressesOfTestDatabases(t *testing.T) {
	for _, c := range []struct {
		reason, text string
		want         bool
	}{
		{"a name", "app_test", true},
		{"a name in use", "app_test_prod", false},
		{"a URL", "postgres://app:x@localhost:5432/app_test", true},
		{"with parameters", "postgresql://localhost/app_test?sslmode=disable&schema=public", true},
		{"with a driver", "postgresql+psycopg2://localhost/app_test", true},
		{"of JDBC", "jdbc:mysql://127.0.0.1:3306/app_test?useSSL=false", true},
		{"in memory", "jdbc:h2:mem:app;MODE=PostgreSQL", true},
		{"a file", "sqlite:db/test.db", true},
		{"a file, as SQLAlchemy writes it", "sqlite:///test.db", true},
		{"a temporary file", "file:/tmp/x.db", true},
		{"settings", "host=localhost dbname=app_test user=app sslmode=disable", true},
		{"a data source name of Go's", "root:x@tcp(localhost:3306)/app_test?parseTime=true", true},
		{"a host and a name", "localhost:27017/app_test", true},

		{"another host", "postgres://db.example.com/app_test", false},
		{"another host by a parameter", "postgres://localhost/app_test?host=db.example.com", false},
		{"another database by a parameter", "postgres://localhost/app_test?dbname=app", false},
		{"another database", "postgres://localhost/app", false},
		{"a host that only begins like this one", "postgres://localhost.example.com/app_test", false},
		{"a login with a host in it", "postgres://localhost@db.example.com/app_test", false},
		{"H2's server", "jdbc:h2:tcp://db.example.com/test", false},
		{"a file elsewhere", "sqlite:/srv/test.db", false},
		{"a file above", "sqlite:../test.db", false},
		{"a file of what is in use", "sqlite:prod/test.db", false},
		{"settings of another host", "host=db.example.com dbname=app_test", false},
		{"settings with quotes", "host='localhost' dbname='app_test'", false},
		{"settings without a name", "host=localhost", false},
		{"a data source name of another host", "root@tcp(db.example.com:3306)/app_test", false},
	} {
		assert.Equal(t, c.want, rules.IsTestAddress(c.text), "%s: %s", c.reason, c.text)
	}
}

// Code deletes every row unless a condition picks some.
func TestDeletesEveryRow(t *testing.T) {
	for _, c := range []struct {
		reason, code string
		want         bool
	}{
		{"all, of Django", "User.objects.all().delete()", true},
		{"some", "User.objects.filter(draft=True).delete()", false},
		{"one", "User.objects.get(pk=3).delete()", false},
		{"some of some", "User.objects.filter(a=1).order_by('b').delete()", false},
		{"a filter without a condition", "User.objects.filter().delete()", true},
		{"a filter that always holds", "User.objects.filter(pk__gt=0).delete()", true},
		{"a filter that only names", "User.objects.filter(q).delete()", true},
		{"a filter of unknown names", "User.objects.filter(**given).delete()", true},
		{"all but some", "User.objects.exclude(pk=1).delete()", true},
		{"some and then all", "User.objects.filter(a=1).delete(); User.objects.all().delete()", true},
		{"some or all", "(User.objects.filter(a=1) | User.objects.all()).delete()", true},
		{"of no database", "cache.delete()", false},
		{"a key", "redis.delete('a')", false},

		{"all, of Rails", "User.delete_all", true},
		{"some, of Rails", `User.where(email: "a@example.com").destroy_all`, false},
		{"some by SQL", `User.where("created_at < ?", t).delete_all`, false},
		{"all by SQL", `User.where("1=1").delete_all`, true},
		{"those that have something", "User.where.not(id: nil).delete_all", true},
		{"some or all, of Rails", "User.where(a: 1).or(User.all).delete_all", true},
		{"a taken back condition", "User.where(a: 1).unscope(:where).delete_all", true},

		{"all, of Laravel", "User::query()->delete()", true},
		{"some, of Laravel", "User::where('email', 'x')->delete()", false},
		{"all by a comparison", "User::where('id', '>', 0)->delete()", true},
		{"one, of Laravel", "User::find(3)->delete()", false},
		{"all, of Ecto", "Repo.delete_all(User)", true},
		{"some, of Ecto", "Repo.delete_all(from u in User, where: u.id == 3)", false},
	} {
		assert.Equal(t, c.want, rules.HasEveryRow(c.code), "%s: %s", c.reason, c.code)
	}
}
