// Package launch replaces the process by another program: the permitted one, one that the
// gate has cleared, or a program of our own (the judge, the MCP server).
//
// [Exec] takes a Permit. It finds the real program on PATH, past all shims, and replaces
// the process with it by execve(2): no child, no waiting parent, the same process id,
// standard streams and signals. The argv is the permitted one to the byte, except that
// the caller chooses argv[0]; a program that looks for itself on PATH by that name gets
// its own path instead.
//
//	err := launch.Exec(permit, launch.Program{Name: "rm"}, os.Environ())
//	os.Exit(launch.Status(err)) // only if that failed
//
// A shim needs two more execs, which have no Permit because nobody has decided yet:
// [Clear] becomes a program that the gate itself clears, and [Judge] becomes the
// installed shimgen, by the path recorded in our own binary and never by one from the
// environment.
//
// # Limits
//
// By the time main runs, Go's runtime has installed its signal handlers and opened
// /dev/null for closed standard streams, and does not say what was there before. The
// gate's entries record that first (docs/performance.md), and each exec here restores it.
// In a program without such an entry, an ignored signal such as SIGPIPE gets its default
// effect back, except SIGHUP, SIGINT and those of job control.
//
// The package is part of the shim's start, so it imports nothing that formats or
// compiles. It does not use os/exec, whose program search makes a system call for which
// Android kills the process. It never passes a string to a shell.
package launch
