package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/execution"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/stash"
	"github.com/agent-loop/shimgen/undo"
)

// undoCmd restores what shims have moved to the trash, or saved before git changed it.
type undoCmd struct {
	List    undoListCmd    `cmd:"" help:"Print what can be put back, the oldest first."`
	Diff    undoDiffCmd    `cmd:"" help:"Show what undo would change, and change nothing."`
	Restore undoRestoreCmd `cmd:"" default:"withargs" help:"Put back what an id names, if nothing has taken its place."`
}

// keepers finds the trash and the stash.
func (a *app) keepers() (k undo.Keepers, err error) {
	k.Git = func() (stash.Git, error) { return installation.Git(a.env) }
	if k.Can, err = installation.Trash(); err == nil {
		k.Book, err = installation.Stash()
	}
	return k, err
}

// printUndo prints a line per item.
func printUndo(a *app, items ...undo.Item) error {
	for _, it := range items {
		if _, err := fmt.Fprintf(a.out, "%s  %s\n", it.Time.Local().Format("2006-01-02 15:04"), line(it.String())); err != nil {
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
	k, err := a.keepers()
	if err != nil {
		return err
	}
	items, err := k.Items()
	if err != nil {
		return exit.From(err)
	}
	if c.JSON {
		return json.NewEncoder(a.out).Encode(items)
	}
	return printUndo(a, items...)
}

// undoChoice says what to restore.
type undoChoice struct {
	ID      string   `arg:"" optional:"" name:"id" help:"An id as list prints it; without its last number, all that one command removed. With --session, the session's."`
	Paths   []string `arg:"" optional:"" name:"path" help:"Only what was at these paths or below them."`
	Last    bool     `name:"last" xor:"whose" help:"What the last command removed, instead of an id."`
	Session bool     `name:"session" xor:"whose" help:"All that one agent's session removed, the newest first; without an id, the session that removed something last."`
}

// selectItems returns the chosen items, the newest first, and absolute paths. For an id it returns
// that id only: RestoreAll and DiffAll look it up.
func (c undoChoice) selectItems(k undo.Keepers) (items []undo.Item, paths []string, err error) {
	items, paths = []undo.Item{{ID: c.ID}}, c.Paths
	switch {
	case c.Session:
		if items, err = k.OfSession(c.ID); err != nil {
			return nil, nil, exit.New(exit.Blocked, err.Error(), "shimgen undo list")
		}
	case c.Last:
		if c.ID != "" {
			paths = append([]string{c.ID}, paths...)
		}
		all, err := k.Items()
		if err != nil {
			return nil, nil, exit.From(err)
		}
		if len(all) == 0 {
			return nil, nil, exit.New(exit.Blocked, "the trash is empty", "")
		}
		items = all[len(all)-1:]
	case c.ID == "":
		return nil, nil, exit.Usage("undo: name an id, or --last, or --session")
	}
	for i, path := range paths {
		if paths[i], err = filepath.Abs(path); err != nil {
			return nil, nil, exit.From(err)
		}
	}
	return items, paths, nil
}

// undoRestoreCmd restores items.
type undoRestoreCmd struct {
	undoChoice
	Yes bool `name:"yes" short:"y" help:"With --session: do not ask."`
}

// Run prints the restored items. It shows all items of a session first, and asks.
func (c *undoRestoreCmd) Run(a *app) error {
	k, err := a.keepers()
	if err != nil {
		return err
	}
	items, paths, err := c.selectItems(k)
	if err != nil {
		return err
	}
	if c.Session && !c.Yes {
		if err := confirmUndo(a, items); err != nil {
			return err
		}
	}
	done, err := k.RestoreAll(items, paths...)
	if err := printUndo(a, done...); err != nil {
		return err
	}
	if err != nil {
		return exit.New(exit.Blocked, strings.ReplaceAll(err.Error(), "\n", "; "), "shimgen undo list")
	}
	return nil
}

// confirmUndo shows what would be restored, and asks.
func confirmUndo(a *app, items []undo.Item) error {
	tty, err := execution.Terminal(a.env)
	if err != nil {
		return exit.New(exit.Blocked, "nothing was put back: "+err.Error(), "shimgen undo diff --session shows it; --yes does not ask")
	}
	defer tty.Close()
	if err := printUndo(a, items...); err != nil {
		return err
	}
	if yes, err := execution.Ask(tty, "put all of this back, the newest first?", nil); err != nil || !yes {
		return exit.New(exit.Blocked, "nothing was put back", "")
	}
	return nil
}

// undoDiffCmd shows what undo would change.
type undoDiffCmd struct{ undoChoice }

// Run prints a diff.
func (c *undoDiffCmd) Run(a *app) error {
	k, err := a.keepers()
	if err != nil {
		return err
	}
	items, paths, err := c.selectItems(k)
	if err != nil {
		return err
	}
	text, err := k.DiffAll(items, paths...)
	for row := range strings.Lines(text) {
		if _, err := fmt.Fprintln(a.out, line(strings.TrimSuffix(row, "\n"))); err != nil {
			return err
		}
	}
	if err != nil {
		return exit.New(exit.Blocked, strings.ReplaceAll(err.Error(), "\n", "; "), "shimgen undo list")
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
	k, err := a.keepers()
	if err != nil {
		return err
	}
	gone, err := k.Empty(time.Now().Add(-age))
	if err := printUndo(a, gone...); err != nil {
		return err
	}
	return exit.From(err)
}
