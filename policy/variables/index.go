package variables

import (
	_ "embed" // for the index
	"errors"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules/builtin"
)

// index lists the variables that matter: those that grammars and rules mention, without the
// ignored ones, one per line, sorted by bytes. A line that ends in "*" is a prefix, and then no
// other line begins with it.
//
// Every judge looks up each variable of its environment, and would otherwise read all rows and
// rules. To rebuild it after a change of either:
//
//	go test ./policy/variables -run TestIndex -update
//
//go:embed index.txt
var index string

// CheckIndex returns an error if the index does not match the program's rows and rules: then
// nobody would judge some variables. The index of rules documents who has to call it and when.
func CheckIndex() error {
	if index != makeIndex() {
		return errors.New("policy/variables: index.txt is of other rows or rules: go test ./policy/variables -run TestIndex -update")
	}
	return nil
}

// makeIndex makes the index of the rows and the rules.
func makeIndex() string {
	names, stems := counting()
	lines := ""
	for _, name := range slices.Sorted(slices.Values(append(names, stems...))) {
		in := func(stem string) bool { return name != stem && strings.HasPrefix(name, stem) }
		switch {
		case slices.ContainsFunc(stems, in):
		case slices.Contains(stems, name):
			lines += name + "*\n"
		default:
			lines += name + "\n"
		}
	}
	return lines
}

// mentioned visits the names of the variables that matter, some repeatedly, and some names that
// do not matter.
func mentioned(visit func(name string)) {
	each := func(names string) {
		for name := range strings.FieldsSeq(names) {
			visit(Prefix(name))
		}
	}
	for row := range grammar.Programs() {
		each(row.Env)
	}
	for r := range builtin.Rules().All() {
		if r.Effect&grammar.Sets != 0 {
			each(r.Name)
		}
	}
	each(grammar.Loaded())
	for _, name := range proxies {
		each(name)
	}
}

// counting returns the names of the variables that matter, and the prefixes of such names, from
// the rows and the rules.
func counting() (names, stems []string) {
	mentioned(func(name string) {
		if stem, star := strings.CutSuffix(name, "*"); !IsRelevant(name) {
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

// isIndexed reports whether a variable matters. The line for it, if there is one, is the last
// that does not sort after its name.
func isIndexed(name string) bool {
	found := false
	for lines := index; lines != ""; {
		begin := strings.LastIndexByte(lines[:len(lines)/2], '\n') + 1 // of the line in the middle
		line, after, _ := strings.Cut(lines[begin:], "\n")
		stem, star := strings.CutSuffix(line, "*")
		if name < stem {
			lines = lines[:begin]
			continue
		}
		found = name == stem || star && strings.HasPrefix(name, stem)
		lines = after
	}
	return found
}
