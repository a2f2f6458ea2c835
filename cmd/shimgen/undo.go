package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/stash"
	"github.com/agent-loop/shimgen/trash"
)

// undoCmd puts back what shims have moved to the trash, or kept before git changed it.
type undoCmd struct {
	List    undoListCmd    `cmd:"" help:"Print what can be put back, the oldest first."`
	Restore undoRestoreCmd `cmd:"" default:"withargs" help:"Put back what an id names, if nothing has taken its place."`
}

// keepers are where things are that can be put back.
type keepers struct {
	can  trash.Can
	book stash.Book
}

func findKeepers() (k keepers, err error) {
	if k.can, err = installation.Trash(); err == nil {
		k.book, err = installation.Stash()
	}
	return k, err
}

// undoable is something that can be put back: an item of the trash or of the book.
type undoable struct {
	fmt.Stringer

	at time.Time
	id string // of all that one command lost
}

func ofTrash(it trash.Item) undoable { return undoable{it, it.Deleted, it.Removal()} }
func ofGit(it stash.Item) undoable   { return undoable{it, it.Time, it.ID} }

// MarshalJSON is that of the item.
func (u undoable) MarshalJSON() ([]byte, error) { return json.Marshal(u.Stringer) }

// all returns everything, the oldest first.
func (k keepers) all() ([]undoable, error) {
	all := []undoable{}
	items, err := k.can.Items()
	for _, it := range items {
		all = append(all, ofTrash(it))
	}
	if err != nil {
		return all, exit.From(err)
	}
	kept, err := k.book.Items()
	for _, it := range kept {
		all = append(all, ofGit(it))
	}
	slices.SortStableFunc(all, func(a, b undoable) int { return a.at.Compare(b.at) })
	return all, exit.From(err)
}

// printUndo prints a line per item.
func printUndo(a *app, items ...undoable) error {
	for _, it := range items {
		if _, err := fmt.Fprintf(a.out, "%s  %s\n", it.at.Local().Format("2006-01-02 15:04"), line(it.String())); err != nil {
			return err
		}
	}
	return nil
}

// undoListCmd lists what can be put back.
type undoListCmd struct {
	JSON bool `name:"json" help:"Print one JSON array."`
}

// Run prints a line per item.
func (c *undoListCmd) Run(a *app) error {
	k, err := findKeepers()
	if err != nil {
		return err
	}
	items, err := k.all()
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(a.out).Encode(items)
	}
	return printUndo(a, items...)
}

// undoRestoreCmd restores items.
type undoRestoreCmd struct {
	ID    string   `arg:"" optional:"" name:"id" help:"An id as list prints it; without its last number, all that one command removed."`
	Paths []string `arg:"" optional:"" name:"path" help:"Only what was at these paths or below them."`
	Last  bool     `name:"last" help:"What the last command removed, instead of an id."`
}

// Run prints the restored items.
func (c *undoRestoreCmd) Run(a *app) error {
	k, err := findKeepers()
	if err != nil {
		return err
	}
	id, paths := c.ID, c.Paths
	if c.Last {
		if id != "" {
			paths = append([]string{id}, paths...)
		}
		items, err := k.all()
		if err != nil {
			return err
		}
		if len(items) == 0 {
			return exit.New(exit.Blocked, "the trash is empty", "")
		}
		id = items[len(items)-1].id
	}
	if id == "" {
		return exit.Usage("undo: name an id, or --last")
	}
	for i, path := range paths {
		if paths[i], err = filepath.Abs(path); err != nil {
			return exit.From(err)
		}
	}
	done, err := k.restore(a, id, paths)
	if err := printUndo(a, done...); err != nil {
		return err
	}
	if err != nil {
		return exit.New(exit.Blocked, err.Error(), "shimgen undo list")
	}
	return nil
}

// restore puts back what an id names, and returns what of it.
func (k keepers) restore(a *app, id string, paths []string) (done []undoable, err error) {
	if _, err := k.book.Item(id); !errors.Is(err, stash.ErrNoItem) {
		git, err := installation.Git(a.env)
		if err != nil {
			return nil, err
		}
		it, err := k.book.Restore(git, id, paths...)
		if err != nil {
			return nil, err
		}
		return []undoable{ofGit(it)}, nil
	}
	items, err := k.can.Restore(id, paths...)
	for _, it := range items {
		done = append(done, ofTrash(it))
	}
	return done, err
}

// trashCmd manages the trash.
type trashCmd struct {
	Empty trashEmptyCmd `cmd:"" help:"Delete what has been in the trash for longer than a time."`
}

// trashEmptyCmd empties the trash.
type trashEmptyCmd struct {
	Older string `name:"older" required:"" placeholder:"TIME" help:"How long: 7d, 12h; 0d is all."`
}

// Run prints the deleted items.
func (c *trashEmptyCmd) Run(a *app) error {
	age, ok := readAge(c.Older)
	if !ok {
		return exit.Usage("--older %q: write 7d or 12h", c.Older)
	}
	k, err := findKeepers()
	if err != nil {
		return err
	}
	before := time.Now().Add(-age)
	items, err := k.can.Empty(before)
	for _, it := range items {
		if err := printUndo(a, ofTrash(it)); err != nil {
			return err
		}
	}
	return errors.Join(exit.From(err), k.forget(a, before))
}

// forget deletes what was kept of git before a time.
func (k keepers) forget(a *app, before time.Time) error {
	items, err := k.book.Items()
	if err != nil {
		return exit.From(err)
	}
	for _, it := range items {
		if !it.Time.Before(before) {
			continue
		}
		git, err := installation.Git(a.env)
		if err != nil {
			return err
		}
		if err := k.book.Forget(git, it.ID); err != nil {
			return exit.From(err)
		}
		if err := printUndo(a, ofGit(it)); err != nil {
			return err
		}
	}
	return nil
}
