package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
)

func TestF1OneFileADay(t *testing.T) {
	west := time.FixedZone("west", -9*3600)
	assert.Equal(t, "20250311.jsonl", FileName(time.Date(2025, 3, 10, 23, 0, 0, 0, west)), "the day is UTC's")
	tests := []struct {
		name string
		ok   bool
	}{
		{"20250310.jsonl", true},
		{"20240229.jsonl", true},
		{"20250310.0001.jsonl", true},
		{"20250310.12345.jsonl", true},
		{"20250310.0000.jsonl", false},
		{"20250310.1.jsonl", false},
		{"20250310.-001.jsonl", false},
		{"20250310..jsonl", false},
		{"20250229.jsonl", false},
		{"2025031.jsonl", false},
		{"20250310.json", false},
		{"20250310", false},
		{"", false},
		{"x20250310.jsonl", false},
	}
	for _, tt := range tests {
		f, ok := ParseName(tt.name)
		assert.Equal(t, tt.ok, ok, tt.name)
		if ok {
			assert.Equal(t, tt.name, f.Name())
		}
	}
}

func TestF3EveryActionHasItsLine(t *testing.T) {
	for _, action := range []string{"allow", "warn", "ask", "block"} {
		line := lineOf(t, Shim{Command: "rm", Argv: []string{"rm", "-rf", "a b"}, Action: action, Rules: []string{"fs.rm-root"}}, gate.Basic)
		var got struct {
			Argv   []string
			Action string
			Rules  []string
		}
		require.NoError(t, json.Unmarshal([]byte(line), &got))
		assert.Equal(t, []string{"rm", "-rf", "a b"}, got.Argv)
		assert.Equal(t, action, got.Action)
		assert.Equal(t, []string{"fs.rm-root"}, got.Rules)
	}
}

// hostile are texts that would break a line written carelessly.
var hostile = map[string]string{
	"quotes":            "a\"}\n{\"event\":\"x",
	"backslashes":       `\\"\`,
	"newlines":          "a\nb\r\nc",
	"NUL and controls":  "\x00\x01\x1b[2J\x7f",
	"invalid UTF-8":     "\xff\xc3(\xed\xa0\x80",
	"line separators":   "\u2028\u2029\u0085",
	"beyond the BMP":    "😀",
	"long":              strings.Repeat("x", 1<<20),
	"long and escaped":  strings.Repeat("\x01", 1<<20),
	"long, many bytes":  strings.Repeat("😀", 1<<18),
	"long, not UTF-8":   strings.Repeat("\xff", 1<<18),
	"nothing":           "",
	"braces and commas": `},{"event":"path_proxy"},`,
}

func TestF4LinesAreJSONWhateverIsInThem(t *testing.T) {
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) {
			many := strings.SplitAfter(text, "x")
			for _, e := range []Event{
				Shim{Command: text, Argv: []string{text, text}, Action: text, Rules: []string{text}, Profile: text, Dir: text, Ring: text, Path: text},
				Shim{Argv: many[:min(len(many), 9000)]},
				Command{Text: text, Reason: text},
				Outcome{Signal: text, Output: text},
				FileAccess{text, text, false, text, 1},
				ToolCall{text, true, text},
				APICall{text, text, 1, 1.0 / 3},
				SessionStart{text, text, text},
			} {
				line := lineOf(t, e, gate.Forensic)
				assert.True(t, json.Valid([]byte(line)), "%.200q", line)
				assert.LessOrEqual(t, len(line), gate.LineSize)
				assert.Equal(t, 1, strings.Count(line, "\n"))
				assert.True(t, strings.HasSuffix(line, "}\n"))
				assert.Contains(t, line, e.record().event)
			}
		})
	}
}

func TestF4WhatDoesNotFitIsCutAndSaysSo(t *testing.T) {
	for _, e := range []Event{
		Command{Text: strings.Repeat("x", 20000), Action: "block"},
		Shim{Command: "rm", Argv: strings.Split(strings.Repeat("x ", 10000), " ")},
		Shim{Command: "rm", Argv: []string{strings.Repeat("x", 20000)}},
		Shim{Command: "rm", Rules: []string{strings.Repeat("x", 9000), strings.Repeat("y", 9000)}},
	} {
		line := lineOf(t, e, gate.Basic)
		assert.True(t, strings.HasSuffix(line, `,"cut":true}`+"\n"))
		assert.Greater(t, len(line), gate.LineSize/4, "no more is cut than must be")
	}
	assert.Contains(t, lineOf(t, APICall{Cost: 1e308}, gate.Detailed), `"cost":1e+308}`)
	var zero float64
	assert.NotContains(t, lineOf(t, APICall{Cost: 1 / zero}, gate.Detailed), "cost", "JSON has no infinity")
}

func TestF9Redaction(t *testing.T) {
	token := "ghp_" + strings.Repeat("a1", 18)
	tests := []struct {
		name   string
		event  Event
		secret string
	}{
		{"token in a URL", Shim{Argv: []string{"git", "clone", "https://u:hunter22@example.com/x"}}, "hunter22"},
		{"header in an argument", Shim{Argv: []string{"curl", "-H", "Authorization: Bearer hunter22"}}, "hunter22"},
		{"header in a command", Command{Text: `curl -H "X-Api-Key: hunter22" example.com`}, "hunter22"},
		{"assignment in a command", Command{Text: "GH_TOKEN=hunter22 gh pr list"}, "hunter22"},
		{"token in what a command printed", Outcome{Output: "token " + token}, token[4:]},
		{"token in a tool's arguments", ToolCall{Args: token}, token[4:]},
		{"token in a path", FileAccess{Path: "/x/" + token}, token[4:]},
		{"token cut in two by the limit", ToolCall{Args: strings.Repeat("x ", 250) + token}, token[4:10]},
		{"token cut in two behind another one", ToolCall{Args: strings.Repeat("x ", 228) + token + "," + token}, token[4:10]},
		{"password cut off from its @", ToolCall{Args: strings.Repeat("x ", 247) + "https://u:hunter22@example.com"}, "hunter"},
		{"token cut in two because the line is full", Command{Text: strings.Repeat("x ", 4090) + token + strings.Repeat(" y", 8000)}, token[4:10]},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			line := lineOf(t, tt.event, gate.Forensic)
			assert.NotContains(t, line, tt.secret)
			assert.True(t, json.Valid([]byte(line)))
		})
	}
	assert.Contains(t, lineOf(t, Command{Text: "sort --key=2 x"}, gate.Basic), "sort --key=2 x")
}

func TestSourceIsNamed(t *testing.T) {
	e, err := ParseEvent([]byte(`{"event":"session_end","session_id":"s"}`))
	require.NoError(t, err)
	assert.Equal(t, stamp+`"session_end","from":"loop","session_id":"s"}`+"\n", lineOf(t, e, gate.Basic))
}

// TestInsideLinesKeepWhatTheySay copies every line that a sandbox may write.
func TestInsideLinesKeepWhatTheySay(t *testing.T) {
	for name, e := range full {
		line := lineOf(t, e, gate.Forensic)
		copied, err := ParseInside([]byte(line))
		if find(e.record().event).source == judge {
			require.Error(t, err, "%s is the judge's to say", name)
			continue
		}
		require.NoError(t, err, name)
		got := lineOf(t, copied, gate.Forensic)
		assert.Equal(t, line, strings.Replace(got, `,"from":"inside"`, "", 1))
		assert.Contains(t, got, `"from":"inside"`)
	}
	during, err := ParseInside([]byte(lineOf(t, During(full["outcome"], 1), gate.Basic)))
	require.NoError(t, err)
	assert.NotContains(t, lineOf(t, during, gate.Basic), `"run"`, "a line cannot say during which command it was written")
	assert.Contains(t, lineOf(t, During(during, 2), gate.Basic), `"from":"inside","run":"0000000000000002",`)
	cut, err := ParseInside([]byte(lineOf(t, Command{Text: strings.Repeat("x", 20000)}, gate.Basic)))
	require.NoError(t, err)
	assert.Contains(t, lineOf(t, cut, gate.Basic), `"cut":true`)
}

// failing refuses or shortens every write.
type failing struct {
	err   error
	short bool
	calls int
}

func (f *failing) Write(p []byte) (int, error) {
	f.calls++
	if f.short {
		return len(p) / 2, nil
	}
	return 0, f.err
}

func TestF6FailureIsReturnedAndNotTriedAgain(t *testing.T) {
	for _, tt := range []struct {
		name string
		w    *failing
		want error
	}{
		{"refused", &failing{err: syscall.ENOSPC}, syscall.ENOSPC},
		{"short", &failing{short: true}, io.ErrShortWrite},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := New(tt.w, gate.Basic)
			require.ErrorIs(t, l.Append(SessionEnd{"s"}), tt.want)
			assert.Equal(t, 1, tt.w.calls)
			require.ErrorIs(t, l.Append(SessionEnd{"s"}), tt.want, "a later line fails for itself")
		})
	}
	closed, err := os.Create(filepath.Join(t.TempDir(), "log"))
	require.NoError(t, err)
	require.NoError(t, closed.Close())
	require.ErrorIs(t, New(closed, gate.Basic).Append(SessionEnd{"s"}), fs.ErrClosed)
	require.NoError(t, New(nil, gate.Off).Append(SessionEnd{"s"}), "off needs no file")
	fullDisk, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer fullDisk.Close()
	require.ErrorIs(t, New(fullDisk, gate.Basic).Append(SessionEnd{"s"}), syscall.ENOSPC)
}

// These make the test binary a writer: where to, and how many lines.
const (
	writerPath  = "AUDIT_TEST_WRITER"
	writerLines = "AUDIT_TEST_LINES"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(writerPath); path != "" {
		os.Exit(writeLines(path, os.Getenv(writerLines)))
	}
	os.Exit(m.Run())
}

// writeLines appends a number of lines of many lengths and returns an exit status.
func writeLines(path, count string) int {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return 1
	}
	lines, err := strconv.Atoi(count)
	if err != nil {
		return 1
	}
	l := New(f, gate.Forensic)
	for n := range lines {
		if l.Append(Command{Text: strings.Repeat("x", n*37%12000), Action: "allow", Allowed: true}) != nil {
			return 1
		}
	}
	return 0
}

// child returns the command that runs writeLines.
func child(t *testing.T, path string, lines int) *exec.Cmd {
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), writerPath+"="+path, writerLines+"="+strconv.Itoa(lines))
	return cmd
}

// wholeLines counts the records of a log, and the torn ones before them on the same line.
func wholeLines(t *testing.T, path string) (records, torn int) {
	log, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotEmpty(t, log)
	require.Equal(t, byte('\n'), log[len(log)-1], "the last line is whole")
	for line := range bytes.Lines(log) {
		record := Record(line)
		_, err := ParseInside(record)
		require.NoError(t, err, "%.200q", line)
		records++
		if len(record) < len(line) {
			torn++
		}
	}
	return records, torn
}

func TestF5FiftyProcessesWriteWholeLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	var children []*exec.Cmd
	for range 50 {
		cmd := child(t, path, 20)
		require.NoError(t, cmd.Start())
		children = append(children, cmd)
	}
	for _, cmd := range children {
		require.NoError(t, cmd.Wait())
	}
	records, torn := wholeLines(t, path)
	assert.Equal(t, 50*20, records)
	assert.Zero(t, torn)
}

func TestF5FiftyGoroutinesWriteWholeLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	require.NoError(t, err)
	defer f.Close()
	l := New(f, gate.Basic)
	var wg sync.WaitGroup
	failed := make(chan error, 50)
	for n := range 50 {
		wg.Go(func() {
			for range 20 {
				if err := l.Append(Command{Text: strings.Repeat("x", n*200)}); err != nil {
					failed <- err
				}
			}
		})
	}
	wg.Wait()
	require.Empty(t, failed)
	records, torn := wholeLines(t, path)
	assert.Equal(t, 50*20, records)
	assert.Zero(t, torn)
}

// TestF5KilledWriterSpoilsNoOtherRecord kills a writer as it writes. The kernel
// may leave half of its last line; the record that comes next must be whole.
func TestF5KilledWriterSpoilsNoOtherRecord(t *testing.T) {
	for range 8 {
		path := filepath.Join(t.TempDir(), "log")
		cmd := child(t, path, 1<<30)
		require.NoError(t, cmd.Start())
		for size := int64(0); size < 1<<20; {
			time.Sleep(time.Millisecond)
			if st, err := os.Stat(path); err == nil {
				size = st.Size()
			}
		}
		require.NoError(t, cmd.Process.Kill())
		var exit *exec.ExitError
		require.True(t, errors.As(cmd.Wait(), &exit))
		require.Equal(t, syscall.SIGKILL, exit.Sys().(syscall.WaitStatus).Signal())
		require.Zero(t, writeLines(path, "1"))
		records, torn := wholeLines(t, path)
		assert.Greater(t, records, 1)
		assert.LessOrEqual(t, torn, 1)
	}
}

func TestRecordStandsBehindATornOne(t *testing.T) {
	whole := lineOf(t, full["path_proxy"], gate.Basic)
	tricky := lineOf(t, Command{Text: `{"ts":"x","event":"y"}`}, gate.Basic)
	for _, record := range []string{whole, tricky} {
		assert.Equal(t, record, string(Record([]byte(record))), "a whole line stays")
		for cut := range len(tricky) - 1 {
			assert.Equal(t, record, string(Record([]byte(tricky[:cut]+record))))
		}
		assert.Equal(t, record, string(Record([]byte(whole[:40]+tricky[:90]+record))), "two torn ones")
	}
	assert.Equal(t, "garbage", string(Record([]byte("garbage"))))
	assert.Empty(t, Record(nil))
}

func FuzzParseEvent(f *testing.F) {
	for _, seed := range []string{
		`{"event":"tool_call","tool":"bash","success":true,"args":"ls"}`,
		`{"event":"file_access","path":"/x","operation":"read","allowed":false,"reason":"r","bytes":1}`,
		`{"event":"api_call","backend":"b","model":"m","tokens":7,"cost":0.25}`,
		`{"event":"session_start","session_id":"s","user_id":"u","security_profile":"p"}`,
		`{"ts":"2025-03-10T01:02:03Z","event":"outcome","id":"000000000000000a","exit":1,"ms":5}`,
		`{"event":`, `[]`, `{"event":"\ud800"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, parse := range []func([]byte) (Event, error){ParseEvent, ParseInside} {
			e, err := parse(data)
			if err != nil {
				require.Nil(t, e)
				require.NotContains(t, err.Error(), "\n")
				continue
			}
			line := lineOf(t, e, gate.Forensic)
			require.True(t, json.Valid([]byte(line)), "%q", line)
			require.LessOrEqual(t, len(line), gate.LineSize)
			again, err := ParseInside([]byte(line))
			require.NoError(t, err, "%q", line)
			require.Equal(t, e.record().event, again.record().event)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	l := New(io.Discard, gate.Basic)
	for b.Loop() {
		if err := l.Append(full["path_proxy"]); err != nil {
			b.Fatal(err)
		}
	}
}
