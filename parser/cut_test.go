package parser

import (
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
)

// What an operator makes of a name that a pattern matches. Where what is cut may be of the
// name itself, the whole may be anything too.
func TestNamesThatAreCut(t *testing.T) {
	check(t, reader.Bash, []row{
		{"a slash at the end", `for x in /*/; do a "${x%/}"; done`, []string{"a /*"}},
		{"an ending that all of them have", `for x in /b/*.c; do a "${x%.c}.o"; done`, []string{"a /b/*.o"}},
		{"a beginning that all of them have", `for x in ./*; do a "${x#./}"; done`, []string{"a *"}},
		{"an ending that none of them has", `for x in /b/*.c; do a "${x%.d}"; done`, []string{"a /b/*.c"}},
		{"a slash that no name ends with", `for x in /*; do a "${x%/}"; done`, []string{"a /*"}},
		{"an ending that some may have", `for x in /*; do a "${x%.c}"; done`, []string{"a ?", "a /*"}},
		{"the directory", `for x in /b/*; do a "${x%/*}"; done`, []string{"a /b"}},
		{"the name without its directory", `for x in /b/*.c; do a "${x##*/}"; done`, []string{"a *.c"}},
		{"a pattern that goes into directories", `for x in /b/**; do a "${x##*/}"; done`, []string{"a ?", "a **"}},
		{"an ending whatever it is", `for x in /b/*; do a "${x%.*}"; done`, []string{"a ?", "a /b/*"}},
		{"what is replaced", `for x in /b/*; do a "${x/b/c}"; done`, []string{"a ?", "a /c/*"}},
		{"from a place on", `for x in /b/*; do a "${x:1}"; done`, []string{"a b/*"}},
		{"from a place that is not certain", `for x in /b/*; do a "${x:5}"; done`, []string{"a ?"}},
		{"a length", `for x in /b/*; do a "${#x}"; done`, []string{"a ?"}},
		{"outside quotes it may be split", `for x in /*/; do a ${x%/}; done`, []string{"a ?", "a /*"}},
		{"kept", `for x in /*/; do y=${x%/}; a "$y"; done`, []string{"y=/*", "a /*"}},
		{"of what was printed", `y=$(echo /*/); a "${y%/}"`, []string{"echo /*/", "y=?", "a ?", "a /*"}},
		{"of what was printed, kept", `y=$(echo /*/); z=${y%/}; a "$z"`, []string{"echo /*/", "y=?", "z=?", "a ?", "a /*"}},
		{"of all of an array", `x=(/*/); a "${x[@]%/}"`, []string{"x=?", "a ?", "a /*"}},
		{"of all parameters", `set -- /*.c; a "${@%.c}"`, []string{"set -- /*.c", "a ?", "a /*"}},
		{"a name is a value", `for x in /*; do a "${x:-b}" "${x:?}" "${x:+$x/c}"; done`, []string{"a /* /* /*/c"}},
		{"what may be a name is none for certain", `x=$(echo /*); a "${x:-b}" "${x:?}"`, []string{"echo /*", "x=?", "a ? ?", "a ? /*", "a /* ?", "a /* /*", "a b ?", "a b /*"}},
	})
}

// A loop leaves the names that a variable has, or had.
func TestNamesAfterLoops(t *testing.T) {
	check(t, reader.Bash, []row{
		{"its own variable", `for x in /* b; do c; done; a "$x"`, []string{"c", "c", "a b"}},
		{"another one", `for x in /*; do y=$x/b; done; a "$y"`, []string{"y=/*/b", "a ?", "a /*/b"}},
		{"an array that is added to", `y=(); for x in /*; do y+=("$x"); done; a "${y[@]}"`, []string{"y=?", "y=?", "a ?", "a /*"}},
		{"a text that is added to", `for x in /*; do y="$y $x"; done; a $y`, []string{"y=? /*", "a ?", "a ? /*", "a ? /?"}},
		{"while parameters are shifted", `set -- /*; while b; do y+=("$1"); shift; done; a "${y[@]}"`, []string{"set -- /*", "b", "y=?", "shift", "a ?", "a /*"}},
		{"an element", `for x in /*; do y[$z]=$x; done; a "${y[1]}"`, []string{"y=/*", "a ?", "a /*"}},
		{"what holds no names", `for x in b c; do y=$x; done; a "$x$y"`, []string{"y=b", "y=c", "a cc"}},
	})
}
