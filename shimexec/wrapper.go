package shimexec

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/shimdir"
)

// maxWrapped is how often a wrapper may be started below itself before it counts as a
// loop.
const maxWrapped = 32

// wrapperMark is the value of gate.WrapperVariable: which process became which wrapper,
// and below how many of the same.
type wrapperMark struct {
	owner string
	below int
	path  string
}

// markOf parses the mark in an environment, or returns the zero mark.
func markOf(env []string) wrapperMark {
	owner, rest, _ := strings.Cut(environ.Get(env, gate.WrapperVariable), ":")
	count, path, ok := strings.Cut(rest, ":")
	below, err := strconv.Atoi(count)
	if !ok || err != nil || below < 0 {
		return wrapperMark{}
	}
	return wrapperMark{owner, below, path}
}

// searchPath returns the directories in which to look for a shim's program: PATH or, if a
// wrapper has started the shim, the part of PATH behind the wrapper. A wrapper looks for
// the program that it wraps and finds our shim, which comes first.
func searchPath(env []string, called, name, root string) string {
	path, m := launch.SearchPath(env), markOf(env)
	if filepath.Base(m.path) != name || m.below < maxWrapped && !m.startedShim(called, root) {
		return path
	}
	list := filepath.SplitList(path)
	for i := len(list) - 1; i >= 0; i-- {
		if filepath.Clean(list[i]) == filepath.Dir(m.path) {
			return strings.Join(list[i+1:], string(filepath.ListSeparator))
		}
	}
	return path
}

// startedShim reports whether the wrapper itself started the shim, not the program that
// the wrapper found or one of its children. A version manager execs the program that it
// found, by its path, or has its shell start it; a compiler cache starts it itself.
func (m wrapperMark) startedShim(called, root string) bool {
	byPath := strings.Contains(called, "/") && gate.FindsShim(called, root)
	switch m.owner {
	case strconv.Itoa(os.Getpid()):
		return byPath
	case strconv.Itoa(os.Getppid()):
		shell, _ := os.Readlink("/proc/" + m.owner + "/exe")
		script, file := runsProgram(os.Getppid(), m.path)
		return file || byPath && (script || slices.Contains(shimdir.Shells(), filepath.Base(shell)))
	}
	return false
}

// markWrapper returns the environment for a program. A wrapper gets the mark by which its
// own shim recognizes it, and the program that it finds loses the mark. Whatever runs in
// between, such as the wrapper's shell, keeps it.
func markWrapper(env []string, program, root string, pid int) []string {
	old, wraps := markOf(env), gate.Wraps(program, launch.SearchPath(env), root)
	if !wraps && filepath.Base(old.path) != filepath.Base(program) {
		return env
	}
	prefix := gate.WrapperVariable + "="
	env = slices.DeleteFunc(slices.Clone(env), func(pair string) bool { return strings.HasPrefix(pair, prefix) })
	if !wraps {
		return env
	}
	below := 0
	if old.path == program {
		below = old.below + 1
	}
	return append(env, prefix+strconv.Itoa(pid)+":"+strconv.Itoa(below)+":"+program)
}
