package rollout

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/audit/query"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// The evidence that is enough for a suggestion.
const (
	leastConfirmed = 3 // yes answers to one command
	leastOfRule    = 5 // yes answers to commands that one rule asks about
	leastDifferent = 2 // different commands among these
	leastRefused   = 2 // refusals of one host; if profile observe let it through, one is enough
)

// Line is a suggested line of a policy.
type Line struct {
	Key      string `json:"key"`             // "commands.allowed", "actions", "network.allowed_domains"
	Name     string `json:"name"`            // the command, the rule, or the host
	Value    string `json:"value,omitempty"` // of an action
	Count    int    `json:"count,omitempty"` // how often a host was observed or refused
	Evidence string `json:"evidence"`
}

// uses counts how often an entry of the list of hosts was missing.
type uses struct{ refused, observed int }

// all returns the sum.
func (u uses) all() int { return u.refused + u.observed }

// String describes both counts.
func (u uses) String() string {
	switch {
	case u.refused == 0:
		return fmt.Sprintf("observed %d times", u.observed)
	case u.observed == 0:
		return fmt.Sprintf("refused %d times", u.refused)
	}
	return fmt.Sprintf("observed %d times, refused %d times", u.observed, u.refused)
}

// Suggestion is what a trail suggests.
type Suggestion struct {
	Questions int    `json:"questions"` // that a person answered
	Confirmed int    `json:"confirmed"`
	Observed  int    `json:"observed"` // commands that profile observe let run and another profile would not
	Reached   int    `json:"reached"`  // connections that it let through, likewise
	Lines     []Line `json:"lines"`
}

// answers are people's answers about one command or one rule.
type answers struct {
	yes, no  int
	commands map[string]bool
	rules    map[string]bool
	last     string
	dir      string
}

// Under judges a request under a policy.
type Under func(*policy.Policy, guard.Request) guard.Decision

// Suggest reads a trail since a time. p is the policy in force.
func Suggest(dir string, since time.Time, p *policy.Policy, under Under) (Suggestion, query.Coverage, error) {
	t := tally{commands: map[string]*answers{}, rules: map[string]*answers{}, hosts: map[string]uses{}}
	seen, err := query.Each(dir, since, func(line []byte) error {
		var r row
		if json.Unmarshal(line, &r) == nil && !r.Cut && r.NotOwn == "" && r.Source != "doctor" {
			t.see(r)
		}
		return nil
	})
	s := Suggestion{Questions: t.questions, Confirmed: t.confirmed, Observed: t.observed, Reached: t.reached, Lines: []Line{}}
	if err != nil {
		return s, seen, err
	}
	quiet := t.quietRules(p)
	for _, id := range slices.Sorted(maps.Keys(quiet)) {
		a := t.rules[id]
		s.Lines = append(s.Lines, Line{"actions", id, rules.Warn.String(), 0, fmt.Sprintf("asked about %d different commands, confirmed %d times, never refused; last on %s", len(a.commands), a.yes, day(a.last))})
	}
	for _, text := range slices.Sorted(maps.Keys(t.commands)) {
		a := t.commands[text]
		if a.yes >= leastConfirmed && a.no == 0 && !covered(a, quiet) && admits(p, under, text, a.dir) {
			s.Lines = append(s.Lines, Line{"commands.allowed", text, "", 0, fmt.Sprintf("confirmed %d times, never refused; last on %s in %s", a.yes, day(a.last), a.dir)})
		}
	}
	if p.Network.Mode == policy.AllowList {
		s.Lines = append(s.Lines, t.unlistedHosts(p)...)
	}
	return s, seen, nil
}

// unlistedHosts returns the entries that the list of hosts lacks, the most used first.
func (t *tally) unlistedHosts(p *policy.Policy) (lines []Line) {
	for entry, u := range t.hosts {
		if (u.observed > 0 || u.refused >= leastRefused) && p.AddsDomain(entry) {
			lines = append(lines, Line{"network.allowed_domains", entry, "", u.all(), u.String()})
		}
	}
	slices.SortFunc(lines, func(x, y Line) int { return cmp.Or(y.Count-x.Count, cmp.Compare(x.Name, y.Name)) })
	return lines
}

// tally counts a trail.
type tally struct {
	commands, rules                map[string]*answers
	hosts                          map[string]uses // by the entry that would allow the host
	questions, confirmed, observed int
	reached                        int // under observe
}

// see counts a record. shimgen does not know whether an agent's own dialogue ended in a yes,
// so a hook's question counts neither way. A host counts if its record has an entry that
// would allow it.
func (t *tally) see(r row) {
	switch {
	case r.Event == "network":
		t.connected(r)
	case r.Would == "ask" || r.Would == "block":
		t.observed++
	case r.Event == "command" && r.Action == "ask" && (r.Source == "exec" || r.Source == "run"):
		t.answer(r, r.Allowed)
	case r.Event == "consent" && r.Step == "approved":
		t.answer(r, true)
	case r.Event == "consent" && r.Step == "declined":
		t.answer(r, false)
	}
}

// connected counts connections.
func (t *tally) connected(r row) {
	n, u := max(1, r.Count), t.hosts[r.Entry]
	switch {
	case !r.Allowed:
		u.refused += n
	case r.Would != "":
		u.observed += n
		t.reached += n
	default:
		return
	}
	if r.Entry != "" {
		t.hosts[r.Entry] = u
	}
}

// answer counts a yes or a no.
func (t *tally) answer(r row, yes bool) {
	t.questions++
	if yes {
		t.confirmed++
	}
	count := func(in map[string]*answers, key string) {
		a := in[key]
		if a == nil {
			a = &answers{commands: map[string]bool{}, rules: map[string]bool{}}
			in[key] = a
		}
		a.commands[r.Command] = true
		for _, id := range r.Rules {
			a.rules[id] = true
		}
		a.last, a.dir = r.TS, r.Dir
		if yes {
			a.yes++
		} else {
			a.no++
		}
	}
	count(t.commands, r.Command)
	for _, id := range r.Rules {
		count(t.rules, id)
	}
}

// quietRules returns the rules whose every question was answered with yes, often enough and
// about different commands, if a policy may loosen them.
func (t *tally) quietRules(p *policy.Policy) map[string]bool {
	quiet := map[string]bool{}
	for id, a := range t.rules {
		r := p.Rules.Find(id)
		if r == nil || a.yes < leastOfRule || a.no > 0 || len(a.commands) < leastDifferent {
			continue
		}
		grave := r.Class == rules.Catastrophic || r.Class == rules.Secrets || r.Floored || strings.HasPrefix(id, "self.")
		if !grave && p.Action(r) == rules.Ask && p.LockOf("actions."+id) == "" {
			quiet[id] = true
		}
	}
	return quiet
}

// covered reports whether the suggestion loosens all rules that asked about a command.
func covered(a *answers, quiet map[string]bool) bool {
	for id := range a.rules {
		if !quiet[id] {
			return false
		}
	}
	return len(a.rules) > 0
}

// admits reports whether the policy still asks about a command, and would not if the command
// were an allowed entry. An entry is one simple command, and lifts no redirection.
func admits(p *policy.Policy, under Under, text, dir string) bool {
	req := guard.Request{Source: text, Dir: dir, Work: dir}
	trial, err := p.WithAllowed(text)
	return err == nil && under(p, req).Action == rules.Ask && under(trial, req).Action > rules.Ask
}

// day returns the day of a record's time.
func day(ts string) string {
	d, _, _ := strings.Cut(ts, "T")
	return d
}

// Print writes the suggestion as lines of a policy, with the evidence behind each.
func (s Suggestion) Print(w io.Writer) {
	fmt.Fprintf(w, "# From %d questions, of which %d were answered with yes. Nothing is applied: shimgen policy edit\n", s.Questions, s.Confirmed)
	if s.Observed > 0 {
		fmt.Fprintf(w, "# Profile observe let run %d commands that would have been asked about or blocked: shimgen audit stats\n", s.Observed)
	}
	if s.Reached > 0 {
		fmt.Fprintf(w, "# Profile observe let through %d connections and requests that would have been refused: shimgen audit stats --network\n", s.Reached)
	}
	if len(s.Lines) == 0 {
		fmt.Fprintln(w, "# There is nothing to suggest.")
		return
	}
	for _, key := range []string{"actions", "commands.allowed", "network.allowed_domains"} {
		s.printKey(w, key)
	}
}

// printKey writes the lines of one key.
func (s Suggestion) printKey(w io.Writer, key string) {
	var lines []Line
	for _, l := range s.Lines {
		if l.Key == key {
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		return
	}
	table, name, list := strings.Cut(key, ".")
	fmt.Fprintf(w, "\n[%s]\n", table)
	if list {
		fmt.Fprintf(w, "%s = [ # add these\n", name)
	}
	for _, l := range lines {
		if list {
			fmt.Fprintf(w, "  %s, # %s\n", quoted(l.Name), printable.Line(l.Evidence))
		} else {
			fmt.Fprintf(w, "%s = %s # %s\n", quoted(l.Name), quoted(l.Value), printable.Line(l.Evidence))
		}
	}
	if list {
		fmt.Fprintln(w, "]")
	}
}

// quoted returns a TOML string. JSON has the same escapes.
func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil { // marshalling a string cannot fail
		return `""`
	}
	return strings.ReplaceAll(string(text), "\x7f", `\u007f`)
}
