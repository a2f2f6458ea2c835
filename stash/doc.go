// Package stash keeps what a git command would throw away, so that a person can put it back.
//
// What git resets, checks out, restores, or deletes by name is kept in the repository
// itself: the content of each changed file, the index, and the commits that branches, HEAD
// and the list of stashes name, all below refs/shimgen/ID. A [Book] is a directory that
// says which repositories have something.
//
//	c, ok := stash.Read(args, dir)       // a git(1) command whose losses we know
//	git := stash.Git{Program: "/usr/bin/git", Dir: c.Dir, Env: env}
//	found, err := git.Look(c)            // looks; an error means that nothing was changed
//	err = book.Keep(found, cause) // writes objects, refs and the record
//	…
//	err = book.Restore(id)
//
// File content is stored as it is, past filters and line endings, and comes back byte for
// byte, with its mode and time of change.
//
// # Restoring
//
// [Book.Restore] puts back all or nothing. It looks first, and refuses where something
// would be overwritten that came since: a file that was changed again, a branch that has
// moved on, something staged. With paths it puts back files only.
//
// # Limits
//
// git clean is not kept here but in the trash ([Listed] names what it would delete): a
// rename keeps what git objects have no place for. Submodules, a split or sparse index, files
// marked as unchanged, a bare repository, and more than 10 000 files or 1 GiB are refused
// with [ErrCannot]. Reflogs and the settings of a deleted branch are not kept. Whoever has the same uid can delete all of it.
package stash
