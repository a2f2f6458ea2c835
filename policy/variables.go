package policy

import (
	_ "embed" // for the index
	"strings"
)

// index lists the variables that count: those that grammars and rules mention, without
// those that are not looked at, one a line, by their bytes. One that ends in "*" is the
// beginning of names, and then no other line begins as it does.
//
// Every judge asks for each variable of its environment, and would read all rows and
// rules for that. To make it anew after a change of either:
//
//	go test ./policy -run TestIndex -update
//
//go:embed variables.txt
var index string

// indexed reports whether the variable of a name counts. If a line is about it, that is
// the last one that does not come after it.
func indexed(name string) bool {
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
