package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/audit/query"
	"github.com/agent-loop/shimgen/internal/exit"
)

const toolCall = `{"event":"tool_call","tool":"%s","success":true,"args":"%s"}`

func (w world) today() string {
	return filepath.Join(w.root, "audit", audit.FileName(time.Now()))
}

// records decodes JSON lines.
func records(t *testing.T, out string) []map[string]any {
	t.Helper()
	var all []map[string]any
	for text := range strings.Lines(out) {
		if text == "\n" {
			continue // behind a line that another process was writing
		}
		var r map[string]any
		require.NoError(t, json.Unmarshal([]byte(text), &r), text)
		all = append(all, r)
	}
	return all
}

func TestF2_AppendedEventsAreRecordedAsTheLoops(t *testing.T) {
	w := newWorld(t)
	got := w.shimgen(t, "", "audit", "append", fmt.Sprintf(toolCall, "edit", strings.Repeat("a", 600)))
	require.Zero(t, got.status, got.err)
	got = w.shimgen(t, fmt.Sprintf(toolCall, "read", "x")+"\n\n"+fmt.Sprintf(toolCall, "grep", "y"), "audit", "append")
	require.Zero(t, got.status, got.err)

	got = w.shimgen(t, "", "audit", "tail")
	require.Zero(t, got.status, got.err)
	all := records(t, got.out)
	require.Len(t, all, 3, "the installation itself records nothing")
	assert.Equal(t, "edit", all[0]["tool"])
	assert.Len(t, all[0]["args"], 512, "truncated")
	assert.Equal(t, "grep", all[2]["tool"])
	for _, r := range all {
		assert.Equal(t, "loop", r["from"])
		assert.NotEmpty(t, r["ts"])
	}
	info, err := os.Stat(w.today())
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

func TestF2_FieldsByLevel(t *testing.T) {
	call := `{"event":"api_call","backend":"b","model":"m","tokens":3,"cost":0.5}` + "\n"
	file := `{"event":"file_access","path":"/x","operation":"read","allowed":true,"bytes":7}` + "\n"
	for level, want := range map[string]string{
		"off":      "",
		"basic":    "tool_call",
		"detailed": "api_call file_access tool_call",
		"forensic": "api_call file_access tool_call",
	} {
		t.Run(level, func(t *testing.T) {
			w := newWorld(t)
			w.write(t, ".agent-loop/policy.toml", "[audit]\nlevel = \""+level+"\"\n", 0o600)
			got := w.shimgen(t, call+file+fmt.Sprintf(toolCall, "edit", ""), "audit", "append")
			require.Zero(t, got.status, got.err)
			var events []string
			for _, r := range records(t, w.shimgen(t, "", "audit", "tail").out) {
				events = append(events, r["event"].(string))
			}
			assert.Equal(t, want, strings.Join(events, " "))
		})
	}
}

func TestAppendStopsAtWhatIsNoEvent(t *testing.T) {
	for name, bad := range map[string]string{
		"no JSON":                      `tool_call`,
		"two objects on a line":        `{"event":"tool_call","tool":"a","success":true}{}`,
		"an event of the judge's":      `{"event":"command","command":"x","action":"allow","allowed":true,"rules":[]}`,
		"no event":                     `{"tool":"a"}`,
		"a field of another type":      `{"event":"tool_call","tool":1,"success":true}`,
		"control characters and lines": "\x1b[2J\x07",
		"more than an event may have":  fmt.Sprintf(toolCall, "a", strings.Repeat("a", audit.MaxEvent)),
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			got := w.shimgen(t, fmt.Sprintf(toolCall, "good", "")+"\n"+bad+"\n"+fmt.Sprintf(toolCall, "late", ""), "audit", "append")
			assert.Equal(t, 125, got.status)
			assert.Equal(t, 1, strings.Count(got.err, "\n"), got.err)
			assert.Contains(t, got.err, "shimgen: line 2: ")
			assert.NotContains(t, got.err, "\x1b")
			all := records(t, w.shimgen(t, "", "audit", "tail").out)
			require.Len(t, all, 1, "what came before is kept, what comes after is not read")
			assert.Equal(t, "good", all[0]["tool"])

			got = w.shimgen(t, "", "audit", "append", bad)
			assert.Equal(t, 125, got.status, "as an argument too")
		})
	}
}

func TestAppendThatCannotRecordFails(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, os.Remove(filepath.Join(w.root, "audit")))
	w.write(t, ".agent-loop/audit", "no directory", 0o600)
	got := w.shimgen(t, fmt.Sprintf(toolCall, "edit", ""), "audit", "append")
	assert.Equal(t, 125, got.status)
	assert.Contains(t, got.err, "nothing was recorded")
}

func TestF8_SearchFindsTextByDaysAtMostAHundred(t *testing.T) {
	w := newWorld(t)
	var lines strings.Builder
	for i := range 130 {
		fmt.Fprintf(&lines, toolCall+"\n", "edit", fmt.Sprintf("Needle %d", i))
	}
	require.Zero(t, w.shimgen(t, lines.String(), "audit", "append").status)
	old := filepath.Join(w.root, "audit", audit.FileName(time.Now().AddDate(0, 0, -8)))
	require.NoError(t, os.WriteFile(old, []byte(`{"ts":"x","event":"tool_call","tool":"antique"}`+"\n"), 0o600))

	got := w.shimgen(t, "", "audit", "search", "needle")
	require.Zero(t, got.status, got.err)
	all := records(t, got.out)
	require.Len(t, all, 100)
	assert.Equal(t, "Needle 30", all[0]["args"], "the last hundred, oldest first")
	assert.Equal(t, "Needle 129", all[99]["args"])

	assert.Empty(t, w.shimgen(t, "", "audit", "search", "antique").out, "seven days by default")
	assert.Len(t, records(t, w.shimgen(t, "", "audit", "search", "antique", "--days", "9").out), 1)
	got = w.shimgen(t, "", "audit", "search", "not there")
	assert.Equal(t, outcome{}, got, "nothing found is no error")
}

func TestTailPrintsTheLast(t *testing.T) {
	w := newWorld(t)
	var lines strings.Builder
	for i := range 15 {
		fmt.Fprintf(&lines, toolCall+"\n", "edit", fmt.Sprint(i))
	}
	require.Zero(t, w.shimgen(t, lines.String(), "audit", "append").status)
	for flags, want := range map[string]int{"": 10, "-n 3": 3, "-n 0": 0, "-n 99": 15, "--lines=2": 2} {
		got := w.shimgen(t, "", append([]string{"audit", "tail"}, strings.Fields(flags)...)...)
		require.Zero(t, got.status, got.err)
		all := records(t, got.out)
		require.Len(t, all, want, flags)
		if want > 0 {
			assert.Equal(t, "14", all[want-1]["args"], flags)
		}
	}
}

func TestStatsCount(t *testing.T) {
	w := newWorld(t)
	got := w.shimgen(t, fmt.Sprintf(toolCall, "a", "")+"\n"+fmt.Sprintf(toolCall, "b", ""), "audit", "append")
	require.Zero(t, got.status, got.err)
	got = w.shimgen(t, "", "audit", "stats", "--json")
	require.Zero(t, got.status, got.err)
	var s query.Stats
	require.NoError(t, json.Unmarshal([]byte(got.out), &s))
	assert.Equal(t, 2, s.Lines)
	assert.Equal(t, map[string]int{"tool_call": 2}, s.Events)
	assert.Contains(t, got.out, `"skipped":[]`)

	got = w.shimgen(t, "", "audit", "stats", "--days", "1")
	assert.Regexp(t, `records +2\n`, got.out)
	assert.Regexp(t, `event +2 +tool_call\n`, got.out)
}

func TestStatsEscapeAndCutWhatTheLogHolds(t *testing.T) {
	w := newWorld(t)
	var log strings.Builder
	for i := range 14 {
		fmt.Fprintf(&log, `{"event":"command","command":"c%02d\u001b[2J\u202e"}`+"\n", i)
	}
	require.NoError(t, os.WriteFile(w.today(), []byte(log.String()), 0o600))
	got := w.shimgen(t, "", "audit", "stats")
	assert.NotContains(t, got.out, "\x1b")
	assert.NotContains(t, got.out, "\u202e")
	assert.Contains(t, got.out, `c00\u001b[2J`)
	assert.Contains(t, got.out, "(4 more)")
}

func TestNothingRecordedIsNoError(t *testing.T) {
	w := newWorld(t)
	for _, args := range [][]string{{"tail"}, {"search", "x"}, {"stats"}} {
		assert.Equal(t, outcome{}, w.shimgen(t, "", append([]string{"audit"}, args...)...), "an empty directory")
	}
	require.NoError(t, os.Remove(filepath.Join(w.root, "audit")))
	for _, args := range [][]string{{"tail"}, {"search", "x"}, {"stats"}} {
		assert.Equal(t, outcome{}, w.shimgen(t, "", append([]string{"audit"}, args...)...), "no directory")
	}
}

func TestWhatIsPassedOverIsSaidInOneLine(t *testing.T) {
	w := newWorld(t)
	require.Zero(t, w.shimgen(t, fmt.Sprintf(toolCall, "good", ""), "audit", "append").status)
	f, err := os.OpenFile(w.today(), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString("{\"event\":\"tool\n")
	require.NoError(t, err)
	require.NoError(t, f.Close())
	require.NoError(t, os.Symlink("/dev/null", filepath.Join(w.root, "audit", "20010101.jsonl")))
	for _, verb := range []string{"tail", "stats"} {
		got := w.shimgen(t, "", "audit", verb)
		assert.Zero(t, got.status)
		assert.NotEmpty(t, got.out)
		assert.Equal(t, 1, strings.Count(got.err, "\n"), got.err)
		assert.Contains(t, got.err, "shimgen: audit: 1 damaged lines passed over, 1 files not read; ")
	}
}

func TestABrokenPolicyDoesNotHideTheTrail(t *testing.T) {
	w := newWorld(t)
	require.Zero(t, w.shimgen(t, fmt.Sprintf(toolCall, "good", ""), "audit", "append").status)
	w.write(t, ".agent-loop/policy.toml", "profil = 1\n", 0o600)
	assert.Len(t, records(t, w.shimgen(t, "", "audit", "tail").out), 1)
	assert.Equal(t, 125, w.shimgen(t, fmt.Sprintf(toolCall, "late", ""), "audit", "append").status)
}

func TestATerminalGetsNothingRaw(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, os.WriteFile(w.today(), []byte(`{"event":"command","command":"`+"\u009b2J\u202e"+`"}`+"\n"), 0o600))
	assert.Contains(t, w.shimgen(t, "", "audit", "tail").out, "\u202e", "a pipe gets the record as it is")

	master, slave := terminal(t)
	cmd := exec.Command(w.judge(), "audit", "tail")
	cmd.Stdout = slave
	require.NoError(t, cmd.Run())
	shown := make([]byte, 4096)
	n, err := master.Read(shown)
	require.NoError(t, err)
	assert.Contains(t, string(shown[:n]), `"\u009b2J\u202e"`)
}

func TestAuditUsage(t *testing.T) {
	for _, args := range []string{"tail -n=-1", "tail -n x", "search", "search x --days 0", "stats --days=-1", "nothing"} {
		got := inProcess(nil, "", append([]string{"audit"}, strings.Fields(args)...)...)
		assert.Equal(t, exit.BadUsage, got.status, args)
		assert.Empty(t, got.out, args)
	}
}
