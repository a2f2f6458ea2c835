package parser

import (
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// partly is a word of a shell: a # is what is not known of it, a * the name that a
// pattern matches.
func partly(text string) tree.Word {
	var w tree.Word
	for _, b := range text {
		switch b {
		case '#':
			w.Parts = append(w.Parts, tree.Part{Text: "$x", Empty: true})
		case '*':
			w.Parts = append(w.Parts, tree.Part{Kind: tree.Glob, Text: "*"})
		default:
			w.Parts = tree.AppendPart(w.Parts, tree.Part{Kind: tree.Literal, Text: string(b)})
		}
	}
	return w
}

func TestSourcesKnownInPart(t *testing.T) {
	for _, r := range []struct{ reason, source, want string }{
		{"an operand that is not known", "a / #", "a / ?es"},
		{"part of one", "a /#/b", "a /?es/b"},
		{"in quotes it is one word", `a "#" '#'`, "a ?e ?e"},
		{"a program that is not known", "# a", "?es a"},
		{"a name that a pattern matches", `a "/*"`, "a /(*)"},
		{"outside quotes it may be split", "a /*", "a /(*)|a /?s"},
		{"in an assignment", "x=/#; a $x/b \"$x\"", "|a /?es/b /?e"},
		{"in a substitution", "a $(b #)", "b ?es|a ?es"},
		{"in a here-document", "a <<E\nb #\nE", "a < b ?e\n"},
		{"in one that is literal", "a <<'E'\nb #\nE", "a < b ?e\n"},
		{"in a redirection", "a >#", "a > ?es"},
		{"in braces", "a {b,#}c", "a bc ?esc"},
		{"in a loop", "for x in b #; do a $x; done", "a b|a ?es"},
		{"in a function", "f() { a \"$1\" #; }; f b #", "a ?e ?es|f b ?es|a b ?es"},
		{"in a pattern that cuts, nothing is known of the rest", "x=/b; a ${x%#}", "|a ?es"},
		{"in what replaces, too", "x=/b; a ${x/b/#}", "|a ?es"},
		{"in a number", "x=/b; a $((1+#)) ${x:#}", "|a ?s ?es"},
		{"in code in code", `eval "a / #"`, "eval a / ?e"},
		{"behind a backslash", `a \#`, "a ?e"},
		{"two of them", "a # #/b", "a ?es ?es/b"},
	} {
		t.Run(r.reason, func(t *testing.T) {
			s, err := ParseWord(partly(r.source), caller())
			require.NoError(t, err)
			var got []string
			for _, c := range s.Commands {
				var words []string
				for _, a := range c.Args {
					words = append(words, kinds(a))
				}
				for _, d := range c.Redirects {
					words = append(words, d.Op[:1], kinds(d.Target))
				}
				got = append(got, strings.Join(words, " "))
				assert.Equal(t, -1, strings.IndexFunc(s.Source.Text, func(r rune) bool { return r < ' ' && r != '\n' }), "it can be shown")
				sound(t, s, c)
			}
			assert.Equal(t, r.want, strings.Join(got, "|"))
		})
	}
	for reason, source := range map[string]tree.Word{
		"nothing of it is known": partly("#"),
		"nothing but blanks is":  partly(" #\n"),
		"it is too long":         partly("a #" + strings.Repeat("b", tree.MaxValue)),
		"no byte is left":        partly("a #" + "\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f"),
	} {
		_, err := ParseWord(source, Options{})
		assert.ErrorIs(t, err, ErrUnknown, reason)
	}
	many := tree.Text("a")
	for i := range 40 {
		many.Parts = append(many.Parts, tree.Part{Kind: tree.Literal, Text: " b"}, tree.Part{Text: strings.Repeat("$", i), Empty: true})
	}
	s, err := ParseWord(many, Options{})
	require.NoError(t, err)
	assert.Len(t, s.Commands[0].Args, 41, "more parts than bytes")
	_, err = ParseWord(partly("a (#"), Options{})
	assert.Error(t, err, "what is no source is none")
	s, err = ParseWord(tree.Text("a b"), Options{})
	require.NoError(t, err)
	assert.Equal(t, "a b", s.Commands[0].String(), "a source that is known")
}

// An eval that is known in part is read where it stands, and what it does is not certain.
func TestEvalKnownInPart(t *testing.T) {
	opt := caller()
	s, err := Parse(`d=/b; x=1; f() { c; }; eval "x=2; cd /e; f() { g; }; a \$d $y"; a $x; f`, opt)
	require.NoError(t, err)
	var got []string
	var eval *tree.Command
	for _, c := range s.Commands {
		if got = append(got, show(c)); c.Program().Is("eval") == tree.Yes {
			eval = c
		}
	}
	assert.Contains(t, got, "a ? @? shadowed", "x may be 2")
	assert.NotContains(t, strings.Join(got, "\n"), "f: g", "f may be what it was")
	word := tree.Word{Parts: eval.Args[1].Parts}
	opt.Outer = eval
	inner, err := ParseWord(word, opt)
	require.NoError(t, err)
	var listed []string
	for _, c := range inner.Commands {
		listed = append(listed, c.String())
	}
	assert.Contains(t, listed, "a /b ?", "read with the shell's variables")
}
