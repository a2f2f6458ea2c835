package main

import (
	"encoding/json"
	"io"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/show"
	"github.com/agent-loop/shimgen/runner"
)

// policyCmd makes, shows, checks and applies policies.
type policyCmd struct {
	Init     policyInitCmd     `cmd:"" help:"Print a commented policy to start from."`
	Show     policyShowCmd     `cmd:"" help:"Show the policy in force, all layers merged."`
	Validate policyValidateCmd `cmd:"" aliases:"check" help:"Check a policy file, or the policy in force."`
	Diff     policyDiffCmd     `cmd:"" help:"Show what a policy file would change, or what the last change was."`
	Test     policyTestCmd     `cmd:"" help:"Judge the audit trail's commands, or a list, under a policy file, and show what it would change."`
	Edit     policyEditCmd     `cmd:"" help:"Edit the user's policy, and put it in force once it is valid."`
	Apply    policyApplyCmd    `cmd:"" help:"Make a policy file the user's policy."`
	Export   policyExportCmd   `cmd:"" help:"Print the policy as an agent's own permission and sandbox settings."`
	Import   policyImportCmd   `cmd:"" help:"Convert the configuration of another guard or of an agent to a policy."`
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
	JSON   bool `name:"json" help:"Print one JSON object."`
	Origin bool `help:"Say which layer set each value, and where."`
}

// Run prints the policy.
func (c *policyShowCmd) Run(a *app) error {
	s, err := c.open(a, "")
	if err != nil {
		return err
	}
	a.notices(s.Notices())
	switch {
	case c.JSON && c.Origin:
		return json.NewEncoder(a.out).Encode(map[string][]show.Origin{"origins": show.Origins(s.Policy)})
	case c.JSON:
		return json.NewEncoder(a.out).Encode(show.Summarize(s.Policy))
	case c.Origin:
		show.PrintOrigins(a.out, s.Policy)
	default:
		show.Summarize(s.Policy).Print(a.out)
	}
	return nil
}

type policyValidateCmd struct {
	File    string `arg:"" optional:"" help:"The policy file; without one, the policy in force."`
	Project bool   `help:"Read it as a project's file, which can only tighten."`
	System  bool   `help:"Read it as the system's file, which may lock keys."`
}

// Run checks the file, and prints nothing but warnings if it is valid.
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
	if c.File == "" {
		s, err := runner.Open(runner.Options{Env: a.env})
		if err == nil {
			a.notices(append(s.Notices(), s.IdleExceptions()...))
		}
		return err
	}
	data, err := load(a, c.File, kind)
	if err != nil || kind == policy.Project {
		return err
	}
	s, err := runner.Open(runner.Options{Env: a.env, Trial: &policy.Layer{Name: c.File, Kind: kind, Data: data}})
	if err == nil { // else another layer is invalid, which is not this file's fault
		a.notices(s.IdleExceptions())
	}
	return nil
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
