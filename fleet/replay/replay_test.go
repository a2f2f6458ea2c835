package replay

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSee(t *testing.T) {
	p, err := Load("p", []byte("profile = \"guarded\"\n[actions]\n\"git.push\" = \"allow\"\n"))
	require.NoError(t, err)
	for _, tt := range []struct {
		why, record string
		want        Result
	}{
		{"as before", `{"event":"command","command":"ls","action":"allow"}`, Result{Decisions: 1, Judged: 1}},
		{"stricter", `{"event":"command","command":"git reset --hard","action":"ask"}`, Result{Decisions: 1, Judged: 1, Stricter: 1}},
		{"looser", `{"event":"command","command":"ls","action":"block"}`, Result{Decisions: 1, Judged: 1, Looser: 1}},
		{"a vector", `{"event":"path_proxy","command":"git","argv":["git","reset","--hard"],"action":"allow"}`, Result{Decisions: 1, Judged: 1, Stricter: 1}},
		{"in the home that its directory lies in", `{"event":"command","command":"ls ~","cwd":"/Users/bob/x","action":"allow"}`, Result{Decisions: 1, Judged: 1}},
		{"no text", `{"event":"command","action":"ask"}`, Result{Decisions: 1, Unknown: 1}},
		{"a hash", `{"event":"command","command":"hmac-sha256:00","action":"ask"}`, Result{Decisions: 1, Unknown: 1}},
		{"cut", `{"event":"command","command":"ls","action":"ask","cut":true}`, Result{Decisions: 1, Unknown: 1}},
		{"a probe of doctor", `{"event":"command","command":"ls","action":"ask","source":"doctor"}`, Result{}},
		{"told by a loop", `{"event":"command","command":"ls","action":"ask","from":"loop"}`, Result{}},
		{"no decision", `{"event":"outcome","exit":0}`, Result{}},
		{"no JSON", `{`, Result{}},
	} {
		r := newResult()
		r.see("red", []byte(tt.record), p)
		got := Result{Decisions: r.Decisions, Judged: r.Judged, Unknown: r.Unknown, Stricter: r.Stricter, Looser: r.Looser}
		assert.Equal(t, tt.want, got, tt.why)
	}
}

// However the records are cut into pieces and in whatever order results are merged, the
// outcome is the same.
func TestMerge(t *testing.T) {
	a, b := Change{Team: "red", Command: "x", Before: "allow", After: "block", Rule: "r"}, Change{Team: "blue", Command: "y", Before: "block", After: "allow", IsLooser: true}
	part := func(changes ...Change) *Result {
		r := newResult()
		for _, c := range changes {
			r.Decisions++
			r.Judged++
			r.add(c, 1)
		}
		text, err := json.Marshal(r) // as it arrives from another machine
		require.NoError(t, err)
		back := newResult()
		require.NoError(t, json.Unmarshal(text, back))
		return back
	}
	one, two := newResult(), newResult()
	for _, p := range []*Result{part(a, b), part(a), part()} {
		one.merge(p)
	}
	for _, p := range []*Result{part(a), part(b), part(a)} {
		two.merge(p)
	}
	one.order()
	two.order()
	one.at, two.at = nil, nil
	assert.Equal(t, one, two)
	assert.Equal(t, []Counted{{a, 2}, {b, 1}}, one.Changes)
	assert.Equal(t, map[string]int{"red": 2}, one.Teams)
	var out strings.Builder
	require.NoError(t, one.Print(&out, 1))
	assert.Equal(t, "would have been stricter about 2 commands of 3, and looser about 1\n\nRULE  STRICTER\nr     2\n\nTEAM  STRICTER\nred   2\n\nCOUNT  TEAM  BEFORE  AFTER  RULE  COMMAND\n2      red   allow   block  r     x\n", out.String())
}

func TestManyChangesAreBounded(t *testing.T) {
	r := newResult()
	for i := range mostChanges + 50 {
		r.add(Change{Team: "red", Command: strings.Repeat("x", i%7) + string(rune('a'+i%26)) + string(rune(0x4e00+i%20000)), After: "block"}, 1)
	}
	assert.LessOrEqual(t, len(r.Changes), mostChanges+1)
	assert.Equal(t, mostChanges+50, r.Stricter)
}
