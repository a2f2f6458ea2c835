package rulebook

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Proof is what a rule's examples show of it.
type Proof struct {
	ID      string             `json:"id"`
	Hits    int                `json:"hits"`
	Misses  int                `json:"misses"`
	Errors  []string           `json:"errors"`
	Held    int                `json:"held"`
	Tried   int                `json:"tried"`
	Escaped []guard.Respelling `json:"escaped"`
}

// Proofs are those of many rules, with their sums.
type Proofs struct {
	Rules  []Proof `json:"rules"`
	Errors int     `json:"errors"`
	Held   int     `json:"held"`
	Tried  int     `json:"tried"`
}

// Pick returns the rules of some ids and packs, or all.
func Pick(p *policy.Policy, ids []string) ([]*rules.Rule, error) {
	var picked []*rules.Rule
	found := map[string]bool{}
	for r := range p.Rules.All() {
		wanted := len(ids) == 0
		for _, id := range ids {
			if names(r.ID, id) || names(r.Former, id) {
				wanted, found[id] = true, true
			}
		}
		if wanted {
			picked = append(picked, r)
		}
	}
	for _, id := range ids {
		if !found[id] {
			return nil, exit.New(exit.BadUsage, fmt.Sprintf("no rule or pack %q", id), "shimgen rules list")
		}
	}
	return picked, nil
}

// names reports whether a word is a rule's id, or that of its pack.
func names(id, word string) bool {
	pack, _, _ := strings.Cut(id, ".")
	return id != "" && (word == id || word == pack+".*")
}

// Prove judges rules side by side, and tells of each that is done.
func Prove(p *policy.Policy, picked []*rules.Rule, tell func(rule string)) Proofs {
	all := Proofs{Rules: make([]Proof, len(picked))}
	var next sync.Mutex
	var workers sync.WaitGroup
	at := 0
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for {
				next.Lock()
				i := at
				at++
				next.Unlock()
				if i >= len(picked) {
					return
				}
				all.Rules[i] = proveOne(p, picked[i])
				tell(picked[i].ID)
			}
		})
	}
	workers.Wait()
	for _, r := range all.Rules {
		all.Errors, all.Held, all.Tried = all.Errors+len(r.Errors), all.Held+r.Held, all.Tried+r.Tried
	}
	return all
}

// proveOne judges the examples of one rule.
func proveOne(p *policy.Policy, r *rules.Rule) Proof {
	share := guard.Respell(p, r, nil)
	one := Proof{
		ID: r.ID, Hits: len(r.Hits), Misses: len(r.Misses), Errors: []string{},
		Held: share.Held, Tried: share.Tried, Escaped: append([]guard.Respelling{}, share.Escaped...),
	}
	for _, err := range guard.ExamplesOf(p, r) {
		one.Errors = append(one.Errors, err.Error())
	}
	return one
}

// Print writes a line for each rule, what does not hold, and the sums; escaped adds every
// spelling that was not held.
func (all Proofs) Print(out io.Writer, escaped bool) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "held\tspellings\tshare\t  rule")
	for _, r := range all.Rules {
		fmt.Fprintf(w, "%d\t%d\t%s\t  %s\n", r.Held, r.Tried, percent(r.Held, r.Tried), r.ID)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, r := range all.Rules {
		for _, e := range r.Errors {
			fmt.Fprintln(out, e)
		}
		if escaped {
			for _, e := range r.Escaped {
				fmt.Fprintf(out, "rule %s: not held, %s: %q\n", r.ID, e.Family, e.Command)
			}
		}
	}
	if all.Errors == 0 {
		fmt.Fprintf(out, "%d rules, every example holds; ", len(all.Rules))
	}
	fmt.Fprintf(out, "%d of %d spellings of their hits held, %s\n", all.Held, all.Tried, percent(all.Held, all.Tried))
	return nil
}

// percent is a share in hundredths, rounded down so that 100 means all.
func percent(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	hundredths := part * 10000 / whole
	return fmt.Sprintf("%d.%02d%%", hundredths/100, hundredths%100)
}
