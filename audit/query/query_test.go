package query

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/audit"
)

// now is late on the day of the newest file; its local date is a day earlier.
var now = time.Date(2025, 3, 10, 23, 30, 0, 0, time.UTC).In(time.FixedZone("west", -9*3600))

// logs makes a log directory from file names and texts.
func logs(t testing.TB, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return dir
}

// line is a record with a number to identify it.
func line(n int) string { return fmt.Sprintf(`{"event":"tool_call","n":%d}`, n) }

// collect gathers what a call emits.
func collect(into *[]string) func([]byte) error {
	return func(line []byte) error {
		*into = append(*into, string(line))
		return nil
	}
}

func TestF8SearchFinds(t *testing.T) {
	record := func(command string) string {
		return `{"ts":"2025-03-10T01:02:03.000Z","event":"path_proxy","command":` + command + `,"args":["-rf","x"]}`
	}
	tests := []struct {
		name, line, query string
		hit               bool
	}{
		{"the text", record(`"rm"`), "rm", true},
		{"in any case", record(`"rm"`), "RM", true},
		{"in any case, beyond ASCII", record(`"ÄRGER"`), "ärger", true},
		{"escaped in the line", record(`"say \"hi\""`), `say "hi"`, true},
		{"escaped by number", record(`"\u00e4"`), "Ä", true},
		{"inside a list", record(`"rm"`), "-rf", true},
		{"a piece of the line itself", record(`"rm"`), `"command":"rm"`, true},
		{"a pattern is plain text", record(`"rm"`), "r.", false},
		{"absent", record(`"rm"`), "git", false},
		{"a letter beyond ASCII that folds to one within", record(`"ma\u212aE ſ \u0131"`), "make s i", true},
		{"the same unescaped", record(`"maKE ı"`), "make i", true},
		{"an escape next to it", record(`"one\u000atwo"`), "E\nt", true},
		{"a pair of surrogates", record(`"\ud83d\ude00 x"`), "😀 X", true},
		{"an escaped backslash", record(`"a\\b"`), `A\b`, true},
		{"no escape of JSON's", record(`"a\qb"`), "a\\q", false},
		{"everything, for an empty query", record(`"rm"`), "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			seen, err := Search(logs(t, map[string]string{"20250310.jsonl": tt.line + "\n"}), []string{tt.query}, 1, now, collect(&got))
			require.NoError(t, err)
			assert.Equal(t, 1, seen.Files)
			assert.Equal(t, len(got), seen.Lines, "only what may be found is looked at as a record")
			assert.Equal(t, tt.hit, len(got) == 1)
		})
	}
}

func TestF8SearchKeepsToTheDays(t *testing.T) {
	files := map[string]string{"20250301.jsonl": line(1) + "\n", "20250304.jsonl": line(4) + "\n", "20250309.jsonl": line(9) + "\n", "20250310.jsonl": line(10) + "\n"}
	tests := []struct {
		days int
		want []string
	}{
		{1, []string{line(10)}},
		{2, []string{line(9), line(10)}},
		{6, []string{line(9), line(10)}},
		{DefaultDays, []string{line(4), line(9), line(10)}},
		{30, []string{line(1), line(4), line(9), line(10)}},
		{0, nil},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.days), func(t *testing.T) {
			var got []string
			_, err := Search(logs(t, files), []string{"tool"}, tt.days, now, collect(&got))
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestF8SearchReturnsTheLastHundred(t *testing.T) {
	var older, newer strings.Builder
	for n := range 1000 {
		fmt.Fprintln(&older, line(n))
	}
	for n := range 30 {
		fmt.Fprintln(&newer, line(1000+n))
	}
	var got []string
	_, err := Search(logs(t, map[string]string{"20250309.jsonl": older.String(), "20250310.jsonl": newer.String()}), []string{"tool_call"}, 7, now, collect(&got))
	require.NoError(t, err)
	require.Len(t, got, MaxResults)
	assert.Equal(t, line(930), got[0])
	assert.Equal(t, line(1029), got[99])
}

func TestTail(t *testing.T) {
	dir := logs(t, map[string]string{
		"20250101.jsonl": line(1) + "\n" + line(2) + "\n",
		"20250102.jsonl": "",
		"20250103.jsonl": line(3) + "\n" + line(4) + "\n",
		"notes.jsonl":    line(99) + "\n",
		"20250199.jsonl": line(99) + "\n",
		"20250104.json":  line(99) + "\n",
	})
	tests := []struct {
		n    int
		want []string
	}{
		{-1, nil},
		{0, nil},
		{1, []string{line(4)}},
		{2, []string{line(3), line(4)}},
		{3, []string{line(2), line(3), line(4)}},
		{9, []string{line(1), line(2), line(3), line(4)}},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.n), func(t *testing.T) {
			var got []string
			_, err := Tail(dir, tt.n, collect(&got))
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestDamagedLinesAreCountedAndPassedOver(t *testing.T) {
	stamped := `{"ts":"2025-03-10T01:02:03.000004Z","event":"outcome","id":"000000000000000a","exit":1,"ms":5}`
	long := `{"event":"` + strings.Repeat("x", 10*audit.MaxLine) + `"}`
	tests := []struct {
		name, text string
		lines, bad int
	}{
		{"half a line in the middle", line(1) + "\n" + line(2)[:9] + "\n" + line(3) + "\n", 2, 1},
		{"half a line at the end", line(1) + "\n" + line(2)[:9], 1, 1},
		{"two halves on one line", line(1)[:9] + line(2) + "\n", 0, 1},
		{"a whole line without its newline", line(1) + "\n" + line(2), 2, 0},
		{"binary", "\x00\xff\xfe\n" + line(1) + "\n", 1, 1},
		{"other JSON", "[]\n1\nnull\n\"x\"\n{}\n{\"event\":1}\n" + line(1) + "\n", 1, 6},
		{"empty lines are nothing", "\n\n" + line(1) + "\n\n", 1, 0},
		{"an endless line", long + "\n" + line(1) + "\n", 1, 1},
		{"an endless line at the end", line(1) + "\n" + long, 1, 1},
		{"deep nesting", strings.Repeat("[", 100000) + "\n" + line(1) + "\n", 1, 1},
		{"nothing", "", 0, 0},
		{"a whole line behind a torn one", stamped[:30] + stamped + "\n" + line(1) + "\n", 2, 1},
		{"behind two", stamped[:30] + stamped[:12] + stamped + "\n", 1, 1},
		{"behind an endless one", long + stamped + "\n" + line(1) + "\n", 2, 1},
		{"a torn line behind a whole one", stamped + stamped[:30] + "\n", 0, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := logs(t, map[string]string{"20250310.jsonl": tt.text})
			want := Coverage{Files: 1, Lines: tt.lines, Damaged: tt.bad}
			var got []string
			seen, err := Tail(dir, 100, collect(&got))
			require.NoError(t, err)
			assert.Equal(t, want, seen)
			assert.Len(t, got, tt.lines)
			stats, err := Count(dir, 0, now)
			require.NoError(t, err)
			assert.Equal(t, want, stats.Coverage)
		})
	}
}

func TestOnlyRegularFilesAreRead(t *testing.T) {
	outside := logs(t, map[string]string{"secret": line(99) + "\n"})
	dir := logs(t, map[string]string{"20250310.jsonl": line(1) + "\n"})
	require.NoError(t, os.Symlink(filepath.Join(outside, "secret"), filepath.Join(dir, "20250309.jsonl")))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "20250308.jsonl"), 0o700))
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "20250307.jsonl"), 0o600))
	var got []string
	seen, err := Tail(dir, 10, collect(&got))
	require.NoError(t, err)
	assert.Equal(t, []string{line(1)}, got)
	assert.Equal(t, 1, seen.Files)
	assert.Len(t, seen.Skipped, 3)
	stats, err := Count(dir, 7, now)
	require.NoError(t, err)
	assert.Equal(t, 1, stats.Lines)
	assert.Len(t, stats.Skipped, 3)
}

func TestNoLogIsEmptyAndNoDirectoryToo(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	seen, err := Tail(missing, 5, nil)
	require.NoError(t, err)
	assert.Zero(t, seen)
	_, err = Search(missing, []string{"x"}, 7, now, nil)
	require.NoError(t, err)
	_, err = Tail("/dev/null", 5, nil)
	assert.ErrorIs(t, err, syscall.ENOTDIR)
	_, err = Count("/dev/null", 5, now)
	assert.ErrorIs(t, err, syscall.ENOTDIR)
}

func TestEmitErrorEndsTheCall(t *testing.T) {
	dir := logs(t, map[string]string{"20250310.jsonl": line(1) + "\n" + line(2) + "\n"})
	calls := 0
	_, err := Tail(dir, 5, func([]byte) error {
		calls++
		return fs.ErrClosed
	})
	assert.True(t, errors.Is(err, fs.ErrClosed))
	assert.Equal(t, 1, calls)
}

func TestCount(t *testing.T) {
	dir := logs(t, map[string]string{
		"20250309.jsonl": `{"event":"path_proxy","command":"git","action":"warn","rules":["git.push"],"would":"block"}` + "\n",
		"20250310.jsonl": `{"event":"path_proxy","command":"rm","action":"block","rules":["fs.rm-root","fs.outside-write"]}
{"event":"path_proxy","command":"rm","action":"allow","source":"shim","agent":"ag","session":"s"}
{"event":"command","command":"cat x","action":"block","source":"doctor","agent":"ag","session":"s"}
{"event":"security_violation","rule":"fs.rm-root","severity":"high"}
{"event":"tool_call","action":7,"rules":"odd","command":["odd"]}
{"event":"command","command":"` + strings.Repeat("ä", 100) + `","action":"allow"}
`,
	})
	stats, err := Count(dir, 0, now)
	require.NoError(t, err)
	assert.Equal(t, Stats{
		Coverage: Coverage{Files: 2, Lines: 7},
		Probes:   1,
		Sources:  map[string]int{"shim": 1},
		Agents:   map[string]int{"ag": 1},
		Sessions: map[string]int{"s": 1},
		Events:   map[string]int{"path_proxy": 3, "security_violation": 1, "tool_call": 1, "command": 1},
		Actions:  map[string]int{"warn": 1, "block": 1, "allow": 2},
		Would:    map[string]int{"block": 1},
		Rules:    map[string]int{"git.push": 1, "fs.rm-root": 2, "fs.outside-write": 1},
		Commands: map[string]int{"git": 1, "rm": 2, strings.Repeat("ä", maxKey) + "…": 1},
		Days:     map[string]int{"20250309": 1, "20250310": 5},
	}, stats)
	today, err := Count(dir, 1, now)
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"20250310": 5}, today.Days)
}

func TestCountRemembersBoundedly(t *testing.T) {
	var text strings.Builder
	for n := range 3 * maxKeys {
		fmt.Fprintf(&text, `{"event":"path_proxy","command":"c%d"}`+"\n", n)
	}
	stats, err := Count(logs(t, map[string]string{"20250310.jsonl": text.String()}), 0, now)
	require.NoError(t, err)
	assert.Len(t, stats.Commands, maxKeys+1)
	assert.Equal(t, 2*maxKeys, stats.Commands[Other])
}

func FuzzReader(f *testing.F) {
	for _, text := range []string{"", "\n", line(1), line(1) + "\n" + line(2), "{", "\x00\n[[[", `{"event":"x","rules":[1]}`, `{"event":null}`} {
		f.Add(text, "n")
	}
	f.Fuzz(func(t *testing.T, text, query string) {
		dir := logs(t, map[string]string{"20250310.jsonl": text})
		all, hits := 0, 0
		seen, err := Tail(dir, len(text)+1, func(line []byte) error {
			_, ok := parse(line)
			require.True(t, ok)
			require.NotContains(t, string(line), "\n")
			all++
			return nil
		})
		require.NoError(t, err)
		require.Equal(t, seen.Lines, all)
		_, err = Search(dir, []string{query}, 1, now, func([]byte) error { hits++; return nil })
		require.NoError(t, err)
		require.LessOrEqual(t, hits, all)
		stats, err := Count(dir, 0, now)
		require.NoError(t, err)
		require.Equal(t, seen, stats.Coverage)
	})
}

func BenchmarkSearch(b *testing.B) {
	text := strings.Repeat(line(1)+"\n", 10000)
	dir := logs(b, map[string]string{"20250310.jsonl": text})
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Search(dir, []string{"absent"}, 1, now, nil); err != nil {
			b.Fatal(err)
		}
	}
}
