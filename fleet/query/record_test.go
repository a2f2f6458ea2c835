package query

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/fleet/share"
	"github.com/agent-loop/shimgen/gate"
)

func TestLines(t *testing.T) {
	const begins = `{"team":"red","machine":"laptop","ts":"2026-11-26T10:00:00.000001Z","event":`
	const is = `{"ts":"2026-11-26T10:00:00.000001Z","event":`
	for _, tt := range []struct{ why, data, want string }{
		{"team and machine are the subject's", is + `"command","command":"ls","rules":[],"allowed":true}`, begins + `"command","command":"ls","allowed":true,"rules":[]}`},
		{"a record's word about its team does not count", is + `"command","team":"blue"}`, begins + `"command"}`},
		{"nor in other letters", is + `"command","Machine":"other","TEAM":"blue"}`, begins + `"command"}`},
		{"an answer's machine has another name", is + `"consent","step":"yes","machine":"red.b"}`, begins + `"consent","step":"yes","for_machine":"red.b"}`},
		{"which nobody takes", is + `"consent","for_machine":"red.b"}`, begins + `"consent"}`},
		{"a field that is not known yet is left out", is + `"command","new":{"deep":[1,{}]},"newer":1e999,"command2":null}`, begins + `"command"}`},
		{"white space ends no line", "{\n" + is[1:] + `"command",` + "\r\n" + `"rules":["a",` + "\n" + `"b"]}`, begins + `"command","rules":["a","b"]}`},
		{"half a surrogate becomes a mark, or DuckDB would refuse the file", is + `"command","command":"\ud800x"}`, begins + `"command","command":"` + "\ufffd" + `x"}`},
		{"so do bytes that are no text", is + `"command","command":"` + "\xff" + `x"}`, begins + `"command","command":"` + "\ufffd" + `x"}`},
		{"a text keeps what HTML would not", is + `"command","command":"a <b> & c"}`, begins + `"command","command":"a <b> & c"}`},
		{"findings are a list, or how many", is + `"deferred","findings":2}`, begins + `"deferred","findings":2}`},
		{"a time in another zone", `{"ts":"2026-11-26T11:00:00.0000019+01:00","event":"x"}`, begins + `"x"}`},
		{"nothing is left out of null", is + `"command","reason":null}`, begins + `"command"}`},
		{"a number where a text should be", is + `"command","command":7}`, ""},
		{"a text where a number should be", is + `"outcome","exit":"7"}`, ""},
		{"a number that is too large", is + `"outcome","ms":9223372036854775808}`, ""},
		{"a number that is not whole", is + `"outcome","ms":1.5}`, ""},
		{"a nested text", is + `"command","rules":[["x"]]}`, ""},
		{"a time that is none", `{"ts":"yesterday","event":"command"}`, ""},
		{"a time whose zone leads before all years", `{"ts":"0000-01-01T00:00:00+01:00","event":"command"}`, ""},
		{"a time whose zone leads behind all years", `{"ts":"9999-12-31T23:59:59-01:00","event":"command"}`, ""},
		{"no time", `{"event":"command"}`, ""},
		{"no event", `{"ts":"2026-11-26T10:00:00Z"}`, ""},
		{"no object", `["ts"]`, ""},
		{"half an object", is, ""},
		{"nothing", "", ""},
	} {
		got, ok := line("shimgen.red.audit.laptop", []byte(tt.data))
		want := tt.want
		if want != "" {
			want += "\n"
		}
		assert.Equal(t, want, string(got), tt.why)
		assert.Equal(t, want != "", ok, tt.why)
	}
}

// arrives returns one record of each event with all fields that leave a machine.
func arrives(t *testing.T) (bodies [][]byte) {
	t.Helper()
	for _, e := range []audit.Event{
		audit.Command{Text: "x", Action: "ask", Reason: "x", Rules: []string{"x"}, ID: 1, Agent: "x", Findings: []string{"x"}, Changed: []string{"x"}, Would: "ask"},
		audit.Shim{Command: "x", Argv: []string{"x"}, Action: "ask", Rules: []string{"x"}, Profile: "x", ID: 1, Dir: "/", Ring: "shim", Path: "/x", Findings: []string{"x"}, Changed: []string{"x"}, Would: "ask"},
		audit.Command{Text: strings.Repeat("x", audit.MaxLine), Action: "allow"}, // it gets truncated
		audit.Deferred{ID: 1, Command: "x", Findings: 1, Rules: []string{"x"}, End: "x", Shim: 1, Times: 1},
		audit.Consent{Step: "x", Code: "x", ID: 1, Command: "x", Dir: "x", Rules: []string{"x"}, Until: "x", Path: "x", Hash: "x", By: "x", Machine: "x", Reason: "x"},
		audit.Outcome{ID: 1, Signal: "x", TimedOut: true, Output: "x", Sandbox: "x", PID: 1, Stdout: 1, Stderr: 1, Violations: 1, Withheld: []string{"x"}, CPU: time.Second, Memory: 1},
		audit.FileAccess{Path: "x", Operation: "x", Reason: "x", Bytes: 1},
		audit.Network{Host: "x", Port: 1, Method: "x", Path: "x", Would: "x", Reason: "x", Fix: "x", Entry: "x", Count: 1},
		audit.ToolCall{Tool: "x", Args: "x"},
		audit.APICall{Backend: "x", Model: "x", Tokens: 1, Cost: 1.5},
		audit.SessionStart{},
		audit.SessionEnd{},
	} {
		bodies = append(bodies, shared(t, audit.During(e, 1)))
	}
	told, err := audit.ParseEvent([]byte(`{"event":"session_end","session_id":"s"}`))
	require.NoError(t, err)
	return append(bodies, shared(t, told)) // with its "from"
}

// shared returns the part of an event that arrives from a machine.
func shared(t *testing.T, e audit.Event) []byte {
	t.Helper()
	var out bytes.Buffer
	in := audit.Context{Source: "x", Agent: "x", Session: "x", Host: "x", UID: 1, Dir: "/", Profile: "x", Policy: "x"}
	require.NoError(t, audit.New(&out, gate.Forensic).In(in).Append(e))
	body, leaves := share.Rule{Level: share.Commands}.Record(bytes.TrimSpace(out.Bytes()))
	require.True(t, leaves)
	return body
}

// fields returns the fields of each event as the trail's writer writes them, by column.
func fields(t *testing.T) map[string]map[string]bool {
	t.Helper()
	all := map[string]map[string]bool{}
	for _, body := range arrives(t) {
		var members map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(body, &members))
		var event string
		require.NoError(t, json.Unmarshal(members["event"], &event))
		if all[event] == nil {
			all[event] = map[string]bool{"team": true}
		}
		for member := range members {
			if member == "machine" {
				member = "for_machine"
			}
			all[event][member] = true
		}
		all[event]["machine"] = true
	}
	return all
}

// Every column is a field that is written and leaves a machine, and every such field is a
// column.
func TestColumnsAreWhatIsWritten(t *testing.T) {
	written := map[string]bool{}
	for _, of := range fields(t) {
		maps.Copy(written, of)
	}
	got := []string{"machine", "team"}
	for _, c := range columns {
		got = append(got, c.name)
	}
	slices.Sort(got)
	assert.Equal(t, slices.Sorted(maps.Keys(written)), got)
	for _, body := range arrives(t) {
		_, ok := line("shimgen.red.audit.laptop", body)
		assert.True(t, ok, "%s", body)
	}
}

// The view of all records has these columns, with their types and in order.
func TestViewsHaveTheColumns(t *testing.T) {
	want := [][]string{{"team", string(text)}, {"machine", string(text)}}
	for _, c := range columns {
		want = append(want, []string{c.name, string(c.kind)})
	}
	_, said, found := strings.Cut(Views, "columns = {")
	require.True(t, found)
	said, _, found = strings.Cut(said, "});")
	require.True(t, found)
	var got [][]string
	for _, m := range regexp.MustCompile(`"(\w+)": '([^']+)'`).FindAllStringSubmatch(said, -1) {
		got = append(got, m[1:])
	}
	assert.Equal(t, want, got)
}

// A view of an event has exactly the fields that are written for that event.
func TestViewsOfEventsHaveTheirFields(t *testing.T) {
	of := fields(t)
	maps.Copy(of["path_proxy"], of["command"])
	for view, event := range map[string]string{"decisions": "path_proxy", "outcomes": "outcome", "consents": "consent", "network": "network"} {
		m := regexp.MustCompile(`(?s)CREATE OR REPLACE VIEW ` + view + ` AS\nSELECT(.*?)\nFROM records`).FindStringSubmatch(Views)
		require.Len(t, m, 2, view)
		got := map[string]bool{"event": true} // the view's name says it
		for _, name := range regexp.MustCompile(`"(\w+)"`).FindAllStringSubmatch(m[1], -1) {
			got[name[1]] = true
			assert.True(t, of[event][name[1]] || name[1] == "from" || name[1] == "cut", "%s.%s", view, name[1])
		}
		for name := range of[event] {
			assert.True(t, got[name], "%s has no %s", view, name)
		}
	}
}

// Every quoted name in the other views is a column, or a name that a view defines. This test
// works without duckdb, which not every machine has.
func TestViewsNameColumns(t *testing.T) {
	names := map[string]bool{"team": true, "machine": true}
	for _, c := range columns {
		names[c.name] = true
	}
	for _, m := range regexp.MustCompile(`(?:\) |END |"id" |"ts" AS DATE\) )AS "(\w+)"`).FindAllStringSubmatch(Views, -1) {
		names[m[1]] = true
	}
	_, others, found := strings.Cut(Views, "});")
	require.True(t, found)
	for line := range strings.Lines(others) {
		code, _, _ := strings.Cut(line, "--")
		for _, m := range regexp.MustCompile(`"(\w+)"`).FindAllStringSubmatch(code, -1) {
			assert.True(t, names[m[1]], "%s in %s", m[1], line)
		}
	}
	assert.Equal(t, strings.Count(others, "("), strings.Count(others, ")"))
}

// docs/fleet.md lists the columns with their types.
func TestDocumentedColumns(t *testing.T) {
	want := map[string]string{"team": string(text), "machine": string(text)}
	for _, c := range columns {
		want[c.name] = string(c.kind)
	}
	got := map[string]string{}
	for row := range strings.Lines(section(t)) {
		if cells := strings.Split(row, "|"); len(cells) == 5 && strings.HasPrefix(cells[1], " `") {
			for _, name := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(cells[1], -1) {
				got[name[1]] = strings.TrimSpace(cells[2])
			}
		}
	}
	assert.Equal(t, want, got)
}

// section returns the section of docs/fleet.md about this package.
func section(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/fleet.md")
	require.NoError(t, err)
	_, text, found := strings.Cut(string(page), "\n## Questions to the records\n")
	require.True(t, found)
	text, _, found = strings.Cut(text, "\n## ")
	require.True(t, found)
	return text
}
