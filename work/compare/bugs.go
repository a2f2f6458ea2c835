package compare

import (
	"bufio"
	_ "embed"
	"fmt"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/work/machine"
)

//go:embed bugs.txt
var bugs string

// Bug is a difference that should not be and is not mended yet.
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
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Fields(line)
		if len(f) < 4 {
			return nil, fmt.Errorf("bugs.txt:%d: a task, a way, a profile and a cause", n)
		}
		if _, err := path.Match(f[0], ""); err != nil {
			return nil, fmt.Errorf("bugs.txt:%d: %w", n, err)
		}
		rows = append(rows, Bug{Task: f[0], Way: f[1], Profile: f[2], Cause: strings.Join(f[3:], " "), Line: n})
	}
	return rows, lines.Err()
}

// Covers tells whether a row is about this run.
func (b Bug) Covers(task string, way machine.Way, profile string) bool {
	ok, _ := path.Match(b.Task, task)
	return ok && (b.Way == "*" || b.Way == string(way)) && (b.Profile == "*" || b.Profile == profile)
}
