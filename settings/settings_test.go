package settings

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const element = `{"matcher":"*","hooks":[{"command":"a < b && c","timeout":30}]}`

func read(t testing.TB, text string) Document {
	t.Helper()
	d, err := Parse(text)
	require.NoError(t, err, text)
	return d
}

func appended(t testing.TB, text string) string {
	t.Helper()
	out, err := read(t, text).Append(`{"c":1}`, "hooks", "E")
	require.NoError(t, err, text)
	return out
}

func TestAppendWritesAsTheFileDoes(t *testing.T) {
	for _, tt := range []struct{ why, text, want string }{
		{"an empty object", `{}`, "{\n  \"hooks\": {\n    \"E\": [\n      {\n        \"c\": 1\n      }\n    ]\n  }\n}"},
		{"blanks inside an empty one go", "{ }\n", "{\n  \"hooks\": {\n    \"E\": [\n      {\n        \"c\": 1\n      }\n    ]\n  }\n}\n"},
		{"behind the last key", "{\n    \"a\": 1\n}\n", "{\n    \"a\": 1,\n    \"hooks\": {\n        \"E\": [\n            {\n                \"c\": 1\n            }\n        ]\n    }\n}\n"},
		{"with tabs", "{\n\t\"hooks\": {\n\t\t\"E\": [\n\t\t\t1\n\t\t]\n\t}\n}", "{\n\t\"hooks\": {\n\t\t\"E\": [\n\t\t\t1,\n\t\t\t{\n\t\t\t\t\"c\": 1\n\t\t\t}\n\t\t]\n\t}\n}"},
		{"all on one line", `{"a":1,"hooks":{"E":[2]}}`, `{"a":1,"hooks":{"E":[2, {"c": 1}]}}`},
		{"a key on the one line", `{"a":1}`, `{"a":1, "hooks": {"E": [{"c": 1}]}}`},
		{"CRLF", "{\r\n  \"a\": 1\r\n}\r\n", "{\r\n  \"a\": 1,\r\n  \"hooks\": {\r\n    \"E\": [\r\n      {\r\n        \"c\": 1\r\n      }\r\n    ]\r\n  }\r\n}\r\n"},
		{"a comment stays with its line", "{\"hooks\":{\"E\":[\n  1 // one, \n]}}", "{\"hooks\":{\"E\":[\n  1, // one, \n  {\n    \"c\": 1\n  }\n]}}"},
		{"comments on the line, of both kinds", "{\"hooks\":{\"E\":[\n  1 /*a*/ /*b*/ // c\n]}}", "{\"hooks\":{\"E\":[\n  1, /*a*/ /*b*/ // c\n  {\n    \"c\": 1\n  }\n]}}"},
		{"a trailing comma stays the way of the file", "{\"hooks\":{\"E\":[\n  1, // one\n]}}", "{\"hooks\":{\"E\":[\n  1, // one\n  {\n    \"c\": 1\n  },\n]}}"},
		{"a list with a comment only", "{\"hooks\":{\"E\":[\n  // none\n]}}", "{\"hooks\":{\"E\":[\n  // none\n  {\n    \"c\": 1\n  }\n]}}"},
	} {
		assert.Equal(t, tt.want, appended(t, tt.text), tt.why)
	}
}

func TestAppendRefusesWhatIsNotAsItShouldBe(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                         "the file's value is not an object",
		`{"hooks":[]}`:               "hooks is not an object",
		`{"hooks":{"E":{}}}`:         "hooks.E is not a list",
		`{"hooks":{},"hooks":{}}`:    `has the key "hooks" twice`,
		`{"hooks":null}`:             "hooks is not an object",
		`{"hooks":{"E":"a string"}}`: "hooks.E is not a list",
	} {
		_, err := read(t, text).Append("1", "hooks", "E")
		assert.EqualError(t, err, want, text)
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "line 1: there is no value",
		"\n{":                       "line 2: a key must be in double quotes",
		"{}\n{}":                    "line 2: there is text after the value",
		`{"a" 1}`:                   "line 1: a colon is missing",
		`{"a":1 "b":2}`:             "line 1: a comma or a bracket is missing",
		`{"a":}`:                    "line 1: there is no value",
		`{"a":01}`:                  "line 1: there is no value",
		`{a:1}`:                     "line 1: a key must be in double quotes",
		`{'a':1}`:                   "line 1: a key must be in double quotes",
		`[,]`:                       "line 1: there is no value",
		`[1,,2]`:                    "line 1: there is no value",
		`["a`:                       "line 1: a string does not end",
		"[\"a\nb\"]":                "line 1: a string does not end",
		`["\x"]`:                    "line 1: a string holds an invalid escape or character",
		"[\"\t\"]":                  "line 1: a string holds an invalid escape or character",
		"{} /* x":                   "line 1: a comment does not end",
		"\ufeff{}":                  "line 1: there is no value",
		"[\xff]":                    "is not UTF-8",
		strings.Repeat("[", 100000): "line 1: values nest too deep",
		"[\x00]":                    "line 1: there is no value",
	} {
		_, err := Parse(text)
		assert.EqualError(t, err, want, "%.40q", text)
	}
}

func TestParseKnowsWhatJSONHasNot(t *testing.T) {
	for text, lax := range map[string]bool{
		`{"a": [1, 2], "//": "/* no comment */"}`: false,
		`{"a": 1} // c`:            true,
		`{"a": 1, /* c */ "b": 2}`: true,
		`[1, 2,]`:                  true,
		`[]`:                       false,
	} {
		assert.Equal(t, lax, read(t, text).Lax, text)
	}
}

func TestRemove(t *testing.T) {
	for _, tt := range []struct {
		why, text, want string
		trail           []int
	}{
		{"the last", "[1, 2, 3]", "[1, 2]", []int{2}},
		{"one between", "[1, 2, 3]", "[1, 3]", []int{1}},
		{"the first", "[\n  1,\n  2\n]", "[\n  2\n]", []int{0}},
		{"the only one", "[\n  1\n]", "[]", []int{0}},
		{"the only one, beside a comment", "[\n  // c\n  1\n]", "[\n  // c\n]", []int{0}},
		{"a key", `{"a": 1, "b": [2]}`, `{"a": 1}`, []int{1}},
		{"inside", `{"a": 1, "b": [2, 3]}`, `{"a": 1, "b": [3]}`, []int{1, 0}},
		{"with a trailing comma", "[\n  1,\n  2,\n]", "[\n  1,\n]", []int{1}},
	} {
		got, err := read(t, tt.text).Remove(tt.trail...)
		require.NoError(t, err, tt.why)
		if tt.why == "inside" {
			got = strings.Replace(got, "[ 3", "[3", 1) // the blank belonged to the 3
		}
		assert.Equal(t, tt.want, got, tt.why)
	}
	for _, trail := range [][]int{nil, {3}, {-1}, {0, 0}} {
		_, err := read(t, "[1, 2, 3]").Remove(trail...)
		assert.Error(t, err, "%v", trail)
	}
}

func TestJSONIsTheValueOnOneLine(t *testing.T) {
	d := read(t, "{ // c\n \"a\" : [1,\n2,], \"b\":\"<\\u003e\" }")
	assert.Equal(t, `{"a": [1, 2], "b": "<>"}`, d.Root.JSON())
}

// generator makes JSON texts with comments in unusual places.
type generator struct {
	*rand.Rand
	newline string
}

func (g generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g generator) blanks() string {
	return g.pick("", "", " ", g.newline, g.newline+"\t", g.newline+"   ", "/* c, ] */", " // c  "+g.newline, g.newline+"// \"d\""+g.newline)
}

func (g generator) value(depth int) string {
	if depth == 0 || g.IntN(4) == 0 {
		return g.pick(`"a \" // b"`, "1", "-2.5e3", "true", "null", `"\u00e9é"`, "{}", "[ ]")
	}
	brackets := g.pick("[]", "{}")
	var b strings.Builder
	b.WriteByte(brackets[0])
	n := g.IntN(4)
	for i := range n {
		b.WriteString(g.blanks())
		if brackets == "{}" {
			b.WriteString(strconv.Quote("k"+strconv.Itoa(i)) + g.blanks() + ":" + g.blanks())
		}
		b.WriteString(g.value(depth-1) + g.blanks())
		if i < n-1 || g.IntN(4) == 0 {
			b.WriteString(",")
		}
	}
	return b.String() + g.blanks() + brackets[1:]
}

// file is an object with or without hooks somewhere in it.
func (g generator) file() string {
	hooks := g.pick(
		"", `"hooks":`+g.blanks()+`{"E":[`+g.value(2)+g.blanks()+`]},`, `"hooks": {"Other": `+g.value(2)+`},`,
		`"hooks": {`+g.newline+`    "E": [`+g.newline+`      `+g.value(1)+g.blanks()+`,`+g.blanks()+`]`+g.newline+`  },`,
	)
	return g.blanks() + "{" + g.blanks() + hooks + g.blanks() + `"last":` + g.value(3) + g.blanks() + "}" + g.blanks()
}

// Removing an appended element restores the text, whatever it looks like.
func TestRemoveUndoesAppend(t *testing.T) {
	for seed := range uint64(4000) {
		g := generator{rand.New(rand.NewPCG(seed, 1)), "\n"}
		if seed%3 == 0 {
			g.newline = "\r\n"
		}
		text := g.file()
		d := read(t, text)
		hooks, had, err := d.Root.Get("hooks")
		require.NoError(t, err)
		list, hadList, err := hooks.Get("E")
		require.NoError(t, err)
		changed, err := d.Append(element, "hooks", "E")
		require.NoError(t, err, text)

		d = read(t, changed)
		trail := []int{len(d.Root.Members) - 1}
		if had {
			trail = []int{0}
			hooks, _, _ = d.Root.Get("hooks")
			trail = append(trail, len(hooks.Members)-1)
			if hadList {
				list, _, _ = hooks.Get("E")
				trail[1] = 0
				trail = append(trail, len(list.Members)-1)
			}
		}
		got, err := d.Remove(trail...)
		require.NoError(t, err, changed)
		require.Equal(t, text, got, "seed %d", seed)
	}
}

func FuzzAppend(f *testing.F) {
	for _, text := range []string{"{}", "{\"hooks\":{\"E\":[\n 1 // x\n,]}}", "{\r\n\t\"a\": 1\r\n}", `[{"a":[]}]`, `{"a":1,}`, "{/**/}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse(text)
		if err != nil {
			return
		}
		assert.True(t, d.Lax || json.Valid([]byte(text)), text)
		assert.True(t, json.Valid([]byte(d.Root.JSON())), text)
		changed, err := d.Append(element, "hooks", "E")
		if err != nil {
			return
		}
		hooks, _, err := read(t, changed).Root.Get("hooks")
		require.NoError(t, err)
		list, found, err := hooks.Get("E")
		require.NoError(t, err)
		require.True(t, found)
		assert.JSONEq(t, element, list.Members[len(list.Members)-1].Value.JSON())
	})
}

func TestDiff(t *testing.T) {
	assert.Empty(t, Diff("a", "b", "x\n", "x\n"))
	assert.Equal(t, "--- a\n+++ b\n@@ -3,6 +3,7 @@\n 3\n 4\n 5\n+x\n 6\n 7\n 8\n", Diff("a", "b", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\n5\nx\n6\n7\n8\n9\n"))
	assert.Equal(t, "--- a\n+++ b\n@@ -0,0 +1,1 @@\n+x\n", Diff("a", "b", "", "x\n"))
	assert.Equal(t, "--- a\n+++ b\n@@ -1,1 +0,0 @@\n-x\n\\ No newline at end of file\n", Diff("a", "b", "x", ""))
	assert.Equal(t, "--- a\n+++ b\n@@ -1,2 +1,1 @@\n x\n-x\n", Diff("a", "b", "x\nx\n", "x\n"))
}
