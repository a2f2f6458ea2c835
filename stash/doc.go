// Package stash keeps what a git command would discard, so that a person can restore it.
//
// If git resets, checks out, restores or deletes something by name, the repository itself
// keeps it: the content of each changed file, the index, and the commits that branches, HEAD
// and the list of stashes name, all below refs/shimgen/ID. A [Book] is a directory that
// records which repositories have something.
//
//	c, ok := stash.Read(args, dir)       // a git(1) command whose losses we know
//	git := stash.Git{Program: "/usr/bin/git", Dir: c.Dir, Env: env}
//	found, err := git.Look(c)            // looks; an error means that nothing was changed
//	err = book.Keep(found, cause) // writes objects, refs and the record
//	…
//	err = book.Restore(id)
//
// File content is stored unchanged, without filters and line-ending conversion. It comes
// back byte for byte, with its mode and modification time.
//
// # Restoring
//
// [Book.Restore] restores all or nothing. It looks first, and refuses if it would overwrite
// something newer: a file that was changed again, a branch that has moved on, something
// staged. With paths it restores files only.
//
// # Limits
//
// The files of git clean go to the trash instead ([Listed] names what it would delete): a
// rename keeps attributes for which git objects have no place. [ErrCannot] refuses
// submodules, a split or sparse index, files marked as unchanged, a bare repository, and
// more than 10 000 files or 1 GiB. Reflogs and the settings of a deleted branch are not
// kept. A process with the same uid can delete all of it.
package stash
