package parser

import (
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
)

// readings are values that are read from text that is known. The oracle runs
// them too.
var readings = []wordRow{
	{"IFS before read", `IFS=: read x y <<< 'b:c:d:'; a "$x" "$y"`, []string{"b", "c:d:"}},
	{"an end that is no part", `IFS=: read x y <<< 'b:c:'; a "$x" "$y"`, []string{"b", "c"}},
	{"empty words between", `IFS=: read x y z <<< 'b::d'; a "$x" "$y" "$z"`, []string{"b", "''", "d"}},
	{"blanks and another byte", `IFS=' :' read x y z <<< ' b : c  d : '; a "$x" "$y" "$z"`, []string{"b", "c", "d"}},
	{"a whole line", `IFS= read -r x <<< ' b\c '; a "$x"`, []string{` b\c `}},
	{"IFS of the shell", `IFS=,; read x y <<< 'b,c d'; a "$x" "$y"`, []string{"b", "c d"}},
	{"an array", `read -ra x <<< 'b c  d'; a "${x[@]}"`, []string{"b", "c", "d"}},
	{"an array with IFS", `IFS=: read -a x <<< 'b::c'; a "${x[@]}"`, []string{"b", "''", "c"}},
	{"lines with their ends", `mapfile x <<< $'b\nc'; a "${x[@]}"`, []string{"b\n", "c\n"}},
	{"an empty line", `mapfile -t x <<< ''; a "${x[@]}"`, []string{"''"}},
	{"of a process", `read x y < <(echo b c); a "$x" "$y"`, []string{"b", "c"}},
	{"lines of a process", `mapfile -t x < <(printf 'b\nc\n'); a "${x[@]}"`, []string{"b", "c"}},
	{"a group's text", `{ read x; read z; a "$x"; } <<< b`, []string{"b"}},
	{"from a pipe", `echo b c | { read x y; a "$y"; }`, []string{"c"}},
	{"after a test", `echo b | if [ 1 ]; then read x; a "$x"; fi`, []string{"b"}},
	{"after exec", "exec <<E\nb c\nE\nread x y; a $y", []string{"c"}},
	{"in an eval", `eval 'read x; a $x' <<< b`, nil},
	{"in a function", `f() { read x; }; f <<< b; a $x`, []string{"b"}},
}

func TestReadings(t *testing.T) {
	var rows []wordRow
	for _, r := range readings {
		if r.want != nil {
			rows = append(rows, r)
		}
	}
	checkWords(t, reader.Bash, rows)
}

// What several commands read of one text is not followed.
func TestSharedInput(t *testing.T) {
	checkWords(t, reader.Bash, []wordRow{
		{"a second read", `{ read x; read y; a "$y"; } <<E` + "\nb\nc\nE\n", []string{"?e"}},
		{"after a command that reads", `{ b; read y; a "$y"; } <<< c`, []string{"?e"}},
		{"after a function that reads", `f() { b; }; { f; read y; a "$y"; } <<< c`, []string{"?e"}},
		{"after a subshell that reads", `{ (read x); read y; a "$y"; } <<< c`, []string{"?e"}},
		{"beside a job that reads", `{ read x & read y; a "$y"; } <<< c`, []string{"?e"}},
		{"in a loop", `{ for i in $z; do read y; a "$y"; done; } <<< c`, []string{"?e"}},
		{"in a function that may be called later", `{ f() { read y; a "$y"; }; } <<< c`, []string{"?e"}},
		{"a read in a process", `{ b <(read y; c) ; read y; a "$y"; } <<< c`, []string{"?e"}},
		{"with an end of its own", `read -d x y <<< c; a "$y"`, []string{"c"}},
	})
	check(t, reader.Bash, []row{
		{"with a prompt", `read -rp x y <<< c; a "$y"`, []string{`read -rp x y <<<c [text "c"]`, "a c"}},
		{"lines of a pipe", `printf 'b\nc\n' | while read -r x; do a $x; done`, []string{`printf b\nc\n`, `read -r x [text "b\n"]`, "a b [pipe printf]", `read -r x [text "c\n"]`, "a c [pipe printf]", "read -r x [pipe printf]", "a ? [pipe printf]"}},
		{"and a body that reads nothing", `printf 'b\nc\n' | while IFS= read -r x; do echo "$x"; done`, []string{`printf b\nc\n`, `IFS= read -r x [text "b\n"]`, "echo b [pipe printf]", `IFS= read -r x [text "c\n"]`, "echo c [pipe printf]"}},
		{"lines of a document", "while read x y; do rm $y; done <<E\nb c\nE\n", []string{"read x y <<b c\n [text \"b c\\n\"]", "rm c <<b c\n [text \"b c\\n\"]"}},
	})
}
