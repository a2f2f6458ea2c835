package runner

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/sandbox"
)

// gentle reports whether a job is confined in the way of [policy.Auto]: so that ordinary work
// does not notice. Who asks for a sandbox by name gets all that it can hold.
func (s *Session) gentle(j Job) bool {
	asks := j.Named || j.Held || j.Net || len(j.ReadOnly) > 0 || j.Home != "" || j.Copy != ""
	return s.Policy.Sandbox == policy.Auto && !asks
}

// unnoticed are the sandboxes in which ordinary work does not notice that it is confined.
// Where Landlock confines, another process makes each change for the command, which takes
// longer and is not the same in all things.
var unnoticed = [...]Sandbox{Native, Bwrap}

// unconfined is the plan for a command that the policy wants confined where that can be, on
// a machine where it cannot: no backend can set up even the smallest box. What is wrong with
// one box alone is an error, and nothing runs.
func (s *Session) unconfined(plan Plan) (Plan, error) {
	why := ""
	for _, kind := range unnoticed {
		err := starts(kind)
		if err == nil {
			return Plan{}, fmt.Errorf("%w: %s confines other commands here, and not this one", sandbox.ErrDidNotStart, kind)
		}
		why += "; " + err.Error()
	}
	if why = strings.TrimPrefix(why, "; "); !rundir.Inside() {
		s.once("nothing confines what exec starts here: %s (shimgen sandbox status says more; with [sandbox] mode = \"required\" nothing would run, with \"none\" nobody tries)", why)
	}
	plan.Sandbox = NoSandbox
	return plan, nil
}

// starts tries the smallest box that there is.
func starts(kind Sandbox) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	backend, err := backendOf(kind, self, os.Lstat)
	if err != nil {
		return err
	}
	plan, err := backend.Plan(sandbox.Box{Dir: "/"}, sandbox.Entry{Path: self, Argv: []string{self, "--help"}})
	if err != nil {
		return err
	}
	files, err := plan.Open()
	if err != nil {
		return err
	}
	cmd := exec.Cmd{Path: plan.Path, Args: plan.Argv, ExtraFiles: append([]*os.File{nil}, files.Child...)}
	if err := cmd.Start(); err != nil {
		files.CloseChildEnds()
		return errors.Join(err, files.Began())
	}
	_ = cmd.Wait() // how it ended is what Began tells
	return files.Began()
}
