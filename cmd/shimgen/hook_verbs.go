package main

import (
	"encoding/json"
	"fmt"

	"github.com/agent-loop/shimgen/hook/setup"
)

// hookVerbs are the verbs about agents' hooks. Without a verb, hook is the hook itself.
type hookVerbs struct {
	Answer    hookCmd          `cmd:"" default:"withargs" help:"Answer an agent that asks before it runs a tool (the verb may be left out)."`
	Install   hookInstallCmd   `cmd:"" help:"Register the hook in agents' own settings."`
	Uninstall hookUninstallCmd `cmd:"" help:"Remove the hook from agents' own settings."`
	Status    hookStatusCmd    `cmd:"" help:"Show what is registered with which agent."`
	Bundle    hookBundleCmd    `cmd:"" help:"Write plug-ins that agents install with commands of their own."`
}

// hookScope are the flags of the verbs that change an agent's settings.
type hookScope struct {
	User    bool `xor:"scope" help:"For your user (default)."`
	Project bool `xor:"scope" help:"For the project in the current directory."`
	DryRun  bool `name:"dry-run" help:"Show the change and make none."`
}

// scope returns the scope for some agents.
func (c hookScope) scope(agents []string) setup.Scope {
	return setup.Scope{Agents: agents, Project: c.Project, DryRun: c.DryRun}
}

// hookInstallCmd puts the hook into agents' settings.
type hookInstallCmd struct {
	hookScope
	Confine   bool     `xor:"confine" help:"Run what the hook allows through shimgen exec, in a sandbox. Default if the policy requires one."`
	NoConfine bool     `name:"no-confine" xor:"confine" help:"Only judge."`
	Agents    []string `arg:"" optional:"" name:"agent" help:"The agents, by name; any other word lists them. Default: those whose program is on PATH."`
}

// Run installs.
func (c *hookInstallCmd) Run(a *app) error {
	w, err := setup.New(a.env)
	if err != nil {
		return err
	}
	agents := c.Agents
	if len(agents) == 0 {
		if agents, err = w.Found(); err != nil {
			return err
		}
	}
	done, err := w.Install(c.scope(agents), setup.Confinement{Always: c.Confine, Never: c.NoConfine})
	a.lines(done)
	return err
}

// hookUninstallCmd removes the hook from agents' settings.
type hookUninstallCmd struct {
	hookScope
	Agents []string `arg:"" name:"agent" help:"The agents, by name; any other word lists them."`
}

// Run uninstalls.
func (c *hookUninstallCmd) Run(a *app) error {
	w, err := setup.New(a.env)
	if err != nil {
		return err
	}
	done, err := w.Uninstall(c.scope(c.Agents))
	a.lines(done)
	return err
}

// hookStatusCmd shows what is registered.
type hookStatusCmd struct {
	JSON   bool     `name:"json" help:"Print one JSON object per line."`
	Long   bool     `name:"verbose" short:"v" help:"Print the registered line too."`
	Agents []string `arg:"" optional:"" name:"agent" help:"The agents; all by default."`
}

// Run prints one line for each agent and file.
func (c *hookStatusCmd) Run(a *app) error {
	w, err := setup.New(a.env)
	if err != nil {
		return err
	}
	states, failed := w.Status(c.Agents)
	out := json.NewEncoder(a.out)
	out.SetEscapeHTML(false)
	for _, s := range states {
		switch {
		case c.JSON:
			err = out.Encode(s)
		case c.Long:
			_, err = fmt.Fprintln(a.out, s.Long())
		default:
			_, err = fmt.Fprintln(a.out, s)
		}
		if err != nil {
			return err
		}
	}
	return failed
}

// lines prints lines that are already safe for a terminal.
func (a *app) lines(lines []string) {
	for _, text := range lines {
		fmt.Fprintln(a.out, text)
	}
}
