package main

import (
	"encoding/json"
	"io"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/show"
)

// policyCmd makes, shows, checks and applies policies.
type policyCmd struct {
	Init     policyInitCmd     `cmd:"" help:"Print a commented policy to start from."`
	Show     policyShowCmd     `cmd:"" help:"Show the policy in force, all layers merged."`
	Validate policyValidateCmd `cmd:"" help:"Check a policy file."`
	Apply    policyApplyCmd    `cmd:"" help:"Make a policy file the user's policy."`
	Import   policyImportCmd   `cmd:"" help:"Convert the security block of a uwsal.json to a policy."`
}

type policyInitCmd struct {
	Profile string `default:"cautious" help:"The profile to start from."`
}

// Run prints the template.
func (c *policyInitCmd) Run(a *app) error {
	if _, err := policy.Builtin(c.Profile); err != nil {
		return exit.New(exit.BadUsage, err.Error(), "")
	}
	_, err := io.WriteString(a.out, policy.Template(c.Profile))
	return err
}

type policyShowCmd struct {
	policyFlags
	JSON bool `name:"json" help:"Print one JSON object."`
}

// Run prints the policy.
func (c *policyShowCmd) Run(a *app) error {
	s, err := c.open(a, "")
	if err != nil {
		return err
	}
	a.notices(s.Notices())
	if c.JSON {
		return json.NewEncoder(a.out).Encode(show.Summarize(s.Policy))
	}
	show.Summarize(s.Policy).Print(a.out)
	return nil
}

type policyValidateCmd struct {
	File    string `arg:"" help:"The policy file."`
	Project bool   `help:"Read it as a project's file, which can only tighten."`
	System  bool   `help:"Read it as the system's file, which may lock keys."`
}

// Run checks the file and prints nothing if it is valid.
func (c *policyValidateCmd) Run(a *app) error {
	kind := policy.User
	switch {
	case c.Project && c.System:
		return exit.Usage("--project and --system exclude each other")
	case c.Project:
		kind = policy.Project
	case c.System:
		kind = policy.System
	}
	_, err := load(a, c.File, kind)
	return err
}

// load reads and checks one file as the only layer.
func load(a *app, name string, kind policy.LayerKind) ([]byte, error) {
	data, err := host.ReadUntrusted(name)
	if err != nil {
		return nil, err
	}
	p, err := policy.Load([]policy.Layer{{Name: name, Kind: kind, Data: data}}, policy.Flags{})
	if err != nil {
		return nil, err
	}
	for _, n := range p.Notices {
		a.notices([]string{n})
	}
	return data, nil
}

type policyApplyCmd struct {
	File string `arg:"" help:"The policy file."`
}

// Run checks the file and makes it the user's policy.
func (c *policyApplyCmd) Run(a *app) error {
	data, err := load(a, c.File, policy.User)
	if err != nil {
		return err
	}
	done, err := installation.ApplyPolicy(data, a.env)
	a.lines(done.Lines)
	a.notices(done.Notes)
	return err
}
