package audit

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseEvent(t *testing.T) {
	tests := []struct {
		name, in string
		want     Event  // what it is, apart from its source
		fail     string // part of the error, if it fails
	}{
		{"tool call", `{"event":"tool_call","tool":"bash","success":true,"args":"ls"}`, ToolCall{"bash", true, "ls"}, ""},
		{"optional member missing", `{"event":"tool_call","tool":"bash","success":false}`, ToolCall{"bash", false, ""}, ""},
		{"members in any order, with space", " {\"success\":true,\n\"tool\":\"x\",\"event\":\"tool_call\"} \n", ToolCall{"x", true, ""}, ""},
		{"file access", `{"event":"file_access","path":"/x","operation":"read","allowed":true,"bytes":12}`, FileAccess{"/x", "read", true, "", 12}, ""},
		{"denied file access", `{"event":"file_access","path":"/x","operation":"read","allowed":false,"reason":"r"}`, FileAccess{"/x", "read", false, "r", 0}, ""},
		{"api call", `{"event":"api_call","backend":"b","model":"m","tokens":7,"cost":0.25}`, APICall{"b", "m", 7, 0.25}, ""},
		{"session start", `{"event":"session_start","session_id":"s","user_id":"u","security_profile":"p"}`, SessionStart{"s", "u", "p"}, ""},
		{"session end", `{"event":"session_end","session_id":"s"}`, SessionEnd{"s"}, ""},
		{"at the limit", `{"event":"session_end","session_id":"` + strings.Repeat("x", MaxEvent-39) + `"}`, SessionEnd{strings.Repeat("x", MaxEvent-39)}, ""},

		{"over the limit", strings.Repeat(" ", MaxEvent+1), nil, "65537 bytes, more than 65536"},
		{"nothing", "", nil, "not a JSON object"},
		{"text", "tool_call", nil, "not a JSON object"},
		{"a list", `[{"event":"session_end","session_id":"s"}]`, nil, "not a JSON object"},
		{"null", "null", nil, "not a JSON object"},
		{"cut off", `{"event":"session_end","session_id":"s"`, nil, "not a JSON object"},
		{"cut off in a value", `{"event":"session_end","session_id":"s`, nil, "not a JSON object"},
		{"two objects", `{"event":"session_end","session_id":"s"}{}`, nil, "more than one JSON object"},
		{"something behind", `{"event":"session_end","session_id":"s"}x`, nil, "more than one JSON object"},
		{"deep nesting", `{"event":` + strings.Repeat("[", 60000), nil, "not a JSON object"},
		{"no event", `{"tool":"x"}`, nil, `member "event" is missing`},
		{"event null", `{"event":null}`, nil, `member "event" is not a string`},
		{"event a number", `{"event":1}`, nil, `member "event" is not a string`},
		{"unknown event", `{"event":"party"}`, nil, `event "party": not a known one`},
		{"an event of ours, not the loop's: path_proxy", `{"event":"path_proxy","command":"rm","args":[],"action":"allow","pid":1,"ppid":1,"uid":0}`, nil, "not one that a loop may append"},
		{"an event of ours, not the loop's: command", `{"event":"command"}`, nil, "not one that a loop may append"},
		{"an event of ours, not the loop's: outcome", `{"event":"outcome"}`, nil, "not one that a loop may append"},
		{"an event of ours, not the loop's: outcome", `{"event":"outcome"}`, nil, "not one that a loop may append"},
		{"unknown member", `{"event":"session_end","session_id":"s","x":1}`, nil, `no member is called "x"`},
		{"member in another case", `{"event":"session_end","Session_ID":"s"}`, nil, `member "session_id" is missing`},
		{"the time is ours to write", `{"event":"session_end","session_id":"s","ts":"2025-01-01T00:00:00Z"}`, nil, `no member is called "ts"`},
		{"so is the source", `{"event":"session_end","session_id":"s","from":""}`, nil, `no member is called "from"`},
		{"member missing", `{"event":"tool_call","tool":"x"}`, nil, `member "success" is missing`},
		{"member twice", `{"event":"session_end","session_id":"s","session_id":"t"}`, nil, `member "session_id" comes twice`},
		{"string for a flag", `{"event":"tool_call","tool":"x","success":"true"}`, nil, `member "success" is not true or false`},
		{"null for a flag", `{"event":"tool_call","tool":"x","success":null}`, nil, `member "success" is not true or false`},
		{"number for a string", `{"event":"tool_call","tool":1,"success":true}`, nil, `member "tool" is not a string`},
		{"object for a string", `{"event":"tool_call","tool":"x","success":true,"args":{"a":1}}`, nil, `member "args" is not a string`},
		{"null for an optional string", `{"event":"tool_call","tool":"x","success":true,"args":null}`, nil, `member "args" is not a string`},
		{"fraction for a count", `{"event":"api_call","backend":"b","model":"m","tokens":7.5,"cost":0}`, nil, `member "tokens" is not a whole number`},
		{"negative count", `{"event":"api_call","backend":"b","model":"m","tokens":-7,"cost":0}`, nil, `member "tokens" is not a whole number`},
		{"count beyond 64 bits", `{"event":"api_call","backend":"b","model":"m","tokens":9223372036854775808,"cost":0}`, nil, `member "tokens" is not a whole number`},
		{"negative cost", `{"event":"api_call","backend":"b","model":"m","tokens":7,"cost":-1}`, nil, `member "cost" is not a number`},
		{"cost beyond a float", `{"event":"api_call","backend":"b","model":"m","tokens":7,"cost":1e999}`, nil, `member "cost" is not a number`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseEvent([]byte(tt.in))
			if tt.fail != "" {
				require.ErrorContains(t, err, tt.fail)
				assert.Nil(t, got)
				assert.NotContains(t, err.Error(), "\n")
				assert.Less(t, len(err.Error()), 200)
				return
			}
			require.NoError(t, err)
			assertSays(t, tt.want, loop, got)
		})
	}
}

// assertSays holds that got equals want, from another source: a missing optional value
// equals an empty one.
func assertSays(t *testing.T, want Event, from source, got Event) {
	t.Helper()
	w, g := want.record(), got.record()
	assert.Equal(t, from, g.from)
	assert.Equal(t, w.event, g.event)
	assert.Equal(t, w.denied, g.denied)
	require.Len(t, g.values, len(w.values))
	for i := range w.values {
		if g.values[i] == nil {
			assert.True(t, silent(w.values[i]), "value %d", i)
			continue
		}
		assert.Equal(t, w.values[i], g.values[i])
	}
}

func TestParseInside(t *testing.T) {
	const ts = `"ts":"2025-03-10T01:02:03.004Z"`
	tests := []struct {
		name, in string
		want     Event
		fail     string
	}{
		{"what a shim writes", `{` + ts + `,"event":"path_proxy","command":"rm","argv":["rm","x"],"action":"allow","rules":[],"profile":"cautious","id":"00000000000000ff","pid":3,"ppid":2,"uid":1,"cwd":"/w","ring":"shim","path":"/bin/rm"}`, Shim{Command: "rm", Argv: []string{"rm", "x"}, Action: "allow", Rules: []string{}, Profile: "cautious", ID: 255, PID: 3, PPID: 2, UID: 1, Dir: "/w", Ring: "shim", Path: "/bin/rm"}, ""},
		{"how a nested command ended", `{` + ts + `,"event":"outcome","id":"000000000000000a","exit":1,"ms":5}`, Outcome{ID: 10, Exit: 1, Duration: 5 * time.Millisecond}, ""},
		{"what it says of its source is dropped", `{` + ts + `,"from":"parent","event":"session_end","session_id":"s"}`, SessionEnd{"s"}, ""},
		{"an id that is none", `{` + ts + `,"event":"outcome","id":"a","exit":1,"ms":5}`, nil, `member "id" is not an id of 16 hexadecimal digits`},
		{"no time", `{"event":"outcome","id":"000000000000000a","exit":1,"ms":5}`, nil, `member "ts" is missing`},
		{"time is a number", `{"ts":1,"event":"outcome","id":"000000000000000a","exit":1,"ms":5}`, nil, `member "ts" is not a string`},
		{"time is no time", `{"ts":"now","event":"outcome","id":"000000000000000a","exit":1,"ms":5}`, nil, `member "ts" is not a time`},
		{"time before computers", `{"ts":"1960-01-01T00:00:00Z","event":"outcome","id":"000000000000000a","exit":1,"ms":5}`, nil, `member "ts" is not a time`},
		{"a list with something else in it", `{` + ts + `,"event":"path_proxy","command":"rm","argv":["-f",1],"action":"allow","pid":3,"ppid":2,"uid":1}`, nil, `member "argv" is not a list of strings`},
		{"unknown member", `{` + ts + `,"event":"outcome","id":"000000000000000a","exit":1,"ms":5,"x":1}`, nil, `no member is called "x"`},
		{"over the limit", strings.Repeat(" ", MaxLine+2), nil, "more than"},
		{"half a line", `{` + ts + `,"event":"pa`, nil, "not a JSON object"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseInside([]byte(tt.in))
			if tt.fail != "" {
				require.ErrorContains(t, err, tt.fail)
				assert.Nil(t, got)
				return
			}
			require.NoError(t, err)
			assertSays(t, tt.want, inside, got)
			assert.Equal(t, time.Date(2025, 3, 10, 1, 2, 3, 4e6, time.UTC), got.record().at)
		})
	}
}
