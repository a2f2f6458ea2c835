package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// rulesCmd shows the catalogue.
type rulesCmd struct {
	List rulesListCmd `cmd:"" help:"List the rules, with what the policy makes of each."`
	Show rulesShowCmd `cmd:"" help:"Show one rule with its examples."`
	Test rulesTestCmd `cmd:"" help:"Judge the examples of rules, and their hits in every spelling."`
}

type rulesListCmd struct {
	policyFlags
	JSON     bool `name:"json" xor:"form" help:"Print one JSON array."`
	Markdown bool `xor:"form" help:"Print the built-in rules as a page, whatever the policy."`
}

// row is a rule as it is listed.
type row struct {
	ID     string   `json:"id"`
	Class  string   `json:"class"`
	Action string   `json:"action"`
	Reason string   `json:"reason"`
	Hint   string   `json:"hint"`
	Hits   []string `json:"hits"`
	Misses []string `json:"misses"`
}

func newRow(p *policy.Policy, r *rules.Rule) row {
	return row{r.ID, string(r.Class), p.Action(r).String(), r.Reason, r.Hint, r.Hits, r.Misses}
}

// Run lists the rules.
func (c *rulesListCmd) Run(a *app) error {
	if c.Markdown {
		return printMarkdown(a.out)
	}
	s, err := c.open(a, "")
	if err != nil {
		return err
	}
	var rows []row
	for r := range s.Policy.Rules.All() {
		rows = append(rows, newRow(s.Policy, r))
	}
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
	r := newRow(s.Policy, rule)
	fmt.Fprintf(a.out, "%s\n  class   %s\n  action  %s\n  reason  %s\n  hint    %s\n", r.ID, r.Class, r.Action, r.Reason, r.Hint)
	for _, h := range r.Hits {
		fmt.Fprintf(a.out, "  hit     %s\n", h)
	}
	for _, m := range r.Misses {
		fmt.Fprintf(a.out, "  miss    %s\n", m)
	}
	return nil
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
	return w.Flush()
}
