package main

import (
	"encoding/json"
	"fmt"

	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/protect"
)

// quarantineCmd manages the quarantine: protected names that confined commands created.
type quarantineCmd struct {
	List    quarantineListCmd    `cmd:"" help:"Print what is in the quarantine."`
	Restore quarantineRestoreCmd `cmd:"" help:"Move the items that an id names back, if nothing has taken their place."`
	Drop    quarantineDropCmd    `cmd:"" help:"Delete the items that an id names."`
}

// quarantineListCmd lists the quarantine.
type quarantineListCmd struct {
	JSON bool `name:"json" help:"Print one JSON array."`
}

// Run prints a line per item, the oldest first.
func (c *quarantineListCmd) Run(a *app) error {
	q, err := installation.Quarantine()
	if err != nil {
		return err
	}
	items, err := q.Items()
	if err != nil {
		return exit.From(err)
	}
	if c.JSON {
		return json.NewEncoder(a.out).Encode(append([]protect.Item{}, items...)) // a list even if it is empty
	}
	return printItems(a, items)
}

func printItems(a *app, items []protect.Item) error {
	for _, it := range items {
		if _, err := fmt.Fprintln(a.out, line(it.String())); err != nil {
			return err
		}
	}
	return nil
}

// quarantineRestoreCmd restores items.
type quarantineRestoreCmd struct {
	ID string `arg:"" name:"id" help:"An id as list prints it; without its last number, all items of one command."`
}

// Run prints the restored items.
func (c *quarantineRestoreCmd) Run(a *app) error {
	return changeQuarantine(a, func(q protect.Quarantine) ([]protect.Item, error) { return q.Restore(c.ID) })
}

// quarantineDropCmd deletes items.
type quarantineDropCmd struct {
	ID string `arg:"" name:"id" help:"An id as list prints it; without its last number, all items of one command."`
}

// Run prints the deleted items.
func (c *quarantineDropCmd) Run(a *app) error {
	return changeQuarantine(a, func(q protect.Quarantine) ([]protect.Item, error) { return q.Drop(c.ID) })
}

// changeQuarantine prints the items that a change of the quarantine has moved or deleted.
func changeQuarantine(a *app, change func(protect.Quarantine) ([]protect.Item, error)) error {
	q, err := installation.Quarantine()
	if err != nil {
		return err
	}
	items, err := change(q)
	if err := printItems(a, items); err != nil {
		return err
	}
	return exit.From(err)
}
