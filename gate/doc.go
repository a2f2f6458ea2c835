// Package gate is the shim's small, sound pre-check: it handles the common, harmless
// commands itself and leaves every other one to the judge.
//
//	result := gate.Admit(self, argv, env)
//	if result.Reason == gate.Clear {
//		// become result.Path
//	}
//
// # Promise
//
// The gate answers one question about an argv: is it clear? Clear means that no rule of
// the policy can match, so the judge would allow it. A differential test over generated
// argument vectors checks that, through Checker. The gate does not promise the converse: it
// may give up on any command. Giving up costs time, never safety. The zero Reason is "not
// clear".
//
// A program with another argv[0] than its file's name (bash's exec -a, a link elsewhere)
// is never clear: the judge gets both names.
//
// The gate never refuses a command and never prints. It returns, and the caller passes
// the command to the judge.
//
// # What it knows
//
// First, a table, which Encode writes from the Spec of package compile and only this
// package reads. The file begins with the part that applies to every command; a page for
// each program follows. The gate maps the file, and a decision touches the first part and
// one page. For each command a page lists the options and subcommands that no rule mentions,
// with the exact forms in which their values may be written, and the kinds of their
// values and operands: plain text, a path that is read, written or deleted, a URL, a file
// mode, a sed or awk script. A case gives the operands other kinds if some option is
// present. A program that runs another from its arguments (env, xargs, find -exec) is
// clear if the inner command is clear by its own page. Unknown words of the inner command
// may only be operands that are read, and only if the profile allows it.
//
// Everything not listed is not clear: an unknown option, an abbreviated one, a value
// attached in another form, an operand too many. Nor is an empty argument, one with control
// bytes (except newlines and tabs in plain text) or invalid UTF-8, or an argv over MaxArgs,
// MaxArg or MaxArgv.
//
// Second, an identity, which Stamp writes into the installed binary and the gate reads
// from the program's own mapped image: the root of the installation, the user, the home,
// the hash of the rule catalogue and the environment recorded at install. No file,
// variable or argument can point the gate at another policy.
//
// # Paths
//
// The gate judges a path by its name in the kernel: it opens the operand, or the deepest
// part of it that exists, with O_PATH and reads its name back from /proc/self/fd (see
// proc(5)). It checks the text as well, to see a protected name that a link hides. It
// compares each protected name with every component of both, ignoring ASCII case.
// Operands that are not plain ASCII, start with "~", or hold "*", "?" or "[" are not
// clear.
//
//   - Reads are clear anywhere but in what the table protects, /proc, /sys,
//     /dev and the installation's own root.
//   - Writes are clear inside the work directory (the cwd as getcwd(2) gives
//     it, unless it is /, a home or a parent of one, a temp directory itself or
//     a parent of one, or a system path) and inside the table's temp
//     directories, a home below one excepted.
//   - Deletes are clear strictly inside these directories; never for anything that
//     contains the cwd, a home, a temp directory or a protected path. An operand that is
//     itself a symbolic link is never clear for writing or deleting.
//   - A destination (Target) that is an existing directory is not clear: the
//     gate does not check the names that would be written inside it.
//
// The names in a table must be canonical (no links, no "..", no trailing slash); for a
// home reached through a link, list both names. If the current HOME is not the recorded
// one, it counts as a home too, both as written and in canonical form; an empty, relative
// or second HOME is not clear. A HOME in the work directory or in a recorded home was
// made by a test suite: its secrets are protected, but otherwise it is an ordinary
// directory.
//
// # Freshness
//
// A table is valid only if its checksum and every offset in it are right, its catalogue
// hash is the identity's, and each of its sources is still the file it was compiled from:
// same device, inode, size, times, owner and mode, or still absent. The checksum detects
// damage, not tampering: the table's owner and mode keep others from writing it. A
// compiler must stat a source before reading it and again before writing the table,
// because a file that changes twice within one tick of the clock keeps its times.
//
// The user's table must belong to this installation: it must have this installation's
// policy among its sources and lead to its audit trail. For a table of another
// installation the Reason is OtherRoot.
//
// A project file (ProjectFile) in the cwd or above it makes nothing clear unless that
// file is a source marked Project; and a table with such a source is valid only below
// that file.
//
// # Audit
//
// Unless the level is off, each clear command leaves one JSON line, written with one
// write(2) before the exec. If the line cannot be written, the command is not clear. Nor
// is it clear if the day's file is empty or has reached the size limit in the table: then
// the judge writes the line, and keeps the trail within its bound. Everything that can fail
// happens before the line, except execve itself: if that fails, Result.Audited says that
// the line is there.
//
// # How it is written
//
// All files except those named below can also run before the Go runtime
// has started: one workspace without pointers, raw system calls from an assembly stub,
// loops instead of the runtime's helpers, no allocation, map, interface, closure, defer
// or func value, and pointers stored only on the stack. The ordinary files are encode.go,
// encode_syntax.go, redact_text.go, spec.go, stamp.go, checker.go, ordinary.go and vector.go. On
// Linux and Android, on amd64 and arm64, the package imports only unsafe; elsewhere the gate clears nothing,
// and only Find, OpenLog, Line, StatSource and Stamp work, through syscall and os.
//
// # Before the runtime
//
// Most of what an ordinary Go program adds to a command is the start of its runtime. A
// program linked with
//
//	-ldflags '-E github.com/agent-loop/shimgen/gate.entry'
//
// starts in this package instead. The same code makes the same decision, and if the
// command is clear the runtime never starts. Otherwise the process becomes the judge.
// If that is impossible, the runtime starts as usual, and Early returns the decision to
// main, so that nothing is decided or written twice. The judge has an entry of its
// own, gate.judgeEntry, which saves for Restore what the runtime will change. Without
// the flag the same source is the same program, only slower. Go's compatibility promise
// does not cover any of this; docs/performance.md says what it depends on and how that is
// checked.
package gate
