// Package launch replaces the process by another program: by the permitted one, by one that
// the gate has cleared, or by a program of our own (the judge, the MCP server).
//
// [Exec] takes a Permit. It finds the real program on PATH, past all shims, and replaces the
// process by execve(2): there is no child and no waiting parent, and the process id,
// standard streams and signals stay the same. The argv is the permitted one to the byte,
// except that the caller chooses argv[0]; a program that looks for itself on PATH by that
// name gets its own path instead.
//
//	err := launch.Exec(permit, launch.Program{Name: "rm"}, os.Environ())
//	os.Exit(launch.Status(err)) // only if that failed
//
// A shim needs two more execs, which have no Permit because nobody has decided yet: [Clear]
// becomes a program that the gate itself clears, and [Judge] becomes the installed shimgen,
// by the path recorded in our own binary and never by one from the environment.
//
// # Limits
//
// When main starts, Go's runtime has already installed its signal handlers and opened
// /dev/null for closed standard streams, and does not say what was there before. The gate's
// entries record that first (docs/performance.md), and each exec here restores it. In a
// program without such an entry, an ignored signal such as SIGPIPE gets its default effect
// back, except SIGHUP, SIGINT and those of job control.
//
// The package is part of the shim's start, so it imports nothing that formats or compiles.
// It does not use os/exec, whose program search makes a system call for which Android kills
// the process. It never passes a string to a shell.
package launch
