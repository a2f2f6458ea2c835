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
// Either the kernel itself gives the confined processes no right to write anywhere (package
// landlock): then a call that is let through undecided fails. What was kept cannot be moved, for
// the directories above it cannot be renamed, so its path means the same file throughout.
//
// Or nothing does (Rules.Alone). Then the filter names every call that changes something, refuses
// those of which no supervisor knows, and none is let through that has its meaning in memory, but
// for the start of a program (below). If what is hidden is to be held, too, the filter names all
// that opens a file. Signals to processes outside come here as well.
//
// If the supervisor is gone, each of the calls ends with ENOSYS: it fails closed.
//
// The supervisor's threads give up the capabilities that they have, so that permissions are
// those of the user who runs the command.
//
// # Two transports
//
// Decisions and acts know only that a request has a thread, a call with six arguments, and an
// answer. [Serve] gets them by notification (seccomp_unotify(2)), and answers with descriptors:
// Linux 5.14 and later. [Trace] gets them by SECCOMP_RET_TRACE and ptrace(2), which every
// kernel from 3.8 has. A tracer has no answer that brings a descriptor. So it has the thread make
// other calls in place of its own: a socket, a connection to the supervisor, recvmsg(2) of the
// file that the supervisor has opened, dup3(2) to the lowest number. What these calls read lies in
// a page of the process, and another thread can write over it: then the process gets another of
// its own descriptors, or an error, and nothing that was not opened for it.
//
// A file that is only read, by a thread that shares its table of descriptors with none, the kernel
// opens; when it has, and before the thread goes on, it is compared with the one that was
// decided on.
//
// A signal reaches a caller after its call, by either: what the supervisor did is done, and the
// caller is told so. Only a call that waits for another process, at a named pipe or for a
// connection, ends for a signal. Kernels before 5.19 cannot do that for notifications; there
// any signal ends the call, and the kernel makes it again.
//
// Not held, by either: a program that is started is read by the kernel once more after the
// decision about it, so that a process with several threads can exchange path and words. What a
// program may start is a guard-rail; what it may touch is not.
//
// Seen by what is traced: /proc shows a stopped process as "t" and a TracerPid; a program's own
// filter that ends it for socket(2), connect(2), recvmsg(2), dup3(2), mmap(2) or close(2) ends it
// when it opens a file to be written. Nothing in there can be traced by another.
package supervise
