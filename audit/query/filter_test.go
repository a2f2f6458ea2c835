package query

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFilterNarrows(t *testing.T) {
	dir := logs(t, map[string]string{
		"20250309.jsonl": `{"ts":"2025-03-09T10:00:00.000000Z","event":"command","n":1,"action":"block","rules":["fs.rm-root"],"agent":"claude","session":"s1","cwd":"/w/a"}
{"ts":"2025-03-09T23:00:00.000000Z","event":"command","n":2,"action":"ask","rules":["git.reset-hard"],"findings":["git.reset-hard ask check","git.push defer shim"],"agent":"codex","session":"s1","cwd":"/w/ab"}
`,
		"20250310.jsonl": `{"ts":"2025-03-10T01:00:00.000000Z","event":"path_proxy","n":3,"argv":["rm","/w/a/x"],"action":"allow","rules":[],"cwd":"/"}
{"ts":"2025-03-10T01:00:00.000000Z","event":"deferred","n":4,"findings":2,"rules":["git.push"],"end":"blocked","session":"s\u0031"}
{"ts":"2025-03-10T01:00:00.000000Z","event":"command","n":5,"action":7,"rules":"git.push","agent":["claude"],"path":1}
`,
	})
	day := time.Date(2025, 3, 9, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		why  string
		f    Filter
		want string
	}{
		{"an action", Filter{Action: "block"}, "1"},
		{"a rule that decided, was left to a shim, or came of that", Filter{Rules: []string{"git.push"}}, "2 4"},
		{"one of two names of a rule", Filter{Rules: []string{"no.such", "fs.rm-root"}}, "1"},
		{"a prefix of a rule is none", Filter{Rules: []string{"git.pus"}}, ""},
		{"an agent", Filter{Agent: "claude"}, "1"},
		{"a session, escaped too", Filter{Session: "s1"}, "1 2 4"},
		{"below a path, and not beside it", Filter{Path: "/w/a"}, "1 3"},
		{"since an hour of a day", Filter{Since: day.Add(22 * time.Hour)}, "2 3 4 5"},
		{"all at once", Filter{Texts: []string{"CODEX"}, Action: "ask", Session: "s1", Since: day.Add(22 * time.Hour)}, "2"},
		{"a text and an action of two records", Filter{Texts: []string{"codex"}, Action: "block"}, ""},
	} {
		var got []string
		_, err := tt.f.Search(dir, func(line []byte) error {
			_, after, _ := strings.Cut(string(line), `"n":`)
			got = append(got, after[:1])
			return nil
		})
		require.NoError(t, err, tt.why)
		assert.Equal(t, tt.want, strings.Join(got, " "), tt.why)
	}
}

// TestFollowGoesOnAcrossFiles writes, numbers and removes files while they are followed.
func TestFollowGoesOnAcrossFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		require.NoError(t, err)
		_, err = f.WriteString(text)
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	move := func(from, to string) {
		require.NoError(t, os.Rename(filepath.Join(dir, from), filepath.Join(dir, to)))
	}
	event := func(name string) string { return `{"ts":"","event":"` + name + `"}` }
	write("20250310.jsonl", event("a")+"\n"+event("b")+"\n")
	steps := []struct {
		do   func()
		then string // what comes next
	}{
		{func() {}, "b"},
		{func() { write("20250310.jsonl", event("c")+"\n") }, "c"},
		{func() { write("20250310.jsonl", event("d")[:9]); write("20250310.jsonl", event("d")[9:]+"\n") }, "d"},
		{func() {
			write("20250310.jsonl", event("e")+"\n")
			move("20250310.jsonl", "20250310.0001.jsonl")
			write("20250310.jsonl", event("f")+"\n"+"{broken\n")
		}, "e f"},
		{func() { write("20250310.jsonl", `{"ts":"to`+event("g")+"\n") }, "g"},
		{func() { write("20250311.jsonl", event("h")+"\n") }, "h"},
		{func() {
			require.NoError(t, os.Remove(filepath.Join(dir, "20250311.jsonl")))
			write("20250312.jsonl", event("i")+"\n")
		}, "i"},
	}
	done := errors.New("all seen")
	var got []string
	var want []string
	at := 0
	err := Follow(context.Background(), dir, 1, func(line []byte) error {
		got = append(got, strings.Split(string(line), `"`)[7])
		if want = append(want[:0:0], strings.Fields(steps[at].then)...); got[len(got)-1] != want[len(want)-1] {
			return nil
		}
		if at++; at == len(steps) {
			return done
		}
		steps[at].do()
		return nil
	})
	assert.Equal(t, done, err)
	assert.Equal(t, "b c d e f g h i", strings.Join(got, " "))

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	assert.NoError(t, Follow(ctx, filepath.Join(dir, "none"), 1, nil), "no trail yet")
}

func TestLineIsSafeOnATerminal(t *testing.T) {
	hostile := []byte(`{"event":"command","action":"block","x":"` + "\u202e\x1b" + `"}`)
	assert.NotContains(t, Line(hostile, false), "\x1b")
	assert.Equal(t, "\x1b[31m"+`{"event":"command","action":"block"}`+"\x1b[0m", Line([]byte(`{"event":"command","action":"block"}`), true))
	assert.NotContains(t, Line([]byte(`{"event":"command","action":"allow"}`), true), "\x1b")
}
