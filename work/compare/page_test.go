package compare

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the table into docs/transparency.md")

const (
	page  = "../../docs/transparency.md"
	begin = "<!-- from work/compare/expected.txt: go test ./work/compare -run TestPage -update -->\n"
	end   = "<!-- end -->\n"
)

// TestPage checks the page against the tables: it lists each intended difference with its
// reason, and each unfixed one with its cause.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), begin)
	require.True(t, found, "%s: where the table begins", page)
	_, after, found := strings.Cut(rest, end)
	require.True(t, found, "%s: where the table ends", page)
	want := before + begin + tables(t) + end + after
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o644))
		return
	}
	assert.Equal(t, want, string(text), "%s is not what the tables say: run with -update", page)
}

// tables are both tables as the page has them.
func tables(t *testing.T) string {
	t.Helper()
	rows, err := Table()
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString("\n| rule | in | ways | profile | why |\n|---|---|---|---|---|\n")
	for _, e := range rows {
		b.WriteString("| " + strings.Join([]string{e.Rule, e.Task, every(e.Way), every(e.Profile), e.Reason}, " | ") + " |\n")
	}
	open, err := Bugs()
	require.NoError(t, err)
	b.WriteString("\nNot fixed yet:\n\n| in | ways | profile | cause |\n|---|---|---|---|\n")
	for _, e := range open {
		b.WriteString("| " + strings.Join([]string{e.Task, every(e.Way), every(e.Profile), e.Cause}, " | ") + " |\n")
	}
	return b.String() + "\n"
}

func every(word string) string {
	if word == "*" {
		return "every"
	}
	return word
}
