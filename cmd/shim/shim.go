package main

import (
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/launch"
)

const usageStatus = 2

const usage = `usage: shim NAME [ARGUMENT]...    run NAME if the policy allows it
       shim version
Installed under the name of a program, shim stands for that program.
`

// version is set by the linker: -X main.version=…
var version = "devel"

// An end is what to print and the exit status, if no other program took over this process.
type end struct {
	status   int
	out, err string
}

// run decides about one command. It returns only if neither the program nor the judge took
// over, or if the caller wanted usage or version.
func run(argv, env []string) end {
	argv, self := gate.Args(argv)
	name := calledName(argv)
	if name == "shim" && launch.Over(self) == "" {
		if len(argv) < 2 || !isProgramName(argv[1]) {
			return end{usageStatus, "", usage}
		}
		if argv[1] == "version" {
			return end{0, "shim " + version + "\nentry: " + entry() + "\n", ""}
		}
		argv = argv[1:]
		return judgeNamed(self, argv[0], argv, env)
	}
	file := gate.Executed() // what the kernel executed; argv[0] is whatever the caller wrote
	switch base := file[strings.LastIndexByte(file, '/')+1:]; base {
	case "", "shim", name:
		if err := launch.Clear(self, argv, env); err != nil {
			return report(err)
		}
	}
	if coveredProgram := launch.Over(self); coveredProgram != "" {
		return report(launch.Judge(coveredProgram, argv, env))
	}
	if link, ok := launch.StandsFor(file); ok {
		name = link
	}
	if !isProgramName(name) {
		return broken("cannot tell which program is meant", "call the shim by a program's name")
	}
	return report(launch.Judge(name, argv, env))
}

// entry says whether the gate ran before the Go runtime or after it.
func entry() string {
	if _, entered := gate.Early(); entered {
		return "fast"
	}
	return "ordinary"
}

// calledName returns the base name of argv[0]. login(1) asks for a login shell by a leading
// dash.
func calledName(argv []string) string {
	if len(argv) == 0 {
		return ""
	}
	word := argv[0][strings.LastIndexByte(argv[0], '/')+1:]
	return strings.TrimPrefix(word, "-")
}

// isProgramName reports whether word can be a file in a directory of PATH.
func isProgramName(word string) bool {
	return word != "" && word[0] != '-' && word != "." && word != ".." && !strings.Contains(word, "/")
}

// judgeNamed decides about the command that follows "shim" on the command line.
func judgeNamed(self, name string, argv, env []string) end {
	if !isProgramName(name) {
		return broken("cannot tell which program is meant", "call the shim by a program's name")
	}
	if err := launch.Clear(self, argv, env); err != nil {
		return report(err)
	}
	return report(launch.Judge(name, argv, env))
}
