package guard

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/project"
)

// isOfNewVenv reports whether a file is one that a virtual environment of Python begins with, and the
// request made that environment: what these files hold is known.
func (j *judge) isOfNewVenv(v *grammar.Invocation, at string) bool {
	if !strings.Contains(at, "bin/") {
		return false // nearly always
	}
	bin := path.Dir(at)
	if path.Base(bin) != "bin" || !project.IsVenvProgram(path.Base(at)) {
		return false
	}
	for u := range grammar.All(j.Invocations) {
		if u == v {
			return false
		}
		if j.makesVenv(u, path.Dir(bin)) {
			return !j.isChangedBetween(u.Command, v, func(u *grammar.Invocation) bool { return j.writesNamed(u, at) })
		}
	}
	return false
}

// makesVenv reports whether an invocation makes a virtual environment in a directory.
func (j *judge) makesVenv(u *grammar.Invocation, dir string) bool {
	otherwise, makes := project.MakesVenv(u.Name, u.Sub)
	if !makes {
		return false
	}
	for _, o := range u.Operands {
		if at, known := j.locate(u, o.Word); known && at == dir {
			return true
		}
	}
	start, known := j.zones.Start(u.Command)
	return otherwise != "" && len(u.Operands) == 0 && known && start+"/"+otherwise == dir
}
