package show

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/policy"
)

// Change is a difference between two policies in one setting: a value, or entries of a list.
type Change struct {
	Key     string   `json:"key"`
	Before  string   `json:"before,omitempty"`
	After   string   `json:"after,omitempty"`
	Added   []string `json:"added,omitempty"`
	Removed []string `json:"removed,omitempty"`

	// Looser says that something becomes allowed, Stricter the reverse. For a list that loses and
	// gains entries both may hold; for some settings neither is known.
	Looser   bool `json:"looser,omitempty"`
	Stricter bool `json:"stricter,omitempty"`
}

// Changes returns the differences between two policies, in the order of a policy file.
func Changes(before, after *policy.Policy) []Change {
	var changes []Change
	old, now := settings(before), settings(after)
	for _, key := range keysOf(old, now) {
		if c, is := compare(key, at(old, key), at(now, key), before, after); is {
			changes = append(changes, c)
		}
	}
	return append(changes, ruleChanges(before, after)...)
}

// keysOf returns the keys of both lists. A key that only one has keeps its place there.
func keysOf(old, now []setting) []string {
	var keys []string
	for _, s := range now {
		keys = append(keys, s.key)
	}
	for i, s := range old {
		if slices.Contains(keys, s.key) {
			continue
		}
		place := len(keys)
		if i > 0 {
			place = slices.Index(keys, old[i-1].key) + 1
		}
		keys = slices.Insert(keys, place, s.key)
	}
	return keys
}

// at returns the setting of a key; a missing one has no items.
func at(all []setting, key string) setting {
	if i := slices.IndexFunc(all, func(s setting) bool { return s.key == key }); i >= 0 {
		return all[i]
	}
	return setting{key: key}
}

// compare returns the change of a setting, and whether there is one.
func compare(key string, old, now setting, before, after *policy.Policy) (Change, bool) {
	c := Change{Key: key}
	if now.order == (order{}) {
		now.order = old.order
	}
	if old.list || now.list {
		c.Added, c.Removed = without(now.items, old.items), without(old.items, now.items)
		grown, shrunk := len(c.Added) > 0, len(c.Removed) > 0
		c.Looser = grown && now.order.moreIsLooser || shrunk && now.order.fewerIsLooser
		c.Stricter = grown && now.order.fewerIsLooser || shrunk && now.order.moreIsLooser
		return c, grown || shrunk
	}
	c.Before, c.After = strings.Join(old.items, " "), strings.Join(now.items, " ")
	if c.Before == c.After {
		return c, false
	}
	from, to := c.Before, c.After
	if name, is := strings.CutPrefix(key, "actions."); is { // without an action of its own it has that of its pack or class
		from, to = cmp.Or(from, actionOf(before, name)), cmp.Or(to, actionOf(after, name))
	}
	c.Looser, c.Stricter = looser(old, now, from, to)
	return c, true
}

// actionOf returns a policy's action for a rule, or "" if the key names none.
func actionOf(p *policy.Policy, key string) string {
	if r := p.Rules.Find(key); r != nil {
		return p.Action(r).String()
	}
	return ""
}

// without returns the items of a list that another lacks.
func without(list, other []string) (rest []string) {
	for _, item := range list {
		if !slices.Contains(other, item) {
			rest = append(rest, item)
		}
	}
	return rest
}

// ruleChanges returns the rules that only one of two policies has, and those that differ.
func ruleChanges(before, after *policy.Policy) []Change {
	texts := func(p *policy.Policy) map[string]string {
		all := map[string]string{}
		for r := range p.Rules.All() {
			all[r.ID] = fmt.Sprintf("%+v", *r)
		}
		return all
	}
	var changes []Change
	old := texts(before)
	for r := range after.Rules.All() {
		text, had := old[r.ID]
		delete(old, r.ID)
		switch {
		case !had:
			changes = append(changes, Change{Key: "rule." + r.ID, After: string(r.Class), Stricter: true})
		case text != fmt.Sprintf("%+v", *r):
			changes = append(changes, Change{Key: "rule." + r.ID, Before: "another text", After: "changed"})
		}
	}
	for r := range before.Rules.All() {
		if _, gone := old[r.ID]; gone {
			changes = append(changes, Change{Key: "rule." + r.ID, Before: string(r.Class), Looser: true})
		}
	}
	return changes
}

// PrintChanges writes changes: a line for each value, and for each entry of a list. The key is
// followed by whether the change is looser or stricter, if known.
func PrintChanges(w io.Writer, changes []Change) {
	for _, c := range changes {
		said := ""
		switch {
		case c.Looser && c.Stricter:
			said = "  (looser and stricter)"
		case c.Looser:
			said = "  (looser)"
		case c.Stricter:
			said = "  (stricter)"
		}
		if c.Before != "" || c.After != "" {
			fmt.Fprintf(w, "  %s: %s -> %s%s\n", printable.Line(c.Key), orNone(c.Before), orNone(c.After), said)
			continue
		}
		fmt.Fprintf(w, "  %s:%s\n", printable.Line(c.Key), said)
		for _, item := range c.Removed {
			fmt.Fprintf(w, "    - %s\n", printable.Line(item))
		}
		for _, item := range c.Added {
			fmt.Fprintf(w, "    + %s\n", printable.Line(item))
		}
	}
}

// orNone is a value as it is shown.
func orNone(value string) string {
	if value == "" {
		return "(not set)"
	}
	return printable.Line(value)
}
