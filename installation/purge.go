package installation

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/stash"
)

// kept are the names in an installation's root that Remove leaves, in the order in which Purge
// deletes them: what undo would put back, the audit trail, the state with its grants and earlier
// policies, and the policy.
var kept = [...]string{"trash", "quarantine", gate.TrailName, "state", "policy.toml"}

// ErrNotOwn says that a program is not the installed one, so that it does not know for sure what
// belongs to an installation.
var ErrNotOwn = exit.New(exit.Blocked, "nothing was removed: --purge is for the installed shimgen", "~/.agent-loop/libexec/shimgen uninstall --purge")

// ownRoot is the root that is recorded in this program.
func ownRoot() (string, error) {
	if id, ok := gate.Installed(); ok {
		return id.Root, nil
	}
	return "", ErrNotOwn
}

// Kept returns the paths that Remove leaves of the installation of this program.
func Kept() ([]string, error) {
	root, err := ownRoot()
	if err != nil {
		return nil, err
	}
	var there []string
	for _, name := range kept {
		path := filepath.Join(root, name)
		if _, err := os.Lstat(path); err == nil {
			there = append(there, path)
		}
	}
	return there, nil
}

// Undoable counts what undo could still put back.
func Undoable() (n int, err error) {
	can, err := Trash()
	if err != nil {
		return 0, err
	}
	moved, err := can.Items()
	if err != nil {
		return 0, err
	}
	book, err := Stash()
	if err != nil {
		return 0, err
	}
	ofGit, err := book.Items()
	return len(moved) + len(ofGit), err
}

// Purge deletes what Remove leaves of the installation of this program, and its root if nothing
// else is in it. It returns the paths that it deleted. What it kept in git repositories goes with
// it; notes says of which repositories it could not be removed.
func Purge(env []string) (gone, notes []string, err error) {
	paths, err := Kept()
	if err != nil {
		return nil, nil, err
	}
	book, err := Stash()
	if err != nil {
		return nil, nil, err
	}
	notes = forgetGit(book, env)
	for _, path := range paths {
		makeRemovable(path)
		if err := os.RemoveAll(path); err != nil {
			return gone, notes, err
		}
		gone = append(gone, path)
	}
	if root, err := ownRoot(); err == nil && os.Remove(root) == nil { // else something else is in it
		gone = append(gone, root)
	}
	return gone, notes, nil
}

// makeRemovable makes the directories below a path writable, so that they can be emptied. It
// follows no link.
func makeRemovable(at string) {
	_ = filepath.WalkDir(at, func(path string, d fs.DirEntry, _ error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700) // if this fails, the removal fails too
		}
		return nil
	})
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
