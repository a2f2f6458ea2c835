package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Programs whose operands are code of their own: what the code starts and where its output goes.
func TestCodeInOperands(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a call", `mlr --icsv put '$x = system("rm -rf ~/Documents")' in.csv`, rules.Ask, "run.inline-literal"},
		{"a call with words", `mlr put '$x = exec("rm", ["-rf", "/home/me"])' in.csv`, rules.Ask, "run.inline-literal"},
		{"a pipe", `mlr put -q 'print | "sh", "rm -rf ~/Documents"' in.csv`, rules.Ask, "run.inline-literal"},
		{"a redirection", `mlr put -q 'print > "/etc/profile.d/x.sh", $a' in.csv`, rules.Ask, "run.inline-literal"},
		{"a command that prepares the input", `mlr --csv --prepipe 'rm -rf ~/Documents; cat' cat in.csv`, rules.Ask, "run.inline-literal"},
		{"a file changed in place", `mlr -I --nidx put '$1="x"' ~/.bashrc`, rules.Ask, "persistence.write"},
		{"a condition", `exiftool -if 'system("rm -rf ~/Documents")' a.jpg`, rules.Ask, "run.inline-literal"},
		{"backquotes in a value", "exiftool '-comment<${filename;`rm -rf ~/Documents`}' a.jpg", rules.Ask, "run.inline-literal"},
		{"a call in a template", `gomplate -i '{{ (exec "rm" "-rf" "/home/me") }}'`, rules.Ask, "run.inline-literal"},
		{"a method", `qsv luau map x 'os.execute("rm -rf ~/Documents")' in.csv`, rules.Ask, "run.inline-literal"},
		{"any program", `frobnicate 'system("rm -rf ~/Documents")'`, rules.Ask, "run.inline-literal"},
		{"a harmless call", `mlr put '$h = system("echo hi")' in.csv`, rules.Allow, ""},
		{"text with the name of a command", `mlr put '$cmd = "rm -rf ~/Documents"' in.csv`, rules.Allow, ""},
		{"a comparison", `mlr filter '$x > "abc"' in.csv`, rules.Allow, ""},
		{"a redirection here", `mlr put -q 'tee > "out/".$a.".csv", $*' in.csv`, rules.Allow, ""},
		{"a file here", `mlr -I --csv sort -f a data/in.csv`, rules.Allow, ""},
		{"an ordinary condition", `exiftool -if '$FileSize > 1000' -p '$FileName' a.jpg`, rules.Allow, ""},
		{"an ordinary name", `exiftool '-filename<${datetimeoriginal}%-c.%e' photos/`, rules.Allow, ""},
	})
}

// SQL among the words of programs without a grammar: only with a sign that they send it to a database.
func TestStatementsOfUnknownClients(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"an option for queries", `csvsql --db postgresql://h/app --query 'DROP TABLE users'`, rules.Ask, "db.drop"},
		{"such an option in one word", `sql2csv --db postgresql://h/app --query='DROP TABLE users'`, rules.Ask, "db.drop"},
		{"an option of several words", `csvsql --db postgresql://h/app --before-insert 'DROP TABLE users' a.csv`, rules.Ask, "db.drop"},
		{"every row", `sql2csv --db postgresql://h/app --query 'DELETE FROM users'`, rules.Ask, "db.delete-all"},
		{"a subcommand", `sq sql --src @prod 'TRUNCATE TABLE users'`, rules.Ask, "db.truncate"},
		{"a database", `frobnicate app.db 'delete from users'`, rules.Ask, "db.delete-all"},
		{"some rows", `sql2csv --db postgresql://h/app --query 'DELETE FROM users WHERE id = 1'`, rules.Allow, ""},
		{"a query", `sqlite-utils query app.db 'select * from users'`, rules.Allow, ""},
		{"no sign of a database", `frobnicate 'drop table users'`, rules.Allow, ""},
		{"a letter for a query", `frobnicate -e 'drop table users'`, rules.Ask, "db.drop"},
		{"a statement by which rows expire", `frobnicate sql -e 'VACUUM shop.orders RETAIN 0 HOURS'`, rules.Ask, "db.expire"},
		{"a message", `frobnicate -m 'drop table users'`, rules.Allow, ""},
		{"a statement that adds", `frobnicate -q 'alter table users add column x int'`, rules.Allow, ""},
		{"a title", `frobnicate --title 'Drop table support' add`, rules.Allow, ""},
		{"words that are searched", `frobnicate --query 'delete from cart button'`, rules.Allow, ""},
	})
}
