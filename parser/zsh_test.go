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
		{"the path of a program", "=a b =c '=d' =", []string{"a b c =d =", "a b ?c =d =", "?a b c =d =", "?a b ?c =d ="}},
		{"a modifier before a command", "- a b; x -", []string{"a b", "x -"}},
		{"parts of a path", "x=/b/c.d; a ${x:h} ${x:t} ${x:e} ${x:t:r} ${x:h2}", []string{"x=/b/c.d", "a /b c.d d c ?"}},
		{"directories with names", "hash -d x=/b y=~; a ~x/c ~y ~z; v=/d; a ~v", []string{"hash -d x=/b y=/home/u", "a /b/c /home/u ? shadowed", "v=/d", "a /d shadowed"}},
		{"a short for", "for x (b c) a $x", []string{"a b", "a c"}},
		{"a short for with a group, in one", "for x (b c) { for y (d) a $x $y; e }", []string{"a b d", "e", "a c d", "e"}},
		{"a short for over a list", "for x (b c) a $x && d | e; f", []string{"a b", "d", "e [pipe d]", "a c", "d", "e [pipe d]", "f"}},
		{"a foreach", "foreach x (b c); a $x; d; end; e", []string{"a b", "d", "a c", "d", "e"}},
		{"a foreach on lines", "foreach x (b c)\na $x\nend\nfor y (d)\n e $y", []string{"a b", "a c", "e d"}},
		{"a foreach in a short if", "if [[ -n $x ]] { foreach x (b) a $x; end }", []string{"a b"}},
		{"a short if", "if [[ -d b ]] a c; d", []string{"a c", "d"}},
		{"a short if with else", "if (( 1 )) { a } elif [[ b ]] { c } else { d }; e", []string{"a", "c", "d", "e"}},
		{"a short while", "while (( i++ < 3 )) { a }; until [[ b ]] c", []string{"a", "c"}},
		{"what runs always", "{ a } always { b }; c", []string{"a", "b", "c"}},
		{"a function without a name", "() { a $1 } b; c", []string{"_unnamed: a ?", "_unnamed b shadowed", "_unnamed: a b", "c"}},
		{"short forms in quotes", "a 'for x (b) c' \"if [[ d ]] e\"; for x (f) g $x", []string{"a for x (b) c if [[ d ]] e", "g f"}},
		{"long forms next to a short one", "if [[ b ]]; then a; fi; for x in c; do d; done; for x (e) f; g() { h }", []string{"a", "d", "f", "g: h"}},
	})
	checkWords(t, reader.Zsh, []wordRow{{"words in place of values are one word", "x=1; a ${x:+b c}", []string{"b c"}}})
	checkWords(t, reader.Zsh, []wordRow{{"what commands print is split", "a $(echo b c)", []string{"b", "c"}}})
}
