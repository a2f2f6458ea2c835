package query

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/audit"
)

func TestBackwardSeesEveryLineOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		var text []byte
		for range r.IntN(40) {
			n := r.IntN(50)
			switch r.IntN(6) {
			case 0:
				n = firstBlock - 3 + r.IntN(6)
			case 1:
				n = largeBlock - 3 + r.IntN(6)
			case 2:
				n = r.IntN(3 * largeBlock)
			}
			text = append(text, bytes.Repeat([]byte{byte('a' + r.IntN(26))}, n)...)
			if r.IntN(9) > 0 {
				text = append(text, '\n')
			}
		}
		var want, got []string
		for line := range bytes.SplitSeq(text, newline) {
			if len(line) > 0 {
				want = append(want, string(line[max(0, len(line)-longestLine):]))
			}
		}
		require.NoError(t, backward(bytes.NewReader(text), int64(len(text)), func(start int64, block []byte) bool {
			var these []string
			eachLine(start, block, func(at span, line []byte) {
				require.Equal(t, string(text[at.start:at.start+int64(at.length)]), string(line))
				these = append(these, string(line))
			})
			got = append(these, got...)
			return true
		}))
		require.Equal(t, len(want), len(got))
		for i := range want {
			require.Equal(t, want[i], got[i])
		}
	}
}

func TestAFileThatIsCutWhileItIsReadIsSaid(t *testing.T) {
	err := backward(bytes.NewReader(make([]byte, 100)), 200, func(int64, []byte) bool { return true })
	assert.ErrorIs(t, err, errShrunk)

	dir := logs(t, map[string]string{"20250310.jsonl": line(1) + "\n" + line(2) + "\n"})
	var got []string
	seen, err := Tail(dir, 5, func(record []byte) error {
		got = append(got, string(record))
		return os.Truncate(filepath.Join(dir, "20250310.jsonl"), 3)
	})
	require.NoError(t, err)
	assert.Equal(t, []string{line(1)}, got)
	assert.Len(t, seen.Skipped, 1, "the second is gone")
}

func TestPartsAreReadInTheirOrder(t *testing.T) {
	dir := logs(t, map[string]string{
		"20250309.jsonl": line(1) + "\n", "20250310.0002.jsonl": line(3) + "\n", "20250310.0001.jsonl": line(2) + "\n",
		"20250310.10000.jsonl": line(4) + "\n", "20250310.jsonl": line(5) + "\n", "20250310.02.jsonl": line(9) + "\n",
	})
	var got []string
	_, err := Tail(dir, 9, collect(&got))
	require.NoError(t, err)
	assert.Equal(t, []string{line(1), line(2), line(3), line(4), line(5)}, got)
	stats, err := Count(dir, 0, now)
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"20250309": 1, "20250310": 4}, stats.Days)
}

// The table of other forms holds every character that folds to an ASCII letter.
func TestOtherWays(t *testing.T) {
	var found, known []string
	for r := rune(utf8.RuneSelf); r <= unicode.MaxRune; r++ {
		if c := unicode.ToLower(unicode.ToUpper(r)); c < utf8.RuneSelf {
			found = append(found, string(c)+string(r))
		}
	}
	for c := byte(' '); c < utf8.RuneSelf; c++ {
		if n := escape([]byte{c}); n == 1 {
			found = append(found, string(meaning([]byte{c}))+`\`+string(rune(c)))
		}
	}
	for _, row := range otherWays {
		known = append(known, string(rune(row.letter))+row.text)
	}
	assert.ElementsMatch(t, found, known)
}

// plainly is the reference implementation of a matcher.
func plainly(line []byte, query string) bool {
	query = fold(query)
	return strings.Contains(fold(string(line)), query) || strings.Contains(fold(string(undo(nil, line))), query)
}

func FuzzMatcher(f *testing.F) {
	for _, text := range []string{
		"", "abc\nABC\n", `{"a":"\u0041\"x\\y\/"}`, "ma\u212ae \u0130\u0131 \u017f\n", `\u006b\u00`, `\ud83d\ude00`, "x\\", "\xff\xfe\n\\", strings.Repeat("\\n", 50),
	} {
		for _, query := range []string{"", "a", "make i", `"x\y`, "K", "ß", "😀", "\\", "\\n", "\n"} {
			f.Add(text, query)
		}
	}
	f.Fuzz(func(t *testing.T, text, query string) {
		var want, got []span
		eachLine(7, []byte(text), func(at span, line []byte) {
			if plainly(line, query) {
				want = append(want, at)
			}
		})
		newMatcher(query).each(7, []byte(text), func(at span, line []byte) { got = append(got, at) })
		if !strings.Contains(fold(query), "\n") || strings.Contains(text, `\`) { // a line holds a newline only as an escape
			require.Equal(t, want, got, "%q in %q", query, text)
		}
	})
}

// FuzzParse compares the parser of the trail's own lines with encoding/json.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		string(bytes.TrimSpace(ordinaryLine(8))), line(1), `{"event":"a","event":"b"}`, `{"event":"a","n":01}`, `{"event":"a","n":1.5e3,"b":true,"c":null}`,
		`{"event":"a","rules":["x","y"],"rule":"z"}`, `{"ev\u0065nt":"a"}`, `{"event":"\ud800"}`, `{"event":"a",}`, `{"event":"a"}}`, `{}`, `[]`, `{"event":"a","x":-1}`,
		`{"event":"a","x":{"event":"b"}}`, ` {"event" : "a"}`, "{\"event\":\"a\x01\"}", "{\"event\":\"\xff\"}",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, ok := parse(text)
		var members map[string]json.RawMessage
		valid := json.Unmarshal(text, &members) == nil
		event := members["event"]
		require.Equal(t, valid && len(event) > 0 && event[0] == '"' && len(text) < longestLine/4+1, ok, "%s", text)
		if !ok {
			return
		}
		for name, raw := range map[string][]byte{"event": got.event, "action": got.action, "command": got.command, "rule": got.rule, "rules": got.rules} {
			require.Equal(t, string(members[name]), string(raw), name)
			require.Equal(t, decode[string](members[name]), str(raw), name)
		}
	})
}

// A compressed file is read whole or reported: nothing of it is taken for all of it.
func TestCompressedFiles(t *testing.T) {
	pack := func(text []byte) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write(text)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		return b.String()
	}
	whole := pack([]byte(line(1) + "\n" + line(2) + "\n"))
	for _, tt := range []struct {
		why, text string
		lines     int
		skipped   string
	}{
		{"whole", whole, 2, ""},
		{"cut short", whole[:len(whole)-9], 0, "unexpected EOF"},
		{"not compressed", line(1) + "\n", 0, "invalid header"},
		{"longer than a part ever is", pack(make([]byte, audit.LongestText+1)), 0, "over 134217728 bytes"},
	} {
		dir := logs(t, map[string]string{"20250308.jsonl.gz": tt.text, "20250310.jsonl": line(3) + "\n"})
		var got []string
		seen, err := Tail(dir, 9, collect(&got))
		require.NoError(t, err, tt.why)
		assert.Len(t, got, tt.lines+1, tt.why)
		if tt.skipped == "" {
			assert.Empty(t, seen.Skipped, tt.why)
		} else if assert.Len(t, seen.Skipped, 1, tt.why) {
			assert.Regexp(t, `20250308.jsonl.gz: .*`+tt.skipped, seen.Skipped[0], tt.why)
		}
	}
}
