package stash

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/host"
)

// Book is the list of what was kept, in all repositories: a directory with a file for each.
type Book struct {
	dir   string
	owner int
}

// NewBook returns the book in a directory, which is made when it is first used. The directory above is
// there and private to the owner.
func NewBook(dir string, owner int) Book { return Book{dir, owner} }

// Item is what was kept for one command.
type Item struct {
	ID       string    `json:"id"`
	Time     time.Time `json:"time"`
	Files    int       `json:"files"`
	Refs     int       `json:"refs"` // branches and other refs, and stashes
	Decision string    `json:"decision,omitempty"`
	Command  string    `json:"command,omitempty"`
	Commit   string    `json:"commit"` // what holds it: refs can be moved by anybody
	repository
}

// String formats an item on one line. Anybody may have chosen its path and command: escape it
// before it reaches a terminal.
func (it Item) String() string {
	text := fmt.Sprintf("%s  %s  %s", it.ID, it.Top, it.Parts())
	if it.Command != "" {
		text += "  (" + it.Command + ")"
	}
	return text
}

// Parts says how much was kept: "2 files, 1 ref".
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

const (
	itemSuffix = ".json"
	maxItem    = 64 << 10
	maxItems   = 10_000
)

// Keep keeps what was found, and returns its item. The error leaves the repository as it was.
func (b Book) Keep(f Found, decision, command string) (Item, error) {
	if host.UID() != b.owner {
		return Item{}, errors.New("the trash is another user's")
	}
	it := Item{
		ID: newID(time.Now()), Time: time.Now().UTC().Truncate(time.Millisecond), Files: len(f.state.Files), Refs: len(f.state.Refs) + len(f.state.Stashes),
		Decision: decision, Command: command, repository: f.repo,
	}
	for _, dir := range []string{filepath.Dir(b.dir), b.dir} {
		d, err := host.Open(dir, host.PrivateDir(b.owner))
		if err != nil {
			return it, err
		}
		d.Close()
	}
	if names, err := os.ReadDir(b.dir); err != nil || len(names) >= maxItems {
		return it, errors.Join(err, cannot("the trash is full; the user can empty it"))
	}
	var err error
	if it.Commit, err = f.keep(it.ID, it.Time); err == nil {
		err = b.record(it)
	}
	if err != nil {
		err = errors.Join(err, f.git.drop(it.ID))
	}
	return it, err
}

// record writes an item's file.
func (b Book) record(it Item) error {
	text, err := json.Marshal(it)
	if err != nil {
		return err
	}
	return host.Replace(b.path(it.ID), text, 0o600)
}

func (b Book) path(id string) string { return filepath.Join(b.dir, id+itemSuffix) }

// newID returns a name that no other has.
func newID(now time.Time) string {
	var random [4]byte
	_, _ = rand.Read(random[:]) // which never fails
	return now.UTC().Format("20060102-150405") + "-" + hex.EncodeToString(random[:])
}

// Items returns what was kept, the oldest first. A book that was never used is empty.
func (b Book) Items() ([]Item, error) {
	names, err := os.ReadDir(b.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Item
	for _, name := range names {
		id, ok := strings.CutSuffix(name.Name(), itemSuffix)
		if !ok {
			continue
		}
		it, err := b.Item(id)
		if err != nil {
			return all, err
		}
		all = append(all, it)
	}
	slices.SortStableFunc(all, func(x, y Item) int { return x.Time.Compare(y.Time) })
	return all, nil
}

// ErrNoItem says that nothing was kept under an id.
var ErrNoItem = errors.New("nothing was kept")

// Item returns what was kept under an id.
func (b Book) Item(id string) (it Item, err error) {
	if id == "" || strings.ContainsAny(id, "/.") {
		return it, fmt.Errorf("%s: %w", id, ErrNoItem)
	}
	f, err := host.Open(b.path(id), host.Untrusted(maxItem))
	if errors.Is(err, fs.ErrNotExist) {
		return it, fmt.Errorf("%s: %w", id, ErrNoItem)
	}
	if err != nil {
		return it, err
	}
	defer f.Close()
	text, err := host.Read(f, maxItem)
	if err == nil {
		err = json.Unmarshal(text, &it)
	}
	if err == nil && (it.ID != id || it.Commit == "" || !filepath.IsAbs(it.Top) || !filepath.IsAbs(it.Dir)) {
		err = errors.New("not a record of this book")
	}
	if err != nil {
		return it, fmt.Errorf("%s: %w", b.path(id), err)
	}
	return it, nil
}

// Forget deletes what was kept under an id, in its repository and here. A repository that is
// gone has nothing.
func (b Book) Forget(g Git, id string) error {
	it, err := b.Item(id)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(it.Dir); err == nil {
		g.Dir = it.Top
		if err := g.drop(id); err != nil {
			return err
		}
	}
	return os.Remove(b.path(id))
}
