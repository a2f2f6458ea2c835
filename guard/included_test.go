package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// A client that includes its own standard input runs what arrives there.
func TestIncludedInput(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"mysql", `mysql -e 'source /dev/stdin' <<< 'drop database prod'`, rules.Ask, "db.drop"},
		{"mysql, the short way", `echo 'drop database prod' | mysql app -e '\. /dev/stdin'`, rules.Ask, "db.drop"},
		{"psql", `psql -c '\i /dev/stdin' <<< 'drop table users'`, rules.Ask, "db.drop"},
		{"sqlite3", `sqlite3 app.db '.read /dev/stdin' <<< 'drop table users'`, rules.Ask, "db.drop"},
		{"itself", `mysql -e 'source /dev/stdin' <<< 'source /dev/stdin'`, rules.Allow, ""},
		{"a question", `mysql -e 'source /dev/stdin' <<< 'select 1'`, rules.Allow, ""},
	})
}
