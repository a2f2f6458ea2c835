package main

import (
	"os"
	"path/filepath"
	"strings"
)

// looped are what scripts run a thousand times. Each is a case directly, behind the
// cheapest wrapper, and behind its shim. Rounds are the loop.
var looped = [...][]string{{"sed", "-n", "1,3p", "lines.txt"}, {"expr", "17", "+", "25"}, {"mkdir", "-p", "out/sub"}}

// loops makes the files and wrappers of the looped commands, and returns the cases
// without a shim.
func (s *scene) loops() ([]benchCase, error) {
	if err := os.WriteFile(filepath.Join(s.work, "lines.txt"), []byte(strings.Repeat("a line\n", 5)), 0o600); err != nil {
		return nil, err
	}
	var cases []benchCase
	for _, argv := range looped {
		name, wrapper := argv[0], filepath.Join(s.cases, argv[0])
		if err := os.WriteFile(wrapper, []byte(strings.Replace(caseRule, "REAL", s.real[name], 1)), 0o700); err != nil {
			return nil, err
		}
		cases = append(cases,
			benchCase{name: name, program: s.real[name], argv: argv, env: s.env(systemPath), dir: s.work},
			benchCase{name: "case-" + name, base: name, program: wrapper, argv: argv, env: s.env(systemPath), dir: s.work},
		)
	}
	return cases, nil
}

// loopPairs are the looped commands behind a shim and behind a wrapper.
func loopPairs() (pairs [][2]string) {
	for _, argv := range looped {
		pairs = append(pairs, [2]string{"shim-" + argv[0], "case-" + argv[0]})
	}
	return pairs
}

// installed are the arguments that give the programs of all cases a shim.
func installed() []string {
	args := []string{"install", "--cmd", "true"}
	for _, argv := range looped {
		args = append(args, "--cmd", argv[0])
	}
	return args
}
