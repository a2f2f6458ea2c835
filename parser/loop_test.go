package parser

import (
	"slices"
	"testing"

	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A variable holds after a loop what its body ended with, or what it held before.
func TestVariablesAfterLoops(t *testing.T) {
	for _, r := range []struct {
		reason, source string
		want           []string // the values of the last word, sorted; ? for one that is not known
	}{
		{"a loop over words surely runs", `for i in 1; do t=/a; done; x $t`, []string{"/a"}},
		{"the last of several runs decides", `for i in 1 2; do t=/$i; done; x $t`, []string{"/2"}},
		{"the loop's own variable", `for i in 1 2; do :; done; x $i`, []string{"2"}},
		{"a list that may be empty", `t=/b; for i in $l; do t=/a; done; x $t`, []string{"/a", "/b"}},
		{"a loop that is left at once", `while true; do t=/a; break; done; x $t`, []string{"/a", "?"}},
		{"a loop that is left under a condition", `t=/b; while read -r l; do if [ "$l" = q ]; then t=/a; break; fi; done <f; x $t`, []string{"/a", "/b", "?"}},
		{"two loops left at once", `t=/b; for i in 1; do for j in 1; do t=/a; break 2; done; t=/c; done; x $t`, []string{"/a", "/c"}},
		{"continue ends a run too", `for i in 1; do t=/a; [ -e f ] && continue; t=/b; done; x $t`, []string{"/a", "/b"}},
		{"until", `t=/b; until [ -e f ]; do t=/a; done; x $t`, []string{"/a", "/b"}},
		{"counted", `for ((i=0; i<1; i++)); do t=/a; done; x $t`, []string{"/a", "?"}},
		{"over known lines", "while read -r l; do t=/$l; done <<E\na\nE\nx $t", []string{"/a", "?"}},
		{"a counted loop that may not run", "t=/; for ((i=0; i<n; i++)); do t+=a; done; x $t", []string{"/", "?a"}},
		{"what a line adds", "t=/; while read -r l; do t+=$l; done <<E\na\nb\nE\nx $t", []string{"/", "/ab"}},
		{"what a line adds under a condition", "t=/; while read -r l; do y && continue; t+=$l; done <<E\na\nb\nE\nx $t", []string{"/", "?", "??", "?b"}},
		{"what the condition and the body change", `t=/b; while read -r t; do t=/a; done <f; x "$t"`, []string{"?"}},
		{"the same over known lines", "t=/b; while read -r t; do t=/a; done <<E\nq\nE\nx \"$t\"", []string{"?"}},
		{"what a function of the condition changes", `f() { t=/c; }; t=/b; while f; do t=/a; done; x "$t"`, []string{"?"}},
		{"what text of the condition may change", `t=/b; while eval "$q"; do t=/a; done; x "$t"`, []string{"?"}},
		{"what an arithmetic loop counts", `for ((t = 0; t < 3; t++)); do t=7; done; x "$t"`, []string{"?"}},
		{"what only the body changes", `t=/b; while read -r u; do t=/a; done <f; x "$t"`, []string{"/a", "/b"}},
		{"what the condition reads is not known", `while read -r t; do :; done <f; x $t`, []string{"?"}},
		{"what grows from run to run", `t=/a; for i in $l; do t=$t/b; done; x $t`, []string{"/a", "?/b"}},
		{"a text that is evaluated", `for i in 1; do t=/a; eval "$c"; done; x $t`, []string{"?"}},
		{"one branch of two", `for i in 1 2; do [ -e f ] && t=/a; done; x $t`, []string{"/a", "?"}},
		{"a body that ends the shell", `t=/b; for i in 1; do t=/a; exit; done; x $t`, []string{"?"}},
	} {
		t.Run(r.reason, func(t *testing.T) {
			s, err := Parse(r.source, Options{})
			require.NoError(t, err)
			var last *tree.Command
			for _, c := range s.Commands {
				if c.Program().Is("x") == tree.Yes {
					last = c
				}
			}
			var got []string
			for _, c := range s.Commands {
				if c.Program().Is("x") == tree.Yes && c.Span == last.Span {
					for _, v := range tree.Alternatives(c.Args[1]) {
						got = append(got, unknowns(v))
					}
				}
			}
			slices.Sort(got)
			assert.Equal(t, r.want, slices.Compact(got))
		})
	}
}

// unknowns prints a word with a question mark for what is not known of it.
func unknowns(v tree.Word) string {
	text := ""
	for _, p := range v.Parts {
		if p.Kind == tree.Unknown {
			text += "?"
		} else {
			text += p.Text
		}
	}
	return text
}
