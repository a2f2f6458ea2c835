package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// missionRows are all promises of the mission, as ranges.
const missionRows = `A1-A13 A15-A18 B1-B8 B10-B21 C1-C13 C15-C17 D1-D7 D9-D11 E1-E9
F1-F6 F8 F9 G1-G11 H1-H6 H8-H13 I1-I7 J1 J3-J7 K1-K3 L1 L3-L5 X9-X11`

// notBuilt are the rows that no test shows, and why. A row leaves the list when it has a
// test.
var notBuilt = []struct{ rows, why string }{
	{"A17 C17", "a cost: make bench measures it"},
}

// rowsOf expands ranges.
func rowsOf(t *testing.T, ranges string) []string {
	t.Helper()
	var rows []string
	for _, r := range strings.Fields(ranges) {
		first, last, ok := strings.Cut(r, "-")
		if !ok {
			last = first
		}
		from, err := strconv.Atoi(first[1:])
		require.NoError(t, err)
		to, err := strconv.Atoi(last[1:])
		require.NoError(t, err)
		for n := from; n <= to; n++ {
			rows = append(rows, first[:1]+strconv.Itoa(n))
		}
	}
	return rows
}

// TestMissionRowsHaveATest requires for each row a test that runs something: a scenario
// that names it in its first line, or a Go test with it in the test's or a case's name.
// Comments do not count.
func TestMissionRowsHaveATest(t *testing.T) {
	named := map[string][]string{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "mission_test.go" {
			return err
		}
		var rows []string
		switch {
		case strings.HasSuffix(path, ".txtar"):
			rows = scenarioRows(t, path)
		case strings.HasSuffix(path, "_test.go"):
			rows = testRows(t, path)
		}
		for _, r := range rows {
			named[r] = append(named[r], path)
		}
		return nil
	})
	require.NoError(t, err)
	var missing []string
	for _, row := range notBuilt {
		missing = append(missing, rowsOf(t, row.rows)...)
		t.Run(row.rows, func(t *testing.T) { t.Skip("no test shows it: " + row.why) }) // counted with the tests
	}
	for _, r := range rowsOf(t, missionRows) {
		if slices.Contains(missing, r) {
			assert.Empty(t, named[r], "%s is shown, and listed as not built", r)
		} else {
			assert.NotEmpty(t, named[r], "no test names %s", r)
		}
	}
	all := rowsOf(t, missionRows)
	t.Logf("%d of %d rows have a test; %d have none: %s", len(all)-len(missing), len(all), len(missing), strings.Join(missing, " "))
}

// missionRow finds rows in a text.
var missionRow = regexp.MustCompile(`\b[A-LX][1-9][0-9]?\b`)

// scenarioRows are the rows in the first line of a scenario, which must run one of our
// programs.
func scenarioRows(t *testing.T, path string) []string {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	idea, script, _ := strings.Cut(string(data), "\n")
	assert.Regexp(t, `^# ([A-LX]\d+(, [A-LX]\d+)*: )?\S`, idea, "%s begins with its idea", path)
	rows, _, found := strings.Cut(strings.TrimPrefix(idea, "# "), ": ")
	if !found || strings.Trim(missionRow.ReplaceAllString(rows, ""), ", ") != "" {
		return nil
	}
	script, _, _ = strings.Cut(script, "\n-- ")
	assert.Regexp(t, `(?m)^(\[.*\] )?[!?]? ?(exec|exits)\b`, script, "%s runs something", path)
	return missionRow.FindAllString(rows, -1)
}

// testRows are the rows in the names of a file's tests and in its texts.
func testRows(t *testing.T, path string) []string {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	var rows []string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if m := regexp.MustCompile(`^Test([A-LX][1-9][0-9]?)(_|[A-Z]|$)`).FindStringSubmatch(n.Name.Name); m != nil {
				rows = append(rows, m[1])
			}
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil {
				rows = append(rows, caseRows(text)...)
			}
		}
		return true
	})
	return rows
}

// caseRows are the rows at the beginning of a case's name: "G2 G3: …" or "J1 a system
// directory".
func caseRows(text string) []string {
	var rows []string
	for word := range strings.FieldsSeq(text) {
		row := strings.TrimRight(word, ",:/")
		if missionRow.FindString(row) != row {
			break
		}
		rows = append(rows, row)
	}
	return rows
}
