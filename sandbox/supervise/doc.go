// Package supervise decides on system calls of other processes and does for them what is
// allowed: the half of a sandbox that rules of the kernel about directories cannot express.
//
// # How it works
//
// A process that is to be confined takes a filter with a listener (seccomp(2),
// SECCOMP_FILTER_FLAG_NEW_LISTENER), and hands the listener to the supervisor. Each call that
// the filter names waits there. The supervisor copies what the caller's pointers lead to,
// follows the path itself to an open directory and one name in it, decides on the path that
// the kernel gives that directory, does the call on the directory and the name, and answers
// with the result: a number, an errno, or a descriptor that it opened. What another thread
// writes over the path, or renames in the meantime, changes nothing of what was decided.
//
// Only calls that change something outside the caller come here: opening for writing, names,
// modes, owners, times, and connections. Reading, and reading and writing what is open, cost
// nothing.
//
// # What must hold beside it
//
// The kernel itself must give the confined processes no right to write anywhere (package
// landlock). So a call that is let through undecided fails, and if the supervisor is gone,
// each of these calls ends with ENOSYS: it fails closed. What was kept cannot be moved, for
// the directories above it cannot be renamed, so its path means the same file throughout.
//
// The supervisor's threads give up the capabilities that they have, so that permissions are
// those of the user who runs the command.
//
// # Another transport
//
// Decisions and acts know of the kernel's notification only that a request has a thread, a
// call with six arguments, and an answer; so a tracer (ptrace(2)) can hand in the same, where
// there is no notification. Nothing here does so yet.
package supervise
