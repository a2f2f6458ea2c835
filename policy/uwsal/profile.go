package uwsal

import (
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/draft"
	"github.com/agent-loop/shimgen/policy/tree"
)

// called returns the name of a user-defined profile here, where built-in profiles cannot be
// redefined and a name consists of letters, digits and dashes.
func called(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' {
			return r
		}
		return '-'
	}, name)
	if _, err := policy.Builtin(clean); err == nil || clean == "" {
		clean = "own-" + clean
	}
	return clean[:min(len(clean), 32)]
}

// trait is a switch of a user-defined profile, with its translations when it is on and when it is
// off. An empty one changes nothing.
type trait struct {
	name    string
	on, off string
	lostOn  string // why it cannot be carried over when it is on, or ""
	lostOff string
}

// traits are the switches, except the two that determine the initial profile.
var traits = [...]trait{
	{name: "confirm_tools", lostOn: "whether a tool asks before it is used is the agent's own business; what a rule asks about is asked here in every profile"},
	{name: "blocked_network", on: "network = 'none'"},
	{name: "audit_log", on: "audit = 'detailed'", off: "audit = 'off'"},
}

// ownProfiles translates the user-defined profiles.
func ownProfiles(c *conversion, k *key, n tree.Node) {
	for _, p := range c.Members(n) {
		ownProfile(c, k, p)
	}
}

func ownProfile(c *conversion, k *key, p tree.Node) {
	name := c.called[p.Key]
	if name != p.Key {
		c.Comment(k.in, "line %d: profile %q is called %s here, as built-in ones cannot be made anew.", p.Line, p.Key, name)
	}
	c.Line(k.in, "[profiles.%s]", name)
	base := "cautious"
	if off(c, p, "path_validation") && off(c, p, "command_blocklist") {
		base = "open"
	} else if off(c, p, "path_validation") || off(c, p, "command_blocklist") {
		c.Comment(k.in, "line %d: paths and commands are looked at together here, so that neither is switched off alone.", p.Line)
	}
	if _, err := policy.Builtin(p.Key); err == nil {
		base = p.Key
	}
	c.Line(k.in, "base = %s", policy.Quote(base))
	for _, m := range c.Members(p) {
		switch m.Key {
		case "path_validation", "command_blocklist":
			c.Bool(m)
		case "sandbox":
			c.boxed(k.in, m)
		case "allowed_paths":
			c.allowedBy(k.in, m)
		case "description":
			c.Line(k.in, "description = %s", policy.Quote(c.Text(m)))
		default:
			c.trait(k.in, m)
		}
	}
}

// off reports whether a switch of a profile is off.
func off(c *conversion, p tree.Node, name string) bool {
	m, ok := p.Member(name)
	return ok && !c.Bool(m)
}

// trait translates a switch.
func (c *conversion) trait(in draft.Section, m tree.Node) {
	for _, t := range traits {
		if t.name != m.Key {
			continue
		}
		line, lost := t.off, t.lostOff
		if c.Bool(m) {
			line, lost = t.on, t.lostOn
		}
		switch {
		case lost != "":
			c.Omit(in, m, fmt.Sprintf("%s: %s", m.Key, lost))
		case line != "":
			c.Line(in, "%s", line)
		default:
			c.Comment(in, "line %d: %s is off, and nothing is lost.", m.Line, m.Key)
		}
		return
	}
	c.Omit(in, m, fmt.Sprintf("%q is no setting of a profile", m.Key))
}

// boxed translates the sandbox of a profile.
func (c *conversion) boxed(in draft.Section, m tree.Node) {
	switch c.Text(m) {
	case "none":
		c.Line(in, "sandbox = 'none'")
	case "proot":
		c.Comment(in, "line %d: which sandbox it is, exec's --sandbox says; without one nothing runs.", m.Line)
		c.Line(in, "sandbox = 'required'")
	default:
		c.Omit(in, m, fmt.Sprintf("there is no sandbox %q", c.Text(m)))
	}
}

// allowedBy translates the paths that a profile allows.
func (c *conversion) allowedBy(in draft.Section, m tree.Node) {
	var entries []string
	for _, item := range c.Texts(m) {
		if err := c.TryEntry(draft.Paths, "allowed", c.Text(item)); err != nil {
			c.Omit(in, item, fmt.Sprintf("allowed_paths %q: %s", c.Text(item), err))
			continue
		}
		entries = append(entries, policy.Quote(c.Text(item)))
	}
	if len(entries) > 0 {
		c.Comment(in, "line %d: a link in an allowed path was an exception too, wherever it led; here it is where the path leads.", m.Line)
		c.Line(in, "allowed_paths = [%s]", strings.Join(entries, ", "))
	}
}
