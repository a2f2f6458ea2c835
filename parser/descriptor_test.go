package parser

import (
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
)

func TestNumberedDescriptors(t *testing.T) {
	check(t, reader.Bash, []row{
		{"opened by exec", "exec 3<<< 'a x'; sh <&3", []string{"exec 3<<<a x", `sh <&3 [text "a x"]`}},
		{"opened beside it", "sh 3<<< 'a x' <&3", []string{`sh 3<<<a x <&3 [text "a x"]`}},
		{"opened by a compound", "{ sh <&3; } 3< f; sh <&3", []string{"sh <&3 3<f [file f]", "sh <&3 [file ?]"}},
		{"opened by a call", "f() { sh <&3; }; f 3< g", []string{"f: sh <&3 [file ?]", "f 3<g shadowed", "f: sh <&3 3<g [file g]"}},
		{"copied", "exec 4< f 3<&4; sh <&3-", []string{"exec 4<f 3<&4", "sh <&3- [file f]"}},
		{"put in place of standard input", "exec 3< f; exec <&3; sh", []string{"exec 3<f", "exec <&3 [file f]", "sh [file f]"}},
		{"of a process", "exec 3< <(echo rm x); sh <&3", []string{"echo rm x", "exec 3<?", "sh <&3 [pipe echo]"}},
		{"a socket, both ways", "sh 5<> /dev/tcp/h/1 <&5", []string{"sh 5<>/dev/tcp/h/1 <&5 [file /dev/tcp/h/1]"}},
		{"a socket, opened for writing", "sh >/dev/tcp/h/1 <&1", []string{"sh >/dev/tcp/h/1 <&1 [file /dev/tcp/h/1]"}},
		{"a file for writing", "sh >f <&1", []string{"sh >f <&1 [file ?]"}},
		{"a file, both ways, which may have been written", "exec 5<> f; sh <&5", []string{"exec 5<>f", "sh <&5 [file ?]"}},
		{"closed", "exec 3< f; exec 3<&-; sh <&3", []string{"exec 3<f", "exec 3<&-", "sh <&3 [file ?]"}},
		{"for writing", "exec 3< f; exec 3> g; sh <&3", []string{"exec 3<f", "exec 3>g", "sh <&3 [file ?]"}},
		{"in a branch", "if b; then exec 3< f; fi; sh <&3", []string{"b", "exec 3<f", "sh <&3 [file ?]"}},
		{"in a loop, before it", "while b; do sh <&3; exec 3< f; done", []string{"b [file ?]", "sh <&3 [file ?]", "exec 3<f [file ?]"}},
		{"in a subshell", "exec 3< f; (exec 3< g); sh <&3", []string{"exec 3<f", "exec 3<g", "sh <&3 [file f]"}},
		{"standard input in a loop", "while b; do sh; exec < f; done", []string{"b [file ?]", "sh [file ?]", "exec <f [file f]"}},
	})
}

func TestLookups(t *testing.T) {
	check(t, reader.Bash, []row{
		{"where a program is", "$(command -v rm) x", []string{"command -v rm", "rm x", "?rm x", "x", "/usr/local/bin/rm x"}},
		{"in a variable", "x=$(which rm); \"$x\" y", []string{"which rm", "x=?", "rm y", "?rm y", " y", "/usr/local/bin/rm y"}},
		{"not of what is not known", "$(command -v $x) y", []string{"command -v ?", "? y"}},
		{"a name with a path of its own", "hash -p /bin/rm ls; ls x", []string{"hash -p /bin/rm ls", "ls x shadowed", "/bin/rm x"}},
		{"the same as an array", "BASH_CMDS[ls]=/bin/rm; ls x", []string{"BASH_CMDS=/bin/rm", "ls x shadowed", "/bin/rm x"}},
		{"what runs at each prompt", "PROMPT_COMMAND=(a 'b c' \"$x\")", []string{"a", "b c", "eval ?", "PROMPT_COMMAND=?"}},
		{"a reference to one variable", "declare -n x=y; x=rm; $y z; $x z", []string{"x=y declare -n", "x=rm", "? z", "rm z", "? z", "rm z", "? z"}},
		{"a reference to a variable of the shell", "declare -n r=HOME; a $r", []string{"r=HOME declare -n", "a ?", "a /home/u"}},
	})
	check(t, reader.Zsh, []row{
		{"an alias of any word", "alias -g x='; rm y'\na x", []string{"alias -g x=; rm y", ": shadowed", "rm y shadowed", "a x shadowed"}},
		{"the path of a program", "=rm x '=y' z=w", []string{"?rm x =y z=w"}},
	})
	checkWords(t, reader.Mksh, []wordRow{{"mksh drops empty words of a substitution", "IFS=,; a $(printf ,) \"$(printf ,)\"", []string{"?es", ","}}})
	check(t, reader.Mksh, []row{
		{"mksh drops a backslash at the end of a text", `a b\\ c\`, []string{`a b\ c`}},
		{"but not one that another escapes", `a b\\`, []string{`a b\`}},
	})

	check(t, reader.Zsh, []row{
		{"to zsh it is an empty word where it stands alone", `a b \`, []string{"a b "}},
		{"and else nothing", `a b\`, []string{"a b"}},
	})
}
