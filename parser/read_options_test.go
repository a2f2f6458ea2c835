package parser

import (
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
)

func TestReadOptions(t *testing.T) {
	checkWords(t, reader.Bash, []wordRow{
		{"a line without a name", `read <<< ' x y '; a "$REPLY"`, []string{" x y "}},
		{"up to a character", `read -r -d : x <<< b:c; a "$x"`, []string{"b"}},
		{"so many characters, which are not split", `read -rN3 x y <<< 'b c d'; a "$x" "$y"`, []string{"b c", "''"}},
		{"at most so many characters", `read -rn 2 x <<< bcd; a "$x"`, []string{"bc"}},
		{"from another descriptor", `read -ru 3 x 3<<< b <<< c; a "$x"`, []string{"b"}},
		{"from a descriptor that something else opened", `read -ru 4 x <<< c; a "$x"`, []string{"?e"}},
		{"a prompt is no name", `read -rp x y <<< b; a "$y"`, []string{"b"}},
		{"lines without a name", `mapfile -t <<< b; a "${MAPFILE[0]}"`, []string{"b"}},
		{"lines up to a character", `readarray -td, x <<< b,c; a "${x[0]}"`, []string{"b"}},
		{"some of the lines", `mapfile -s 1 x <<< b; a "${x[0]}"`, []string{"?e"}},
	})
}

func TestLastArgument(t *testing.T) {
	checkWords(t, reader.Bash, []wordRow{
		{"of the command before", `b c d; a "$_"`, []string{"d"}},
		{"in braces", `b c d; a "${_}"`, []string{"d"}},
		{"of a builtin", `cd /b; a "$_"`, []string{"/b"}},
		{"after an assignment it is empty", `b c; x=1; a "$_"`, []string{"''"}},
		{"of a program without arguments", `b; a "$_"`, []string{"b"}},
		{"a subshell has its own", `b c; (d e); a "$_"`, []string{"c"}},
		{"the commands of a pipeline too", `b c; d e | f g; a "$_"`, []string{"c"}},
		{"of a function's call", `f() { b c; }; f d; a "$_"`, []string{"d"}},
	})
}
