// Package native makes the namespaces of a sandbox and starts a command in them, without
// another program: the inside of the backend of that name in package sandbox, which
// writes the plan that this package follows.
//
// # What runs
//
// A process of shimgen whose first argument is [Word] reads a plan from [PlanFD]. It
// clones itself into new namespaces, waits for that clone, and ends with its status. The
// clone is process 1 of the new namespace of processes: it maps the user and group to
// themselves, does the plan's steps, gives up all capabilities and the right to new
// privileges, and forks. The fork takes the filter of system calls and becomes the command.
// Process 1 waits for whatever is left without a parent; when the command ends, so does it,
// and the kernel ends all that is left in the namespace.
//
// Nothing is tried that may fail: the first step that the kernel refuses ends the process,
// and [Report] on [StatusFD] says which one it was and why. Nothing has run then.
//
// # Paths
//
// A path is resolved once, by openat2(2), which refuses it if any part has become a symbolic
// link. The file that was found is compared with the one that was planned with, by device
// and inode, and from then on only the descriptor is used: a tree is cloned from it
// (open_tree(2)), changed (mount_setattr(2)) and put in its place (move_mount(2)). So a
// directory that somebody exchanges in the meantime ends the start, and never leads elsewhere.
//
// # How it ends
//
// Each of the two processes is killed when its parent ends (PR_SET_PDEATHSIG). A parent that
// had ended before that was set is noticed: by its number in the first, and in the second,
// for which it has none, by a pipe whose other end it holds. Process 1 is not dumpable, so
// that what is below /proc/1 is closed to the command.
//
// # How it is written
//
// As package gate is, and for the same reason: the start of the Go runtime would be most of
// what the sandbox costs. A shimgen that is linked with the gate's judgeEntry calls [Begin]
// before the runtime has started; another one calls it by [Leave], from main, on a stack of
// its own. So the files that Begin can reach have raw system calls alone, no allocation,
// map, interface, closure, defer or func value, no store of a pointer but to the stack, and
// .ci/earlycheck walks them. A build for the race detector and its like, whose code calls the
// runtime everywhere, has no such backend.
package native
