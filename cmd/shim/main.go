// Shim takes the place of a program on PATH and runs it only if the policy allows it.
//
// It is a multi-call binary. The name it is called by, or the first argument when it is
// called as shim, is the program it stands for:
//
//	rm build/a.o           through ~/.agent-loop/bin/rm
//	shim rm build/a.o      the same
//
// First the gate decides: if a command is harmless, it writes the command to the audit
// trail and executes it at once. It passes every other command to the judge, the
// installed shimgen, which refuses or executes it. In both cases no process keeps waiting
// (except the relay of a script on a shell's standard input that is too long or too slow
// to be read first), and the program keeps the process id, streams, signals and status.
//
// The exit status is the program's own, or 126 refused, 127 not found, 125 if the shim
// itself is broken, and then nothing runs. Called as shim, 2 is a usage error.
//
//go:debug containermaxprocs=0
package main

import (
	"os"
	"runtime"
)

func main() {
	runtime.LockOSThread() // the process's first thread becomes the program: see cmd/shimgen
	e := run(os.Args, os.Environ())
	_, _ = os.Stdout.WriteString(e.out)
	_, _ = os.Stderr.WriteString(e.err)
	os.Exit(e.status)
}
