package installation

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/agent-loop/shimgen/stash"
	"github.com/agent-loop/shimgen/trash"
)

// kept are the names in an installation's root that Remove leaves: the policy, the state with
// its grants and earlier policies, what undo would put back, and the audit trail.
var kept = [...]string{"policy.toml", "state", "trash", "quarantine", "audit"}

// Kept returns the paths that Remove leaves of the installation in dir.
func Kept(dir string, env []string) ([]string, error) {
	l, _, err := Locate(dir, env)
	if err != nil {
		return nil, err
	}
	var there []string
	for _, name := range kept {
		path := filepath.Join(l.Root, name)
		if _, err := os.Lstat(path); err == nil {
			there = append(there, path)
		}
	}
	return there, nil
}

// Undoable counts what undo could still put back of the installation in dir.
func Undoable(dir string, env []string) (n int, err error) {
	l, _, err := Locate(dir, env)
	if err != nil {
		return 0, err
	}
	moved, err := trash.New(filepath.Join(l.Root, "trash"), owner()).Items()
	if err != nil {
		return 0, err
	}
	ofGit, err := stash.NewBook(filepath.Join(l.Root, "trash", "git"), owner()).Items()
	return len(moved) + len(ofGit), err
}

// Purge deletes what Remove leaves of the installation in dir, and its root if nothing else is
// in it. It returns the paths that it deleted. What it kept in git repositories goes with it;
// notes says of which repositories it could not be removed.
func Purge(dir string, env []string) (gone, notes []string, err error) {
	l, _, err := Locate(dir, env)
	if err != nil {
		return nil, nil, err
	}
	notes = forgetGit(stash.NewBook(filepath.Join(l.Root, "trash", "git"), owner()), env)
	if _, err := trash.New(filepath.Join(l.Root, "trash"), owner()).Empty(time.Now()); err != nil {
		return nil, notes, err // it would not go, and the rest with it
	}
	paths, err := Kept(dir, env)
	if err != nil {
		return nil, notes, err
	}
	for _, path := range paths {
		if err := os.RemoveAll(path); err != nil {
			return gone, notes, err
		}
		gone = append(gone, path)
	}
	if os.Remove(l.Root) == nil { // else something else is in it
		gone = append(gone, l.Root)
	}
	return gone, notes, nil
}

// forgetGit removes from git repositories what was kept in them.
func forgetGit(book stash.Book, env []string) (notes []string) {
	items, err := book.Items()
	if err != nil || len(items) == 0 {
		return nil
	}
	git, err := Git(env)
	if err != nil {
		return []string{fmt.Sprintf("refs/shimgen stays in the repositories of %d things: %v", len(items), err)}
	}
	for _, it := range items {
		if err := book.Forget(git, it.ID); err != nil {
			notes = append(notes, fmt.Sprintf("refs/shimgen stays: %v", err))
		}
	}
	return notes
}
