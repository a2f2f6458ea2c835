package compare

import (
	"bufio"
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/work/machine"
)

//go:embed expected.txt
var table string

// Expected is a difference that is the product's purpose: work that a rule refuses
// or warns about.
type Expected struct {
	Rule    string // whose refusal or warning makes it; "-" for none
	Task    string // a pattern as path.Match has it
	Way     string // the way in which there is one, * for any
	Profile string // cautious, or * for any
	Reason  string
	Line    int
}

// Table returns expected.txt.
func Table() ([]Expected, error) { return read(table) }

// read reads rows of five fields: four words, and a reason that goes on to the end
// of the line.
func read(text string) ([]Expected, error) {
	var rows []Expected
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Fields(line)
		if len(f) < 5 {
			return nil, fmt.Errorf("expected.txt:%d: a rule, a task, a way, a profile and a reason", n)
		}
		row := Expected{Rule: f[0], Task: f[1], Way: f[2], Profile: f[3], Reason: strings.Join(f[4:], " "), Line: n}
		if _, err := path.Match(row.Task, ""); err != nil {
			return nil, fmt.Errorf("expected.txt:%d: %w", n, err)
		}
		if row.Rule == "-" && strings.ContainsAny(row.Task, "*?[") {
			return nil, fmt.Errorf("expected.txt:%d: a difference without a rule belongs to one task", n)
		}
		rows = append(rows, row)
	}
	return rows, lines.Err()
}

// covers tells whether a row is about this run.
func (e Expected) covers(task string, way machine.Way, profile string) bool {
	ok, _ := path.Match(e.Task, task)
	return ok && (e.Way == "*" || e.Way == string(way)) && (e.Profile == "*" || e.Profile == profile)
}

// Meant says whether the table has what came of a run. Every rule that refused or
// warned in it must have a row there, so that a refusal that is meant cannot hide one
// that is not; and so must a difference that no refusal makes. used are the lines of
// those rows.
func Meant(rows []Expected, task string, way machine.Way, profile string, trail []machine.Execution, differs bool) (meant bool, used []int) {
	var rules []string
	if differs && !slices.ContainsFunc(trail, machine.Execution.Refused) {
		rules = append(rules, "-")
	}
	for _, e := range trail {
		if e.Action == "allow" {
			continue
		}
		if len(e.Rules) == 0 {
			return false, nil
		}
		rules = append(rules, e.Rules...)
	}
	slices.Sort(rules)
	for _, rule := range slices.Compact(rules) {
		i := slices.IndexFunc(rows, func(e Expected) bool { return e.Rule == rule && e.covers(task, way, profile) })
		if i < 0 {
			return false, nil
		}
		used = append(used, rows[i].Line)
	}
	return true, used
}
