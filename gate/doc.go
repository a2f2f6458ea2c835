// Package gate is the shim's small, sound pre-check: it settles the common,
// harmless commands itself and leaves every other one to the judge.
//
// # Promise
//
// The gate answers one question about an argv: is it clear? Clear means that
// no rule of the policy can match and the judge would allow it. Whatever the
// gate calls clear the judge would allow; a differential test over generated
// argument vectors holds that, and Checker is the door for it. The other way
// round nothing is promised: the gate may give up on any command, and giving
// up costs time, never safety. The zero Reason is "not clear".
//
// A program that is called by another name than its file's (bash's exec -a, a link
// elsewhere) is never clear: the judge is told both names.
//
// The gate never refuses a command and never prints. It returns, and the
// caller hands the command to the judge.
//
// # What it knows
//
// A table, written by Encode from a Spec that the policy's compiler made, and
// read back by nothing but this package. Its file holds what counts for every
// command, and behind that a page for each program. It is mapped, not read, and a decision
// looks at the one and the other and at nothing of the other programs. For each command it lists the options
// and subcommands that no rule mentions, with the exact shapes in which their
// values may be written, and what their values and operands are: plain text, a
// path that is read, written or deleted, a URL, a file mode, a script of sed or awk. A
// case says what the operands are with some options. What runs the command in its
// arguments (env, xargs, find -exec) is clear if that is, by its own page; words of it that
// nobody knows yet must be such as are read, and the profile must let them be. What is not listed is not
// clear: an unknown option, an abbreviated one, a value attached in another
// shape, an operand too many. So are an empty argument, one with control bytes
// (but for the lines and tabs of plain text) or invalid UTF-8, and an argv over
// MaxArgs, MaxArg or MaxArgv.
//
// An identity, stamped into the installed binary by Stamp and read from the
// program's own mapped image: the root of the installation, the user, the home,
// the hash of the rule catalogue and the environment recorded at install. No
// file, variable or argument can point the gate at another policy.
//
// # Paths
//
// A path is judged by what the kernel says it is: the operand, or the deepest
// part of it that exists, is opened with O_PATH and its name read back from
// /proc/self/fd (see proc(5)). Its text is looked at too, so that a protected
// name hidden by a link is still seen, and each protected name is looked for in
// every component of both, without regard to ASCII case. Operands that are not
// plain ASCII, start with "~", or hold "*", "?" or "[" are not clear.
//
//   - Reads are clear anywhere but in what the table protects, /proc, /sys,
//     /dev and the installation's own root.
//   - Writes are clear inside the work directory (the cwd as getcwd(2) gives
//     it, unless it is /, a home or a parent of one, a temp directory itself or
//     a parent of one, or a system path) and inside the table's temp
//     directories, a home below one excepted.
//   - Deletes are clear strictly inside these; never for anything that holds
//     the cwd, a home, a temp directory or a protected path. An operand that is
//     itself a symbolic link is never clear for writing or deleting.
//   - A destination (Target) that is an existing directory is not clear: what
//     would be written inside it has a name the gate does not look at.
//
// The names a table holds must be canonical (no links, no "..", no trailing
// slash); where a home is reached through a link, list both spellings. A running
// HOME that is not the recorded one is a home too, as it is written and as the
// kernel names it; one that is empty, relative or a second one is not clear. One in the
// work directory or in a recorded home was made there, by a test suite: what is secret in it is
// protected, and it is a directory like others.
//
// # Freshness
//
// A table counts only if its checksum and every offset in it are right, its
// catalogue hash is the identity's, and each of its sources is still the very
// file it was compiled from: device, inode, size, both times, owner and mode,
// or still absent. The checksum detects damage, not tampering: the table's
// owner and mode are what keep others from writing it. A compiler must stat a
// source before reading it and again before writing the table, because a file
// changed twice within one tick of the clock keeps its times.
//
// The user's table counts only where it belongs: it must have this installation's
// policy among its sources and lead to its audit trail. A table that is good for
// another installation is not clear here (OtherRoot).
//
// A project file (ProjectFile) in the cwd or above it makes nothing clear
// unless that very file is a source marked Project; and a table with such a
// source is good only below that file.
//
// # Audit
//
// When the level is not off, each clear command leaves one JSON line, written
// with one write(2) before the exec. A line that cannot be written makes the
// command not clear. So does a file of the day that is empty, or as large as the
// table says a full one is: the judge writes that line, and keeps the trail within
// its bound. Everything that can fail is done before the line, except
// execve itself: if that fails, Result.Audited says the line is there.
//
// # How it is written
//
// All but the files named below is written so that it can also run before the
// Go runtime has started: one workspace without pointers, raw system calls from
// an assembly stub, loops instead of the runtime's helpers, no allocation, map,
// interface, closure, defer or func value, no store of a pointer but to the
// stack. The ordinary files are encode.go, encode_syntax.go, redacted.go, spec.go, stamp.go and check.go. On
// Linux and Android, on amd64 and arm64, the package imports only unsafe; elsewhere
// the gate finds nothing clear, and only Find, OpenLog, Line, StatSource and Stamp
// do their work, through syscall and os.
//
// # Before the runtime
//
// Most of what an ordinary Go program adds to a command is the start of its
// runtime. A program that is linked with
//
//	-ldflags '-E github.com/agent-loop/shimgen/gate.entry'
//
// starts in this package instead: the same decision by the same code, and if the
// command is clear the runtime never boots. If it is not, the process becomes the
// judge, and where that cannot be the runtime boots as
// though nothing had been before; Early tells main what was found out, so that
// nothing is decided or written twice. The judge has an entry of its own,
// gate.judgeEntry, which notes what the runtime will change, for Restore. Without the flag the same source is the
// same program, slower. This lies outside Go's promise of compatibility: what it
// leans on, and how that is watched, is in docs/performance.md.
package gate
