package machine

import (
	"bufio"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/gate"
)

// Outcome is the outcome of a job.
type Outcome struct {
	Exit           int
	Stdout, Stderr string
	TimedOut       bool
	Wall, CPU      time.Duration
	Files          map[string]File // by their names below the home
	Trail          []Execution
}

// File is a file that a job left in the home.
type File struct {
	Mode fs.FileMode
	Text string // a file's content, or a link's target
}

// Execution is one line of the audit trail.
type Execution struct {
	Time    time.Time `json:"ts"`
	Command string
	Argv    []string
	Action  string
	Rules   []string
	ID      string
	PID     int
	Dir     string `json:"cwd"`
	Path    string
}

// IsRefused reports whether the command did not run.
func (e Execution) IsRefused() bool { return e.Action != "allow" && e.Action != "warn" }

// Clear reports whether the gate decided alone. The gate makes the id from exactly the
// moment in its line, and the judge from an earlier one.
func (e Execution) Clear() bool {
	id, err := strconv.ParseUint(e.ID, 16, 64)
	if err != nil {
		return false
	}
	const inMicrosecond = 1000 // the line does not have the rest
	for n := range int64(inMicrosecond) {
		if gate.NewID(e.Time.Unix(), int64(e.Time.Nanosecond())+n, e.PID) == id {
			return true
		}
	}
	return false
}

// trail reads the lines of an audit directory; none if it does not exist.
func trail(dir string) ([]Execution, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	var all []Execution
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 2*gate.LineSize)
		for lines.Scan() {
			var e Execution
			if json.Unmarshal(audit.Record(lines.Bytes()), &e) == nil { // a line that a limit cut short has no content
				all = append(all, e)
			}
		}
		f.Close()
		if err := lines.Err(); err != nil {
			return nil, err
		}
	}
	return all, nil
}
