package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/trash"
)

// undoCmd puts back what shims have moved to the trash.
type undoCmd struct {
	List    undoListCmd    `cmd:"" help:"Print what can be put back, the oldest first."`
	Restore undoRestoreCmd `cmd:"" default:"withargs" help:"Put back what an id names, if nothing has taken its place."`
}

// undoListCmd lists the trash.
type undoListCmd struct {
	JSON bool `name:"json" help:"Print one JSON array."`
}

// Run prints a line per item.
func (c *undoListCmd) Run(a *app) error {
	can, err := installation.Trash()
	if err != nil {
		return err
	}
	items, err := can.Items()
	if err != nil {
		return exit.From(err)
	}
	if c.JSON {
		return json.NewEncoder(a.out).Encode(append([]trash.Item{}, items...)) // a list even if it is empty
	}
	return printTrash(a, items)
}

func printTrash(a *app, items []trash.Item) error {
	for _, it := range items {
		if _, err := fmt.Fprintf(a.out, "%s  %s\n", it.Deleted.Local().Format("2006-01-02 15:04"), line(it.String())); err != nil {
			return err
		}
	}
	return nil
}

// undoRestoreCmd restores items.
type undoRestoreCmd struct {
	ID    string   `arg:"" optional:"" name:"id" help:"An id as list prints it; without its last number, all that one command removed."`
	Paths []string `arg:"" optional:"" name:"path" help:"Only what was at these paths or below them."`
	Last  bool     `name:"last" help:"What the last command removed, instead of an id."`
}

// Run prints the restored items.
func (c *undoRestoreCmd) Run(a *app) error {
	can, err := installation.Trash()
	if err != nil {
		return err
	}
	id, paths := c.ID, c.Paths
	if c.Last {
		if id != "" {
			paths = append([]string{id}, paths...)
		}
		items, err := can.Items()
		if err != nil {
			return exit.From(err)
		}
		if len(items) == 0 {
			return exit.New(exit.Blocked, "the trash is empty", "")
		}
		id = items[len(items)-1].Removal()
	}
	if id == "" {
		return exit.Usage("undo: name an id, or --last")
	}
	for i, path := range paths {
		if paths[i], err = filepath.Abs(path); err != nil {
			return exit.From(err)
		}
	}
	items, err := can.Restore(id, paths...)
	if err := printTrash(a, items); err != nil {
		return err
	}
	if err != nil {
		return exit.New(exit.Blocked, err.Error(), "shimgen undo list")
	}
	return nil
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
	can, err := installation.Trash()
	if err != nil {
		return err
	}
	items, err := can.Empty(time.Now().Add(-age))
	if err := printTrash(a, items); err != nil {
		return err
	}
	return exit.From(err)
}
