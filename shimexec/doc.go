// Package shimexec decides about what a shim handed over, and becomes the program that it
// stands for.
//
// A shim's gate settles what is clear by itself. Everything else it gives to shimgen, as a
// [Call]: the argv[0] it was started with, its name, the arguments. [Call.Become] judges
// these under the policy, records the decision, finds the real program and executes it in
// this very process:
//
//	err := shimexec.Call{Called: os.Args[0], Name: "git", Args: args, Env: os.Environ(), Err: os.Stderr, End: os.Exit}.Become()
//
// It returns only where the program does not run.
//
// # Loops
//
// A program on PATH may look for another of its name and find the shim: version managers and
// compiler caches do. Such a wrapper gets a mark in its environment, by which its own shim
// leads it to what stands behind it on PATH. Shims that execute each other without end are
// told by how often one process was judged, by the processes above it and by the trail, and
// only once a process has worked for long: an ordinary command pays nothing for that.
//
// # Limits
//
// A shim never asks. What the policy would ask about is refused, since whoever runs the shim
// may be the agent, with a terminal of its own. A program that is started by an absolute
// path gets here only where a sandbox has put the shim over it.
package shimexec
