package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

type rulesTestCmd struct {
	policyFlags
	IDs     []string `arg:"" optional:"" name:"id" help:"Rules, or whole packs as git.*; all if there is none."`
	JSON    bool     `name:"json" help:"Print one JSON object."`
	Escaped bool     `help:"Print every spelling that was not held."`
}

// proof is what a rule's examples show of it.
type proof struct {
	ID      string            `json:"id"`
	Hits    int               `json:"hits"`
	Misses  int               `json:"misses"`
	Errors  []string          `json:"errors"`
	Held    int               `json:"held"`
	Tried   int               `json:"tried"`
	Escaped []guard.Respelled `json:"escaped"`
}

// proofs are those of many rules, with their sums.
type proofs struct {
	Rules  []proof `json:"rules"`
	Errors int     `json:"errors"`
	Held   int     `json:"held"`
	Tried  int     `json:"tried"`
}

// Run judges the examples of rules, and their hits in every spelling, and
// prints the share that was held. It fails if an example does not hold.
func (c *rulesTestCmd) Run(a *app) error {
	s, err := c.open(a, "")
	if err != nil {
		return err
	}
	picked, err := pickRules(s.Policy, c.IDs)
	if err != nil {
		return err
	}
	shown := a.progress(len(picked))
	all := prove(s.Policy, picked, shown.step)
	shown.end()
	if c.JSON {
		err = json.NewEncoder(a.out).Encode(all)
	} else {
		err = c.print(a, all)
	}
	if err == nil && all.Errors > 0 {
		err = exit.New(exit.Failed, fmt.Sprintf("%d examples do not hold", all.Errors), "")
	}
	return err
}

// pickRules returns the rules of some ids and packs, or all.
func pickRules(p *policy.Policy, ids []string) ([]*rules.Rule, error) {
	var picked []*rules.Rule
	found := map[string]bool{}
	for r := range p.Rules.All() {
		pack, _, _ := strings.Cut(r.ID, ".")
		wanted := len(ids) == 0
		for _, id := range ids {
			if id == r.ID || id == pack+".*" {
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

// prove judges rules side by side, and tells of each that is done.
func prove(p *policy.Policy, picked []*rules.Rule, tell func(rule string)) proofs {
	all := proofs{Rules: make([]proof, len(picked))}
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

func proveOne(p *policy.Policy, r *rules.Rule) proof {
	share := guard.Respell(p, r, nil)
	one := proof{
		ID: r.ID, Hits: len(r.Hits), Misses: len(r.Misses), Errors: []string{},
		Held: share.Held, Tried: share.Tried, Escaped: append([]guard.Respelled{}, share.Escaped...),
	}
	for _, err := range guard.ExamplesOf(p, r) {
		one.Errors = append(one.Errors, err.Error())
	}
	return one
}

// print writes a line for each rule, what does not hold, and the sums.
func (c *rulesTestCmd) print(a *app, all proofs) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "held\tspellings\tshare\t  rule")
	for _, r := range all.Rules {
		fmt.Fprintf(w, "%d\t%d\t%s\t  %s\n", r.Held, r.Tried, percent(r.Held, r.Tried), r.ID)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, r := range all.Rules {
		for _, e := range r.Errors {
			fmt.Fprintln(a.out, e)
		}
		if c.Escaped {
			for _, e := range r.Escaped {
				fmt.Fprintf(a.out, "rule %s: not held, %s: %q\n", r.ID, e.Family, e.Command)
			}
		}
	}
	if all.Errors == 0 {
		fmt.Fprintf(a.out, "%d rules, every example holds; ", len(all.Rules))
	}
	fmt.Fprintf(a.out, "%d of %d spellings of their hits held, %s\n", all.Held, all.Tried, percent(all.Held, all.Tried))
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
