package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/agent-loop/shimgen/execution"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/revision"
	"github.com/agent-loop/shimgen/userterminal"
)

type policyDiffCmd struct {
	File string `arg:"" optional:"" help:"The policy file; without one, the policy in force is compared with the one before it."`
	JSON bool   `name:"json" help:"Print one JSON object."`
}

// Run prints what a file would change, or what the last change was.
func (c *policyDiffCmd) Run(a *app) error {
	d, err := c.difference(a)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(a.out).Encode(d)
	}
	d.Print(a.out)
	a.notices(d.Warnings)
	return nil
}

func (c *policyDiffCmd) difference(a *app) (revision.Difference, error) {
	if c.File == "" {
		d, backup, err := revision.LastChange(a.env)
		if err == nil && backup == "" {
			err = exit.New(exit.Blocked, "the policy was never changed by apply or edit, so there is nothing to compare it with", "shimgen policy diff FILE")
		}
		return d, err
	}
	data, err := host.ReadUntrusted(c.File)
	if err != nil {
		return revision.Difference{}, err
	}
	return revision.Compare(c.File, data, a.env)
}

type policyApplyCmd struct {
	File string `arg:"" help:"The policy file."`
	Yes  bool   `short:"y" help:"Do not ask at the terminal."`
}

// Run checks the file, shows what it changes, asks if there is a terminal, and makes it the
// user's policy.
func (c *policyApplyCmd) Run(a *app) error {
	data, err := load(a, c.File, policy.User)
	if err != nil {
		return err
	}
	d, err := revision.Compare(c.File, data, a.env)
	if err != nil {
		return err
	}
	d.Print(a.out)
	a.notices(d.Warnings)
	if d.Text != "" && !c.Yes && host.IsTerminal(0) {
		if yes, _ := execution.AskAt(a.env, "make it the policy?"); !yes {
			return exit.New(exit.Blocked, "not applied", "")
		}
	}
	return a.putInForce(data)
}

// putInForce replaces the user's policy, and says where the previous one is.
func (a *app) putInForce(text []byte) error {
	done, err := installation.ApplyPolicy(text, a.env)
	if done.Backup != "" {
		fmt.Fprintln(a.out, "the previous policy is "+line(done.Backup))
	}
	a.notices(done.Notes)
	return err
}

type policyEditCmd struct{}

// Help is the long help text.
func (policyEditCmd) Help() string {
	return "VISUAL or EDITOR opens a copy. The policy stays as it is until the copy is valid; of the old one a backup is kept."
}

// Run lets the person edit a copy of the policy, and replaces the policy by it.
func (policyEditCmd) Run(a *app) error {
	if !host.IsTerminal(0) || userterminal.OnOwnTerminal(a.env) {
		return exit.New(exit.Failed, "policy edit is for a person at a terminal", "shimgen policy apply FILE")
	}
	e := revision.Editing{Env: a.env, Usual: policy.Template(policy.Default), Again: func(wrong error) bool {
		fmt.Fprintf(a.err, "shimgen: %s\n", line(wrong.Error()))
		yes, _ := execution.AskAt(a.env, "edit it again?")
		return yes
	}}
	text, d, err := e.Edit()
	if errors.Is(err, revision.ErrUnchanged) {
		fmt.Fprintln(a.out, "nothing was changed")
		return nil
	}
	if err != nil {
		return err
	}
	d.Text = "" // the person has just seen the text
	d.Print(a.out)
	a.notices(d.Warnings)
	if err := a.putInForce(text); err != nil {
		return err
	}
	return e.Discard()
}
