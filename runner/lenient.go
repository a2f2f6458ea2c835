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

// isLenient reports whether a job gets the lenient box of package confinement, as
// [policy.Auto] wants: ordinary work does not notice it. A job for which somebody asks for a
// sandbox or a stricter setting by name gets the full box.
func (s *Session) isLenient(j Job) bool {
	asks := j.Named || j.FullBox || j.Net || len(j.ReadOnly) > 0 || j.Home != "" || j.Copy != ""
	return s.Policy.Sandbox == policy.Auto && !asks
}

// lenientBackends are the sandboxes that ordinary work does not notice. Landlock is not among them:
// there another process makes each change for the command, which is slower and differs in
// details.
var lenientBackends = [...]Sandbox{Native, Bwrap}

// unconfined returns the plan without a sandbox, for a policy that wants confinement only where
// it is possible, on a machine where no backend can set up even the smallest box. If one can,
// only this box has a problem: that is an error, and nothing runs.
func (s *Session) unconfined(plan Plan) (Plan, error) {
	why := ""
	for _, kind := range lenientBackends {
		err := tryBackend(kind)
		if err == nil {
			return Plan{}, fmt.Errorf("%w: %s confines other commands here, and not this one", sandbox.ErrDidNotStart, kind)
		}
		why += "; " + err.Error()
	}
	if why = strings.TrimPrefix(why, "; "); !rundir.Inside() {
		s.warnOnce("nothing confines what exec starts here: %s (shimgen sandbox status says more; with [sandbox] mode = \"required\" nothing would run, with \"none\" nobody tries)", why)
	}
	plan.Sandbox = NoSandbox
	return plan, nil
}

// tryBackend reports whether a sandbox can start the smallest box.
func tryBackend(kind Sandbox) error {
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
	_ = cmd.Wait() // Began tells how it ended
	return files.Began()
}
