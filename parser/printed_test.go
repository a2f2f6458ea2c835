package parser

import (
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is known to be printed of names is one of them, or any text.
func TestPrintedNames(t *testing.T) {
	check(t, reader.Bash, []row{
		{"a substitution of an echo", `a $(echo b/*)`, []string{"echo b/*", "a ?", "a b/*"}},
		{"a substitution in quotes", `a "$(printf '%s\n' b/*)"`, []string{`printf %s\n b/*`, "a ?", "a b/*"}},
		{"a value", `x=$(echo b/*); a "$x"`, []string{"echo b/*", "x=?", "a ?", "a b/*"}},
		{"a loop over a substitution", `for x in $(echo b/*); do a "$x"; done`, []string{"echo b/*", "a ?", "a b/*"}},
		{"an array of a substitution", `x=($(echo b/*)); a "${x[@]}"`, []string{"echo b/*", "x=?", "a ?", "a b/*"}},
		{"a loop that reads", `printf '%s\n' b/* | while read x; do a "$x"; done`, []string{`printf %s\n b/*`, "read x [pipe printf]", "a ? [pipe printf]", "a b/* [pipe printf]"}},
		{"one that reads to a NUL", `printf '%s\0' b/* | while IFS= read -r -d '' x; do a "$x"; done`, []string{`printf %s\0 b/*`, "IFS= read -r -d  x [pipe printf]", "a ? [pipe printf]", "a b/* [pipe printf]"}},
		{"one that reads a process", `while read x; do a "$x"; done < <(echo b/*)`, []string{"echo b/*", "read x <? [file ?]", "a ? <? [file ?]", "a b/* <? [file ?]"}},
		{"one that reads a text", `while read x; do a "$x"; done <<< "$(echo b/*)"`, []string{"echo b/*", `read x <<<? [text "?"]`, `a ? <<<? [text "?"]`, `a b/* <<<? [text "?"]`}},
		{"lines that are mapped", `mapfile -t x < <(printf '%s\n' b/*); a "${x[@]}" "$x"`, []string{`printf %s\n b/*`, "mapfile -t x <? [file ?]", "a ? ?", "a ? b/*", "a b/* ?", "a b/* b/*"}},
		{"through filters", `x=$(echo b/* | tr ' ' '\n' | sort | grep -v c | head -1); a "$x"`, []string{"echo b/*", `tr   \n [pipe echo]`, "sort [pipe tr]", "grep -v c [pipe sort]", "head -1 [pipe grep]", "x=?", "a ?", "a b/*"}},
		{"not what is counted", `x=$(echo b/* | grep -c d); a "$x"`, []string{"echo b/*", "grep -c d [pipe echo]", "x=?", "a ?"}},
		{"the text around, and what it may list", `x=$(printf 'c %s' b/*); a "$x"`, []string{"printf c %s b/*", "x=?", "a ?", "a c b/*", "a b/*"}},
		{"outside quotes, what it lists", `a $(printf 'c %s' b/*)`, []string{"printf c %s b/*", "a ?", "a b/*"}},
		{"lines that are known in part", "echo \"b $y\" | while read x; do a \"$x\"; done", []string{"echo b ?", "read x [pipe echo]", "a ? [pipe echo]", "a b ? [pipe echo]"}},
		{"what a filter makes of them", `x=$(echo b/*.c | sed 's/c$/d/'); a "$x"`, []string{"echo b/*.c", "sed s/c$/d/ [pipe echo]", "x=?", "a ?", "a b/*.d"}},
		{"a name without its directory", `for x in b/*.c; do a "$(basename "$x" .c)"; done`, []string{"basename b/*.c .c", "a ?", "a *"}},
		{"a text known in part", `x=$(echo "/b/$y"); a "$x"`, []string{"echo /b/?", "x=?", "a ?", "a /b/?"}},
		{"not what another program makes of it", `x=$(echo b/* | c); a "$x"`, []string{"echo b/*", "c [pipe echo]", "x=?", "a ?"}},
	})
}

// What programs print that a shell knows nothing of is asked for.
func TestPrintedByPrograms(t *testing.T) {
	prints := func(c *tree.Command) []tree.Word {
		if c.Program().Is("find") != tree.Yes {
			return nil
		}
		return []tree.Word{{Parts: []tree.Part{{Kind: tree.Literal, Text: "/x/"}, {Text: "{}"}}}}
	}
	for source, want := range map[string]string{
		`find /x | while read f; do a "$f"; done`:         "a ?|a /x/?",
		`for f in $(find /x); do a "$f"; done`:            "a ?|a /x/?",
		`find /x | head -1 | while read f; do a $f; done`: "a ?|a /x/?",
		`search /x | while read f; do a "$f"; done`:       "a ?",
	} {
		s, err := Parse(source, Options{Prints: prints})
		require.NoError(t, err)
		var got []string
		for _, c := range s.Commands {
			if c.Program().Is("a") == tree.Yes {
				got = append(got, c.String())
				if parts := c.Args[1].Parts; strings.Contains(source, "head") && len(parts) > 1 {
					assert.Equal(t, output.Picked, parts[1].Text, "a filter has picked some")
				}
			}
		}
		assert.Equal(t, want, strings.Join(got, "|"), source)
	}
}

// What a file holds of names is read from it.
func TestNamesInFiles(t *testing.T) {
	check(t, reader.Bash, []row{
		{"a loop that reads it", `echo b/* > l; while read x; do a "$x"; done < l`, []string{"echo b/* >l", "read x <l [file l]", "a ? <l [file l]", "a b/* <l [file l]"}},
		{"a filter that does", `printf '%s\n' b/* > l; x=$(sort l | head -1); a "$x"`, []string{`printf %s\n b/* >l`, "sort l", "head -1 [pipe sort]", "x=?", "a ?", "a b/*"}},
		{"another file", `echo b/* > l; while read x; do a "$x"; done < m`, []string{"echo b/* >l", "read x <m [file m]", "a ? <m [file m]"}},
	})
}
