package stash

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/records"
	"github.com/agent-loop/shimgen/trash"
)

// Book is the list of everything kept, in all repositories: a directory with a file for each
// item.
type Book struct{ dir records.Dir }

// NewBook returns the book in a directory. The directory and its parent are created at the
// first use.
func NewBook(dir string, owner int) Book { return Book{records.Dir{Path: dir, Owner: owner}} }

// Item is what the book kept for one command.
type Item struct {
	ID     string    `json:"id"`
	Time   time.Time `json:"time"`
	Files  int       `json:"files"`
	Refs   int       `json:"refs"`   // branches and other refs, and stashes
	Commit string    `json:"commit"` // holds the kept state: anybody can move refs
	trash.Cause
	repository
}

// String formats an item on one line. Anybody may have chosen its path and command: escape
// it before it reaches a terminal.
func (it Item) String() string {
	return fmt.Sprintf("%s  %s  %s", it.ID, it.Top, it.Parts()) + it.Text()
}

// Parts returns how much was kept: "2 files, 1 ref".
func (it Item) Parts() string {
	var all []string
	for _, p := range [...]struct {
		n    int
		what string
	}{{it.Files, "file"}, {it.Refs, "ref"}} {
		switch p.n {
		case 0:
		case 1:
			all = append(all, "1 "+p.what)
		default:
			all = append(all, fmt.Sprintf("%d %ss", p.n, p.what))
		}
	}
	return strings.Join(all, ", ")
}

// maxItems is the most items in a book.
const maxItems = 10_000

// errOwner means that the process does not run as the book's owner.
var errOwner = errors.New("what git commands lost is kept by another user")

// Keep keeps what was found, and returns its item. If it returns an error, the repository is
// unchanged.
func (b Book) Keep(f Found, cause trash.Cause) (Item, error) {
	if host.UID() != b.dir.Owner {
		return Item{}, errOwner
	}
	if !utf8.ValidString(f.repo.Top) || !utf8.ValidString(f.repo.Dir) {
		return Item{}, cannot("the path of the repository is no UTF-8, which a record must be")
	}
	now := time.Now()
	it := Item{
		ID: trash.NewID(now), Time: now.UTC().Truncate(time.Millisecond), Files: len(f.state.Files), Refs: len(f.state.Refs) + len(f.state.Stashes),
		Cause: cause, repository: f.repo,
	}
	if err := b.dir.Prepare(); err != nil {
		return it, err
	}
	if names, err := b.dir.Names(); err != nil || len(names) >= maxItems {
		return it, errors.Join(err, cannot("the trash is full; the user can empty it"))
	}
	var err error
	if it.Commit, err = f.keep(it.ID, it.Time); err == nil {
		err = b.dir.Write(it.ID, it)
	}
	if err != nil {
		err = errors.Join(err, f.git.drop(it.ID))
	}
	return it, err
}

// Items returns the kept items, the oldest first. A book that was never used is empty.
func (b Book) Items() (all []Item, err error) {
	names, err := b.dir.Names()
	for _, name := range names {
		it, err := b.Item(name)
		if errors.Is(err, ErrNoItem) {
			continue // another process has just restored it
		}
		if err != nil {
			return all, err
		}
		all = append(all, it)
	}
	slices.SortStableFunc(all, func(x, y Item) int { return x.Time.Compare(y.Time) })
	return all, err
}

// alone makes sure that no other process restores anything at the same time. It returns a
// function that ends this; the end of the process ends it, too.
func (b Book) alone() (done func(), err error) {
	lock, err := host.Open(filepath.Join(b.dir.Path, ".undo"), host.AuditLog(b.dir.Owner))
	if errors.Is(err, fs.ErrNotExist) {
		return func() {}, nil // an empty book has nothing to restore
	}
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		lock.Close()
		return nil, errors.New("another undo is running")
	}
	return func() { lock.Close() }, nil
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// ErrNoItem means that nothing was kept under an id.
var ErrNoItem = errors.New("nothing was kept")

// Item returns the item with an id.
func (b Book) Item(id string) (it Item, err error) {
	if id == "" || strings.ContainsAny(id, "/.") {
		return it, fmt.Errorf("%s: %w", id, ErrNoItem)
	}
	it, err = records.Read[Item](b.dir, id)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("%s: %w", id, ErrNoItem)
	case err == nil && (it.ID != id || it.Commit == "" || !filepath.IsAbs(it.Top) || !filepath.IsAbs(it.Dir)):
		err = fmt.Errorf("%s: not a record of this book", b.dir.File(id))
	}
	return it, err
}

// Forget deletes what was kept under an id, in its repository and in the book. A deleted
// repository has nothing.
func (b Book) Forget(g Git, id string) error {
	it, err := b.Item(id)
	if err != nil {
		return err
	}
	if isThere(it.Dir) {
		if g.Dir = it.Top; !isThere(it.Top) { // the work tree was removed from its repository
			g.Dir = it.Dir
		}
		if err := g.drop(id); err != nil {
			return err
		}
	}
	_, err = b.dir.Remove(id)
	return err
}
