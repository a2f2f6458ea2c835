package stash

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
)

// ConflictError says why nothing was restored.
type ConflictError struct {
	Name, Why string
}

// Error returns the reason on one line.
func (e ConflictError) Error() string { return e.Name + ": " + e.Why + "; nothing was put back" }

// Restore restores what was kept under an id, all or nothing, and forgets it. With absolute
// paths it restores only the files at or below one of them, and forgets nothing. The error
// is a [ConflictError] if something newer is in the way.
func (b Book) Restore(g Git, id string, paths ...string) (Item, error) {
	done, err := b.alone()
	if err != nil {
		return Item{}, err
	}
	defer done()
	r, it, err := b.load(g, id, paths)
	if err != nil {
		return it, err
	}
	if err = r.look(); err == nil {
		err = r.restore()
	}
	if err == nil && len(paths) == 0 {
		err = b.Forget(r.git, id)
	}
	return it, err
}

// load reads what was kept under an id.
func (b Book) load(g Git, id string, paths []string) (r restoration, it Item, err error) {
	if it, err = b.Item(id); err != nil {
		return r, it, err
	}
	if host.UID() != b.dir.Owner {
		return r, it, errOwner
	}
	g.Dir = it.Top
	r = restoration{git: g, id: id, commit: it.Commit, paths: paths}
	if r.repo, err = g.repository(); err != nil || r.repo.Dir != it.Dir || r.repo.Top != it.Top {
		return r, it, errors.Join(err, fmt.Errorf("%s: the repository is gone or was replaced", it.Top))
	}
	r.old, err = g.load(it.Commit)
	return r, it, err
}

// restoration is one state that is being restored.
type restoration struct {
	git    Git
	repo   repository
	id     string
	commit string // holds the old state
	paths  []string
	old    state
	head   string // now
	branch string // now
	files  []int  // indexes of the old files to restore

	edited []string          // files that differ from the index, now
	staged []string          // files whose index entry differs from HEAD, now
	index  map[string]string // now
	trees  []map[string]string
}

// isPart reports whether only files are restored.
func (r *restoration) isPart() bool { return len(r.paths) > 0 }

// hasWork reports whether the state has more than refs and stashes.
func (r *restoration) hasWork() bool { return r.old.Index || len(r.old.Files) > 0 }

// look finds out whether everything can be restored.
func (r *restoration) look() (err error) {
	r.head = r.git.resolve("HEAD")
	r.branch = r.git.line("symbolic-ref", "-q", "HEAD")
	if r.hasWork() {
		err = r.readWork()
	}
	if err == nil {
		err = r.lookAtFiles()
	}
	if err != nil || r.isPart() {
		return err
	}
	if r.old.Index && !r.hasOldIndex() {
		for _, name := range r.staged {
			if !r.isKnown(name) {
				return ConflictError{name, "it was staged since"}
			}
		}
	}
	return r.lookAtRefs()
}

// readWork reads git's objects for the files, as they are now and as they were.
func (r *restoration) readWork() (err error) {
	if r.index, err = r.git.index(); err != nil {
		return err
	}
	if r.edited, err = r.git.list("diff-files", "--name-only", "--ignore-submodules", "-z"); err != nil {
		return err
	}
	trees := r.old.Sources
	if r.head != "" {
		if r.staged, err = r.git.list("diff-index", "--cached", "--no-renames", "--ignore-submodules", "--name-only", "-z", "HEAD", "--"); err != nil {
			return err
		}
		trees = append(trees[:len(trees):len(trees)], r.head)
	}
	if r.old.Head != "" {
		trees = append(trees[:len(trees):len(trees)], r.old.Head)
	}
	for _, name := range trees {
		tree, err := r.git.tree(name)
		if err != nil {
			return err
		}
		r.trees = append(r.trees, tree)
	}
	return nil
}

// isKnown reports whether a file's present object in the index is in a commit, or was in the
// index before, so that it cannot get lost.
func (r *restoration) isKnown(name string) bool {
	now := r.index[name]
	i := slices.IndexFunc(r.old.Files, func(f file) bool { return f.Name == name })
	if i >= 0 && r.old.Files[i].Index == now {
		return true
	}
	return now != "" && slices.ContainsFunc(r.trees, func(tree map[string]string) bool { return tree[name] == now })
}

// hasOldIndex reports whether the index equals the kept one.
func (r *restoration) hasOldIndex() bool {
	now, err := os.ReadFile(r.repo.index)
	old, failed := r.oldIndex()
	return err == nil && failed == nil && string(now) == old
}

func (r *restoration) oldIndex() (string, error) {
	return r.git.run(nil, "cat-file", "blob", r.commit+":index")
}

// lookAtFiles finds the files to restore. A file whose content git does not have is newer.
func (r *restoration) lookAtFiles() error {
	for i, one := range r.old.Files {
		path := r.repo.within(one.Name)
		if r.isPart() && !slices.ContainsFunc(r.paths, func(p string) bool { return p == path || pathname.Below(path, p) }) {
			continue
		}
		r.files = append(r.files, i)
		st, err := r.repo.stat(one.Name)
		if err != nil {
			return err
		}
		if st.Mode == 0 {
			if p, err := r.repo.open(one.Name, false); err == errInTheWay {
				return ConflictError{one.Name, err.Error()}
			} else if err == nil {
				p.close()
			}
			continue // no file is there
		}
		if st.Mode&unix.S_IFMT == unix.S_IFDIR {
			if goes, err := r.goesWithHead(one.Name); err != nil || !goes {
				return errors.Join(err, ConflictError{one.Name, "a directory is there now"})
			}
			continue
		}
		if !slices.Contains(r.edited, one.Name) && r.isKnown(one.Name) && r.index[one.Name] != "" {
			continue
		}
		if same, err := r.isBack(i, one); err != nil || !same {
			return errors.Join(err, ConflictError{one.Name, "it was changed since"})
		}
	}
	if r.isPart() && len(r.files) == 0 {
		return ConflictError{strings.Join(r.paths, ", "), "no file of it was kept"}
	}
	return nil
}

// goesWithHead reports whether a directory contains only files that git removes when HEAD
// moves back.
func (r *restoration) goesWithHead(dir string) (bool, error) {
	if !r.movesHead() || slices.ContainsFunc(r.edited, func(name string) bool { return pathname.Below(name, dir) }) {
		return false, nil
	}
	others, err := r.git.list("ls-files", "--others", "-z", "--", ":(top,literal)"+dir)
	return len(others) == 0, err
}

// isBack reports whether a file equals the kept one.
func (r *restoration) isBack(i int, one file) (bool, error) {
	st, err := r.repo.stat(one.Name)
	if err != nil || uint32(st.Mode) != one.Mode || one.Mode == 0 {
		return err == nil && st.Mode == 0 && one.Mode == 0, err
	}
	want, err := r.git.content(r.commit, i)
	if err != nil || int64(len(want)) != st.Size {
		return false, err
	}
	var have []byte
	err = r.repo.read(one, func(in io.Reader) (err error) {
		have, err = io.ReadAll(io.LimitReader(in, st.Size))
		return err
	})
	return string(have) == want, err
}

// lookAtRefs finds out whether HEAD, the refs and the work tree can go back.
func (r *restoration) lookAtRefs() error {
	for _, old := range r.old.Refs {
		now := r.git.resolve(old.Name)
		if now == "" || now == old.Object || r.isTarget(now) {
			continue
		}
		return ConflictError{old.Name, "it has moved on since; it was at " + old.Object}
	}
	if !r.movesHead() {
		return nil
	}
	switch {
	case r.branch == r.old.Branch && !r.isTarget(r.head):
		return ConflictError{"HEAD", "it has moved on since; it was at " + r.old.Head}
	case r.branch != r.old.Branch && r.old.Branch != "" && r.git.resolve(r.old.Branch) != r.old.Head:
		return ConflictError{r.old.Branch, "it has moved on since; it was at " + r.old.Head}
	}
	changed := slices.DeleteFunc(slices.Clone(r.staged), r.isOnItsWay)
	if changed = append(r.edited[:len(r.edited):len(r.edited)], changed...); len(changed) > 0 {
		return ConflictError{changed[0], "it was changed since"}
	}
	return nil
}

// isOnItsWay reports whether the index has a file's object from the commit to which HEAD
// goes back: an undo that was killed before it moved HEAD has put it there.
func (r *restoration) isOnItsWay(name string) bool {
	last := r.trees[len(r.trees)-1] // of that commit: see readWork
	return r.index[name] == last[name]
}

// movesHead reports whether HEAD and the work tree move to another commit: the kept state
// has work on that commit, or the current branch moves back.
func (r *restoration) movesHead() bool {
	goesBack := slices.ContainsFunc(r.old.Refs, func(o ref) bool { return o.Name == r.branch })
	return (r.hasWork() || goesBack) && r.old.Head != "" && (r.head != r.old.Head || r.branch != r.old.Branch)
}

// isTarget reports whether the command itself may have moved a ref to an object. If the ref
// is elsewhere, somebody has worked since.
func (r *restoration) isTarget(object string) bool { return slices.Contains(r.old.Targets, object) }

// restore writes everything that look has cleared.
func (r *restoration) restore() error {
	if !r.isPart() {
		if err := r.restoreHead(); err != nil {
			return err
		}
		if err := r.restoreRefs(); err != nil {
			return err
		}
	}
	for _, i := range r.files {
		if err := r.restoreFile(i, r.old.Files[i]); err != nil {
			return err
		}
	}
	if r.isPart() {
		return nil
	}
	if r.old.Index {
		if err := r.restoreIndex(); err != nil {
			return err
		}
	}
	return r.restoreStashes()
}

// restoreHead moves the work tree and HEAD back to their commit and branch. Git itself
// refuses if that would overwrite something.
func (r *restoration) restoreHead() error {
	if !r.movesHead() {
		return nil
	}
	if r.head != "" {
		if _, err := r.git.run(nil, "read-tree", "-m", "-u", r.head, r.old.Head); err != nil {
			return err
		}
	}
	if r.old.Branch == "" {
		_, err := r.git.run(nil, "update-ref", "--no-deref", "HEAD", r.old.Head, r.head)
		return err
	}
	if _, err := r.git.run(nil, "symbolic-ref", "HEAD", r.old.Branch); err != nil {
		return err
	}
	_, err := r.git.run(nil, "update-ref", "-m", "shimgen undo", "HEAD", r.old.Head)
	return err
}

// restoreRefs points refs at their old objects.
func (r *restoration) restoreRefs() error {
	for _, old := range r.old.Refs {
		now := r.git.resolve(old.Name)
		if now == old.Object {
			continue
		}
		if now == "" {
			now = strings.Repeat("0", len(old.Object)) // the ref must not exist
		}
		if _, err := r.git.run(nil, "update-ref", "-m", "shimgen undo", old.Name, old.Object, now); err != nil {
			return err
		}
	}
	return nil
}

// restoreStashes adds the stashes that the list lacks, the oldest first.
func (r *restoration) restoreStashes() error {
	var now []string
	if r.git.resolve("refs/stash") != "" {
		var err error
		if now, err = r.git.list("log", "-g", "-z", "--format=%H", "refs/stash", "--"); err != nil {
			return err
		}
	}
	for _, old := range slices.Backward(r.old.Stashes) {
		if slices.Contains(now, old.Object) {
			continue
		}
		if _, err := r.git.run(nil, "stash", "store", "-q", "-m", old.Name, old.Object); err != nil {
			return err
		}
	}
	return nil
}

// restoreFile restores one file, unless it is already restored.
func (r *restoration) restoreFile(i int, one file) error {
	if same, err := r.isBack(i, one); err != nil || same {
		return err
	}
	if one.Mode == 0 {
		return r.repo.remove(one.Name)
	}
	content, err := r.git.content(r.commit, i)
	if err != nil {
		return err
	}
	return r.repo.write(one, content, r.id)
}

// restoreIndex restores the index under git's own lock. It creates the lock with its whole
// content, so the content shows whether a killed undo left it.
func (r *restoration) restoreIndex() error {
	content, err := r.oldIndex()
	if err != nil {
		return err
	}
	lock, own := r.repo.index+".lock", r.repo.index+".shimgen-"+r.id
	if left, err := os.ReadFile(lock); err == nil && string(left) == content {
		return os.Rename(lock, r.repo.index)
	}
	if err := os.WriteFile(own, []byte(content), 0o666); err != nil {
		return err
	}
	err = host.RenameNew(unix.AT_FDCWD, own, unix.AT_FDCWD, lock)
	if err == nil {
		return os.Rename(lock, r.repo.index)
	}
	os.Remove(own)
	return &os.PathError{Op: "lock", Path: lock, Err: err}
}
