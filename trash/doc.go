// Package trash keeps the files that a command would delete, so that a person can restore
// them.
//
// A [Can] is a directory in the layout of the freedesktop.org trash specification. A removed
// thing lies in files/. A file of the same name in info/ records its path and the time, and
// in lines of our own the decision and the command. A [Removal] describes what a command
// wants to remove:
//
//	r, ok := trash.Read("rm", args, dir) // an rm(1) that the can does just as rm would
//	plan, err := can.Plan(r)             // looks; an error means that nothing was touched
//	done := plan.Do()                    // moves
//	…
//	items, err := can.Restore(done.ID)
//
// Moving is one rename(2) within one file system: modes, times, links, holes and extended
// attributes stay as they are, and it needs no space. [Can.Plan] refuses with [ErrCannot] a
// thing that lies on another file system, is larger than the can's limits, or contains the
// can.
//
// # Safety
//
// The package works on open directories. It never follows the last component of a name if
// that is a link, and never overwrites anything. It writes and syncs the record before the
// rename, under a name that only one process can create, so two removals never collide. If
// the process is killed, each thing is whole, in its old place or in the can. A record
// without its thing counts for nothing, and [Can.Empty] removes it.
//
// # Limits
//
// A process with the same uid can delete the can, too. A trashed file takes up space until
// somebody empties the can.
package trash
