package trash

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
)

// The limits of a can.
const (
	maxItems = 10_000
	maxNames = 200_000  // in one removal, counted before anything moves
	maxBytes = 20 << 30 // of one removal
)

// A Can is a trash can. Only [Can.Empty] deletes anything in it.
type Can struct {
	dir   string
	owner int
}

// New returns the can in a directory, which is created at its first use. It belongs to a
// user, and nobody else can enter it.
func New(dir string, owner int) Can { return Can{dir, owner} }

// Dir returns the directory of the can.
func (c Can) Dir() string { return c.dir }

// ErrCannot means that the can cannot do a removal. Nothing was touched.
var ErrCannot = errors.New("cannot be moved to the trash")

func cannot(name, why string) error { return fmt.Errorf("%s: %w: %s", name, ErrCannot, why) }

// opened are the open directories of a can.
type opened struct{ files, info *os.File }

func (o opened) close() {
	o.files.Close()
	o.info.Close()
}

// open opens the can for its owner, and creates missing directories.
func (c Can) open() (o opened, err error) {
	if host.UID() != c.owner {
		return o, errors.New("the trash is another user's")
	}
	top, err := host.Open(c.dir, host.PrivateDir(c.owner))
	if err != nil {
		return o, err
	}
	defer top.Close()
	if o.files, err = host.Open(filepath.Join(c.dir, "files"), host.PrivateDir(c.owner)); err != nil {
		return o, err
	}
	if o.info, err = host.Open(filepath.Join(c.dir, "info"), host.PrivateDir(c.owner)); err != nil {
		o.files.Close()
	}
	return o, err
}

// NewID returns a new name for a removal, which no other removal has and which means nothing
// else to undo.
func NewID(now time.Time) string {
	var random [4]byte
	_, _ = rand.Read(random[:]) // it never fails
	return now.UTC().Format("20060102-150405") + "-" + hex.EncodeToString(random[:])
}

// Items returns the items in the can, the oldest first. A can that was never used is empty.
func (c Can) Items() ([]Item, error) {
	names, err := os.ReadDir(filepath.Join(c.dir, "info"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Item
	for _, name := range names {
		id, ok := strings.CutSuffix(name.Name(), infoSuffix)
		if !ok {
			continue
		}
		if _, err := os.Lstat(filepath.Join(c.dir, "files", id)); err != nil {
			continue // it was not moved, or was restored
		}
		it, err := c.read(id)
		if err != nil {
			return all, err
		}
		all = append(all, it)
	}
	slices.SortStableFunc(all, func(a, b Item) int { return a.Deleted.Compare(b.Deleted) })
	return all, nil
}

// read reads a record.
func (c Can) read(id string) (Item, error) {
	f, err := host.Open(filepath.Join(c.dir, "info", id+infoSuffix), host.Untrusted(maxInfo))
	if err != nil {
		return Item{}, err
	}
	defer f.Close()
	text, err := host.Read(f, maxInfo)
	if err != nil {
		return Item{}, err
	}
	return parseInfo(id, string(text))
}

// ErrNoItem means that nothing of that name is in the trash.
var ErrNoItem = errors.New("not in the trash")

// chosen returns the items that an id names: one item, or all items of a removal.
func (c Can) chosen(id string) ([]Item, error) {
	all, err := c.Items()
	all = slices.DeleteFunc(all, func(it Item) bool { return it.ID != id && it.Removal() != id })
	if len(all) == 0 && err == nil {
		err = fmt.Errorf("%s: %w", id, ErrNoItem)
	}
	return all, err
}

// choose returns the items that an id names. With paths it returns only the parts of them at
// or below one of the paths.
func (c Can) choose(id string, paths []string) ([]Item, error) {
	items, err := c.chosen(id)
	if err != nil || len(paths) == 0 {
		return items, err
	}
	if items = named(items, paths); len(items) == 0 {
		return nil, fmt.Errorf("%s: %w by the id %s", strings.Join(paths, ", "), ErrNoItem, id)
	}
	return items, nil
}

// Restore moves the items that an id names back to their places: one item, or all of one
// removal. With paths it moves only what was at or below one of them, which may be a part of
// an item. It is an error if a place is taken or its directory is gone; then the item stays
// in the trash. Restore returns the items that it restored before the error.
func (c Can) Restore(id string, paths ...string) ([]Item, error) {
	items, err := c.choose(id, paths)
	if err != nil {
		return nil, err
	}
	o, err := c.open()
	if err != nil {
		return nil, err
	}
	defer o.close()
	var done []Item
	for _, it := range slices.Backward(items) { // the last removed first: an earlier one may have been in it
		restore := o.restoreItem
		if it.part != "" {
			restore = o.restorePart
		}
		if err := restore(it); err != nil {
			return done, err
		}
		done = append(done, it)
	}
	return done, nil
}

// restoreItem moves one item to where it was.
func (o opened) restoreItem(it Item) error {
	dir, err := openReal(filepath.Dir(it.Path))
	if err != nil {
		return fmt.Errorf("%s: its directory is gone or was replaced: %w", it.Path, err)
	}
	defer unix.Close(dir)
	switch err := host.RenameNew(int(o.files.Fd()), it.ID, dir, filepath.Base(it.Path)); err {
	case nil:
	case unix.EEXIST:
		return fmt.Errorf("%s: something is there; it stays in the trash", it.Path)
	default:
		return &fs.PathError{Op: "restore", Path: it.Path, Err: err}
	}
	_ = unix.Unlinkat(int(o.info.Fd()), it.ID+infoSuffix, 0) // a record without its thing counts for nothing
	return nil
}

// Empty deletes items that were removed before a time, and records without a thing. It
// returns the deleted items.
func (c Can) Empty(before time.Time) ([]Item, error) {
	items, err := c.Items()
	if err != nil {
		return nil, err
	}
	var done []Item
	for _, it := range items {
		if !it.Deleted.Before(before) {
			continue
		}
		at := filepath.Join(c.dir, "files", it.ID)
		makeRemovable(at)
		if err := os.RemoveAll(at); err != nil {
			return done, err
		}
		if err := os.Remove(filepath.Join(c.dir, "info", it.ID+infoSuffix)); err != nil {
			return done, err
		}
		done = append(done, it)
	}
	return done, c.sweep()
}

// sweep removes records without a thing, unless a removal may still be moving one.
func (c Can) sweep() error {
	const moving = time.Hour
	names, err := os.ReadDir(filepath.Join(c.dir, "info"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, name := range names {
		info, err := name.Info()
		if err != nil || time.Since(info.ModTime()) < moving {
			continue
		}
		id := strings.TrimSuffix(name.Name(), infoSuffix)
		if _, err := os.Lstat(filepath.Join(c.dir, "files", id)); errors.Is(err, fs.ErrNotExist) {
			_ = os.Remove(filepath.Join(c.dir, "info", name.Name())) // the next sweep tries again
		}
	}
	return nil
}

// makeRemovable makes the directories below at writable, so that they can be emptied. It
// follows no link.
func makeRemovable(at string) {
	_ = filepath.WalkDir(at, func(path string, d fs.DirEntry, _ error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700) // if this fails, the removal fails too
		}
		return nil
	})
}
