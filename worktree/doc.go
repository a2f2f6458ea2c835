// Package worktree says what git needs and runs outside of a work directory: the repository of
// a linked worktree or a submodule, which a confined command must be able to write to, and the
// hooks and settings that the repository's own settings name, which it must not change.
//
//	repositories := worktree.Repositories(work, may, strange)
//	kept := worktree.Protected(work, repositories, homes)
//
// Nothing that a .git file or a settings file says is taken at its word: a repository counts
// only where it says in turn that this is its work tree, and where it is the user's own.
package worktree
