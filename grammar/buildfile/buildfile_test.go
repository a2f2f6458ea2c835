package buildfile_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/grammar/buildfile"
)

// justRows are justfiles, the operands of just, and the shell source, in which every line of the file has its line, up to its last command.
var justRows = []struct{ name, text, operands, want string }{
	{"the first recipe", "a:\n  one\nb:\n  two\n", "", "\none"},
	{"the one that is named", "a:\n  one\nb:\n  two\n", "b", "\n\n\ntwo"},
	{"with those that it needs", "a: b\n  one\nb:\n  two\n", "a", "\none\n\ntwo"},
	{"a sign before a command", "a:\n  @-one\n", "a", "\none"},
	{"a variable", "d := 'out'\na:\n  one {{d}}\n", "a", "\n\none out"},
	{"joined", "d := 'out' / \"x\" + 'y'\na:\n  one {{d}}\n", "a", "\n\none out/xy"},
	{"an argument", "a d='x':\n  one {{d}}\n", "a y", "\none y"},
	{"a default", "a d='x':\n  one {{d}}\n", "a", "\none x"},
	{"an argument of a dependency", "a: (b 'y')\nb d:\n  one {{d}}\n", "a", "\n\none y"},
	{"a variable of the environment", "a:\n  one {{env('HOME')}}\n", "a", "\none ${HOME}"},
	{"a name that no shell has", "a:\n  one {{env('A B')}}\n", "a", "\none ${_unknown}"},
	{"a function that is not known", "a:\n  one {{uuid()}}\n", "a", "\none ${_unknown}"},
	{"made of itself", "d := d\na:\n  one {{d}}\n", "a", "\n\none ${_unknown}"},
	{"exported", "export d := 'out'\na:\n  one $d\n", "a", "export d=\"out\"\n\none $d"},
	{"code of another language", "a:\n  #!/usr/bin/env python3\n  print(1)\n", "a", "\npython3 -c '\nprint(1)\n'"},
}

func TestJust(t *testing.T) {
	for _, row := range justRows {
		assert.Equal(t, row.want, strings.TrimRight(buildfile.Just(row.text, strings.Fields(row.operands)), "\n"), row.name)
	}
}

// ninjaRows are build files of ninja and the shell source.
var ninjaRows = []struct{ name, text, want string }{
	{"the edge's files", "rule r\n  command = one $in $out\nbuild b: r a\n", "\none a b"},
	{"a variable of the file", "d = out\nrule r\n  command = one ${d}\nbuild b: r a\n", "\n\none out"},
	{"a variable of the edge", "rule r\n  command = one $d\nbuild b: r a\n  d = out\n", "\none out"},
	{"two edges", "rule r\n  command = one $in\nbuild b: r a\nbuild d: r c\n", "\none a ; one c"},
	{"a rule that no edge uses", "rule r\n  command = one\n", "\none"},
	{"an escaped sign", "rule r\n  command = one $$HOME\nbuild b: r a\n", "\none $HOME"},
	{"a line that goes on", "rule r\n  command = one $\n    two\nbuild b: r a\n", "\none two"},
}

func TestNinja(t *testing.T) {
	for _, row := range ninjaRows {
		assert.Equal(t, row.want, strings.TrimRight(buildfile.Ninja(row.text), "\n"), row.name)
	}
}

// A value that doubles with every line stays bounded.
func TestNinjaIsBounded(t *testing.T) {
	text := "v = xxxxxxxxxxxxxxxx\n" + strings.Repeat("v = $v$v\n", 60) + "rule r\n  command = one $v\nbuild b: r a\n"
	assert.Less(t, len(buildfile.Ninja(text)), 1<<20)
}

// Source keeps the lines of the file, whatever the file holds.
func FuzzLines(f *testing.F) {
	for _, row := range justRows {
		f.Add(row.text, row.operands)
	}
	for _, row := range ninjaRows {
		f.Add(row.text, "")
	}
	f.Fuzz(func(t *testing.T, text, operands string) {
		lines := strings.Count(text, "\n")
		assert.LessOrEqual(t, lines, strings.Count(buildfile.Just(text, strings.Fields(operands)), "\n"))
		assert.LessOrEqual(t, lines, strings.Count(buildfile.Ninja(text), "\n"))
	})
}
