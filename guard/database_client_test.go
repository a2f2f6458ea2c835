package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// The clients of databases start programs: behind a bar, by a line of their own, by a function.
func TestDatabaseClientsStartPrograms(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, source := range []string{
		`psql -o '|rm -rf /' -c 'select 1'`, `psql --output='| rm -rf /' -l`, `psql -c '\o |rm -rf /'`, `pgcli -c '\! rm -rf /'`, `cockroach sql -e '\! rm -rf /'`, `ysqlsh -c '\! rm -rf /'`, `mycli -e 'system rm -rf /'`,
		`sqlite3 a.db "select edit('x', 'rm -rf /;')"`, `sqlplus / <<< 'host rm -rf /'`, `sqlplus -S u@d <<< '!rm -rf /'`, `rman target / <<< "host 'rm -rf /';"`, `sqlcmd -Q ':!! rm -rf /'`, `isql-fb a.fdb <<< 'shell rm -rf /;'`,
		`hive -e '!rm -rf /;'`, `beeline -u u -e '!sh rm -rf /'`, `impala-shell -q 'shell rm -rf /'`, `snowsql -q '!system rm -rf /'`, `db2 '!rm -rf /'`, `duckdb -c '.shell rm -rf /'`,
	} {
		assert.Equal(t, rules.Block, check(p, source).Action, source)
	}
	for _, source := range []string{
		`rman target / <<< 'delete noprompt backup;'`, `db2 drop database x`, `db2 'delete from t'`, `rman target / <<< 'run { delete force obsolete; }'`,
		`psql -o '|sh' -c 'select x'`, `psql --output='| sudo bash' -f x.sql`, `psql -c '\o |sh' -c 'select x'`, `psql <<< 'select x \g |sh'`,
	} {
		assert.Equal(t, rules.Ask, check(p, source).Action, source)
	}
	for _, source := range []string{
		`psql -o out.txt -c 'select 1'`, `psql -o '|less' -c 'select 1'`, `psql -o '|sh x.sh' -c 'select 1'`, `psql -c '\o |sort' -c 'select 1'`, `strace -o '|cat' find .`, `sqlplus -S u@d <<< 'select host from t;'`, `rman target / <<< 'list backup;'`, `sqlcmd -i a.sql -o out.txt`, `hive -e 'show tables'`, `beeline -u u -e '!tables'`,
		`impala-shell -q 'show tables'`, `db2 list tables`, `db2 -tvf a.sql`, `db2 connect to sample`, `cqlsh -e 'describe tables'`, `sqlite3 a.db 'select edit from t'`, `isql dsn -b < a.sql`,
	} {
		assert.Equal(t, rules.Allow, check(p, source).Action, source)
	}
}
