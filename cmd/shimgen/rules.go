package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/agent-loop/shimgen/internal/collector"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/progress"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rulebook"
)

// rulesCmd shows the catalogue.
type rulesCmd struct {
	List rulesListCmd `cmd:"" help:"List the rules, with the policy's action for each."`
	Show rulesShowCmd `cmd:"" help:"Show one rule with its examples."`
	Test rulesTestCmd `cmd:"" help:"Judge the rules' examples, and the matching ones in every spelling."`
}

type rulesListCmd struct {
	policyFlags
	JSON     bool `name:"json" xor:"form" help:"Print one JSON array."`
	Markdown bool `xor:"form" help:"Print the built-in rules as a page, whatever the policy."`
}

// Run lists the rules.
func (c *rulesListCmd) Run(a *app) error {
	if c.Markdown {
		return rulebook.Markdown(a.out)
	}
	s, err := c.open(a, "")
	if err != nil {
		return err
	}
	rows := rulebook.List(s.Policy)
	if c.JSON {
		return json.NewEncoder(a.out).Encode(rows)
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.ID, r.Class, r.Action, r.Reason)
	}
	return w.Flush()
}

type rulesShowCmd struct {
	policyFlags
	ID string `arg:"" help:"The rule's id."`
}

// Run shows one rule.
func (c *rulesShowCmd) Run(a *app) error {
	s, err := c.open(a, "")
	if err != nil {
		return err
	}
	rule := s.Policy.Rules.Find(c.ID)
	if rule == nil {
		return exit.New(exit.BadUsage, fmt.Sprintf("no rule %q", c.ID), "shimgen rules list")
	}
	rulebook.NewRow(s.Policy, rule).Print(a.out)
	return nil
}

type rulesTestCmd struct {
	policyFlags
	IDs     []string `arg:"" optional:"" name:"id" help:"Rules, or whole packs as git.*; default all."`
	JSON    bool     `name:"json" help:"Print one JSON object."`
	Escaped bool     `help:"Print every spelling that no rule matched."`
}

// Run judges the examples of rules, and the matching ones in every spelling, and prints the
// share of spellings that matched. It fails if an example has a wrong result.
func (c *rulesTestCmd) Run(a *app) error {
	s, err := c.open(a, "")
	if err != nil {
		return err
	}
	picked, err := rulebook.Pick(s.Policy, c.IDs)
	if err != nil {
		return err
	}
	collector.RunRarely()
	shown := progress.New(a.err, len(picked))
	all := rulebook.Prove(s.Policy, picked, shown.Step)
	shown.End()
	if c.JSON {
		err = json.NewEncoder(a.out).Encode(all)
	} else {
		err = all.Print(a.out, c.Escaped)
	}
	if err == nil && all.Errors > 0 {
		err = exit.New(exit.Failed, fmt.Sprintf("%d examples have a wrong result", all.Errors), "")
	}
	return err
}

// profilesCmd lists the profiles.
type profilesCmd struct {
	JSON bool `name:"json" help:"Print one JSON array."`
}

// Run lists the profiles.
func (c *profilesCmd) Run(a *app) error {
	if c.JSON {
		return json.NewEncoder(a.out).Encode(policy.Profiles())
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, p := range policy.Profiles() {
		fmt.Fprintf(w, "%s\t%s\n", p.Name, p.Description)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.out, "(%s: %s: docs/undo.md)\n(%s judges as one of these, enforces nothing, and records what would have been refused: docs/policy.md)\n", policy.Recoverable, policy.RecoverableText, policy.Observe)
	return err
}
