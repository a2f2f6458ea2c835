package share

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/gate"
)

const judged = `{"ts":"2026-11-26T10:00:00.000001Z","event":"command","command":"curl -H 'Authorization: Bearer abcdefghijklmnop' https://u:pw@example.com","action":"ask","allowed":false,"reason":"reads https://example.com","rules":["net.curl"],"id":"00000000000000ff","findings":["net.curl ask check"],"cwd":"/home/u/secret-project","uid":1000,"host":"laptop"}`

func TestLevels(t *testing.T) {
	for _, tt := range []struct {
		why   string
		level Level
		line  string
		want  string
	}{
		{"nothing leaves", None, judged, ""},
		{"no text leaves with decisions", Decisions, judged, `{"ts":"2026-11-26T10:00:00.000001Z","event":"command","action":"ask","allowed":false,"rules":["net.curl"],"id":"00000000000000ff","findings":["net.curl ask check"],"uid":1000,"host":"laptop"}`},
		{"credentials stay though the trail has them", Commands, `{"event":"command","command":"curl https://u:pw@example.com"}`, `{"event":"command","command":"curl https://[redacted]@example.com"}`},
		{"each word of a vector is looked at", Commands, `{"event":"path_proxy","argv":["curl","https://u:pw@example.com"]}`, `{"event":"path_proxy","argv":["curl","https://[redacted]@example.com"]}`},
		{"what was printed stays", Commands, `{"event":"outcome","exit":0,"output":"x"}`, `{"event":"outcome","exit":0}`},
		{"an unknown field stays", Commands, `{"event":"command","novel":"x"}`, `{"event":"command"}`},
		{"a nested value stays", Commands, `{"event":"command","action":{"x":"y"},"rules":[["x"]]}`, `{"event":"command"}`},
		{"the first of two members of a name counts", Decisions, `{"event":"command","action":"ask","action":"allow"}`, `{"event":"command","action":"ask"}`},
		{"a host that was reached is text", Decisions, `{"event":"network","host":"intern.example.com","port":443}`, `{"event":"network","port":443}`},
		{"the code of a question stays", Commands, `{"event":"consent","step":"approved","code":"ab12"}`, `{"event":"consent","step":"approved"}`},
		{"what is no object does not leave", Commands, `["command"]`, ""},
		{"half an object does not leave", Commands, `{"event":"command","comm`, ""},
	} {
		body, leaves := Rule{Level: tt.level}.Record([]byte(tt.line))
		assert.Equal(t, tt.want, string(body), tt.why)
		assert.Equal(t, tt.want != "", leaves, tt.why)
	}
}

func TestHashes(t *testing.T) {
	hashed := func(key, line string) map[string]any {
		body, leaves := Rule{Level: Hashed, Key: []byte(key)}.Record([]byte(line))
		require.True(t, leaves)
		var m map[string]any
		require.NoError(t, json.Unmarshal(body, &m))
		return m
	}
	one, again, other := hashed("k", judged), hashed("k", judged), hashed("l", judged)
	assert.Equal(t, one, again, "the same text has the same hash")
	assert.NotEqual(t, one["command"], other["command"], "another key gives another")
	assert.NotContains(t, one["cwd"], "secret-project")
	assert.Regexp(t, "^"+HashMark+"[0-9a-f]{32}$", one["command"])
	assert.Equal(t, "ask", one["action"], "what was decided is no text")
}

func TestNames(t *testing.T) {
	for _, l := range []Level{None, Decisions, Hashed, Commands} {
		parsed, err := Parse(l.String())
		require.NoError(t, err)
		assert.Equal(t, l, parsed)
	}
	_, err := Parse("all")
	assert.EqualError(t, err, `send = "all": must be one of none, decisions, hashed, commands`)
}

// Every field that the trail's writer knows is in the table, or stays on purpose.
func TestEachFieldHasAClass(t *testing.T) {
	staying := []string{"output", "consent.code"}
	for _, e := range []audit.Event{
		audit.Command{Text: "x", Action: "ask", Reason: "x", Rules: []string{"x"}, ID: 1, Agent: "x", Findings: []string{"x"}, Changed: []string{"x"}, Would: "ask"},
		audit.Shim{Command: "x", Argv: []string{"x"}, Action: "ask", ID: 1, Dir: "/", Ring: "shim", Path: "/x", Findings: []string{"x"}, Changed: []string{"x"}, Would: "ask"},
		audit.Deferred{ID: 1, Command: "x", End: "x", Shim: 1, Times: 1},
		audit.Consent{Step: "x", Code: "x", ID: 1, Command: "x", Dir: "x", Rules: []string{"x"}, Until: "x", Path: "x", Hash: "x", By: "x", Machine: "x", Reason: "x"},
		audit.Outcome{ID: 1, Signal: "x", TimedOut: true, Output: "x", Sandbox: "x", PID: 1, Stdout: 1, Stderr: 1, Violations: 1, Withheld: []string{"x"}, CPU: time.Second, Memory: 1},
		audit.FileAccess{Path: "x", Operation: "x", Reason: "x", Bytes: 1},
		audit.Network{Host: "x", Port: 1, Method: "x", Path: "x", Would: "x", Reason: "x", Fix: "x", Entry: "x", Count: 1},
		audit.ToolCall{Tool: "x", Args: "x"},
		audit.APICall{Backend: "x", Model: "x", Tokens: 1, Cost: 1},
		audit.SessionStart{},
		audit.SessionEnd{},
	} {
		var line bytes.Buffer
		in := audit.Context{Source: "x", Agent: "x", Session: "x", Host: "x", UID: 1, Dir: "/", Profile: "x", Policy: "x"}
		require.NoError(t, audit.New(&line, gate.Forensic).In(in).Append(audit.During(e, 1)))
		members, ok := split(line.Bytes())
		require.True(t, ok)
		var event string
		require.NoError(t, json.Unmarshal(members[1].value, &event))
		for _, m := range members {
			known := classOf(event, m.name) != stays || slices.Contains(staying, m.name) || slices.Contains(staying, event+"."+m.name)
			assert.True(t, known, "%s.%s has no class", event, m.name)
		}
	}
}

// docs/audit.md names only fields that this package knows.
func TestDocumentedFieldsAreKnown(t *testing.T) {
	page, err := os.ReadFile("../../docs/audit.md")
	require.NoError(t, err)
	table, _, found := strings.Cut(string(page), "- `findings`: each")
	require.True(t, found)
	_, table, found = strings.Cut(table, "|---|")
	require.True(t, found)
	for row := range strings.Lines(table) {
		cells := strings.Split(row, "|")
		if len(cells) < 4 {
			continue
		}
		event := regexp.MustCompile("`[a-z_]+`").FindString(cells[1])
		for _, field := range regexp.MustCompile("`[a-z_0-9]+`").FindAllString(regexp.MustCompile(`\([^)]*\)`).ReplaceAllString(strings.Join(cells[2:], " "), ""), -1) {
			field = strings.Trim(field, "`")
			known := classOf(strings.Trim(event, "`"), field) != stays || field == "output" || field == "code"
			assert.True(t, known, "%s.%s", event, field)
		}
	}
}
