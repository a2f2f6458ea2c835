package yaml

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// values are texts, and what they are in one line.
var values = []struct{ reason, text, want string }{
	{"a mapping", "a: b\nc: d\n", `{"a"="b" "c"="d" }`},
	{"a list", "- a\n- b\n", `["a" "b" ]`},
	{"a list below a key, in its column", "a:\n- b\n- c\nd: e\n", `{"a"=["b" "c" ] "d"="e" }`},
	{"a list below a key, deeper", "a:\n  - b\nd: e\n", `{"a"=["b" ] "d"="e" }`},
	{"a mapping in a list", "- a: b\n  c: d\n- e: f\n", `[{"a"="b" "c"="d" } {"e"="f" } ]`},
	{"a list in a list", "- - a\n  - b\n- c\n", `[["a" "b" ] "c" ]`},
	{"nothing", "a:\nb: c\n", `{"a"="" "b"="c" }`},
	{"comments", "# x\na: b # y\n# z\n\nc: d#e\n", `{"a"="b" "c"="d#e" }`},
	{"in brackets", "a: [b, 'c', {d: e, f}]\n", `{"a"=["b" "c" {"d"="e" "f"="" } ] }`},
	{"json", "{\"a\":\"b\",\n\t\"c\": [1, true, null,]}\n", `{"a"="b" "c"=["1" "true" "null" ] }`},
	{"escapes", `"a\n\t\x41\u00e4\/\"\ud83d\ude00"`, `"a\n\tAä/\"😀"`},
	{"single quotes", "a: 'it''s'\n", `{"a"="it's" }`},
	{"quotes over lines", "a: \"b\n  c\\\n  d\n\n  e\"\n", `{"a"="b cd\ne" }`},
	{"no quotes over lines", "a: b\n  c\n\n  d\ne: f\n", `{"a"="b c\nd" "e"="f" }`},
	{"a block", "a: |\n  b\n    c\n\n  d\n\n\ne: f\n", `{"a"="b\n  c\n\nd\n" "e"="f" }`},
	{"a block without its last end", "a: |-\n  b\n\n", `{"a"="b" }`},
	{"a block with all ends", "a: |+\n  b\n\nc: d\n", `{"a"="b\n\n" "c"="d" }`},
	{"a block that says how deep it is", "a: |2\n    b\n  c\n", `{"a"="  b\nc\n" }`},
	{"a block in a list", "- |\n  b\n- c\n", `["b\n" "c" ]`},
	{"a folded block", "a: >\n  b\n  c\n\n  d\n    e\n  f\n", `{"a"="b c\nd\n  e\nf\n" }`},
	{"a hash in a block", "a: |\n  # b\n  c\n", `{"a"="# b\nc\n" }`},
	{"an alias", "a: &x\n  b: c\nd: *x\n", `{"a"={"b"="c" } "d"={"b"="c" } }`},
	{"a tag", "a: !!str b\nc: !x {d: e}\n", `{"a"="b" "c"={"d"="e" } }`},
	{"a document", "%YAML 1.2\n---\na: b\n...\n", `{"a"="b" }`},
	{"a document that ends twice", "a: b\n...\n---\n# c\n", `{"a"="b" }`},
	{"blanks in quotes", "a: \"b   c \t d  \n  e\"\n", `{"a"="b   c \t d e" }`},
	{"names of keys in brackets", "{\n &x a: b,\n c: *x}\n", `{"a"="b" "c"="a" }`},
	{"a folded block with empty lines", "a: >\n  b\n\n\n  c\n\n    d\n\n\n  e\n", `{"a"="b\n\nc\n\n  d\n\n\ne\n" }`},
	{"a colon in a word", "a: b:c\nurl: https://example.com\n", `{"a"="b:c" "url"="https://example.com" }`},
	{"a key in quotes", "'a b': c\n\"d\": e\n", `{"a b"="c" "d"="e" }`},
	{"carriage returns", "a: |\r\n  b\r\n  c\r\nd: e\r\n", `{"a"="b\nc\n" "d"="e" }`},
	{"a dash that is no list", "a: -b\nc: --d\n", `{"a"="-b" "c"="--d" }`},
}

func TestValues(t *testing.T) {
	for _, v := range values {
		t.Run(v.reason, func(t *testing.T) {
			n, err := Parse(v.text)
			require.NoError(t, err)
			assert.Equal(t, v.want, shown(n, 0))
			assert.True(t, agrees(t, v.text), "as the library reads it")
		})
	}
}

// What a value says stands where it was written.
func TestPlaces(t *testing.T) {
	for _, c := range []struct{ reason, text string }{
		{"a block", "a:\n  - run: |\n      one\n      two X three\n"},
		{"a folded block", "a:\n  - run: >-\n      one\n      two X three\n"},
		{"without quotes", "a: [{run: one two X}]\n"},
		{"over lines", "a:\n  run: one\n    two X\n"},
		{"double quotes", `{"a": {"run": "one\n\ttwo \"X\""}}`},
		{"single quotes", "a: {run: 'it''s X'}\n"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			n, err := Parse(c.text)
			require.NoError(t, err)
			n = n.Get("a")
			if n.Kind == Sequence {
				n = n.Items[0]
			}
			run := n.Get("run").Text
			at := strings.IndexByte(run.String, 'X')
			require.Positive(t, at)
			assert.Equal(t, strings.IndexByte(c.text, 'X'), run.Place(at))
		})
	}
}

func TestMerges(t *testing.T) {
	n, err := Parse("a: &x {b: c, d: e}\nf:\n  <<: *x\n  d: g\nh: {<<: [{i: j}, *x]}\n")
	require.NoError(t, err)
	assert.Equal(t, "c", n.Get("f", "b").Value())
	assert.Equal(t, "g", n.Get("f", "d").Value())
	assert.Equal(t, "c", n.Get("h", "b").Value())
	assert.Nil(t, n.Get("h", "z", "z"))
	assert.Empty(t, n.Get("a").Value())
	assert.Len(t, n.Get("a", "b").List(), 1)
	keys, values := n.Get("f").Pairs()
	require.Len(t, values, 2)
	assert.Equal(t, []string{"d", "b"}, []string{keys[0].Value(), keys[1].Value()})
}

func TestDocuments(t *testing.T) {
	for _, c := range []struct {
		reason, text string
		want         []string // of the key a
	}{
		{"one", "a: b\n", []string{"b"}},
		{"nothing", "", []string{""}},
		{"two", "a: b\n---\na: c\n", []string{"b", "c"}},
		{"a line before the first, and behind the last", "---\na: b\n---\na: c\n...\n", []string{"b", "c"}},
		{"an empty one", "---\n---\na: c\n", []string{"", "c"}},
		{"an end without a beginning", "a: b\n...\na: c\n", []string{"b", "c"}},
		{"a directive", "a: b\n...\n%YAML 1.2\n---\na: c\n", []string{"b", "c"}},
		{"brackets", "{a: b}\n--- {a: c}\n", []string{"b", "c"}},
		{"a line of three signs in a block", "a: |\n  ---\n---\na: c", []string{"---\n", "c"}},
	} {
		t.Run(c.reason, func(t *testing.T) {
			docs, err := Documents(c.text)
			require.NoError(t, err)
			var got []string
			for _, n := range docs {
				got = append(got, n.Get("a").Value())
			}
			assert.Equal(t, c.want, got)
		})
	}
	for _, c := range []struct{ reason, text string }{
		{"a name of the document before", "a: &x b\n---\na: *x\n"},
		{"an error in the second", "a: b\n---\na: [\n"},
		{"brackets behind brackets", "{a: b}\n{a: c}\n"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			_, err := Documents(c.text)
			assert.Error(t, err)
		})
	}
}

// Reading takes steps as many as the text has bytes, and not their square: each of these
// would take minutes.
func TestLongTexts(t *testing.T) {
	const many = 400_000
	for _, c := range []struct{ reason, text string }{
		{"blanks in quotes", `"` + strings.Repeat(" ", many) + `x"`},
		{"empty lines of a folded block", "a: >\n  b\n" + strings.Repeat("\n", many) + "  c\n"},
		{"tags", "[" + strings.Repeat("! a,", many) + "]"},
		{"signs of a document in brackets", "[" + strings.Repeat("---,", many) + "]"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			_, err := Parse(c.text)
			assert.NoError(t, err)
		})
	}
}

func TestWhatIsNotReadIsAnError(t *testing.T) {
	for _, c := range []struct{ reason, text string }{
		{"a tab", "a:\n\tb: c\n"},
		{"a quote", "a: \"b\n"},
		{"a bracket", "a: [b\n"},
		{"a brace", "{a: b"},
		{"deeper than its mapping", "a: b\n  c: d\n"},
		{"a colon", "a: b: c\n"},
		{"no name", "a: *x\n"},
		{"a complex key", "? a\n: b\n"},
		{"a reserved sign", "a: @b\n"},
		{"too deep", strings.Repeat("[", 200)},
		{"too deep in mappings", strings.Repeat("{a: ", 200)},
		{"aliases of aliases", "a: &a [" + strings.Repeat("x,", 999) + "]\nb: &b [" + strings.Repeat("*a,", 99) + "]\nc: &c [" + strings.Repeat("*b,", 99) + "]\n"},
		{"no escape", `"\q"`},
		{"half an escape", `"\u12"`},
		{"behind a value", "[a] b\n"},
		{"behind a mapping", "a: b\nc\n"},
		{"a key twice", "a: b\nc: d\na: e\n"},
		{"a key twice, in quotes", "{\"a\": b, a: c}"},
		{"two merges", "a: &x {b: c}\nd:\n  <<: *x\n  <<: *x\n"},
		{"a merge of no mapping", "a: {<<: b}\n"},
		{"a second document", "a: b\n---\nc: d\n"},
		{"a second document, behind an empty one", "---\n---\nc: d\n"},
		{"a second document, behind an end", "a: b\n...\nc: d\n"},
		{"a carriage return alone", "a: b # c\rd: e\n"},
		{"a next line", "a: b # c\u0085d: e\n"},
		{"a line separator", "a: b # c\u2028d: e\n"},
		{"a paragraph separator", "a: b # c\u2029d: e\n"},
		{"many tags", "a: ! ! ! b\n"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			n, err := Parse(c.text)
			var e *Error
			require.True(t, errors.As(err, &e), "%v", n)
			assert.LessOrEqual(t, e.At, len(c.text))
			assert.NotEmpty(t, e.Text)
		})
	}
}

// Whatever a text holds, reading it ends, and what is read is what the library reads.
func FuzzParse(f *testing.F) {
	for _, v := range values {
		f.Add(v.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Parse(text)
		if err != nil {
			return
		}
		var check func(n *Node, depth int)
		check = func(n *Node, depth int) {
			if depth > 5 {
				return
			}
			for i := range n.Text.String {
				at := n.Text.Place(i)
				if at < 0 || at > len(text) {
					t.Fatalf("byte %d of %q stands at %d of %d", i, n.Text.String, at, len(text))
				}
			}
			for _, item := range append(n.Keys, n.Items...) {
				check(item, depth+1)
			}
		}
		check(n, 0)
	})
}
