package main

import (
	"encoding/json"
	"fmt"

	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/protect"
)

// quarantineCmd is about what was taken away from commands in a sandbox: names that others
// run or trust later.
type quarantineCmd struct {
	List    quarantineListCmd    `cmd:"" help:"Print what is in the quarantine."`
	Restore quarantineRestoreCmd `cmd:"" help:"Give back what an id names to where it was, if nothing is there."`
	Drop    quarantineDropCmd    `cmd:"" help:"Remove what an id names for ever."`
}

// quarantineListCmd prints what there is.
type quarantineListCmd struct {
	JSON bool `name:"json" help:"Print one JSON array."`
}

// Run prints a line for each thing, the oldest first.
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
		return json.NewEncoder(a.out).Encode(append([]protect.Item{}, items...)) // a list even where it is empty
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

// quarantineRestoreCmd gives something back.
type quarantineRestoreCmd struct {
	ID string `arg:"" name:"id" help:"An id as list prints it, or without its last number for all of one command."`
}

// Run prints what was given back.
func (c *quarantineRestoreCmd) Run(a *app) error {
	return changed(a, func(q protect.Quarantine) ([]protect.Item, error) { return q.Restore(c.ID) })
}

// quarantineDropCmd removes something.
type quarantineDropCmd struct {
	ID string `arg:"" name:"id" help:"An id as list prints it, or without its last number for all of one command."`
}

// Run prints what was removed.
func (c *quarantineDropCmd) Run(a *app) error {
	return changed(a, func(q protect.Quarantine) ([]protect.Item, error) { return q.Drop(c.ID) })
}

// changed prints what a change of the quarantine has dealt with.
func changed(a *app, change func(protect.Quarantine) ([]protect.Item, error)) error {
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
