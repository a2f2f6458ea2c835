package protect

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
)

// A Quarantine is a directory that holds removed files, each under a number in a
// directory of the check that removed it. Only [Quarantine.Drop] ever overwrites or
// removes anything in it.
type Quarantine struct {
	dir   string
	owner int
}

// NewQuarantine returns the quarantine in a directory, which is created on first use. It
// belongs to a user, and nobody else can read it.
func NewQuarantine(dir string, owner int) Quarantine { return Quarantine{dir, owner} }

// Limits of a quarantine: checks, and items per check.
const (
	maxBatches = 1000
	maxItems   = 10_000
)

// ErrFull says that the quarantine is full.
var ErrFull = errors.New("the quarantine is full")

// An Item is a file or directory in a quarantine.
type Item struct {
	ID    string    `json:"id"`   // of the check, and its number
	Path  string    `json:"path"` // where it was
	Taken time.Time `json:"taken"`
	Why   string    `json:"why,omitempty"`
}

// String formats an item on one line, with its reason. Anybody may have chosen its path:
// escape it before it reaches a terminal.
func (it Item) String() string {
	text := it.ID + "  " + it.Path
	if it.Why != "" {
		text += " (" + it.Why + ")"
	}
	return text
}

// listName is the file in a batch's directory with a line per item.
const listName = "list"

// batch is the directory of one check.
type batch struct {
	name string
	dir  *os.File
	list *os.File
	n    int
}

// begin makes the directory of a check.
func (q Quarantine) begin(now time.Time) (*batch, error) {
	top, err := host.Open(q.dir, host.PrivateDir(q.owner))
	if err != nil {
		return nil, err
	}
	defer top.Close()
	names, err := top.Readdirnames(maxBatches)
	if err == nil && len(names) == maxBatches {
		return nil, ErrFull
	}
	b := &batch{}
	for i := 0; ; i++ {
		b.name = now.UTC().Format("20060102-150405")
		if i > 0 {
			b.name += "-" + strconv.Itoa(i)
		}
		err := unix.Mkdirat(int(top.Fd()), b.name, 0o700)
		if err == nil {
			break
		}
		if err != unix.EEXIST || i > maxBatches {
			return nil, &fs.PathError{Op: "mkdir", Path: filepath.Join(q.dir, b.name), Err: err}
		}
	}
	fd, err := unix.Openat(int(top.Fd()), b.name, openDir, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: filepath.Join(q.dir, b.name), Err: err}
	}
	b.dir = os.NewFile(uintptr(fd), b.name)
	fd, err = unix.Openat(fd, listName, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
	if err != nil {
		b.dir.Close()
		return nil, &fs.PathError{Op: "create", Path: filepath.Join(q.dir, b.name, listName), Err: err}
	}
	b.list = os.NewFile(uintptr(fd), listName)
	return b, nil
}

func (b *batch) close() {
	b.list.Close()
	b.dir.Close()
}

// next records what is about to be moved, and returns its number.
func (b *batch) next(path, why string) (string, error) {
	if b.n >= maxItems {
		return "", ErrFull
	}
	b.n++
	leaf := strconv.Itoa(b.n)
	_, err := b.list.WriteString(leaf + "\x00" + path + "\x00" + why + "\x00\n")
	return leaf, err
}

// Items lists the quarantine, the oldest item first.
func (q Quarantine) Items() ([]Item, error) {
	names, err := os.ReadDir(q.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Item
	for _, name := range names {
		taken, err := time.Parse("20060102-150405", name.Name()[:min(15, len(name.Name()))])
		if err != nil || !name.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(q.dir, name.Name(), listName))
		if err != nil {
			return all, err
		}
		for _, line := range bytes.Split(text, []byte("\x00\n")) {
			fields := strings.Split(string(line), "\x00")
			if len(fields) != 3 || !lexists(filepath.Join(q.dir, name.Name(), fields[0])) {
				continue // it could not be moved, or was restored
			}
			all = append(all, Item{ID: name.Name() + "/" + fields[0], Path: fields[1], Taken: taken, Why: fields[2]})
		}
	}
	return all, nil
}

// ErrNoItem says that the quarantine has no such item.
var ErrNoItem = errors.New("not in the quarantine")

// chosen returns the items that an id names: one, or all of a check.
func (q Quarantine) chosen(id string) ([]Item, error) {
	all, err := q.Items()
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(it Item) bool { return it.ID != id && !strings.HasPrefix(it.ID, id+"/") })
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: %w", id, ErrNoItem)
	}
	return all, nil
}

// Restore moves the items that an id names back, if their places are free.
func (q Quarantine) Restore(id string) ([]Item, error) {
	items, err := q.chosen(id)
	if err != nil {
		return nil, err
	}
	var done []Item
	for _, it := range items {
		at := filepath.Join(q.dir, it.ID)
		if lexists(it.Path) {
			return done, fmt.Errorf("%s: something is there", it.Path)
		}
		real, err := host.Canonical(filepath.Dir(it.Path))
		if err != nil || real != filepath.Dir(it.Path) {
			return done, fmt.Errorf("%s: its directory is now another", it.Path)
		}
		if err := giveBack(at, it.Path); err != nil {
			return done, err
		}
		done = append(done, it)
	}
	return done, nil
}

// giveBack moves an item out of the quarantine.
func giveBack(from, to string) error {
	source, err := openRoot(filepath.Dir(from))
	if err != nil {
		return err
	}
	defer source.close()
	target, err := openRoot(filepath.Dir(to))
	if err != nil {
		return err
	}
	defer target.close()
	return transfer(int(source.root.Fd()), filepath.Base(from), int(target.root.Fd()), filepath.Base(to))
}

// Drop deletes the items that an id names.
func (q Quarantine) Drop(id string) ([]Item, error) {
	items, err := q.chosen(id)
	if err != nil {
		return nil, err
	}
	batches := map[string]bool{}
	for i, it := range items {
		at := filepath.Join(q.dir, it.ID)
		makeRemovable(at)
		if err := os.RemoveAll(at); err != nil {
			return items[:i], err
		}
		batches[filepath.Dir(at)] = true
	}
	for dir := range batches {
		if left, err := os.ReadDir(dir); err == nil && len(left) == 1 { // the list alone
			_ = os.RemoveAll(dir) // nothing else is left in it
		}
	}
	return items, nil
}

// makeRemovable makes the directories in a dropped item writable, so that they can be
// emptied.
func makeRemovable(at string) {
	_ = filepath.WalkDir(at, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700) // if this fails, the removal fails too
		}
		return nil
	})
}
