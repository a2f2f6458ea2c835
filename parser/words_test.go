package parser

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// kinds prints a word with its parts apart: text, (pattern), and for unknown
// parts ? with e for may be empty and s for may split.
func kinds(w tree.Word) string {
	if len(w.Parts) == 0 {
		return "''"
	}
	var b strings.Builder
	for _, p := range w.Parts {
		switch p.Kind {
		case tree.Literal:
			b.WriteString(p.Text)
		case tree.Glob:
			b.WriteString("(" + p.Text + ")")
		default:
			b.WriteString("?")
			if p.Empty {
				b.WriteString("e")
			}
			if p.Split {
				b.WriteString("s")
			}
		}
	}
	return b.String()
}

type wordRow struct {
	reason string
	source string // the words after the last command's name
	want   []string
}

func checkWords(t *testing.T, lang reader.Lang, rows []wordRow) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.reason, func(t *testing.T) {
			opt := caller()
			opt.Lang = lang
			s, err := Parse(r.source, opt)
			require.NoError(t, err)
			var got []string
			for _, w := range s.Commands[len(s.Commands)-1].Args[1:] {
				got = append(got, kinds(w))
			}
			assert.Equal(t, r.want, got)
		})
	}
}

// constants are words that bash can be asked about: they hold nothing but text.
var constants = []wordRow{
	{"plain", "a b c", []string{"b", "c"}},
	{"quotes", `a 'b c' "d e" f\ g h"i"'j'`, []string{"b c", "d e", "f g", "hij"}},
	{"empty words", `a '' "" ''""`, []string{"''", "''", "''"}},
	{"escapes in words", `a r\m \\ \" \* "\*" '\*'`, []string{"rm", `\`, `"`, "*", `\*`, `\*`}},
	{"escapes in double quotes", `a "\$x \" \\ \' \a"`, []string{`$x " \ \' \a`}},
	{"continued lines", "a b\\\nc \"d\\\ne\" 'f\\\ng'", []string{"bc", "de", "f\\\ng"}},
	{"ansi quotes", `a $'\x72m' $'\162m' $'\'\\\n\t\e\cA' $'\u20ac\U1F600' $'\q\x'`, []string{"rm", "rm", "'\\\n\t\x1b\x01", "€😀", `\q\x`}},
	{"ansi quotes end at NUL", `a $'b\0c'd $'\x00'`, []string{"bd", "''"}},
	{"ansi bytes past ASCII", `a $'\xe2\x82\xac' $'\377'`, []string{"€", "\xff"}},
	{"locale quotes", `a $"b c"`, []string{"b c"}},
	{"dollar alone", `a $ "$" $% '$x'`, []string{"$", "$", "$%", "$x"}},
	{"braces", "a {b,c}d {1..3} x{a..c}y {b,{c,d}}", []string{"bd", "cd", "1", "2", "3", "xay", "xby", "xcy", "b", "c", "d"}},
	{"padded and stepped braces", "a {01..03} {1..7..3} {3..1} {c..a}", []string{"01", "02", "03", "1", "4", "7", "3", "2", "1", "c", "b", "a"}},
	{"no braces", `a {b} {} { } {b,c {"b,c"} \{b,c} {b','c}`, []string{"{b}", "{}", "{", "}", "{b,c", "{b,c}", "{b,c}", "{b,c}"}},
	{"empty alternatives", "a b{,c} {,b}c", []string{"b", "bc", "c", "bc"}},
	{"quotes inside braces", `a {'b c',"d"}`, []string{"b c", "d"}},
	{"tilde", "a ~ ~/x ~root ~root/x '~' \\~ b~ ~\"x\" =~", []string{"/home/u", "/home/u/x", "/root", "/root/x", "~", "~", "b~", "~x", "=~"}},
	{"a colon ends a tilde", "a ~:/b:ro ~root:/c -v ~", []string{"/home/u:/b:ro", "/root:/c", "-v", "/home/u"}},
	{"tilde after = and :", "a x=~/b x=c:~/d --x=~ x:~ x=\"~\"", []string{"x=/home/u/b", "x=c:/home/u/d", "--x=~", "x:~", "x=~"}},
	{"tilde in an assignment", "x=~/b:~ y=c~; a $x $y", []string{"/home/u/b:/home/u", "c~"}},
	{"a variable", "x=rm; a $x \"$x\" ${x} y$x'z' \"${x}s\"", []string{"rm", "rm", "rm", "yrmz", "rms"}},
	{"the caller's variables", "a $HOME ${TMPDIR}/x $EMPTY \"$EMPTY\"", []string{"/home/u", "/tmp/x", "''"}},
	{"values split at blanks", "x=' b  c '; a $x d$x\"$x\"$x", []string{"b", "c", "d", "b", "c", " b  c ", "b", "c"}},
	{"IFS splits", "a b$IFS-c${IFS}d \"b${IFS}c\"", []string{"b", "-c", "d", "b \t\nc"}},
	{"an empty value is no word", "x=; a $x b$x \"$x\" ''$x", []string{"b", "''", "''"}},
	{"an unset variable is empty", "x=1; unset x; a \"$x\" /$x", []string{"''", "/"}},
	{"a later value", "x=1; x=$x/2; x+=3; a $x", []string{"1/23"}},
	{"an assignment before a command is not its words'", "x=1; x=2 true; a $x", []string{"1"}},
	{"alternatives of known values", "x=1; y=; a ${x:-2} ${x-2} ${x:+3} ${y:-4} ${x:?} ${x:=5}", []string{"1", "1", "3", "4", "1", "1"}},
	{"alternatives split and quote", "y=; a ${y:-b c} \"${y:-b c}\" ${y:-\"b c\"} ${y:-b\\ c}d ${y:-~/e}", []string{"b", "c", "b c", "b c", "b cd", "/home/u/e"}},
	{"quotes inside quoted alternatives", `y=; a "${y:-'b'}" "${y:-"c"}" "${y:-\d}" "${y:-\}}" "${y:-~}"`, []string{"'b'", "c", `\d`, "}", "~"}},
	{"carriage returns are no blanks", "a b\rc d\r# \r\"\re\r\" 'f\rg'", []string{"b\rc", "d\r#", "\r\re\r", "f\rg"}},
	{"echo and printf of constants", "a $(echo rm) `echo x y` \"$(printf '%s' 'x y')\" $(printf x)y", []string{"rm", "x", "y", "x y", "xy"}},
	{"cat of a here-document", "a \"$(cat <<'E'\nb $c\n\nd\nE\n)\"", []string{"b $c\n\nd"}},
	{"substitution loses newlines at the end", "a \"$(echo 'b\n\n')\"", []string{"b"}},
	{"pwd", "cd /; a $(pwd) \"$(pwd)b\"", []string{"/", "/b"}},
	{"positional parameters", "set -- b 'c d'; a \"$@\" $2 x\"$@\"y \"$*\" \"$1$3\"", []string{"b", "c d", "c", "d", "xb", "c dy", "b c d", "b"}},
	{"no positional parameters", "set --; a \"$@\" $@ x\"$@\" \"$*\"", []string{"x", "''"}},
	{"an element assigned", "x=(b c); x[1]=d; n=2; x[n]=e; a ${x[1]} \"${x[@]}\" $x", []string{"d", "b", "d", "e", "b"}},
	{"an element of no array yet", "x[0]=b; y=c; y[1]=d; a $x ${x[0]} ${y[@]}", []string{"b", "b", "c", "d"}},
	{"arrays", "x=(b 'c d'); x+=(e); a \"${x[@]}\" ${x[1]} \"${x[0]}\" $x \"${x[*]}\" z\"${x[@]}\"", []string{"b", "c d", "e", "c", "d", "b", "b", "b c d e", "zb", "c d", "e"}},
	{"empty arrays", "x=(); a \"${x[@]}\" ${x[@]} \"y${x[@]}\"", []string{"y"}},
	{"arrays in loops", "x=(b c); for i in \"${x[@]}\"; do y=$y$i; done; x=(); a z", []string{"z"}},
	{"export keeps a value", "export x=1; a $x", []string{"1"}},
}

func TestConstantWords(t *testing.T) { checkWords(t, reader.Bash, constants) }

// TestConstantWordsAreBash asks the real bash. Nothing runs but its own true
// and printf.
func TestConstantWordsAreBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash")
	}
	for _, r := range constants {
		if strings.Contains(r.source, "root") {
			continue // depends on the machine
		}
		t.Run(r.reason, func(t *testing.T) {
			cmd := exec.Command(bash, "--norc", "-c", `a() { printf '%s\0' "$@"; }; `+r.source)
			cmd.Env = []string{"HOME=/home/u", "TMPDIR=/tmp", "EMPTY=", "PATH=/nonexistent:/usr/bin:/bin", "LC_ALL=C.UTF-8"}
			out, err := cmd.Output()
			require.NoError(t, err)
			got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
			for i := range got {
				if got[i] == "" {
					got[i] = "''"
				}
			}
			assert.Equal(t, got, r.want)
		})
	}
}

func TestUnknownWords(t *testing.T) {
	checkWords(t, reader.Bash, []wordRow{
		{"unset and not supplied", `a $x "$x" /$x"/y"`, []string{"?es", "?e", "/?es/y"}},
		{"numbers are never empty", `a "$?" "$$" "$#" "${#x}" "$0" "$((1+x))" $((x))`, []string{"?", "?", "?", "?", "?", "?", "?s"}},
		{"positional parameters", `a "$1" "$@" "$*" $@ $* ${@:2}`, []string{"?e", "?es", "?e", "?es", "?es", "?es"}},
		{"elements with names that nothing assigned", `declare -A m; m[0]=b; a ${m[k]}`, []string{"?es"}},
		{"arrays of unknown words", `x=(b $c); a "${x[@]}" "${x[0]}" "$x" "${x[1]}" "${x[*]}"`, []string{"b", "?es", "b", "b", "?e", "?e"}},
		{"arrays with subscripts", `x=([1]=b); y=(b c); y[0]=d; a "${x[2]}" "${y[@]}" "${y[0]}"`, []string{"?e", "d", "c", "d"}},
		{"arrays of quoted unknown words", `x=(b "/$c"); a "${x[@]}"`, []string{"b", "/?e"}},
		{"arrays past their end and sliced", `x=(b c); a "${x[5]}" "${x[@]:y}" "${#x[@]}"`, []string{"?e", "?es", "?"}},
		{"must be set", `a "${x:?}" "${x?}" ${x:?no}`, []string{"?", "?e", "?s"}},
		{"two unknowns are no choice", `a "${x:-$y}" ${x:-$(b)}`, []string{"?e", "?es"}},
		{"operators on values", `x=bc; a "${x%%$y}" "${x/b/$y}" "${x^^[b]}" "${x@A}" "${x:y}" "${x/b/&}"`, []string{"?e", "?e", "?e", "?e", "?e", "?e"}},
		{"known text around", `x=/b; a "$x/$y.c"`, []string{"/b/?e.c"}},
		{"a value known in part", `x=/b/$y; a "$x" "${x}c"`, []string{"/b/?e", "/b/?ec"}},
		{"command substitution", `a $(b) "$(b)" "x$(b)"`, []string{"?es", "?e", "x?e"}},
		{"file of a substitution", `a $(< b)`, []string{"?es"}},
		{"a conditional command", `a "$(if b; then c; fi)" "$(d & )" "$(e; f)"`, []string{"?e", "?e", "?e"}},
		{"a function may be named echo", `echo() { b; }; a "$(echo c)"`, []string{"?e"}},
		{"other users", "a ~nobody/x ~+ ~-", []string{"?/x", "?", "?e"}},
		{"patterns", `a *.c b? [b-d]x [!a]* "*"* \** [ ] [b`, []string{"(*).c", "b(?)", "([b-d])x", "([!a])(*)", "*(*)", "*(*)", "[", "]", "[b"}},
		{"patterns in values", `x='*.c'; a $x "$x" /$x`, []string{"(*).c", "*.c", "/(*).c"}},
		{"a bracket may close in an unknown part", `a [$x] [b"c"]`, []string{"([)?es]", "([)bc]"}},
		{"extended patterns", `a @(b|c) !(d)`, []string{"(@(b|c))", "(!(d))"}},
		{"parameters that a loop sets", `set -- x; while y; do set -- z; done; a "$1"`, []string{"?e"}},
		{"parameters that a loop shifts", `set -- $x $z; for y in 1 2; do shift; done; a "$1"`, []string{"?e"}},
		{"in quotes, where IFS is not known", `IFS=$y; x=abc; a "$x"`, []string{"abc"}},
		{"too many braces", "a {1..5000}", []string{"?s"}},
		{"braces beyond any size", "a " + strings.Repeat("{b,c}", 100), []string{"?s"}},
		{"after eval", `x=1; eval "$y"; a $x`, []string{"?es"}},
		{"after read", "x=1; read x; a $x", []string{"?es"}},
		{"after read with options", "x=1; read -r -p y x; a $x", []string{"?es"}},
		{"after printf -v and mapfile", "x=1; y=2; printf -v x $z; mapfile -t y; a $x $y", []string{"?es", "?es"}},
		{"after declare with a type", "declare -i x=1+1; a $x", []string{"?es"}},
		{"after arithmetic", "x=1; y=1; ((x++)); let y=2; a $x $y $((z=1)) $z", []string{"?s", "?s", "?s", "?s"}},
		{"after getopts", "getopts b x; a \"$x\" \"$OPTARG\"", []string{"?e", "?e"}},
		{"after a descriptor is opened", "exec {x}>b; a $x", []string{"?s"}},
	})
}

func TestValuesFollowTheFlow(t *testing.T) {
	checkWords(t, reader.Bash, []wordRow{
		{"both branches agree", "if b; then x=1; else x=1; fi; a $x", []string{"1"}},
		{"one branch ends", "x=1; if b; then x=2; exit; fi; a $x", []string{"1"}},
		{"within a list", "b && x=2 && a $x", []string{"2"}},
		{"after a guard that leaves", "x=1; b || { x=2; exit 1; }; a $x", []string{"1"}},
		{"subshells keep theirs", "x=1; (x=2); x=3 | b; { x=4; } & a $x", []string{"1"}},
		{"groups do not", "x=1; { x=2; }; a $x", []string{"2"}},
		{"substitutions keep theirs", "x=1; b $(x=2); a $x", []string{"1"}},
		{"a loop may change it: the last of its values", "x=1; while b; do x=2; done; a $x", []string{"1"}},
		{"before the change in a loop", "x=1; while b; do a $x; x=2; done; a $x", []string{"1"}},
		{"a subshell in a loop does not", "x=1; while b; do (x=2); done; a $x", []string{"1"}},
		{"a function called changes it", "f() { x=2; }; x=1; f; a $x", []string{"2"}},
		{"one of two functions may change it", "f() { x=2; }; f() { x=3; }; x=1; f; a $x", []string{"?es"}},
		{"a function's local does not", "f() { local x=2; y=$x; }; x=1; f; a $x $y", []string{"1", "2"}},
		{"a function that may return early", "f() { b && return; x=2; }; x=1; f; g && return; a \"$x$z\"", []string{"2?e"}},
		{"a function not called does not", "f() { x=2; }; x=1; a $x", []string{"1"}},
		{"through another function in a loop", "f() { x=2; }; x=1; for i in 1; do a $x; f; done; a $x", []string{"2"}},
		{"after a loop over constants", "for x in b c; do d; done; a $x", []string{"c"}},
	})
}

// A command whose words may be one of a few is listed for each.
func TestChoices(t *testing.T) {
	check(t, reader.Bash, []row{
		{"a default", "a ${x:-/}", []string{"a ?", "a /"}},
		{"a default of several words", "${x:-a b}", []string{"?", "a b"}},
		{"a default through a variable", "x=${1:-/}; a $x/b", []string{"x=?", "a ?/b", "a //b"}},
		{"a default that is assigned", "a ${x:=/}; b $x", []string{"a ?", "a /", "b ?", "b /"}},
		{"a default that is a known value", "a ${x:-$HOME}", []string{"a ?", "a /home/u"}},
		{"an empty default", "a \"${x:-}/\"", []string{"a ?/", "a /"}},
		{"branches", "if b; then x=1; else x=2; fi; a $x", []string{"b", "x=1", "x=2", "a 1", "a 2"}},
		{"one branch", "if b; then x=1; fi; a $x", []string{"b", "x=1", "a 1", "a ?"}},
		{"case items", "x=1; case b in c) x=2;; d) x=3;; esac; a $x", []string{"x=1", "x=2", "x=3", "a 1", "a 2", "a 3"}},
		{"conditions", "x=1; b && x=2; c || x=3; a $x", []string{"x=1", "b", "x=2", "c", "x=3", "a 2", "a 1", "a 3"}},
		{"one variable has one value", "b && x=1 || x=2; a $x$x", []string{"b", "x=1", "x=2", "a 11", "a 22"}},
		{"two variables have all combinations", "b && x=1 || x=2; c && y=3 || y=4; $x $y", []string{"b", "x=1", "x=2", "c", "y=3", "y=4", "1 3", "1 4", "2 3", "2 4"}},
		{"in a redirection", "a > ${x:-/b} < ${y:-c}", []string{"a >? <? [file ?]", "a >? <c [file c]", "a >/b <? [file ?]", "a >/b <c [file c]"}},
		{"substitutions beside it are listed once", "a ${x:-b} $(c ${y:-d})", []string{"c ?", "c d", "a ? ?", "a b ?"}},
		{"too many keep the unknown word", "a ${b:-1} ${c:-2} ${d:-3} ${e:-4}", []string{"a ? ? ? ?", "a ? ? ? ?", "a 1 ? ? ?", "a ? ? ? ?", "a ? 2 ? ?", "a ? ? ? ?", "a ? ? 3 ?", "a ? ? ? ?", "a ? ? ? 4"}},
		{"an empty array that is read anew", "read -ra A <<< ' '; mapfile -t A < f; a \"${A[@]}\"", []string{"read -ra A <<<  [text \" \"]", "mapfile -t A <f [file f]", "a ?"}},
		{"an element by an unknown subscript", "a=(x y); b \"${a[$1]}\"", []string{"a=?", "b ?", "b x", "b y"}},
		{"a pattern in whose value a backslash quotes", `k='\d*'; a $k; b "$k"`, []string{`k=\d*`, `a \d*`, "a d*", `b \d*`}},
		{"such a pattern as the item of a loop", `k='\d*'; for f in $k; do a "$f"; done`, []string{`k=\d*`, `a \d*`, "a d*"}},
		{"a backslash before a pattern of the source", `k='\d'; a $k* $k`, []string{`k=\d`, `a \d* \d`, `a d* \d`}},
		{"a call listed twice is no fork bomb", "f() { a | f ${x:-b}; }", []string{"f: a", "f: f ? [pipe a] shadowed", "f: f b [pipe a] shadowed"}},
	})
}

func TestLoopsOverConstants(t *testing.T) {
	check(t, reader.Bash, []row{
		{"once per item", "for x in b c; do a $x; done", []string{"a b", "a c"}},
		{"known text of each item", "for x in /b/* \"$y/c\"; do a $x; done", []string{"a /b/*", "a /b/?", "a ?/c"}},
		{"in quotes, a name that a pattern matches is one word", "for x in /b/*; do a \"$x\" \"$x/c\"; done", []string{"a /b/* /b/*/c"}},
		{"a function has the name too, and so has what is assigned it", "f() { a \"$1\"; }; for x in /b/*; do y=$x; f \"$y/c\"; done", []string{"f: a ?", "y=/b/*", "f /b/*/c shadowed", "f: a /b/*/c"}},
		{"and after the loop it may have been none", "for x in /b/*; do a; done; b \"$x\"", []string{"a", "b ?", "b /b/*"}},
		{"items of braces", "for x in {1..3}; do a $x; done", []string{"a 1", "a 2", "a 3"}},
		{"an array's elements", "y=(b 'c d'); for x in \"${y[@]}\"; do a $x; done", []string{"y=?", "a b", "a c d"}},
		{"a value's words", "y='b c'; for x in $y; do a $x; done", []string{"y=b c", "a b", "a c"}},
		{"parameters", "set -- b c; for x; do a $x; done", []string{"set -- b c", "a b", "a c"}},
		{"too many", "for x in {1..40}; do a $x; done", []string{"a ?"}},
		{"none that are known", "for x; do a $x; done", []string{"a ?"}},
		{"one inside another", "for x in b c; do for y in 1 2; do a $x$y; done; done", []string{"a b1", "a b2", "a c1", "a c2"}},
		{"what a turn changes holds in the next one", "y=1; for x in b c; do a $y; y=$x; done", []string{"y=1", "a 1", "y=b", "a b", "y=c"}},
		{"a text that grows", "y=; for x in r m; do y+=$x; done; $y z", []string{"y=", "y=r", "y=m", "rm z"}},
		{"a text that grows at its beginning", "y=; for x in m r; do y=$x$y; done; $y z", []string{"y=", "y=m", "y=rm", "rm z"}},
		{"unless an item is unknown", "y=1; for x in b $c; do a $y; y=$x; done", []string{"y=1", "a ?", "y=b", "a ?", "y=?"}},
		{"unless it is not known when a turn goes on", "y=1; for x in b c; do a $y; $z && y=2; y=3; done", []string{"y=1", "a 1", "?", "y=2", "y=3", "a ?", "?", "y=2", "y=3"}},
		{"a turn that goes on before its end", "y=1; for x in b c; do a $y; y=2; d && continue; y=3; done", []string{"y=1", "a 1", "y=2", "d", "continue", "y=3", "a 2", "a 3", "y=2", "d", "continue", "y=3"}},
		{"or leaves the loop", "y=1; for x in b c; do a $y; y=2; d && break; y=3; done; e $y", []string{"y=1", "a 1", "y=2", "d", "break", "y=3", "a 3", "y=2", "d", "break", "y=3", "e 2", "e 3"}},
		{"or goes on with an outer loop", "y=1; for x in b c; do for z in f g; do a $y; y=2; d && continue 2; y=3; done; done", []string{"y=1", "a 1", "y=2", "d", "continue 2", "y=3", "a ?", "y=2", "d", "continue 2", "y=3", "a ?", "y=2", "d", "continue 2", "y=3", "a ?", "y=2", "d", "continue 2", "y=3"}},
		{"a word that is continue", "q=continue; y=1; for x in b c; do a $y; y=2; d && $q; y=3; done", []string{"q=continue", "y=1", "a 1", "y=2", "d", "continue", "y=3", "a 2", "a 3", "y=2", "d", "continue", "y=3"}},
		{"a text that is continue", "y=1; for x in b c; do a $y; y=2; d && eval continue; y=3; done", []string{"y=1", "a 1", "y=2", "d", "eval continue", "y=3", "a 2", "a 3", "y=2", "d", "eval continue", "y=3"}},
		{"a directory or an earlier end", "for x in b c; do d && break; cd $x; done; a", []string{"d", "break", "cd b", "d @b", "break @b", "cd c @b", "a @?"}},
		{"the directory", "for x in b c; do cd $x; done; a", []string{"cd b", "cd c @b", "a @b/c"}},
		{"one of two in a turn", "y=; for x in b c; do if d; then y+=$x; fi; done; a $y", []string{"y=", "d", "y=b", "d", "y=c", "a ?c", "a b", "a"}},
		{"a loop inside", "y=; for x in b c; do for z in f g; do y+=$z; done; done; a $y", []string{"y=", "y=f", "y=g", "y=f", "y=g", "a fgfg"}},
	})
}

func TestFunctionBodies(t *testing.T) {
	check(t, reader.Bash, []row{
		{"variables the source assigns are unknown", "x=1; f() { a $x $HOME; }", []string{"x=1", "f: a ? /home/u"}},
		{"its own assignments are followed", "f() { local x=1; a $x; }", []string{"f: x=1 local", "f: a 1"}},
		{"the directory is unknown after any cd", "f() { a; }; cd /x", []string{"f: a @?", "cd /x"}},
	})
}

// A call lists the body again, with what the call knows.
func TestCalls(t *testing.T) {
	check(t, reader.Bash, []row{
		{"arguments", "f() { a \"$1\" $2 \"$3\" \"$@\" \"$*\"; }; f / 'b c'", []string{"f: a ? ? ? ? ?", "f / b c shadowed", "f: a / b c  / b c / b c"}},
		{"no arguments", "f() { a \"$@\" $1 ${1:-b}; }; f", []string{"f: a ? ? ?", "f: a ? ? b", "f shadowed", "f: a b"}},
		{"arguments that may split are not known", "f() { a \"$1\"; }; f $x", []string{"f: a ?", "f ? shadowed", "f: a ?"}},
		{"shift and set", "f() { shift; a $1; set -- c; b $1; }; f x y", []string{"f: shift", "f: a ?", "f: set -- c", "f: b c", "f x y shadowed", "f: shift", "f: a y", "f: set -- c", "f: b c"}},
		{"standard input", "f() { sh; }; a | f", []string{"f: sh", "a", "f [pipe a] shadowed", "f: sh [pipe a]"}},
		{"output", "f() { a; }; f | sh", []string{"f: a", "f shadowed", "f: a", "sh [pipe f a]"}},
		{"redirections", "f() { a; }; f > b", []string{"f: a", "f >b shadowed", "f: a >b"}},
		{"the directory", "f() { cd /x; }; f; a", []string{"f: cd /x @?", "f shadowed", "f: cd /x", "a @/x"}},
		{"through another function", "f() { a $1; }; g() { f $1; }; g /", []string{"f: a ?", "g: f ? shadowed", "f: a ?", "g / shadowed", "g: f / shadowed", "f: a /"}},
		{"recursion is not followed", "f() { f; x=2; }; x=1; f; a $x", []string{"f: f shadowed", "f: x=2", "x=1", "f shadowed", "f: f shadowed", "f: x=2", "a 2"}},
		{"command passes functions by", "f() { cd /x; }; command f; a", []string{"f: cd /x @?", "command f", "a @?"}},
	})
}

func TestDirectories(t *testing.T) {
	check(t, reader.Bash, []row{
		{"relative to the start", "cd b; a; cd c/; a; cd ..; a; cd ..; a; cd ..; a", []string{"cd b", "a @b", "cd c/ @b", "a @b/c", "cd .. @b/c", "a @b", "cd .. @b", "a", "cd ..", "a @.."}},
		{"absolute", "cd /b/../c; a", []string{"cd /b/../c", "a @/c"}},
		{"options", "cd -P -- -b; a", []string{"cd -P -- -b", "a @-b"}},
		{"home", "cd; a; cd ~; a", []string{"cd", "a @/home/u", "cd /home/u @/home/u", "a @/home/u"}},
		{"back", "cd /b; cd /c; cd -; a", []string{"cd /b", "cd /c @/b", "cd - @/c", "a @/b"}},
		{"back to where is not known", "cd -; a", []string{"cd -", "a @?"}},
		{"unknown", "cd $x; a; cd c; a", []string{"cd ?", "a @?", "cd c @?", "a @?/c"}},
		{"known in part", "cd /b/$x; a", []string{"cd /b/?", "a @/b/?"}},
		{"through a constant", "x=/b; cd $x/c; a", []string{"x=/b", "cd /b/c", "a @/b/c"}},
		{"subshells and pipelines keep theirs", "(cd /b; a); cd /c | a; a $(cd /d; b); a", []string{"cd /b", "a @/b", "cd /c", "a [pipe cd]", "cd /d", "b @/d", "a ?", "a"}},
		{"groups do not", "{ cd /b; }; a", []string{"cd /b", "a @/b"}},
		{"taken to succeed", "mkdir b && cd b && a; a", []string{"mkdir b", "cd b", "a @b", "a @b"}},
		{"rm -f succeeds without a file", "rm -rf b && mkdir b && cd b; a", []string{"rm -rf b", "mkdir b", "cd b", "a @b"}},
		{"rm may fail", "rm -r --one-file-system b && cd b; a", []string{"rm -r --one-file-system b", "cd b", "a @?", "a @b"}},
		{"guarded", "cd b || exit; a", []string{"cd b", "exit", "a @b"}},
		{"not guarded", "cd b || echo no; a", []string{"cd b", "echo no", "a @?", "a @b"}},
		{"only if", "b && cd c; a", []string{"b", "cd c", "a @?", "a @c"}},
		{"one of two", "if b; then cd /c; else cd /d; fi; a", []string{"b", "cd /c", "cd /d", "a @?", "a @/c", "a @/d"}},
		{"one of two values", "x=/c; b && x=/d; cd $x && a", []string{"x=/c", "b", "x=/d", "cd /d", "cd /c", "a @?", "a @/d", "a @/c"}},
		{"further from one of two", "if b; then cd /c; else cd /d; fi; cd e && a", []string{"b", "cd /c", "cd /d", "cd e @?", "cd e @/c", "cd e @/d", "a @?", "a @/c/e", "a @/d/e"}},
		{"found by CDPATH", "CDPATH=/c:d; cd e && a", []string{"CDPATH=/c:d", "cd e", "a @?", "a @e", "a @/c/e", "a @d/e"}},
		{"found by CDPATH before the command", "CDPATH=/c cd e && a; b $CDPATH", []string{"CDPATH=/c cd e", "a @?", "a @e", "a @/c/e", "b ? @?", "b ? @e", "b ? @/c/e"}},
		{"not looked for by CDPATH", "CDPATH=/c; cd ./e && a", []string{"CDPATH=/c", "cd ./e", "a @e"}},
		{"branches agree", "if b; then cd /c; else cd /c; fi; a", []string{"b", "cd /c", "cd /c", "a @/c"}},
		{"a loop that moves", "while b; do cd c; done; a", []string{"b @?", "cd c @?", "a @?"}},
		{"pushd and popd", "pushd /b; a; pushd c; popd; a; popd; a; popd; a", []string{"pushd /b", "a @/b", "pushd c @/b", "popd @/b/c", "a @/b", "popd @/b", "a", "popd", "a @?"}},
		{"PWD follows", "cd /b; a $PWD ~+/c; cd c; a $OLDPWD", []string{"cd /b", "a /b /b/c @/b", "cd c @/b", "a /b @/b/c"}},
		{"eval of a cd", "eval 'cd /b'; a", []string{"eval cd /b", "a @/b"}},
		{"command and builtin", "command cd /b; builtin cd c; a", []string{"command cd /b", "builtin cd c @/b", "a @/b/c"}},
		{"a number", "cd 1; a", []string{"cd 1", "a @1"}},
		{"an entry of the stack", "cd /b; pushd +1; a", []string{"cd /b", "pushd +1 @/b", "a @?"}},
		{"an entry's name", "pushd /b; pushd /c; a ~0 ~1 ~4", []string{"pushd /b", "pushd /c @/b", "a /c /b ? @/c"}},
		{"several words", "cd b c; a", []string{"cd b c", "a @?"}},
	})
}
