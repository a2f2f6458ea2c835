package parser

import (
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestElementsThatMayBe has values that are one of a few and may be anything else: each is
// listed, and what is not known is listed beside it.
func TestElementsThatMayBe(t *testing.T) {
	for _, r := range []struct {
		reason, source, want string
	}{
		{"an element past the end", `x[5]=b; a "${x[5]}"`, "a b"},
		{"the first of an array with gaps", `x[2]=c; x[0]=b; a $x`, "a b"},
		{"another element of an array with gaps", `x=(b); x[7]=c; a "${x[0]}" "${x[7]}"`, "a b c"},
		{"a list with subscripts", `x=([2]=b [5]=c); a ${x[2]} ${x[5]}`, "a b c"},
		{"a subscript that only execution knows", `x[$n]=b; a ${x[$m]}`, "a b"},
		{"a subscript that assigns", `x[n++]=b; a ${x[0]}`, "a b"},
		{"a value that is split", `x[3]='b  c'; a ${x[3]}`, "a b c"},
		{"all elements", `x[1]=b; x[0]=c; a "${x[@]}"`, "a b"},
		{"all elements, in the order of their numbers", `x[7]=d; x[1]=b; x[3]=c; a "${x[@]}"`, "a b c d"},
		{"all elements behind a list", `x=(b); x[4]=c; a "${x[@]}"`, "a b c"},
		{"all elements by numbers that only execution knows", `x[i++]=b; x[i++]=c; a "${x[@]}"`, "a b c"},
		{"all elements that are left", `x=(b c d); unset 'x[1]'; a "${x[@]}"`, "a b d"},
		{"an array with gaps as a command", `x[2]=a; x[5]=b; "${x[@]}"; a $y`, "a b"},
		{"elements with names", `declare -A m; m[k]=b; m[l]=c; a ${m[k]} ${m[l]}`, "a b c"},
		{"a list with names", `declare -A m=([k]=b [l]=c); a ${m[k]} ${m[l]}`, "a b c"},
		{"a name in a variable", `declare -A m; k=l; m[$k]=b; a ${m[l]}`, "a b"},
		{"the names themselves", `declare -A m=([k]=b); a "${!m[@]}"`, "a k"},
		{"an element that printf assigns", `printf -v 'x[3]' %s b; a "${x[3]}"`, "a b"},
		{"one that is left", `x=(b c d); unset 'x[1]'; a "${x[2]}"`, "a d"},
		{"what a match finds", `[[ dir=b =~ dir=(.*) ]]; a "${BASH_REMATCH[1]}"`, "a b"},
		{"a match of a variable's text", `v=k:b; [[ $v =~ ^(.):(.)$ ]] && a ${BASH_REMATCH[2]}`, "a b"},
		{"all that a match finds", `[[ b =~ . ]]; a $BASH_REMATCH`, "a b"},
		{"what a function assigns by a nameref", `f() { local -n o=$1; o=b; }; f x; a "$x"`, "a b"},
		{"the same outside quotes", `f() { local -n o=$1; o=b; }; f x; a $x`, "a b"},
		{"what it assigned, by the same name", `f() { local -n o=$1; o=b; a "$o"; }; f x`, "a b"},
		{"a value while IFS is not known", `IFS=$y; x=b; a $x`, "a b"},
		{"the words of one", `IFS=$y; x='b c'; a $x`, "a b c"},
		{"the value of a parameter's variable", `f() { local -n o=$1; a "$o"; }; y=b; f y`, "a b"},
		{"a loop whose last words may be none", `w=; for x in f* ${p#?}$w; do w="$w $x"; done; a "$w"`, "a ?"},
		{"an option's value", `getopts d: o -d b; a "$OPTARG"`, "a b"},
		{"one that stands in one word with the option", `getopts d: o -db; a "$OPTARG"`, "a b"},
		{"one of the parameters", `set -- -d b; while getopts d: o; do a "$OPTARG"; done`, "a b"},
		{"a line of a coprocess", `coproc C { echo b; }; read x <&"${C[0]}"; a "$x"`, "a b"},
		{"one by the number of its descriptor", `coproc echo b; read -u ${COPROC[0]} x; a "$x"`, "a b"},
		{"a word of a coprocess", `coproc echo k b; read x y <&${COPROC[0]}; a "$y"`, "a b"},
	} {
		t.Run(r.reason, func(t *testing.T) {
			opt := caller()
			opt.Lang = reader.Bash
			s, err := Parse(r.source, opt)
			require.NoError(t, err)
			var all []string
			open := false
			for _, c := range s.Commands {
				all = append(all, c.String())
				open = open || c.Program().Is("a") == tree.Yes && !c.Args[len(c.Args)-1].Known()
			}
			assert.Contains(t, all, r.want)
			assert.True(t, open, "what is not known is listed too: %q", all)
		})
	}
}

func TestElementsThatAreNot(t *testing.T) {
	for _, r := range []struct {
		reason, source, not string
	}{
		{"the value of another name", `declare -A m=([k]=b [l]=c); a ${m[k]}`, "a c"},
		{"one that was assigned again", `x[3]=b; x[3]=c; a ${x[3]}`, "a b"},
		{"one that was unset", `x=(b c); unset 'x[0]'; a "${x[0]}"`, "a b"},
		{"all elements, one of which is not known", `x[1]=b; x[3]=$y; x[5]=c; a "${x[@]}"`, "a b c"},
		{"all elements of an array that held others", `x=$y; x[1]=b; x[3]=c; a "${x[@]}"`, "a b c"},
		{"a match that fails", `[[ b =~ c(.*) ]]; a "${BASH_REMATCH[0]}"`, "a b"},
		{"an option for a value", `getopts d: o -d b; a "$OPTARG"`, "a -d"},
		{"an element of an array that is assigned as a whole", `x[3]=b; x=(c); a "${x[3]}"`, "a b"},
	} {
		t.Run(r.reason, func(t *testing.T) {
			opt := caller()
			opt.Lang = reader.Bash
			s, err := Parse(r.source, opt)
			require.NoError(t, err)
			for _, c := range s.Commands {
				assert.NotEqual(t, r.not, c.String())
			}
		})
	}
}
