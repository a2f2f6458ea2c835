package main

import (
	"fmt"
	"io"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

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

// newRow is a rule with what a policy makes of it.
func newRow(p *policy.Policy, r *rules.Rule) row {
	return row{r.ID, string(r.Class), p.Action(r).String(), r.Reason, r.Hint, r.Hits, r.Misses}
}

// list are all rules of a policy.
func list(p *policy.Policy) []row {
	var rows []row
	for r := range p.Rules.All() {
		rows = append(rows, newRow(p, r))
	}
	return rows
}

// print writes a rule with its examples.
func (r row) print(out io.Writer) {
	fmt.Fprintf(out, "%s\n  class   %s\n  action  %s\n  reason  %s\n  hint    %s\n", r.ID, r.Class, r.Action, r.Reason, r.Hint)
	for _, h := range r.Hits {
		fmt.Fprintf(out, "  hit     %s\n", h)
	}
	for _, m := range r.Misses {
		fmt.Fprintf(out, "  miss    %s\n", m)
	}
}
