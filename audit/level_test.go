package audit

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
)

// noon is the time in every record of these tests.
var noon = time.Date(2025, 3, 10, 12, 0, 0, 123456789, time.UTC)

// logTo returns a Log whose clock says noon.
func logTo(w *strings.Builder, level gate.Level) *Log {
	l := New(w, level)
	l.now = func() time.Time { return noon }
	return l
}

// lineOf appends one event and returns its line, "" if none was written.
func lineOf(t testing.TB, e Event, level gate.Level) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, logTo(&out, level).Append(e))
	return out.String()
}

// full holds one of every event, with every field set.
var full = map[string]Event{
	"path_proxy":         Shim{Command: "git", Argv: []string{"git", "push"}, Action: "warn", Rules: []string{"git.push"}, Profile: "cautious", ID: 255, PID: 3, PPID: 2, UID: 1, Dir: "/w", Ring: "shim", Path: "/usr/bin/git", Findings: []string{"git.push warn shim"}, Changed: []string{"A"}},
	"command":            Command{Text: "ls", Action: "ask", Allowed: true, Reason: "r", Rules: []string{"x.y"}, ID: 255, Agent: "ag", Findings: []string{"x.y ask check"}, Changed: []string{"A"}},
	"outcome":            Outcome{ID: 255, Exit: 137, Signal: "killed", TimedOut: true, Duration: 1500 * time.Millisecond, Output: "out", Sandbox: "native", PID: 7, Stdout: 3, Stderr: 4, Violations: 2, Withheld: []string{"B"}, CPU: 20 * time.Millisecond, Memory: 9},
	"consent":            Consent{Step: "approved", Code: "abc", ID: 255, Command: "ls", Dir: "/w", Rules: []string{"x.y"}, Until: "u", Path: "/p", Hash: "00", By: "bob", Machine: "red.a", Reason: "r"},
	"deferred":           Deferred{ID: 255, Command: "rm", Findings: 2, Rules: []string{"fs.rm-root"}, End: "blocked", Shim: 254, Times: 1},
	"file_access":        FileAccess{Path: "/w/f", Operation: "read", Allowed: true, Reason: "r", Bytes: 12},
	"denied file_access": FileAccess{Path: "/w/f", Operation: "read", Allowed: false, Reason: "r", Bytes: 12},
	"network":            Network{Host: "a.example", Port: 443, Method: "GET", Allowed: true, Count: 2},
	"denied network":     Network{Host: "b.example", Port: 80, Method: "POST", Path: "/x", Reason: "r", Fix: "f", Count: 1},
	"tool_call":          ToolCall{Tool: "bash", Success: true, Args: "ls"},
	"api_call":           APICall{Backend: "b", Model: "m", Tokens: 7, Cost: 0.25},
	"session_start":      SessionStart{SessionID: "s", UserID: "u", Profile: "cautious"},
	"session_end":        SessionEnd{SessionID: "s"},
}

const (
	stamp   = `{"ts":"2025-03-10T12:00:00.123456Z","event":`
	shimRow = stamp + `"path_proxy","command":"git","argv":["git","push"],"action":"warn","rules":["git.push"],"profile":"cautious","id":"00000000000000ff","pid":3,"ppid":2,"uid":1,"cwd":"/w","ring":"shim","path":"/usr/bin/git","findings":["git.push warn shim"]`
	command = stamp + `"command","command":"ls","action":"ask","allowed":true,"reason":"r","rules":["x.y"],"id":"00000000000000ff","agent":"ag","findings":["x.y ask check"]`
	changed = `,"changed":["A"]`
	ended   = `,"sandbox":"native","pid":7`
	sizes   = `,"stdout_bytes":3,"stderr_bytes":4,"violations":2,"withheld":["B"]`
	outcome = stamp + `"outcome","id":"00000000000000ff","exit":137,"signal":"killed","timeout":true,"ms":1500`
	left    = stamp + `"deferred","id":"00000000000000ff","command":"rm","findings":2,"rules":["fs.rm-root"],"end":"blocked","shim":"00000000000000fe","times":1}`
	consent = stamp + `"consent","step":"approved","code":"abc","id":"00000000000000ff","command":"ls","dir":"/w","rules":["x.y"],"until":"u","path":"/p","sha256":"00","by":"bob","machine":"red.a","reason":"r"}`
	file    = stamp + `"file_access","path":"/w/f","operation":"read","allowed":true,"reason":"r","bytes":12}`
	denied  = stamp + `"file_access","path":"/w/f","operation":"read","allowed":false,"reason":"r"`
	reached = stamp + `"network","host":"a.example","port":443,"method":"GET","allowed":true,"count":2}`
	cut     = stamp + `"network","host":"b.example","port":80,"method":"POST","path":"/x","allowed":false,"reason":"r","fix":"f","count":1}`
	tool    = stamp + `"tool_call","tool":"bash","success":true,"args":"ls"}`
	api     = stamp + `"api_call","backend":"b","model":"m","tokens":7,"cost":0.25}`
	start   = stamp + `"session_start","session_id":"s","user_id":"u","security_profile":"cautious"}`
	end     = stamp + `"session_end","session_id":"s"}`
)

// TestF2LevelsDecideEventsAndFields writes out the whole table.
func TestF2LevelsDecideEventsAndFields(t *testing.T) {
	tests := []struct{ event, basic, detailed, forensic string }{
		{"path_proxy", shimRow + `}`, shimRow + changed + `}`, shimRow + changed + `}`},
		{"command", command + `}`, command + changed + `}`, command + changed + `}`},
		{"outcome", outcome + ended + `}`, outcome + ended + sizes + `}`, outcome + `,"output":"out"` + ended + sizes + `,"cpu_ms":20,"rss_kib":9}`},
		{"consent", consent, consent, consent},
		{"deferred", left, left, left},
		{"file_access", "", file, file},
		{"denied file_access", denied + `}`, denied + `,"bytes":12}`, denied + `,"bytes":12}`},
		{"network", reached, reached, reached},
		{"denied network", cut, cut, cut},
		{"tool_call", tool, tool, tool},
		{"api_call", "", api, api},
		{"session_start", start, start, start},
		{"session_end", end, end, end},
	}
	require.Len(t, tests, len(full))
	for _, tt := range tests {
		for level, want := range map[gate.Level]string{gate.Off: "", gate.Basic: tt.basic, gate.Detailed: tt.detailed, gate.Forensic: tt.forensic} {
			if want != "" {
				want += "\n"
			}
			assert.Equal(t, want, lineOf(t, full[tt.event], level), "%s at %d", tt.event, level)
		}
	}
}

// TestF2EveryRecordSaysWhoWroteIt tests what the records of one process share: no
// member comes twice, and others' records do not borrow what is not theirs.
func TestF2EveryRecordSaysWhoWroteIt(t *testing.T) {
	in := Context{Source: "hook", Agent: "claude", Session: "s1", Host: "h", UID: 7, Dir: "/w", Profile: "cautious", Policy: "00ff"}
	where := `,"session":"s1","host":"h","uid":7`
	of := func(text string) Event {
		e, err := ParseInside([]byte(text))
		require.NoError(t, err)
		return e
	}
	for name, tt := range map[string]struct {
		event Event
		ends  string
	}{
		"a shim's, which has some of it":  {full["path_proxy"], `,"source":"shim","agent":"claude","session":"s1","host":"h","policy":"00ff"}`},
		"a command's, which has an agent": {full["command"], `,"source":"hook"` + where + `,"cwd":"/w","profile":"cautious","policy":"00ff"}`},
		"an ending's":                     {Outcome{}, `"ms":0,"source":"hook","agent":"claude"` + where + `,"cwd":"/w","profile":"cautious","policy":"00ff"}`},
		"a deferral's":                    {full["deferred"], `,"source":"hook","agent":"claude"` + where + `,"cwd":"/w","profile":"cautious","policy":"00ff"}`},
		"one from inside: its own source and directory, our host": {
			of(`{"ts":"2025-03-10T12:00:00Z","event":"outcome","id":"000000000000000a","exit":1,"ms":5,"source":"exec","session":"forged","host":"other","uid":0,"cwd":"/in"}`),
			`"ms":5,"source":"exec","agent":"claude"` + where + `,"cwd":"/in","profile":"cautious","policy":"00ff"}`,
		},
		"one from inside that says nothing": {
			of(`{"ts":"2025-03-10T12:00:00Z","event":"outcome","id":"000000000000000a","exit":1,"ms":5}`),
			`"ms":5,"agent":"claude"` + where + `,"profile":"cautious","policy":"00ff"}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			require.NoError(t, logTo(&out, gate.Basic).In(in).Append(tt.event))
			assert.True(t, strings.HasSuffix(out.String(), tt.ends+"\n"), out.String())
			_, err := object([]byte(out.String()))
			assert.NoError(t, err, "each member once")
		})
	}
	_, err := ParseInside([]byte(`{"ts":"2025-03-10T12:00:00Z","event":"outcome","id":"000000000000000a","exit":1,"ms":5,"source":["exec"]}`))
	require.ErrorContains(t, err, `member "source" is not a string`)
}

// TestF2OptionalFieldsAreLeftOut tests the other end: events with no more than the
// mandatory fields.
func TestF2OptionalFieldsAreLeftOut(t *testing.T) {
	tests := []struct {
		name string
		in   Event
		want string
	}{
		{"path_proxy", Shim{Command: "rm", Action: "block", Ring: "shim"}, `"path_proxy","command":"rm","argv":[],"action":"block","rules":[],"profile":"","id":"0000000000000000","pid":0,"ppid":0,"uid":0,"ring":"shim"}`},
		{"command", Command{Text: "ls", Action: "block"}, `"command","command":"ls","action":"block","allowed":false,"rules":[]}`},
		{"outcome", Outcome{}, `"outcome","id":"0000000000000000","exit":0,"ms":0}`},
		{"file access", FileAccess{Path: "/x", Operation: "read", Allowed: true}, `"file_access","path":"/x","operation":"read","allowed":true}`},
		{"tool call", ToolCall{Tool: "x"}, `"tool_call","tool":"x","success":false}`},
		{"api call that cost nothing", APICall{}, `"api_call","backend":"","model":"","tokens":0,"cost":0}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, stamp+tt.want+"\n", lineOf(t, tt.in, gate.Forensic))
		})
	}
}

func TestF2Truncations(t *testing.T) {
	long := strings.Repeat("é", 5000)
	tests := []struct {
		name, field string
		event       Event
		want        int
	}{
		{"output", "output", Outcome{Output: long}, 4096},
		{"agent", "agent", Command{Agent: long}, 64},
		{"tool arguments", "args", ToolCall{Args: long}, 512},
		{"what is judged is not cut", "command", Command{Text: long}, 5000},
		{"nor what was done", "path", FileAccess{Path: long}, 5000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			line := lineOf(t, tt.event, gate.Forensic)
			var members map[string]any
			require.NoError(t, json.Unmarshal([]byte(line), &members))
			assert.Equal(t, strings.Repeat("é", tt.want), members[tt.field])
			assert.NotContains(t, members, "cut", "a limit of the table is no loss")
		})
	}
}

// TestSchemasAreWhole checks the table against the types.
func TestSchemasAreWhole(t *testing.T) {
	shapes := map[shape]reflect.Type{
		text: reflect.TypeFor[string](), list: reflect.TypeFor[[]string](), flag: reflect.TypeFor[bool](),
		whole: reflect.TypeFor[int64](), decimal: reflect.TypeFor[float64](), hexID: reflect.TypeFor[uint64](),
	}
	met := map[string]bool{}
	for name, e := range full {
		r := e.record()
		s := find(r.event)
		require.NotNil(t, s, name)
		met[s.event] = true
		require.Len(t, r.values, len(s.columns), name)
		for i, c := range s.columns {
			assert.Equal(t, shapes[c.shape], reflect.TypeOf(r.values[i]), "%s %s", name, c.name)
			assert.LessOrEqual(t, c.from, s.denied, "%s %s: a field cannot be fuller than its event", name, c.name)
		}
	}
	for _, s := range schemas {
		assert.True(t, met[s.event], "%s has no type", s.event)
	}
}
