package rulebook

import (
	"fmt"
	"io"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/builtin"
)

// Row is a rule as it is listed.
type Row struct {
	ID     string   `json:"id"`
	Former string   `json:"former,omitempty"` // the id it had before
	Class  string   `json:"class"`
	Undone string   `json:"undone_by,omitempty"` // of a destructive rule
	Action string   `json:"action"`
	Reason string   `json:"reason"`
	Hint   string   `json:"hint"`
	Hits   []string `json:"hits"`
	Misses []string `json:"misses"`
}

// NewRow is a rule with what a policy makes of it.
func NewRow(p *policy.Policy, r *rules.Rule) Row {
	return Row{r.ID, r.Former, string(r.Class), r.UndoneBy(), p.Action(r).String(), r.Reason, r.Hint, r.Hits, r.Misses}
}

// List are all rules of a policy.
func List(p *policy.Policy) []Row {
	var rows []Row
	for r := range p.Rules.All() {
		rows = append(rows, NewRow(p, r))
	}
	return rows
}

// IDs are the ids that a built-in rule has and had, by any of them: a record names a rule
// by the id of its day. Of any other text it is the text alone.
func IDs(text string) []string {
	if r := builtin.Rules().Find(text); r != nil && r.Former != "" {
		return []string{r.ID, r.Former}
	}
	return []string{text}
}

// Print writes a rule with its examples.
func (r Row) Print(out io.Writer) {
	fmt.Fprintf(out, "%s\n  class   %s\n  action  %s\n  reason  %s\n  hint    %s\n", r.ID, r.Class, r.Action, r.Reason, r.Hint)
	if r.Undone != "" {
		fmt.Fprintf(out, "  undone  by %s\n", r.Undone)
	}
	if r.Former != "" {
		fmt.Fprintf(out, "  before  %s\n", r.Former)
	}
	for _, h := range r.Hits {
		fmt.Fprintf(out, "  hit     %s\n", h)
	}
	for _, m := range r.Misses {
		fmt.Fprintf(out, "  miss    %s\n", m)
	}
}
