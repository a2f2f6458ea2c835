package rules

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write index.txt anew")

// The index says of each program which rules name it.
func TestIndex(t *testing.T) {
	places := map[string]string{}
	for p, pack := range Builtin().packs {
		for r := range pack {
			rule := &pack[r]
			if !rule.conditional() {
				continue
			}
			place := fmt.Sprintf("%d.%d.%s", p, r, strconv.FormatUint(uint64(rule.Effect), 36))
			names := strings.Fields(rule.Program)
			if len(names) == 0 {
				names = []string{""}
			}
			for _, name := range names {
				places[name] += " " + place
			}
		}
	}
	want := fmt.Sprintln(Builtin().Len())
	for _, name := range slices.Sorted(maps.Keys(places)) {
		want += strings.TrimSpace(name+places[name]) + "\n"
	}
	if *update {
		require.NoError(t, os.WriteFile("index.txt", []byte(want), 0o644))
		return
	}
	assert.True(t, want == index, "index.txt is of other rules: go test ./rules -run TestIndex -update")
}

// The rules of a program are the same, in the same order, with the index and without.
func TestRulesOfAProgram(t *testing.T) {
	indexed, plain := Builtin(), NewSet(Builtin().packs...)
	names := map[string]bool{"": true, "nobody": true, " ": true, "git ": true, "1.2.0": true, "git 1.0.0": true, "git\nrm": true}
	for r := range plain.All() {
		for name := range strings.FieldsSeq(r.Program) {
			names[name] = true
		}
	}
	more := []Rule{{ID: "team.x", Program: "git", Reason: "x"}}
	for name := range names {
		assert.Equal(t, ids(plain.naming(name)), ids(indexed.naming(name)), name)
		assert.Equal(t, ids(plain.With(more...).naming(name)), ids(indexed.With(more...).naming(name)), "%s, and a rule of the user's", name)
	}
}

func ids(some []candidate) []string {
	var all []string
	for _, c := range some {
		all = append(all, fmt.Sprintf("%s %x", c.rule.ID, c.kinds))
	}
	return all
}
