// Package trash keeps what a command would delete, so that a person can put it back.
//
// A [Can] is a directory in the layout of the freedesktop.org trash specification: what was
// removed lies in files/, and a file of the same name in info/ says where it was and when it
// went, and in lines of our own by which decision and which command. A [Removal] says what
// is to go:
//
//	r, ok := trash.Read("rm", args, dir) // an rm(1) that we can do as it would
//	plan, err := can.Plan(r)             // looks; an error means that nothing was touched
//	done := plan.Do()                    // moves
//	…
//	items, err := can.Restore(done.ID)
//
// Moving is one rename(2), within one file system: modes, times, links, holes and extended
// attributes stay as they are, and it needs no room. [Can.Plan] refuses with [ErrCannot] what
// lies on another file system, is larger than the can takes, or holds the can itself.
//
// # Safety
//
// All is done by descriptors of directories; the last component of a name is never followed
// if it is a link, and nothing that exists is ever overwritten. The record is written and synced before the rename,
// under a name that only one process can create, so two removals never meet. A process that
// is killed leaves each thing whole, in its old place or in the can; a record without its
// thing counts for nothing, and [Can.Empty] removes it.
//
// # Limits
//
// Whoever has the same uid can delete the can, too. A file that is trashed still takes up
// room until somebody empties the can.
package trash
