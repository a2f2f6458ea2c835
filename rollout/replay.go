package rollout

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/redact"
	"github.com/agent-loop/shimgen/rules"
)

// Decide judges a request under one of two policies. Several goroutines call it.
type Decide func(guard.Request) guard.Decision

// Changed is a command for which the two policies differ.
type Changed struct {
	Command string `json:"command"`
	Dir     string `json:"dir,omitempty"`
	Count   int    `json:"count"` // how often it occurred
	Before  string `json:"before"`
	After   string `json:"after"`
	Rule    string `json:"rule"`   // decides under the stricter policy
	Looser  bool   `json:"looser"` // after allows more
}

// Result is the difference that another policy would make.
type Result struct {
	Commands  int       `json:"commands"`  // with repetitions
	Different int       `json:"different"` // judged
	Looser    int       `json:"looser"`
	Stricter  int       `json:"stricter"`
	Changes   []Changed `json:"changes"` // the looser ones first, then the frequent ones
}

// Replay judges commands under two policies. It calls done with each command, unless done is
// nil.
func Replay(asked []Asked, before, after Decide, done func(what string)) Result {
	r := Result{Different: len(asked), Changes: []Changed{}}
	found := make([]*Changed, len(asked))
	next := make(chan int)
	var work sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		work.Go(func() {
			for i := range next {
				found[i] = compare(asked[i], before, after)
				if done != nil {
					done(asked[i].String())
				}
			}
		})
	}
	for i := range asked {
		next <- i
	}
	close(next)
	work.Wait()
	for i, a := range asked {
		r.Commands += a.Count
		switch c := found[i]; {
		case c == nil:
		case c.Looser:
			r.Looser++
			r.Changes = append(r.Changes, *c)
		default:
			r.Stricter++
			r.Changes = append(r.Changes, *c)
		}
	}
	slices.SortStableFunc(r.Changes, func(a, b Changed) int {
		return cmp.Or(rank(a.Looser)-rank(b.Looser), b.Count-a.Count)
	})
	return r
}

// rank puts looser changes before the others.
func rank(isLooser bool) int {
	if isLooser {
		return 0
	}
	return 1
}

// compare judges a command under both policies. It returns nil if they agree.
func compare(a Asked, before, after Decide) *Changed {
	req := guard.Request{Source: a.Source, Argv: a.Argv, Dir: a.Dir, Work: a.Dir}
	old, now := before(req), after(req)
	if old.Action == now.Action {
		return nil
	}
	c := &Changed{Command: redact.Text(a.String(), now), Dir: a.Dir, Count: a.Count, Before: old.Action.String(), After: now.Action.String(), Looser: now.Action > old.Action}
	stricter := now
	if c.Looser {
		stricter = old
	}
	c.Rule = decided(stricter)
	return c
}

// decided returns the rule that decided, or why there is none.
func decided(d guard.Decision) string {
	f, found := d.Worst()
	switch {
	case d.Err != nil:
		return "cannot be read"
	case found:
		return f.Rule.ID
	case d.Action == rules.Allow:
		return ""
	}
	return "the policy"
}

// String returns a change as one line, which is safe for a terminal.
func (c Changed) String() string {
	sign := "stricter"
	if c.Looser {
		sign = "looser  "
	}
	where := ""
	if c.Dir != "" {
		where = " in " + c.Dir
	}
	return fmt.Sprintf("%s  %s -> %s [%s] %dx%s: %s", sign, c.Before, c.After, printable.Line(c.Rule), c.Count, printable.Line(where), printable.Line(c.Command))
}

// Print writes a line for each change, and the counts.
func (r Result) Print(w io.Writer) {
	for _, c := range r.Changes {
		fmt.Fprintln(w, c)
	}
	fmt.Fprintf(w, "%d commands, %d different: %d looser, %d stricter, %d as before\n", r.Commands, r.Different, r.Looser, r.Stricter, r.Different-r.Looser-r.Stricter)
}
