package replay

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/agent-loop/shimgen/internal/printable"
)

// Change is a command for which the new policy decides differently.
type Change struct {
	Team     string `json:"team"`
	Command  string `json:"command"`
	Before   string `json:"before"`
	After    string `json:"after"`
	Rule     string `json:"rule"` // the rule that decides now
	IsLooser bool   `json:"looser"`
}

// Counted is a change and its number of occurrences.
type Counted struct {
	Change
	Count int `json:"count"`
}

// Result is what a new policy would have decided.
type Result struct {
	Decisions int `json:"decisions"` // in the stream
	Judged    int `json:"judged"`
	Unknown   int `json:"unknown"` // the command's text is missing or incomplete
	Stricter  int `json:"stricter"`
	Looser    int `json:"looser"`

	Rules   map[string]int `json:"rules"` // the stricter decisions, by rule
	Teams   map[string]int `json:"teams"` // the same by team
	Changes []Counted      `json:"changes"`

	at map[Change]int // the index of each in Changes
}

// newResult returns a result without changes.
func newResult() *Result {
	return &Result{Rules: map[string]int{}, Teams: map[string]int{}, Changes: []Counted{}, at: map[Change]int{}}
}

// mostChanges is how many different changes a result keeps; further ones are counted without
// their command.
const mostChanges = 20000

// add counts a change n times.
func (r *Result) add(c Change, n int) {
	if c.IsLooser {
		r.Looser += n
	} else {
		r.Stricter += n
		r.Rules[c.Rule] += n
		r.Teams[c.Team] += n
	}
	if _, known := r.at[c]; !known && len(r.Changes) >= mostChanges {
		c.Command = "(other)"
	}
	i, known := r.at[c]
	if !known {
		i = len(r.Changes)
		r.at[c] = i
		r.Changes = append(r.Changes, Counted{Change: c})
	}
	r.Changes[i].Count += n
}

// merge adds another result.
func (r *Result) merge(other *Result) {
	r.Decisions += other.Decisions
	r.Judged += other.Judged
	r.Unknown += other.Unknown
	for _, c := range other.Changes {
		r.add(c.Change, c.Count)
	}
}

// order sorts the changes: the stricter ones first, then by count, then by their text.
func (r *Result) order() {
	slices.SortFunc(r.Changes, func(a, b Counted) int {
		if a.IsLooser != b.IsLooser {
			return map[bool]int{true: 1, false: -1}[a.IsLooser]
		}
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Team, b.Team), cmp.Compare(a.Command, b.Command), cmp.Compare(a.Before+a.After+a.Rule, b.Before+b.After+b.Rule))
	})
}

// namedCount is how often a name was counted.
type namedCount struct {
	Name  string
	Count int
}

// byCount lists counts, the highest first.
func byCount(of map[string]int) (rows []namedCount) {
	for name, count := range of {
		rows = append(rows, namedCount{name, count})
	}
	slices.SortFunc(rows, func(a, b namedCount) int { return cmp.Or(b.Count-a.Count, cmp.Compare(a.Name, b.Name)) })
	return rows
}

// Print writes the result as tables, with a limited number of changes.
func (r *Result) Print(to io.Writer, most int) error {
	fmt.Fprintf(to, "would have been stricter about %d commands of %d, and looser about %d\n", r.Stricter, r.Judged, r.Looser)
	if r.Unknown > 0 {
		fmt.Fprintf(to, "%d more were recorded without the whole text of the command\n", r.Unknown)
	}
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, t := range []struct {
		head   string
		counts map[string]int
	}{{"RULE", r.Rules}, {"TEAM", r.Teams}} {
		if len(t.counts) > 0 {
			fmt.Fprintf(w, "\n%s\tSTRICTER\n", t.head)
		}
		for _, row := range byCount(t.counts) {
			fmt.Fprintf(w, "%s\t%d\n", printable.Line(row.Name), row.Count)
		}
	}
	if len(r.Changes) > 0 {
		fmt.Fprintln(w, "\nCOUNT\tTEAM\tBEFORE\tAFTER\tRULE\tCOMMAND")
	}
	for _, c := range r.Changes[:min(most, len(r.Changes))] {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\n", c.Count, printable.Line(c.Team), printable.Line(c.Before), c.After, printable.Line(c.Rule), printable.Line(c.Command))
	}
	return w.Flush()
}
