package parser

import (
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// told is what the last command of a script is told of a file: its texts, and
// a word for each thing that it may hold besides.
func told(t *testing.T, script, name string) string {
	t.Helper()
	s, err := Parse(script, Options{})
	require.NoError(t, err)
	for _, x := range s.Commands[len(s.Commands)-1].Written() {
		if x.Path != name {
			continue
		}
		var out []string
		for _, text := range x.Texts {
			out = append(out, text.String())
		}
		for what, is := range map[string]bool{"+after": x.After, "+before": x.Before, "+other": x.Other} {
			if is {
				out = append(out, what)
			}
		}
		return strings.Join(out, "|")
	}
	return "nothing"
}

func TestWrittenFiles(t *testing.T) {
	for _, c := range []struct{ reason, script, name, want string }{
		{"text", "echo a > f; x", "f", "a\n"},
		{"a command is told what was written before it", "echo a > f", "f", "nothing"},
		{"clobbered", "echo a >| f; x", "f", "a\n"},
		{"added", "echo a > f; echo b >> f; x", "f", "a\nb\n"},
		{"added to what is not known", "echo b >> f; x", "f", "b\n|+after"},
		{"emptied", "echo a > f; : > f; x", "f", ""},
		{"emptied by nothing", "echo a > f; > f; x", "f", ""},
		{"a document", "cat > f <<'E'\n$a\nE\nx", "f", "$a\n"},
		{"a document that is known in part", "cat > f <<E\na $b\nE\nx", "f", "a ?\n|+other"},
		{"what a program writes", "make > f; x", "f", "+other"},
		{"errors", "echo a 2> f; x", "f", "+other"},
		{"into another descriptor", "echo a > f >&2; x", "f", ""},
		{"a path by other letters", "echo a > ./d/../f; x", "f", "a\n"},
		{"in a directory", "cd d; echo a > f; x", "d/f", "a\n"},
		{"in a directory that is not known", "cd $d; echo a > f; x", "f", "nothing"},
		{"a name that is not known", "echo a > f; echo b > $g; x", "f", "a\n|+other"},
		{"two branches", "if y; then echo a > f; else echo b > f; fi; x", "f", "a\n|b\n"},
		{"one branch", "y && echo a > f; x", "f", "a\n|+before"},
		{"a loop", "while y; do echo a >> f; done; x", "f", "a\n|+after|+other"},
		{"a loop over constants", "for i in 1 2; do echo $i >> f; done; x", "f", "1\n2\n|+after"},
		{"a subshell", "(echo a > f); x", "f", "a\n"},
		{"in the background", "echo a > f & x", "f", "a\n"},
		{"a pipeline", "echo a | tee f | y; x", "f", "a\n"},
		{"sponge", "echo a | sponge f; x", "f", "a\n"},
		{"a copy of standard input", "cp /dev/stdin f <<< a; x", "f", "a\n"},
		{"a copy of a pipe", "echo a | install -m755 /dev/stdin f; x", "f", "a\n"},
		{"a copy of what a substitution prints", "cp <(echo a) f; x", "f", "a\n"},
		{"no block of a text", "dd of=f count=0 <<< a; x", "f", ""},
		{"a nested shell", "sh -c 'echo a > f'; x", "f", "a\n"},
		{"a nested shell in a directory", "cd d; sh -c 'echo $1 > f' - a; x", "d/f", "?\n|+other"},
		{"tee that adds", "echo a > f; echo b | tee -a f; x", "f", "a\nb\n"},
		{"a group", "{ echo a; echo b | y; echo c; } > f; x", "f", "a\nc\n|+other"},
		{"a function that is not called", "g() { echo a > f; }; x", "f", "nothing"},
		{"a function that is called", "g() { echo $1 > f; }; g a; x", "f", "a\n"},
		{"a copy", "echo a > f; cp f g; x", "g", "a\n"},
		{"a copy into a directory", "echo a > f; cp f d/; x", "d/f", "a\n"},
		{"another name", "echo a > f; mv f g; x", "f", "+other"},
		{"removed", "echo a > f; rm f; x", "f", "+other"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			if c.want == "a\n|+after|+other" { // of two, in no order
				assert.ElementsMatch(t, strings.Split(c.want, "|"), strings.Split(told(t, c.script, c.name), "|"))
				return
			}
			assert.Equal(t, c.want, told(t, c.script, c.name))
		})
	}
}

// What is remembered of files is bounded.
func TestWrittenIsBounded(t *testing.T) {
	s, err := Parse(strings.Repeat("echo aaaaaaaaaaaaaaaa >> f; cat f f > f\n", 200)+"x", Options{})
	require.NoError(t, err)
	size := 0
	for _, x := range s.Commands[len(s.Commands)-1].Written() {
		for _, text := range x.Texts {
			size += len(text.String())
		}
	}
	assert.LessOrEqual(t, size, tree.MaxTexts*tree.MaxValue)
	var many strings.Builder
	for range 20 {
		for _, c := range "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" {
			many.WriteString("echo a > " + string(c) + "\n")
		}
	}
	s, err = Parse(many.String()+"x", Options{})
	require.NoError(t, err)
	assert.LessOrEqual(t, len(s.Commands[len(s.Commands)-1].Written()), tree.MaxFiles)
}
