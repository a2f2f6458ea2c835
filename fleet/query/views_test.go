package query

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// byPython runs the SQL on its standard input, and prints each statement's result in the
// format of duckdb -json.
const byPython = `
import duckdb, json, sys
c = duckdb.connect()
for s in duckdb.extract_statements(sys.stdin.read()):
    r = c.execute(s)
    names = [d[0] for d in r.description or []]
    if names and names[0] not in ("Count", "Success"):
        print(json.dumps([dict(zip(names, row)) for row in r.fetchall()], default=str))
`

// duck runs SQL in a directory, by the program duckdb or Python's module. It returns each
// statement's rows.
func duck(t *testing.T, dir, sql string) (answers [][]map[string]any) {
	t.Helper()
	c := exec.Command("duckdb", "-json", "-bail")
	if _, err := exec.LookPath("duckdb"); err != nil {
		c = exec.Command("python3", "-c", byPython)
		if exec.Command("python3", "-c", "import duckdb").Run() != nil {
			t.Skip("needs the program duckdb, or python3 with the module duckdb")
		}
	}
	var said bytes.Buffer
	c.Dir, c.Stdin, c.Stderr = dir, strings.NewReader(sql), &said
	out, err := c.Output()
	require.NoError(t, err, "%s\n%s", said.String(), sql)
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var rows []map[string]any
		require.NoError(t, d.Decode(&rows))
		answers = append(answers, rows)
	}
	return answers
}

// judged returns a decision that a rule made to ask.
func judged(id, more string) string {
	return `{"ts":"2026-11-26T10:00:00.000001Z","event":"command","command":"git push","action":"ask","rules":["git.push","net.any"],"findings":["git.push ask check","net.any warn check"],"agent":"claude","session":"s","id":"` + id + `",` + more + `}`
}

// scenes are records from machines of two teams: the team, the machine and the record.
var scenes = [][3]string{
	{"red", "a", judged("01", `"allowed":true`)},  // yes at once
	{"red", "a", judged("01", `"allowed":true`)},  // when exec ran it
	{"red", "a", judged("02", `"allowed":false`)}, // yes later
	{"red", "a", `{"ts":"2026-11-26T10:01:00Z","event":"consent","step":"approved","id":"02","machine":"red.b","by":"bob"}`},
	{"red", "a", judged("03", `"allowed":false`)},
	{"red", "a", `{"ts":"2026-11-26T10:01:00Z","event":"consent","step":"declined","id":"03"}`},
	{"blue", "a", judged("03", `"allowed":false`)}, // another machine's id: nobody answered this one
	{"red", "a", judged("04", `"allowed":false,"source":"doctor"`)},
	{"red", "b", `{"ts":"2026-11-27T10:00:00Z","event":"path_proxy","command":"rm","argv":["rm","-rf","/"],"action":"block","rules":["fs.rm-root"],"id":"05"}`},
	{"red", "c", `{"ts":"2026-11-27T23:59:59.999999Z","event":"path_proxy","command":"rm","argv":["rm","-rf","/"],"action":"block","rules":["fs.rm-root"],"id":"05"}`},
	{"green", "a", strings.Replace(judged("", `"allowed":false`), `"id":"",`, "", 1)}, // two records without an id are different
	{"green", "a", strings.Replace(strings.Replace(judged("", `"allowed":false`), `"id":"",`, "", 1), "01Z", "02Z", 1)},
	{"red", "a", `{"ts":"2026-11-26T10:02:00Z","event":"outcome","id":"01","exit":0}`},
	{"red", "b", `{"ts":"0000-01-01T00:00:00Z","event":"command","command":"old","action":"allow","rules":[]}`}, // junk: there is no year 0
	{"red", "b", `{"ts":"0001-01-01T00:00:00Z","event":"tool_call","new":{"deep":[1]},"tool":"x"}`},             // a clock that was never set, and a field without a column
	{"red", "b", `{"ts":"2026-11-27T10:00:00Z","event":"outcome","id":"05","exit":137,"signal":"killed","ms":12,"withheld":["A","B"]}`},
	{"red", "b", `{"ts":"2026-11-27T10:00:00Z","event":"network","host":"example.com","port":443,"allowed":true,"count":2}`},
	{"red", "b", `{"ts":"2026-11-27T10:00:00Z","event":"deferred","id":"05","findings":2,"rules":[],"end":"blocked"}`},
	{"red", "b", `{"ts":"2026-11-27T10:00:00Z","event":"command","command":"\ud800 \u0000 'x' \"y\"","action":"warn","allowed":true,"rules":[]}`}, // hostile
	{"red", "b", `{"ts":"2026-11-27T10:00:00Z","event":"outcome","exit":"x"}`},                                                                    // junk
}

// asExported returns a directory with the views and the export of all these records.
func asExported(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	duck(t, dir, "SELECT 1;") // the test ends here if there is no duckdb
	js, _ := connected(t)
	for _, s := range scenes {
		publish(t, js, s[0], s[1], s[2])
	}
	for _, body := range arrives(t) {
		publish(t, js, "all", "m", string(body))
	}
	f, err := os.Create(filepath.Join(dir, "records.ndjson"))
	require.NoError(t, err)
	left, err := Export(t.Context(), js, f, Filter{})
	require.NoError(t, err)
	require.NoError(t, f.Close())
	assert.Equal(t, 2, left, "the junk")
	return dir
}

func TestViews(t *testing.T) {
	dir := asExported(t)
	tests := []struct{ why, sql, want string }{
		{"every record is read", `SELECT count(*) AS n FROM records WHERE team <> 'all'`, `[{"n":"18"}]`},
		{"and one of each kind, with all its fields", `SELECT count(*) AS n FROM records WHERE team = 'all'`, `[{"n":"13"}]`},
		{"a hostile text is a text", `SELECT count(*) AS n FROM records WHERE command LIKE '%"y"'`, `[{"n":"1"}]`},
		{"findings are a list", `SELECT findings[1] AS f FROM decisions WHERE id = '02'`, `[{"f":"git.push ask check"}]`},
		{"and how many of what was deferred", `SELECT CAST(findings AS BIGINT) AS f FROM records WHERE event = 'deferred' AND team = 'red'`, `[{"f":"2"}]`},
		{"doctor's own calls are no decisions", `SELECT count(*) AS n FROM decisions WHERE id = '04'`, `[{"n":"0"}]`},
		{"lists are lists", `SELECT withheld[2] AS w, exit FROM outcomes WHERE id = '05' AND team = 'red'`, `[{"w":"B","exit":"137"}]`},
		{"who answered, and for which machine", `SELECT "by", machine, for_machine AS f FROM consents WHERE id = '02'`, `[{"by":"bob","machine":"a","f":"red.b"}]`},
		{"hosts that were reached", `SELECT host, port FROM network WHERE team = 'red'`, `[{"host":"example.com","port":"443"}]`},
		{"a day is one in UTC", `SELECT day, "action", decisions AS n FROM decisions_by_day WHERE team = 'red' AND event = 'path_proxy'`, `[{"day":"2026-11-27","action":"block","n":"2"}]`},
		{"what asked, and what was answered", `FROM rules_asked WHERE rule <> 'x'`, `[{"rule":"git.push","asked":"6","approved":"2","declined":"1","unanswered":"3"}]`},
		{"how each ask ended", `SELECT id, team, command, rules, answer, "by" FROM asks WHERE rules[1] <> 'x' ORDER BY id, team`, `[
			{"id":"01","team":"red","command":"git push","rules":"[\"git.push\"]","answer":"yes","by":"null"},
			{"id":"02","team":"red","command":"git push","rules":"[\"git.push\"]","answer":"approved","by":"bob"},
			{"id":"03","team":"blue","command":"git push","rules":"[\"git.push\"]","answer":"unanswered","by":"null"},
			{"id":"03","team":"red","command":"git push","rules":"[\"git.push\"]","answer":"declined","by":"null"},
			{"id":"2026-11-26 10:00:00.000001","team":"green","command":"git push","rules":"[\"git.push\"]","answer":"unanswered","by":"null"},
			{"id":"2026-11-26 10:00:00.000002","team":"green","command":"git push","rules":"[\"git.push\"]","answer":"unanswered","by":"null"}]`},
		{"and whether it ran", `SELECT exit FROM asks WHERE id = '01'`, `[{"exit":"0"}]`},
		{
			"by rule", `SELECT rule, "action", decisions AS n, machines AS m FROM decisions_by_rule WHERE rule LIKE 'fs.%' OR rule = 'net.any'`,
			`[{"rule":"fs.rm-root","action":"block","n":"2","m":"2"},{"rule":"net.any","action":"ask","n":"7","m":"3"}]`,
		},
		{
			"by team", `SELECT event, "action", decisions AS n, machines AS m FROM decisions_by_team WHERE team = 'red'`,
			`[{"event":"command","action":"ask","n":"4","m":"1"},{"event":"command","action":"warn","n":"1","m":"1"},{"event":"path_proxy","action":"block","n":"2","m":"2"}]`,
		},
		{
			"by machine", `SELECT machine, "action", decisions AS n FROM decisions_by_machine WHERE team = 'red' AND event = 'path_proxy'`,
			`[{"machine":"b","action":"block","n":"1"},{"machine":"c","action":"block","n":"1"}]`,
		},
		{"what was blocked", `SELECT team, command, rules[1] AS rule, blocked, machines FROM blocked_by_team`, `[{"team":"red","command":"rm -rf /","rule":"fs.rm-root","blocked":"2","machines":"2"}]`},
		{"agents", `SELECT agent, team, decisions AS n, asked FROM agents WHERE agent <> 'x'`, `[{"agent":"claude","team":"red","n":"4","asked":"4"},{"agent":"claude","team":"green","n":"2","asked":"2"},{"agent":"claude","team":"blue","n":"1","asked":"1"}]`},
	}
	all := Views
	for _, tt := range tests {
		all += tt.sql + ";\n"
	}
	answers := duck(t, dir, all)
	require.Len(t, answers, len(tests))
	for i, tt := range tests {
		assert.JSONEq(t, tt.want, plain(t, answers[i]), tt.why)
	}
}

// The views work with a file that has additional columns, as an export by a later version or
// by other means may.
func TestViewsReadWhatTheyDoNotKnow(t *testing.T) {
	dir := t.TempDir()
	var lines strings.Builder
	for n := range 30_000 { // more than DuckDB reads to guess types
		lines.WriteString(`{"team":"red","machine":"a",` + echo(n)[1:] + "\n")
	}
	lines.WriteString(`{"team":"red","new":{"deep":[1,{"x":null}]},"ts":"2026-11-26T10:00:00Z","event":"new.event","newer":"x","machine":"a","command":"last"}` + "\n")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "records.ndjson"), []byte(lines.String()), 0o600))
	answers := duck(t, dir, Views+`SELECT count(*) AS n, count(*) FILTER (event = 'new.event' AND command = 'last') AS unknown FROM records;`)
	assert.JSONEq(t, `[{"n":"30001","unknown":"1"}]`, plain(t, answers[0]))
}

// plain returns rows as JSON, with numbers as texts: programs print large ones differently.
func plain(t *testing.T, rows []map[string]any) string {
	t.Helper()
	for _, row := range rows {
		for name, v := range row {
			if _, is := v.(string); !is {
				text, err := json.Marshal(v)
				require.NoError(t, err)
				row[name] = string(text)
			}
		}
	}
	text, err := json.Marshal(rows)
	require.NoError(t, err)
	return string(text)
}

// Every view works on a file without records, on one with some, and on Parquet.
func TestEveryViewAnswers(t *testing.T) {
	full, empty := asExported(t), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(empty, "records.ndjson"), nil, 0o600))
	asked := ""
	views := regexp.MustCompile(`VIEW (\w+) AS\n`).FindAllStringSubmatch(Views, -1)
	for _, v := range views {
		asked += "SELECT count(*) > 0 AS n FROM " + v[1] + ";\n"
	}
	parquet := regexp.MustCompile(`(?m)^--     (COPY .*)\n--     (CREATE .*)$`).FindStringSubmatch(Views)
	require.Len(t, parquet, 3)
	for dir, want := range map[string]string{full: "true", empty: "false"} {
		for _, more := range []string{"", parquet[1] + "\n" + parquet[2] + "\n"} {
			answers := duck(t, dir, Views+more+asked)
			require.GreaterOrEqual(t, len(answers), len(views))
			for i, rows := range answers[len(answers)-len(views):] {
				assert.JSONEq(t, `[{"n":"`+want+`"}]`, plain(t, rows), views[i][1])
			}
		}
	}
}

// The examples in docs/fleet.md run as printed.
func TestExamples(t *testing.T) {
	examples := regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(section(t), -1)
	require.Len(t, examples, 4)
	dir := asExported(t)
	for _, e := range examples {
		answers := duck(t, dir, Views+e[1])
		require.NotEmpty(t, answers, e[1])
		assert.NotEmpty(t, answers[len(answers)-1], e[1])
	}
}
