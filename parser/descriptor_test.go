package parser

import (
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
		{"a connection, written to by its number", "exec 3<> /dev/tcp/h/1; a >&3", []string{"exec 3<>/dev/tcp/h/1", "a >/dev/tcp/h/1"}},
		{"a connection in a branch", "if b; then exec 3<> /dev/tcp/h/1; fi; sh <&3", []string{"b", "exec 3<>/dev/tcp/h/1", "sh <&3 [file /dev/tcp/h/1]"}},
		{"a connection after &&", "b && exec 0<> /dev/tcp/h/1; sh", []string{"b", "exec 0<>/dev/tcp/h/1 [file /dev/tcp/h/1]", "sh [file /dev/tcp/h/1]"}},
		{"a connection in a loop", "for i in 1 2; do exec 3<> /dev/tcp/h/1; done; sh <&3", []string{"exec 3<>/dev/tcp/h/1", "exec 3<>/dev/tcp/h/1", "sh <&3 [file /dev/tcp/h/1]"}},
		{"by an exec with options", "exec -c -a x 3< f; sh <&3", []string{"exec -c -a x 3<f", "sh <&3 [file f]"}},
		{"a process in a branch", "b && exec 3< <(c); sh <&3", []string{"b", "c", "exec 3<?", "sh <&3 [pipe c]"}},
		{"one of two processes", "if b; then exec < <(c); else exec < <(d); fi; sh", []string{"b", "c", "exec <? [file ?]", "d", "exec <? [file ?]", "sh [pipe c d]"}},
		{"the same in both branches", "exec 3< f; if b; then c; else d; fi; sh <&3", []string{"exec 3<f", "b", "c", "d", "sh <&3 [file f]"}},
		{"by command", "command exec 3< f; builtin exec < g; sh <&3; sh", []string{"command exec 3<f", "builtin exec <g [file g]", "sh <&3 [file f]", "sh [file g]"}},
		{"by a word that may be exec", "${x:-exec} 3<> /dev/tcp/h/1; sh <&3", []string{"? 3<>/dev/tcp/h/1", "exec 3<>/dev/tcp/h/1", "sh <&3 [file /dev/tcp/h/1]"}},
		{"in a compound with others", "{ exec 3< f; } 4< g; sh <&3; sh <&4", []string{"exec 3<f 4<g", "sh <&3 [file f]", "sh <&4 [file ?]"}},
		{"in a compound that restores it", "exec 3< f; { exec 3< g; } 3< h; sh <&3", []string{"exec 3<f", "exec 3<g 3<h", "sh <&3 [file f]"}},
		{"standard input in a compound with others", "{ exec < f; } 4< g; sh", []string{"exec <f 4<g [file f]", "sh [file f]"}},
		{"standard input in a compound that restores it", "{ exec < f; } < g; sh", []string{"exec <f <g [file f]", "sh"}},
		{"standard input in a function", "f() { exec < g; }; f; sh", []string{"f: exec <g [file g]", "f shadowed", "f: exec <g [file g]", "sh [file g]"}},
		{"standard input in an eval", "eval 'exec < g'; sh", []string{"eval exec < g", "sh [file g]"}},
		{"standard input in a loop", "while b; do sh; exec < f; done", []string{"b [file ?]", "sh [file ?]", "exec <f [file f]"}},
	})
}

func TestDescriptorPaths(t *testing.T) {
	check(t, reader.Bash, []row{
		{"of a process", "sh /dev/fd/3 3< <(b)", []string{"b", "sh ? 3<?"}},
		{"opened by exec", "exec 3< <(b); . /dev/fd/3", []string{"b", "exec 3<?", ". ?"}},
		{"opened by a compound", "{ sh /proc/self/fd/3; } 3< <(b)", []string{"b", "sh ? 3<?"}},
		{"of a file", "exec 3< f; a /dev/fd/3", []string{"exec 3<f", "a f"}},
		{"of known text", "sh /dev/fd/3 3<<< 'a x'", []string{"sh ? 3<<<a x"}},
		{"whose text the shell runs", "exec 3<<< 'a x'; . /dev/fd/3", []string{"exec 3<<<a x", ". ?"}},
		{"with a number that the shell chose", "exec {n}< <(b); sh /dev/fd/$n; sh <&$n", []string{"b", "exec {n}<?", "sh ?", "sh <&? [file ?]"}},
		{"of a coprocess", "coproc b; sh /dev/fd/${COPROC[0]}", []string{"b [pipe] &", "sh ?"}},
		{"standard input keeps its name", "a /dev/fd/0 < f", []string{"a /dev/fd/0 <f [file f]"}},
		{"another number", "a /dev/fd/4 3< f", []string{"a /dev/fd/4 3<f"}},
		{"read by number", "while read -u 3 x; do a; done 3< <(b)", []string{"b", "read -u 3 x 3<? [file ?]", "a 3<?"}},
	})
}

// The commands behind a descriptor's path are those that the descriptor reads from.
func TestDescriptorPathsKeepTheirWriters(t *testing.T) {
	for _, source := range []string{"sh /dev/fd/3 3< <(b)", "exec {n}< <(b); sh /proc/self/fd/$n", "coproc C { b; }; sh /dev/fd/${C[0]}", "exec 3< <(b); sh /proc/$$/fd/3", "exec 3< <(b); sh /proc/${BASHPID}/fd/3"} {
		script, err := Parse(source, Options{Lang: reader.Bash})
		require.NoError(t, err)
		last := script.Commands[len(script.Commands)-1]
		from := last.Args[1].From()
		require.Len(t, from, 1, source)
		assert.Equal(t, "b", from[0].Args[0].String(), source)
	}
}

func TestOpenPipes(t *testing.T) {
	check(t, reader.Bash, []row{
		{"by number", "exec 3> >(sh); a >&3; b", []string{"sh [pipe a]", "exec 3>?", "a >&3", "b"}},
		{"by its path", "exec 3> >(sh); a > /dev/fd/3", []string{"sh [pipe a]", "exec 3>?", "a >/dev/fd/3"}},
		{"by its path as an argument", "exec 3> >(sh); a -o /dev/fd/3", []string{"sh [pipe a]", "exec 3>?", "a -o /dev/fd/3"}},
		{"by a filter", "exec 3> >(sh); a | tee /dev/fd/3", []string{"sh [pipe tee]", "exec 3>?", "a", "tee /dev/fd/3 [pipe a]"}},
		{"by a number that the shell chose", "exec {n}> >(sh); a >&$n", []string{"sh [pipe a]", "exec {n}>?", "a >&?"}},
		{"as standard output", "exec > >(c | sh); a; b > f", []string{"c [pipe a]", "sh [pipe c]", "exec >?", "a", "b >f"}},
		{"but for what is piped", "exec > >(sh); a | b", []string{"sh [pipe b]", "exec >?", "a", "b [pipe a]"}},
		{"closed", "exec 3> >(sh); exec 3>&-; a >&3", []string{"sh [pipe]", "exec 3>?", "exec 3>&-", "a >&3"}},
		{"of a compound", "{ a; } 3> >(sh)", []string{"sh [pipe a]", "a 3>?"}},
		{"of a coprocess", "coproc sh; a >&${COPROC[1]}", []string{"sh [pipe a] &", "a >&?"}},
		{"of a coprocess with a name", "coproc C { b | sh; }; a >&\"${C[1]}\"", []string{"b [pipe a] &", "sh [pipe b] &", "a >&?"}},
		{"not in a circle", "coproc sh; a <&${COPROC[0]} >&${COPROC[1]}", []string{"sh [pipe] &", "a <&? >&? [pipe sh]"}},
	})
}

func TestTargetsOfCompounds(t *testing.T) {
	check(t, reader.Bash, []row{
		{"one of two files", "if b; then f=x; else f=y; fi; { a; } < $f", []string{"b", "f=x", "f=y", "a <? [file ?]", "a <x [file x]", "a <y [file y]"}},
		{"for writing", "if b; then f=x; else f=y; fi; while c; do a; done > d/$f", []string{"b", "f=x", "f=y", "c >d/?", "c >d/x", "c >d/y", "a >d/?", "a >d/x", "a >d/y"}},
		{"by reference", "declare -n f=g; g=x; { a; } < $f", []string{"f=g declare -n", "g=x", "a <? [file ?]", "a <? [file ?]", "a <x [file x]"}},
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
		{"the path of a program", "=rm x '=y' z=w", []string{"rm x =y z=w", "?rm x =y z=w"}},
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
