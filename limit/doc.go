// Package limit holds a command to the limits of the policy: time, memory, processes and the
// size of files.
//
//	kernel := limit.OfKernel(l)              // what setrlimit(2) holds each process to
//	err := limit.Exceeded(l, process.Used(pid)) // what all processes of the command use together
//	err = limit.Reached(l, status, stderr)   // what the command ended by
//	over, is := limit.Of(err)
//
// The kernel limits single processes. What they use together is looked at now and then, so a
// command can use more between two looks.
package limit
