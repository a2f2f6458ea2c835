package expand

import (
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
)

// spelled prints the words that fields hold: | between them, ? for what is not known.
func spelled(f *Fields) string {
	f.End()
	var out []string
	f.Words(func(pieces []Piece) bool {
		var b strings.Builder
		for _, p := range pieces {
			b.WriteString(tree.Word{Parts: []tree.Part{p.Part}}.String())
		}
		out = append(out, b.String())
		return true
	})
	return strings.Join(out, "|")
}

func TestSplitValue(t *testing.T) {
	for _, c := range []struct{ reason, ifs, text, want string }{
		{"nothing", tree.BlankIFS, "", ""},
		{"one word", tree.BlankIFS, "a", "a"},
		{"blanks around", tree.BlankIFS, " a \t b\n", "a|b"},
		{"blanks alone make no word", tree.BlankIFS, " \n ", ""},
		{"other bytes end a word each", ":", "a::b", "a||b"},
		{"one at the end ends the last word", ":", "a:", "a"},
		{"one at the start ends an empty word", ":", ":a", "|a"},
		{"blanks count with the byte that they stand around", ": ", "a : b", "a|b"},
		{"two with blanks", ": ", "a : : b", "a||b"},
		{"blanks that IFS does not have are text", ":", " a ", " a "},
		{"an empty IFS splits nothing", "", "a b", "a b"},
	} {
		f := &Fields{Split: true, Ifs: c.ifs}
		f.SplitValue(c.text)
		assert.Equal(t, c.want, spelled(f), c.reason)
	}
}

func TestFieldsValue(t *testing.T) {
	unknown := tree.UnknownWord("$(b)", true)
	pattern := tree.Word{Parts: []tree.Part{{Kind: tree.Glob, Text: "*", SingleName: true}}}
	for _, c := range []struct {
		reason string
		fields Fields
		value  tree.Word
		quoted bool
		want   string
		words  int
	}{
		{"text that is split", Fields{Split: true, Ifs: " "}, tree.Text("a b"), false, "a|b", 2},
		{"in quotes it is one word", Fields{Split: true, Ifs: " "}, tree.Text("a b"), true, "a b", 1},
		{"where values are not split", Fields{Ifs: " "}, tree.Text("a b"), false, "a b", 1},
		{"where IFS is not known", Fields{Split: true, AnyIFS: true}, tree.Text("a b"), false, "?", 1},
		{"in quotes IFS does not count", Fields{Split: true, AnyIFS: true}, tree.Text("a b"), true, "a b", 1},
		{"an empty value is no word", Fields{Split: true, Ifs: " "}, tree.Word{}, false, "", 0},
		{"in quotes it is one", Fields{Split: true, Ifs: " "}, tree.Word{}, true, "", 1},
		{"what is not known", Fields{Split: true, Ifs: " "}, unknown, false, "?", 1},
		{"a name in quotes is one name", Fields{Split: true, Ifs: " "}, pattern, true, "*", 1},
		{"outside it may have blanks", Fields{Split: true, Ifs: " "}, pattern, false, "?", 1},
	} {
		f := c.fields
		f.Choices = &Choices{}
		f.Value(c.value, c.quoted)
		assert.Equal(t, c.want, spelled(&f), c.reason)
		assert.Len(t, f.Ends, c.words, c.reason)
	}
}

func TestFieldsUnknown(t *testing.T) {
	for _, c := range []struct {
		reason               string
		split, quoted, multi bool // multi: the part splits by itself, as "$@" does
		want                 bool
	}{
		{"outside quotes", true, false, false, true},
		{"in quotes", true, true, false, false},
		{"several words in quotes", true, true, true, true},
		{"where nothing is split", false, false, false, false},
		{"not even several words", false, false, true, false},
	} {
		f := &Fields{Split: c.split}
		f.Unknown(tree.Part{Kind: tree.Literal, Text: "$x", Split: c.multi}, c.quoted)
		assert.Equal(t, c.want, f.Pieces[0].Part.Split, c.reason)
		assert.Equal(t, tree.Unknown, f.Pieces[0].Part.Kind, "whatever it was said to be")
	}
}

func TestFieldsLiteral(t *testing.T) {
	f := &Fields{}
	f.Literal("", true)
	assert.True(t, f.Open, "'' is a word")
	f.Literal("a", false)
	f.Literal("b", true)
	f.Literal("*", false)
	assert.Len(t, f.Pieces, 2, "text that is no pattern is as good as quoted")
	f.End()
	f.End()
	assert.Equal(t, []int{2}, f.Ends, "a word ends once")
	f.Literal("c", true)
	assert.Len(t, f.Pieces, 3, "the next word has pieces of its own")
}

func TestFieldsAreBounded(t *testing.T) {
	f := &Fields{}
	for range MaxPieces + 1 {
		f.Add(Piece{Part: tree.Part{}})
	}
	assert.True(t, f.TooMany)
	assert.Len(t, f.Pieces, MaxPieces)
}

func TestReadWords(t *testing.T) {
	for _, c := range []struct {
		reason, line, ifs string
		n                 int
		want              []string
	}{
		{"an empty line", "", tree.BlankIFS, 2, []string{"", ""}},
		{"fewer words than names", "a", tree.BlankIFS, 3, []string{"a", "", ""}},
		{"the last name gets the rest", "a b  c ", tree.BlankIFS, 2, []string{"a", "b  c"}},
		{"one name", "  a b ", tree.BlankIFS, 1, []string{"a b"}},
		{"bytes that are no blanks", "a::b:c", ":", 3, []string{"a", "", "b:c"}},
		{"one such byte at the end is no part of the last", "a:b:", ":", 2, []string{"a", "b"}},
		{"two are", "a:b::", ":", 2, []string{"a", "b::"}},
		{"an empty IFS", " a b ", "", 2, []string{" a b ", ""}},
	} {
		assert.Equal(t, c.want, ReadWords(c.line, c.ifs, c.n), c.reason)
	}
}

func TestAppendPatterns(t *testing.T) {
	for _, c := range []struct {
		reason, text, after string
		extended            bool
		want                string // kinds: l for text, g for a pattern, ? for what is not known
		open                bool
	}{
		{"nothing", "", "", false, "", false},
		{"text", "ab", "", false, "l:ab", false},
		{"patterns", "a*b?", "", false, "l:a g:* l:b g:?", false},
		{"brackets", "[a-z]x", "", false, "g:[a-z] l:x", false},
		{"the first byte may be the bracket that ends them", "[]a]", "", false, "g:[]a]", false},
		{"others than some", "[!a]", "", false, "g:[!a]", false},
		{"brackets that do not end are text", "[a", "", false, "l:[a", false},
		{"but they may end in what follows", "[a", "b]", false, "g:[ l:a", false},
		{"an empty pair is text", "[]", "", false, "l:[]", false},
		{"a pattern of extglob", "a@(b|c)d", "", true, "l:a g:@(b|c) l:d", false},
		{"one in another", "!(a|*(b))", "", true, "g:!(a|*(b))", false},
		{"where extglob is off it is text", "a@(b)", "", false, "l:a@(b)", false},
		{"one that goes on stands for the rest", "a@(b", "", true, "l:a ?:@(b", true},
	} {
		var after []Piece
		if c.after != "" {
			after = []Piece{{Part: tree.Part{Kind: tree.Literal, Text: c.after}}}
		}
		parts, open := AppendPatterns(nil, tree.Part{Kind: tree.Literal, Text: c.text}, after, c.extended)
		var got []string
		for _, p := range parts {
			got = append(got, "?lg"[p.Kind:p.Kind+1]+":"+p.Text)
		}
		assert.Equal(t, c.want, strings.Join(got, " "), c.reason)
		assert.Equal(t, c.open, open, c.reason)
	}
}

func TestLooksExtended(t *testing.T) {
	piece := func(text string, quoted bool) Piece {
		return Piece{Part: tree.Part{Kind: tree.Literal, Text: text}, Quoted: quoted}
	}
	for _, c := range []struct {
		reason string
		pieces []Piece
		want   bool
	}{
		{"nothing", nil, false},
		{"a pattern", []Piece{piece("a@(b", false)}, true},
		{"in two pieces", []Piece{piece("a!", false), piece("(b)", false)}, true},
		{"in quotes", []Piece{piece("@(b)", true)}, false},
		{"with a quoted sign", []Piece{piece("@", true), piece("(b)", false)}, false},
		{"with what is not known between", []Piece{piece("@", false), {}, piece("(b)", false)}, false},
		{"no sign", []Piece{piece("a(b)", false)}, false},
	} {
		assert.Equal(t, c.want, LooksExtended(c.pieces), c.reason)
	}
	joined := JoinUnquoted([]Piece{piece("a", false), piece("b", false), piece("c", true), piece("d", false)})
	assert.Len(t, joined, 3, "what is quoted stays apart")
	assert.Equal(t, "ab", joined[0].Part.Text)
}

func TestEitherCase(t *testing.T) {
	glob := tree.Part{Kind: tree.Glob, Text: "*"}
	text := func(s string) tree.Part { return tree.Text(s).Parts[0] }
	for _, c := range []struct {
		reason string
		parts  []tree.Part
		want   string
	}{
		{"nothing", nil, ""},
		{"text stays", []tree.Part{text("/a/b")}, "/a/b"},
		{"a name that is a pattern", []tree.Part{text("/a/b"), glob}, "/a/**"},
		{"what follows it", []tree.Part{glob, text("b/c")}, "**/c"},
		{"what is not known stays", []tree.Part{{Text: "$x"}, glob}, "?*"},
	} {
		assert.Equal(t, c.want, tree.Word{Parts: EitherCase(c.parts)}.String(), c.reason)
	}
}
