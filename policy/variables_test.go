package policy

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

var update = flag.Bool("update", false, "write variables.txt anew")

// mentioned visits the names of the variables that count, some more than once, and
// some that do not count.
func mentioned(visit func(name string)) {
	each := func(names string) {
		for name := range strings.FieldsSeq(names) {
			visit(beginning(name))
		}
	}
	for row := range grammar.Programs() {
		each(row.Env)
	}
	for r := range rules.Builtin().All() {
		if r.Effect&grammar.Sets != 0 {
			each(r.Name)
		}
	}
	each(grammar.Loaded())
	for _, name := range proxies {
		each(name)
	}
}

// counting returns the names of the variables that count, and the beginnings of such
// names, as the rows and the rules have them.
func counting() (names, stems []string) {
	mentioned(func(name string) {
		if stem, star := strings.CutSuffix(name, "*"); !counts(name) {
			return
		} else if star {
			stems = append(stems, stem)
		} else {
			names = append(names, name)
		}
	})
	slices.Sort(names)
	slices.Sort(stems)
	return slices.Compact(names), slices.Compact(stems)
}

func begins(name string, stems []string) bool {
	return slices.ContainsFunc(stems, func(stem string) bool { return strings.HasPrefix(name, stem) })
}

// The index is of these rows and rules. A variable that it lacked would be judged by nobody.
func TestIndex(t *testing.T) {
	names, stems := counting()
	want := ""
	for _, name := range slices.Sorted(slices.Values(append(names, stems...))) {
		in := func(stem string) bool { return name != stem && strings.HasPrefix(name, stem) }
		switch {
		case slices.ContainsFunc(stems, in):
		case slices.Contains(stems, name):
			want += name + "*\n"
		default:
			want += name + "\n"
		}
	}
	if *update {
		require.NoError(t, os.WriteFile("variables.txt", []byte(want), 0o644))
		return
	}
	assert.True(t, want == index, "variables.txt is of other rows or rules: go test ./policy -run TestIndex -update")
}

// Whether a variable counts is the same with the index and without.
func TestIndexedVariables(t *testing.T) {
	names, stems := counting()
	ask := []string{"", "A", "HOME", "PATH", "AGENT_LOOP_X", "zzz", "_", "\n", " ", "LD_PRELOAD\nX", "GIT_DIR PAGER"}
	for _, name := range append(slices.Clone(names), stems...) {
		ask = append(ask, name, name+"X", name+"_", name[:len(name)-1], name[1:], strings.ToLower(name), name+"\n")
	}
	for _, name := range ask {
		assert.Equal(t, slices.Contains(names, name) || begins(name, stems), indexed(name), "%q", name)
	}
	assert.Equal(t, []string{"LD_PRELOAD=", "GIT_DIR=a=b"}, covered([]string{"LD_PRELOAD=", "A=b", "LD_PRELOAD", "GIT_DIR=a=b", "=", ""}))
}
