// Shim stands on PATH in the place of a program and lets it run only if the
// policy allows it.
//
// It is one binary under many names. The name it is called by, or the first
// argument when it is called as shim, is the program it stands for:
//
//	rm build/a.o           by way of ~/.agent-loop/bin/rm
//	shim rm build/a.o      the same
//
// First the gate looks: a harmless command is written to the audit trail and
// executed at once. Whatever the gate does not clear goes to the judge, the
// installed shimgen, which refuses or executes it. Either way no process is left
// waiting, but for the relay of a script on a shell's standard input that is too
// long or too slow to be read first, and the program keeps its process id,
// streams, signals and status.
//
// The exit status is the program's own, or 126 refused, 127 not found, 125 if
// the shim itself is broken: then nothing runs. Called as shim, 2 is a usage
// error.
//
//go:debug containermaxprocs=0
package main

import (
	"os"
	"runtime"
)

func main() {
	runtime.LockOSThread() // as in cmd/shimgen: the process's first thread becomes the program
	e := run(os.Args, os.Environ())
	_, _ = os.Stdout.WriteString(e.out)
	_, _ = os.Stderr.WriteString(e.err)
	os.Exit(e.status)
}
