package rules

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write index.txt anew")

// The index says of each program which rules name it.
func TestIndex(t *testing.T) {
	want := Builtin().Index()
	if *update {
		require.NoError(t, os.WriteFile("index.txt", []byte(want), 0o644))
		return
	}
	assert.NoError(t, CheckIndex())
}

// The index of rules in another order is another one, though they are as many.
func TestIndexIsOfTheOrder(t *testing.T) {
	all := packs()
	for i, pack := range all {
		if len(pack) > 1 {
			swapped := slices.Clone(all)
			swapped[i] = slices.Clone(pack)
			swapped[i][0], swapped[i][1] = pack[1], pack[0]
			same := NewSet(swapped...).Index() == index
			assert.Equal(t, pack[0].Program == pack[1].Program && pack[0].Effect == pack[1].Effect && pack[0].conditional() == pack[1].conditional(), same, "pack %d", i)
		}
	}
}

// The rules of a program are the same, in the same order, with the index and without.
func TestRulesOfAProgram(t *testing.T) {
	indexed, plain := Builtin(), NewSet(packs()...)
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
