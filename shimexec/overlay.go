package shimexec

import (
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/launch"
)

// overlayPath returns path if a sandbox has mounted the shim over that program and path
// is canonical, else "".
func overlayPath(path string) string {
	id, _ := gate.Installed()
	real, err := host.Canonical(path)
	if err != nil || real != path {
		return ""
	}
	if _, ok := gate.Under(path, id.Root); !ok {
		return ""
	}
	return path
}

// overlayName returns the name under which to judge a program that was started by the
// path of its file or of a link to it: the file's name or, if no grammar has that, the
// name of a shim for the same file. The name in argv[0] is judged as well, since anybody
// can make a link of any name.
func overlayName(over string) (name, path string) {
	if name = filepath.Base(over); grammar.Lookup(name) != nil {
		return name, over
	}
	id, _ := gate.Installed()
	own, _ := gate.Under(over, id.Root)
	links, _ := filepath.Glob(filepath.Join(id.Root, "bin", "*"))
	for _, link := range links {
		at := filepath.Join(filepath.Dir(over), filepath.Base(link))
		if under, ok := gate.Under(at, id.Root); ok && host.SameFile(under, own) {
			return filepath.Base(link), at
		}
	}
	return name, over
}

// calledPath returns the argv[0] for a program that finds itself on PATH by argv[0] and
// would find a shim: the path that it would find without shims. That may be a link with
// settings beside it, as in a Python virtual environment.
func calledPath(over, called string, env []string) string {
	if strings.Contains(called, "/") || strings.HasPrefix(called, "-") || !grammar.FindsItself(called) {
		return called
	}
	id, _ := gate.Installed()
	found, ok := gate.Find(called, launch.SearchPath(env), id.Root)
	if real, err := host.Canonical(found); ok && err == nil && real == over {
		return found
	}
	return over
}
