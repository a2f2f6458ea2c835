// Package launch becomes another program: the permitted one, or the judge.
//
// [Exec] takes a Permit. It finds the real program
// behind a shim, on PATH and past all shims, and replaces the process with it
// by execve(2): no child, no waiting parent, the same process id, the same
// standard streams and signals, and an argv that is the permitted one to the
// byte, with the name in front that the caller chose: a program that looks for
// itself by that name on PATH gets its own path instead. A shim needs two execs more, which have no Permit because nobody has
// decided yet: [Clear] becomes a program the gate itself calls clear, and
// [Judge] becomes the installed shimgen, by the path recorded in our own binary
// and never by one that the environment names.
//
// Go's runtime has put its own signal handlers in place by the time main runs,
// opened /dev/null for closed standard streams, and does not tell what was there.
// The gate's entries note it before (docs/performance.md), and each exec here puts
// it back. In a program without them a signal other than SIGHUP, SIGINT and those
// of job control that was ignored, SIGPIPE for one, has its default effect again.
//
// The package is part of the shim's start, so it imports nothing that formats
// or compiles. It does not use os/exec, whose search for programs makes a
// system call that Android answers by killing the process, and it never makes a
// shell read a string.
package launch
