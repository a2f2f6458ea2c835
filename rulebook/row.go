package rulebook

import (
	"fmt"
	"io"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Row is a rule as it is listed.
type Row struct {
	ID     string   `json:"id"`
	Class  string   `json:"class"`
	Action string   `json:"action"`
	Reason string   `json:"reason"`
	Hint   string   `json:"hint"`
	Hits   []string `json:"hits"`
	Misses []string `json:"misses"`
}

// NewRow is a rule with what a policy makes of it.
func NewRow(p *policy.Policy, r *rules.Rule) Row {
	return Row{r.ID, string(r.Class), p.Action(r).String(), r.Reason, r.Hint, r.Hits, r.Misses}
}

// List are all rules of a policy.
func List(p *policy.Policy) []Row {
	var rows []Row
	for r := range p.Rules.All() {
		rows = append(rows, NewRow(p, r))
	}
	return rows
}

// Print writes a rule with its examples.
func (r Row) Print(out io.Writer) {
	fmt.Fprintf(out, "%s\n  class   %s\n  action  %s\n  reason  %s\n  hint    %s\n", r.ID, r.Class, r.Action, r.Reason, r.Hint)
	for _, h := range r.Hits {
		fmt.Fprintf(out, "  hit     %s\n", h)
	}
	for _, m := range r.Misses {
		fmt.Fprintf(out, "  miss    %s\n", m)
	}
}
