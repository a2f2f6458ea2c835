// Package shimexec decides about a call that a shim passes on, and becomes the shimmed
// program.
//
// A shim's gate handles clear calls by itself. It passes every other one to shimgen, as a
// [Call]: the argv[0] it was started with, its name, the arguments. [Call.Become] judges
// these under the policy, records the decision, finds the real program and executes it in
// the same process:
//
//	err := shimexec.Call{Called: os.Args[0], Name: "git", Args: args, Env: os.Environ(), Err: os.Stderr, End: os.Exit}.Become()
//
// It returns only if the program does not run.
//
// # Loops
//
// A program on PATH may look for another of its name and find the shim: version managers
// and compiler caches do. Such a wrapper gets a mark in its environment, which tells its
// own shim to search only the part of PATH behind the wrapper. Shims that execute each
// other endlessly are found by how often one process was judged, by its ancestors and by
// the trail, and only after a process has used much processor time: an ordinary command
// pays nothing for that.
//
// # Limits
//
// A shim never asks. It refuses what the policy would ask about, since its caller may be
// the agent, with a terminal of its own. A program started by an absolute path gets here
// only if a sandbox has mounted the shim over it.
package shimexec
