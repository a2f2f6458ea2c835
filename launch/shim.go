package launch

import (
	"strings"
	"syscall"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/termux"
)

// Clear asks the gate about the command as which this program was started, and becomes the
// program if the gate clears it. The gate's answer and the exec are one call, so no caller
// can supply an answer of its own. If the gate already decided before the runtime started,
// that answer counts: Clear neither asks again nor writes a second line. self and argv come
// from gate.Args.
//
// Clear returns nil if the command is not clear: nothing happened, and the caller must ask
// the judge. An error means that the command was clear, that its line may already be in the
// audit trail, and that the program could not be started. The judge could not decide
// otherwise.
func Clear(self string, argv, env []string) error {
	result, entered := gate.Early()
	if !entered || result.Reason == gate.Undecided {
		result = gate.Admit(self, argv, env)
	}
	if result.Reason != gate.Clear && result.Reason != gate.NotStarted {
		return nil
	}
	if result.FindsItself {
		argv = append([]string{result.Path}, argv[1:]...)
	}
	id, _ := gate.Installed()
	file, _ := gate.Under(result.Path, id.Root)
	return become(termux.Start{File: file, Argv: argv, Env: env})
}

// Over returns the path of the program over which this shim was mounted, or "" if the shim
// was found on PATH: in a sandbox shims are mounted over the programs too. self comes from
// gate.Args.
func Over(self string) string {
	id, _ := gate.Installed()
	return gate.Over(self, id.Root)
}

// StandsFor follows links from the file that a shim was executed as (gate.Executed) to a
// link in the shims' directory, and returns its name. If there is such a link, it says which
// program would start without the shim, and argv[0] is only the name passed to that program.
func StandsFor(file string) (name string, ok bool) {
	id, installed := gate.Installed()
	bin, err := look(id.Root + "/bin")
	if !installed || err != nil {
		return "", false
	}
	for range 40 { // the kernel's own limit
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

// Judge becomes the installed shimgen, which decides about the command. name is the program
// that the shim stands for, and argv its argument vector. Judge returns only on failure,
// with ErrNotInstalled or a NoJudge. A gate with an entry before the runtime becomes the
// judge itself (gate.Early); Judge handles the cases that it cannot.
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

// judgeArgv keeps every argument one element, whatever it contains, and keeps argv[0] in
// place.
func judgeArgv(file, option, name string, argv []string) []string {
	if len(argv) == 0 {
		return []string{file, option, name}
	}
	return append([]string{argv[0], option, name}, argv[1:]...)
}

// MCP becomes shimgen-mcp in dir, the other program of ours that needs no Permit: it runs
// only what its own Permits allow. dir is absolute: the installed libexec, or the directory
// of the running shimgen. MCP returns only on failure, with a NotFoundError or a
// NotExecutable.
func MCP(dir string, args, env []string) error {
	file := dir + "/shimgen-mcp"
	if file[0] != '/' {
		return NotFoundError{file}
	}
	return become(termux.Start{File: file, Argv: append([]string{file}, args...), Env: env})
}
