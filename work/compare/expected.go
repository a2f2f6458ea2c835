package compare

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/work/machine"
)

//go:embed expected.txt
var table string

// Expected is an intended difference: work that a rule refuses or warns about.
type Expected struct {
	Rule    string // the rule whose refusal or warning causes it; "-" for none
	Task    string // a path.Match pattern
	Way     string // the way in which it appears, * for any
	Profile string // cautious, or * for any
	Reason  string
	Line    int
}

// Table returns expected.txt.
func Table() ([]Expected, error) { return read(table) }

func read(text string) ([]Expected, error) {
	var rows []Expected
	err := eachRow("expected.txt", text, []string{"a rule", "a task", "a way", "a profile", "a reason"}, func(f []string, line int) error {
		row := Expected{Rule: f[0], Task: f[1], Way: f[2], Profile: f[3], Reason: f[4], Line: line}
		if row.Rule == "-" && strings.ContainsAny(row.Task, "*?[") {
			return errors.New("a difference without a rule belongs to one task")
		}
		rows = append(rows, row)
		_, err := path.Match(row.Task, "")
		return err
	})
	return rows, err
}

// eachRow visits the rows of a table, one per line, skipping empty lines and comments:
// one word per column, of which the last extends to the end of the line. Errors name the
// file and the line.
func eachRow(file, text string, columns []string, visit func(fields []string, line int) error) error {
	want := len(columns)
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		f := strings.Fields(lines.Text())
		if len(f) == 0 || f[0][0] == '#' {
			continue
		}
		if len(f) < want {
			return fmt.Errorf("%s:%d: wants %s", file, n, strings.Join(columns, ", "))
		}
		f[want-1] = strings.Join(f[want-1:], " ")
		if err := visit(f[:want], n); err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
	}
	return lines.Err()
}

// covers reports whether a row is about this run.
func (e Expected) covers(task string, way machine.Way, profile string) bool {
	ok, _ := path.Match(e.Task, task)
	return ok && (e.Way == "*" || e.Way == string(way)) && (e.Profile == "*" || e.Profile == profile)
}

// Intended reports whether the table has the outcome of a run. Every rule that refused or
// warned in it must have a row there, so that an intended refusal cannot hide an
// unintended one; and so must a difference without a refusal. used are the lines of those
// rows.
func Intended(rows []Expected, task string, way machine.Way, profile string, trail []machine.Execution, differs bool) (intended bool, used []int) {
	var rules []string
	if differs && !slices.ContainsFunc(trail, machine.Execution.IsRefused) {
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
