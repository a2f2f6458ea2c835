package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// missionRows are the promises that a test must show, as ranges.
const missionRows = `A1-A13 A15 A16 A18 B1-B8 B10-B21 C1-C13 C15 C16 C17 D1-D7 D9-D11 E1 E2 E4-E8
F1-F6 F8 F9 G1 G2 G8 G9 K1-K3 L1 L3-L5`

// rowsOf spells ranges out.
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

// TestMissionRowsHaveATest looks for each row in the first lines of the
// scenarios and in the text of every Go test.
func TestMissionRowsHaveATest(t *testing.T) {
	named := map[string]bool{}
	row := regexp.MustCompile(`(?:^|[^A-Za-z0-9]|Test)([A-L][1-9][0-9]?)(?:[^a-z0-9]|$)`)
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		scenario := strings.HasSuffix(path, ".txtar")
		if !scenario && !strings.HasSuffix(path, "_test.go") || d.Name() == "mission_test.go" {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text := string(data)
		if scenario {
			text, _, _ = strings.Cut(text, "\n")
			assert.Regexp(t, `^# ([A-L]\d+(, [A-L]\d+)*: )?\S`, text, "%s begins with its idea", path)
		}
		for {
			m := row.FindStringSubmatchIndex(text)
			if m == nil {
				return nil
			}
			named[text[m[2]:m[3]]] = true
			text = text[m[3]:]
		}
	})
	require.NoError(t, err)
	for _, r := range rowsOf(t, missionRows) {
		assert.True(t, named[r], "no test names %s", r)
	}
}
