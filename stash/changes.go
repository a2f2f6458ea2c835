package stash

import (
	"errors"
	"io"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// Changes are the changes that Restore would make.
type Changes struct {
	Files []FileChange
	Refs  []RefChange

	// Conflict returns why Restore would refuse, or nil.
	Conflict error
}

// FileChange is a file as it is now, and as it was kept. The zero Content means no file.
type FileChange struct {
	Path      string // absolute
	Now, Kept Content
}

// Content is the content of a file. For a symbolic link it is the target.
type Content struct {
	Mode uint32 // from lstat(2)
	Text string
}

// RefChange is a ref that moves.
type RefChange struct{ Name, Now, Kept string }

// Changes returns what Restore would change with the same arguments. It changes nothing
// itself.
func (b Book) Changes(g Git, id string, paths ...string) (c Changes, err error) {
	r, _, err := b.load(g, id, paths)
	if err != nil {
		return c, err
	}
	var conflict ConflictError
	if err := r.look(); errors.As(err, &conflict) {
		c.Conflict = err
	} else if err != nil {
		return c, err
	}
	for i, one := range r.old.Files {
		path := r.repo.within(one.Name)
		if r.isPart() && !slices.ContainsFunc(paths, func(p string) bool { return p == path || pathname.Below(path, p) }) {
			continue
		}
		change, err := r.change(i, one)
		if err != nil {
			return c, err
		}
		if change.Now != change.Kept {
			c.Files = append(c.Files, change)
		}
	}
	if r.isPart() {
		return c, nil
	}
	for _, old := range r.old.Refs {
		if now := r.git.resolve(old.Name); now != old.Object {
			c.Refs = append(c.Refs, RefChange{old.Name, now, old.Object})
		}
	}
	return c, nil
}

// change compares a file with its kept state.
func (r *restoration) change(i int, one file) (c FileChange, err error) {
	c.Path = r.repo.within(one.Name)
	if c.Kept.Mode = one.Mode; one.Mode != 0 {
		if c.Kept.Text, err = r.git.content(r.commit, i); err != nil {
			return c, err
		}
	}
	st, err := r.repo.stat(one.Name)
	if err != nil {
		return c, err
	}
	now := file{Name: one.Name, Mode: uint32(st.Mode)}
	if c.Now.Mode = now.Mode; now.Mode&unix.S_IFMT != unix.S_IFREG && !now.isLink() {
		return c, nil
	}
	err = r.repo.read(now, func(in io.Reader) error {
		text, err := io.ReadAll(io.LimitReader(in, maxBytes))
		c.Now.Text = string(text)
		return err
	})
	return c, err
}
