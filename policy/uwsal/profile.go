package uwsal

import (
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/policy"
)

// called is what a profile of one's own is called here, where the built-in ones cannot be
// made anew and a name is letters, digits and dashes.
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

// trait is a key of a profile of one's own: a switch, and what it is here when it is on and
// when it is off. What is empty changes nothing.
type trait struct {
	name    string
	on, off string
	lostOn  string // why it cannot be carried over when it is on, or ""
	lostOff string
}

// traits are those that are switches, but for the two that say what a profile begins with.
var traits = [...]trait{
	{name: "confirm_tools", lostOn: "whether a tool asks before it is used is the agent's own business; what a rule asks about is asked here in every profile"},
	{name: "blocked_network", on: "network = 'none'"},
	{name: "audit_log", on: "audit = 'detailed'", off: "audit = 'off'"},
}

// ownProfiles carries over the profiles that are defined.
func ownProfiles(c *conversion, k *key, n node) {
	if n.kind != object {
		panic(wrong{fmt.Errorf("line %d: %q is not an object", n.line, n.key)})
	}
	for _, p := range n.nodes() {
		if p.kind != object {
			panic(wrong{fmt.Errorf("line %d: profile %q is not an object", p.line, p.key)})
		}
		ownProfile(c, k, p)
	}
}

func ownProfile(c *conversion, k *key, p node) {
	name := c.called[p.key]
	if name != p.key {
		c.comment(k.in, "line %d: profile %q is called %s here, as built-in ones cannot be made anew.", p.line, p.key, name)
	}
	c.say(k.in, "[profiles.%s]", name)
	base := "cautious"
	if off(p, "path_validation") && off(p, "command_blocklist") {
		base = "open"
	} else if off(p, "path_validation") || off(p, "command_blocklist") {
		c.comment(k.in, "line %d: paths and commands are looked at together here, so that neither is switched off alone.", p.line)
	}
	if _, err := policy.Builtin(p.key); err == nil {
		base = p.key
	}
	c.say(k.in, "base = %s", policy.Quote(base))
	for _, m := range p.nodes() {
		switch m.key {
		case "path_validation", "command_blocklist":
			m.truth()
		case "sandbox":
			c.boxed(k.in, m)
		case "allowed_paths":
			c.allowedBy(k.in, m)
		case "description":
			c.say(k.in, "description = %s", policy.Quote(m.text()))
		default:
			c.trait(k.in, m)
		}
	}
}

// off reports whether a switch of a profile is off.
func off(p node, name string) bool {
	m, ok := p.member(name)
	return ok && !m.truth()
}

// trait carries over a switch.
func (c *conversion) trait(in section, m node) {
	for _, t := range traits {
		if t.name != m.key {
			continue
		}
		line, lost := t.off, t.lostOff
		if m.truth() {
			line, lost = t.on, t.lostOn
		}
		switch {
		case lost != "":
			c.lose(in, m, fmt.Sprintf("%s: %s", m.key, lost))
		case line != "":
			c.say(in, "%s", line)
		default:
			c.comment(in, "line %d: %s is off, and nothing is lost.", m.line, m.key)
		}
		return
	}
	c.lose(in, m, fmt.Sprintf("%q is no setting of a profile", m.key))
}

// boxed carries over the sandbox of a profile.
func (c *conversion) boxed(in section, m node) {
	switch m.text() {
	case "none":
		c.say(in, "sandbox = 'none'")
	case "proot":
		c.comment(in, "line %d: which sandbox it is, exec's --sandbox says; without one nothing runs.", m.line)
		c.say(in, "sandbox = 'required'")
	default:
		c.lose(in, m, fmt.Sprintf("there is no sandbox %q", m.text()))
	}
}

// allowedBy carries over the paths that a profile allows.
func (c *conversion) allowedBy(in section, m node) {
	var entries []string
	for _, item := range m.texts() {
		if err := loads("[paths]\nallowed = [" + policy.Quote(item.text()) + "]\n"); err != nil {
			c.lose(in, item, fmt.Sprintf("allowed_paths %q: %s", item.text(), because(err)))
			continue
		}
		entries = append(entries, policy.Quote(item.text()))
	}
	if len(entries) > 0 {
		c.comment(in, "line %d: a link in an allowed path was an exception too, wherever it led; here it is where the path leads.", m.line)
		c.say(in, "allowed_paths = [%s]", strings.Join(entries, ", "))
	}
}
