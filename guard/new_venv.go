package guard

import (
	"path"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// venvFiles are the files that venv and virtualenv write into the folder of programs of an
// environment (Python's library reference, venv; virtualenv's activation scripts).
const venvFiles = "activate activate.fish activate.csh activate.nu activate_this.py pip pip3 python python3"

// isOfNewVenv reports whether a file is one that a virtual environment of Python begins with, and the
// request made that environment: what these files hold is known.
func (j *judge) isOfNewVenv(v *grammar.Invocation, at string) bool {
	bin := path.Dir(at)
	if path.Base(bin) != "bin" || !wordlist.Among(path.Base(at), venvFiles) {
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
	isUV := u.Name == "uv" && u.Sub == "venv"
	if !isUV && u.Name != "venv" && u.Name != "virtualenv" {
		return false
	}
	named := false
	for _, o := range u.Operands {
		if at, known := j.locate(u, o.Word); known && at == dir {
			return true
		}
		named = true
	}
	start, known := j.zones.Start(u.Command)
	return isUV && !named && known && start+"/.venv" == dir // uv help venv
}
