package launch

import (
	"strings"
	"syscall"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/termux"
)

// Clear asks the gate about the command this program was started as, and if it
// is clear becomes the program. The gate's word and the exec are one call, so that
// nobody can bring a word of his own. What the gate decided before the runtime
// started stands: it is not asked again, and no second line is written.
// self and argv are as from gate.Args.
//
// It returns nil if the command is not clear: nothing happened, and the judge
// is to be asked. An error means that it was clear, that its line may be in the
// audit trail already, and that the program could not be started: the judge
// could say nothing else.
func Clear(self string, argv, env []string) error {
	result, entered := gate.Early()
	if !entered || result.Reason == gate.Undecided {
		result = gate.Admit(self, argv, env)
	}
	if result.Reason != gate.Clear && result.Reason != gate.NotStarted {
		return nil
	}
	if result.Locates {
		argv = append([]string{result.Path}, argv[1:]...)
	}
	id, _ := gate.Installed()
	file, _ := gate.Under(result.Path, id.Root)
	return become(termux.Start{File: file, Argv: argv, Env: env})
}

// Over returns the path of the program that this shim was started over, "" if it was
// found on PATH: in a sandbox shims lie over the programs too. self is as from gate.Args.
func Over(self string) string {
	id, _ := gate.Installed()
	return gate.Over(self, id.Root)
}

// StandsFor follows links from the file that a shim was executed as (gate.Executed)
// to one in the directory of the shims, and returns its name. Where there is such a
// link it says which program would be started if there were no shim, and argv[0]
// only what that is told.
func StandsFor(file string) (name string, ok bool) {
	id, installed := gate.Installed()
	bin, err := look(id.Root + "/bin")
	if !installed || err != nil {
		return "", false
	}
	for range 40 { // as many as the kernel follows
		end := strings.LastIndexByte(file, '/') + 1
		if in, err := look(file[:end] + "."); file != "" && err == nil && in == bin {
			return file[end:], true
		}
		from := file[:end]
		target := make([]byte, 4096)
		n, err := syscall.Readlink(file, target)
		if err != nil || n < 1 {
			return "", false
		}
		if file = string(target[:n]); file[0] != '/' {
			file = from + file
		}
	}
	return "", false
}

// Judge becomes the installed shimgen, which decides about the command. name is
// the program the shim stands for and argv its argument vector, whose first
// element is the judge's own: it hands it on. It returns only if that failed:
// ErrNotInstalled, or a NoJudge. Where the gate has an entry before the runtime,
// that becomes the judge by itself (gate.Early), and this is for what it cannot.
func Judge(name string, argv, env []string) error {
	if gate.Fresh() {
		return judge(gate.AsShimFresh, name, argv, env)
	}
	return judge(gate.AsShim, name, argv, env)
}

func judge(option, name string, argv, env []string) error {
	id, ok := gate.Installed()
	if !ok {
		return ErrNotInstalled
	}
	file := id.Root + "/libexec/shimgen"
	err := become(termux.Start{File: file, Argv: judgeArgv(file, option, name, argv), Env: env})
	if found, ok := err.(NotExecutable); ok {
		return NoJudge{file, found.Err}
	}
	return NoJudge{file, syscall.ENOENT}
}

// judgeArgv keeps every argument as one element, whatever is in it, and argv[0]
// where it was.
func judgeArgv(file, option, name string, argv []string) []string {
	if len(argv) == 0 {
		return []string{file, option, name}
	}
	return append([]string{argv[0], option, name}, argv[1:]...)
}

// MCP becomes shimgen-mcp in dir, the second program of ours that needs no
// Permit: it runs nothing but by Permits of its own. dir is absolute: the
// installed libexec, or where the running shimgen lies. It returns only if that
// failed: with a NotFound or a NotExecutable.
func MCP(dir string, args, env []string) error {
	file := dir + "/shimgen-mcp"
	if file[0] != '/' {
		return NotFound{file}
	}
	return become(termux.Start{File: file, Argv: append([]string{file}, args...), Env: env})
}
