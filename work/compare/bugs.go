package compare

import (
	_ "embed"
	"path"

	"github.com/agent-loop/shimgen/work/machine"
)

//go:embed bugs.txt
var bugs string

// Bug is a difference that should not exist and is not fixed yet.
type Bug struct {
	Task    string // a pattern as path.Match has it
	Way     string // * for any
	Profile string // * for any
	Cause   string
	Line    int
}

// Bugs returns bugs.txt.
func Bugs() ([]Bug, error) { return readBugs(bugs) }

func readBugs(text string) ([]Bug, error) {
	var rows []Bug
	err := eachRow("bugs.txt", text, []string{"a task", "a way", "a profile", "a cause"}, func(f []string, line int) error {
		rows = append(rows, Bug{Task: f[0], Way: f[1], Profile: f[2], Cause: f[3], Line: line})
		_, err := path.Match(f[0], "")
		return err
	})
	return rows, err
}

// Covers reports whether a row is about this run.
func (b Bug) Covers(task string, way machine.Way, profile string) bool {
	ok, _ := path.Match(b.Task, task)
	return ok && (b.Way == "*" || b.Way == string(way)) && (b.Profile == "*" || b.Profile == profile)
}
