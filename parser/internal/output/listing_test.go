package output

import (
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
)

// finds says that find prints names below the directory of its first operand.
func finds(c *tree.Command) []tree.Word {
	if c.Program().Is("find") != tree.Yes || len(c.Args) < 2 {
		return nil
	}
	w := c.Args[1]
	return []tree.Word{{Parts: append(append([]tree.Part{}, w.Parts...), word("/?").Parts...)}}
}

// pipeline makes the commands of a row that are joined by |, and returns what the last one
// writes into.
func pipeline(line string) tree.Stdin {
	var in tree.Stdin
	for command := range strings.SplitSeq(line, "|") {
		in = tree.Stdin{Kind: tree.FromPipe, From: []*tree.Command{{Args: words(command), Stdin: in}}}
	}
	return in
}

func TestInput(t *testing.T) {
	for _, c := range []struct{ reason, line, want string }{
		{"names", "find d", "d/?\n"},
		{"by any path", "find d | /bin/cat", "d/?\n"},
		{"a filter that hands lines on", "find d | sort -u", "d/?\n"},
		{"one that picks some", "find d | grep x", "d/?\n"},
		{"one that prints something else", "find d | grep -c x", ""},
		{"a filter that changes lines", "find d | sed s,^,/e/,", "/e/d/?\n"},
		{"two", "find d | sed s,^d,e, | tac", "e/?\n"},
		{"a filter behind what only starts it", "find d | env nice sort", "d/?\n"},
		{"of which nobody says anything", "frobnicate d", ""},
		{"through a program of which nothing is known", "find d | frobnicate", ""},
		{"through one that only a variable names", "find d | env PATH=/x/sort frobnicate", ""},
		{"text that is known", "echo a b", "a b\n"},
		{"text that is known in part", "echo a ?", "a ?\n"},
		{"a filter's words that are not known", "find d | sed ?", ""},
		{"a program that is not known", "? d", ""},
		{"a filter without input", "cat", ""},
		{"no words", "", ""},
	} {
		assert.Equal(t, c.want, Printer(finds).Input(pipeline(c.line)).String(), c.reason)
	}
}

func TestInputOfOtherKinds(t *testing.T) {
	content := word("a ?")
	command := &tree.Command{Args: words("find d")}
	for _, c := range []struct {
		reason string
		in     tree.Stdin
		want   string
	}{
		{"the caller's", tree.Stdin{}, ""},
		{"text", tree.Stdin{Kind: tree.FromText, Word: word("a ?")}, "a ?"},
		{"a pipe whose text is known", tree.Stdin{Kind: tree.FromPipe, Word: word("a"), From: []*tree.Command{command}}, "a"},
		{"a pipe from nobody that is known", tree.Stdin{Kind: tree.FromPipe}, ""},
		{"a file", tree.Stdin{Kind: tree.FromFile, Word: word("f")}, ""},
		{"a file that the source wrote", tree.Stdin{Kind: tree.FromFile, Word: word("f"), Content: &content}, "a ?"},
		{"a process substitution", tree.Stdin{Kind: tree.FromFile, Word: tree.Word{Parts: []tree.Part{{File: true, From: []*tree.Command{command}}}}}, "d/?\n"},
	} {
		assert.Equal(t, c.want, Printer(finds).Input(c.in).String(), c.reason)
		assert.Equal(t, c.want, Printer(finds).Text(c.in).String(), c.reason)
	}
	assert.Empty(t, Printer(nil).Input(pipeline("find d")).Parts, "nobody says what find prints")
}

func TestAllAndLast(t *testing.T) {
	one, two := tree.Span{Offset: 1}, tree.Span{Offset: 2}
	commands := []*tree.Command{{Args: words("find a"), Span: one}, {Args: words("find b"), Span: two}, {Args: words("find c"), Span: two}}
	assert.Equal(t, "a/?\nb/?\nc/?\n", Printer(finds).All(commands).String())
	assert.Equal(t, "a/?\nb/?\nc/?\n", Printer(finds).Last(commands).String(), "all of a list write to its output")
	commands[1].Stdin, commands[2].Stdin = tree.Stdin{Kind: tree.FromPipe, From: commands[:1]}, tree.Stdin{Kind: tree.FromPipe, From: commands[:1]}
	assert.Equal(t, "b/?\nc/?\n", Printer(finds).Last(commands).String(), "but not those that others read")
	assert.Empty(t, Printer(finds).All(nil).Parts)
	assert.Empty(t, Printer(finds).Last(nil).Parts)
}

func TestAllIsBounded(t *testing.T) {
	var many []*tree.Command
	for range 3 * maxOutputs {
		many = append(many, &tree.Command{Args: words("find a")})
	}
	assert.LessOrEqual(t, len(Printer(finds).All(many).Parts), tree.MaxParts)
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		reason string
		text   tree.Word
		want   string
	}{
		{"nothing", tree.Word{}, ""},
		{"a name known in part", word("d/?\n"), "d/?"},
		{"beside one that is known", word("d/? e\n"), "d/? e"},
		{"without what says nothing", word("d/?\n?\n"), "d/?"},
		{"a text that is known is not told", word("a\nb\n"), ""},
		{"names that are ended by NUL", word("a/?\x00b/?\x00"), "a/? b/?"},
		{"some of many", word(strings.Repeat("d/?\n", tree.MaxNames+1)), strings.TrimSpace(strings.Repeat("d/? ", tree.MaxNames))},
		{"too many parts", word(strings.Repeat("d/?\n", tree.MaxParts)), ""},
		{"too long", word(strings.Repeat("d", maxListed+1) + "?"), ""},
	} {
		got := Printer(nil).Names(tree.Stdin{Kind: tree.FromText, Word: c.text})
		assert.Equal(t, c.want, spelled(got), c.reason)
	}
}

func TestPossibleWords(t *testing.T) {
	rest := tree.Part{Text: "$(find)", Empty: true, Split: true}
	for _, c := range []struct {
		reason string
		text   tree.Word
		want   string
	}{
		{"nothing", tree.Word{}, ""},
		{"nothing known", word("?"), ""},
		{"known as a whole", word("/a"), ""},
		{"a name known in part: any text, and it", word("d/?\n"), "? d/?"},
		{"a known name that is a path", word("/e\nd/?"), "? /e d/?"},
		{"a known name that is none", word("e\nd/?"), "? d/?"},
		{"the same twice", word("d/?\nd/?"), "? d/?"},
	} {
		assert.Equal(t, c.want, spelled(PossibleWords(c.text, rest, "\n")), c.reason)
	}
	assert.LessOrEqual(t, len(PossibleWords(word("a/? b/? c/? d/? e/? f/? g/? h/? i/? j/?"), rest, " ")), tree.MaxChoices)
}
