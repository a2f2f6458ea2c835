package main

import (
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/launch"
)

const (
	usageStatus  = 2
	brokenStatus = 125
)

const usage = `usage: shim NAME [ARGUMENT]...    run NAME if the policy allows it
       shim version
Installed under the name of a program, shim stands for that program.
`

// version is set by the linker: -X main.version=…
var version = "devel"

// An end is what remains to be done when no other program took over.
type end struct {
	status   int
	out, err string
}

// run stands for one program. It returns only if no program and no judge could be
// started, or neither was wanted.
func run(argv, env []string) end {
	argv, self := gate.Args(argv)
	name := called(argv)
	if name == "shim" && launch.Over(self) == "" {
		if len(argv) < 2 || !bare(argv[1]) {
			return end{usageStatus, "", usage}
		}
		if argv[1] == "version" {
			return end{0, "shim " + version + "\nentry: " + entry() + "\n", ""}
		}
		argv = argv[1:]
		return stand(self, argv[0], argv, env)
	}
	file := gate.Executed()
	switch own := file[strings.LastIndexByte(file, '/')+1:]; own {
	case "", "shim", name:
		if err := launch.Clear(self, argv, env); err != nil {
			return report(err)
		}
	}
	if over := launch.Over(self); over != "" {
		return report(launch.Judge(over, argv, env))
	}
	if link, ok := launch.StandsFor(file); ok {
		name = link
	}
	if !bare(name) {
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

// called returns the name the shim was called by. A leading dash is how login(1) asks for
// a login shell.
func called(argv []string) string {
	if len(argv) == 0 {
		return ""
	}
	word := argv[0][strings.LastIndexByte(argv[0], '/')+1:]
	return strings.TrimPrefix(word, "-")
}

// bare reports whether word can be the name of a program in a directory.
func bare(word string) bool {
	return word != "" && word[0] != '-' && word != "." && word != ".." && !strings.Contains(word, "/")
}

// stand decides about one command.
func stand(self, name string, argv, env []string) end {
	if !bare(name) {
		return broken("cannot tell which program is meant", "call the shim by a program's name")
	}
	if err := launch.Clear(self, argv, env); err != nil {
		return report(err)
	}
	return report(launch.Judge(name, argv, env))
}
