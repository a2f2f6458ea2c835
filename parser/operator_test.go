package parser

import (
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
)

// operators are what operators and splitting make of known values. The oracle
// runs them too.
var operators = []wordRow{
	{"without a suffix", `x=/b/c.d.e; a ${x%.*} ${x%%.*} "${x%'.*'}" "${x%.e}" ${x%e*d} ${x%}`, []string{"/b/c.d", "/b/c", "/b/c.d.e", "/b/c.d", "/b/c.d.e", "/b/c.d.e"}},
	{"without a prefix", `x=/b/c.d; a ${x##*/} ${x#*/} ${x#/b} ${x#[/x]} ${x##?}`, []string{"c.d", "b/c.d", "/c.d", "b/c.d", "b/c.d"}},
	{"replaced", `x=abab; a ${x/a/c} ${x//a/c} ${x/#a/c} ${x/%b/c} ${x/b*/c} ${x//[ab]} ${x/x/y} ${x//ab}z ${x/a}`, []string{"cbab", "cbcb", "cbab", "abac", "ac", "abab", "z", "bab"}},
	{"in another case", `x=aBc; a ${x^} ${x^^} ${x,,} ${x,}`, []string{"ABc", "ABC", "abc", "aBc"}},
	{"parts", `x=abcd; a ${x:1} ${x:1:2} ${x: -2} ${x:(-3):2} ${x:0:-1} ${x:9}z ${x:0:9}`, []string{"bcd", "bc", "cd", "bc", "abc", "z", "abcd"}},
	{"lengths", `x=abcd; a ${#x} "${#x}"`, []string{"4", "4"}},
	{"of an array's first", `x=(abc d); a ${x%c} ${x:1} ${#x}`, []string{"ab", "bc", "3"}},
	{"of parameters", `set -- abc; a ${1%c} ${1:1}`, []string{"ab", "bc"}},
	{"of one of several values", `x=ab; [ -e nothing ] && x=cb; a ${x%b}`, []string{"a"}},
	{"that make a program's name", `x=xrmx; y=${x:1:2}; a $y`, []string{"rm"}},
	{"split at bytes of IFS", `IFS=:; x=b:c::d:; a $x`, []string{"b", "c", "''", "d"}},
	{"split at blanks and others", `IFS=' :'; x=' b : c  d::e '; a $x`, []string{"b", "c", "d", "''", "e"}},
	{"not split at all", `IFS=; x='b c'; a $x`, []string{"b c"}},
	{"split with text around", `IFS=:; x=b:c; a x${x}y ${x}$x`, []string{"xb", "cy", "b", "cb", "c"}},
	{"split from the first byte", `IFS=:; x=:b; a $x y$x`, []string{"''", "b", "y", "b"}},
	{"all parameters with another IFS", `set -- b c; IFS=,; a "$*" "$@" $*`, []string{"b,c", "b", "c", "b", "c"}},
	{"the usual IFS again", `IFS=:; unset IFS; x='b:c d'; a $x`, []string{"b:c", "d"}},
	{"numbers", `n=7; a $((1+2*3)) "$((n%4 - -1))" $((n>3 ? n : 0)) $((!n)) $((~n)) $(((1<<4)|1)) $((n/2)) $((n==7&&2>1)) $((2-3-4)) "$(($n+1))"`, []string{"7", "4", "7", "0", "-8", "17", "3", "1", "-5", "8"}},
	{"text by numbers", `x=abcd; n=1; a ${x:n} ${x:n+1:n} ${x:$((n+1))} ${x:(-n)}`, []string{"bcd", "c", "cd", "d"}},
	{"numbers with a base", `n=2#101; a $((16#ff)) $((0x72)) $((0XfF+1)) $((36#z)) $((n)) $((-16#10))`, []string{"255", "114", "256", "35", "5", "-16"}},
	{"a letter made of a number with a base", `printf -v y "\\$(printf %o $((16#72)))"; a $y "$(printf "\\x$(printf %x $((0x72)))")"`, []string{"r", "r"}},
	{"what an operator cuts as a pattern", `x=/root/a/b; y=/b; a "${x%"${x#/*/}"}" "${x%"$y"}" "${x%$y}" "${x#"${x%/*}"}" "${x%%"/${x#/*/}"}"`, []string{"/root/", "/root/a", "/root/a", "/b", "/root"}},
	{"numbers made of characters", `a "$(printf "\\$(printf '%o' $((100+14)))")"`, []string{"r"}},
	{"stretches of lists", `set -- b c d; x=(e f g); a "${@:2}" "${@:1:1}" ${x[@]:1} "${x[@]:0:2}" "${*:2}" "${@:9}" y"${x[@]:3}"`, []string{"c", "d", "b", "f", "g", "e", "f", "c d", "y"}},
	{"stretches of lists from their ends", `set -- b c d; x=(e f g); a "${@: -1}" "${@: -2:1}" ${x[@]: -2} "${x[@]: -3:1}"`, []string{"d", "c", "f", "g", "e"}},
	{"transformed", `x=aB; a ${x@U} ${x@L} "${x@u}" ${x@Q} "${x@P}"`, []string{"AB", "ab", "AB", "'aB'", "aB"}},
	{"unescaped", `x='\x72m'; a "${x@E}"`, []string{"rm"}},
	{"formatted", `printf -v x '\x72%s' m; printf -v y %03d 7; a $x`, []string{"rm"}},
	{"read", `read x y <<< 'b  c d '; a "$x" "$y"`, []string{"b", "c d"}},
	{"read more than there is", "read -r x y <<E\nb\nc\nE\na \"$x\" \"$y\"", []string{"b", "''"}},
	{"lines", `mapfile -t x <<< $'b\nc d'; a "${x[@]}"`, []string{"b", "c d"}},
}

func TestOperators(t *testing.T) {
	rows := operators
	rows = append(rows[:8:8], rows[9:]...) // that has several values
	checkWords(t, reader.Bash, rows)
}

// What operators make of these depends on more than is known.
func TestOperatorsOnUnknowns(t *testing.T) {
	checkWords(t, reader.Bash, []wordRow{
		{"text past ASCII", `x=é; a "${#x}" "${x^^}"`, []string{"?", "?e"}},
		{"a process in a default", `x=; a "${x:-y}" ${x:-<(b)}`, []string{"y", "?es"}},
		{"numbers of other shells", `a $((1<<31)) $((2147483647+1)) $((010)) $((5/0)) $((2**3)) $((64#a)) $((0x))`, []string{"?s", "?s", "?s", "?s", "?s", "?s", "?s"}},
		{"numbers that change", `n=1; a $((n++)) $((n=2)) $((n+(n+=1)))`, []string{"?s", "?s", "?s"}},
		{"numbers of what is not known", `n=$(b); a $((n+1)) $((m)) $((x[0]))`, []string{"?s", "?s", "?s"}},
		{"a number in a loop", `n=1; while b; do n=2; a $((n)); done; a $((n))`, []string{"?s"}},
		{"read of several lines", `while read x; do a "$x"; done <<< b`, []string{"?e"}},
		{"read of what is shared", `{ read x; read y; a "$y"; } <<< b`, []string{"?e"}},
		{"read with a backslash", `read x <<< 'b\c'; a "$x"`, []string{"?e"}},
	})
}
