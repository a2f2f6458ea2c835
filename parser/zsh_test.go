package parser

import (
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
)

func TestZsh(t *testing.T) {
	check(t, reader.Zsh, []row{
		{"groups are patterns", `a (b|c)d \(e`, []string{"a (b|c)d (e"}},
		{"a pattern that may be no word", "a b*(N) c", []string{"a b*(N) c", "a c"}},
		{"the same as the program", "b*(N) a", []string{"b*(N) a", "a"}},
		{"old arithmetic is not known", `a $[1+1] "$[$(b)]"`, []string{"b", "a ? ?"}},
		{"redirections alone run a program", "> a; < b", []string{">a", "cat >a", "<b [file b]", "more <b [file b]"}},
		{"which has a name", "NULLCMD=b; > a", []string{"NULLCMD=b", ">a", "b >a"}},
		{"all digits are of the parameter", "set -- b; a $10 \"$1\"", []string{"set -- b", "a ? b"}},
		{"words in place of values are one", "x=1; a ${x:+b c}", []string{"x=1", "a b c"}},
		{"what commands print is split", "a $(echo b c)", []string{"echo b c", "a b c"}},
		{"a tilde behind something", "a ''~/b c~ ~$x", []string{"a ?/b c~ ??"}},
		{"what emulate runs", "emulate sh -c 'a b'; emulate -c \"$x\"", []string{"emulate sh -c a b", "a b", "emulate -c ?", "eval ?"}},
		{"what a flag expands again", "x='$(b)'; a ${(e)x} ${(e):-'$(c)'}", []string{"x=$(b)", "b", "c", "a ? ?"}},
	})
	checkWords(t, reader.Zsh, []wordRow{{"words in place of values are one word", "x=1; a ${x:+b c}", []string{"b c"}}})
	checkWords(t, reader.Zsh, []wordRow{{"what commands print is split", "a $(echo b c)", []string{"b", "c"}}})
}
