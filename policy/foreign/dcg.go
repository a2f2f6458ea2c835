package foreign

import (
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/policy/draft"
	"github.com/agent-loop/shimgen/policy/tree"
)

// dcg translates the config.toml and the allowlist.toml of destructive_command_guard.
func dcg(d *draft.Draft, root tree.Node) {
	var c commands
	if refused, ok := root.At("overrides", "block"); ok {
		for _, n := range refused.Nodes() { // each an expression, which may be about any command
			c.strict = append(c.strict, prefix{from: "[overrides] block", at: n})
		}
	}
	for _, n := range root.Nodes() {
		switch n.Key {
		case "packs":
			dcgPacks(d, n)
		case "policy":
			dcgPolicy(d, n)
		case "overrides":
			dcgOverrides(d, n)
		case "allow":
			for _, entry := range d.Items(n) {
				dcgAllow(d, &c, entry)
			}
		case "agents":
			d.Omit(draft.Top, n, "agents: one policy holds for all agents")
		case "general", "heredoc", "confidence", "scan", "git_awareness", "branch":
			d.Omit(draft.Top, n, n.Key+": how it reads commands; here all of a command is read, and what cannot be is asked about or blocked")
		default:
			d.Comment(draft.Top, "line %d: %q is not about what commands may do, and stays where it is", n.Line, n.Key)
		}
	}
	c.finish(d)
}

// dcgPacks records what becomes of packs: all rules are in force here in every profile.
func dcgPacks(d *draft.Draft, block tree.Node) {
	for _, n := range d.Members(block) {
		switch n.Key {
		case "enabled":
			d.Texts(n)
			d.Comment(draft.Actions, "line %d: no packs are switched on here: all rules are in force (shimgen rules list).", n.Line)
		case "disabled":
			for _, item := range d.Texts(n) {
				d.Omit(draft.Actions, item, fmt.Sprintf("pack %q is switched off there; its rules have other names here, and no import loosens them", d.Text(item)))
			}
		case "custom_paths":
			d.Omit(draft.Actions, n, "custom_paths: packs of one's own are not read; [[rule]] has such rules here")
		default:
			loseUnknown(d, draft.Actions, n, block.Key)
		}
	}
}

// dcgPolicy translates the actions for rules, as far as they are stricter.
func dcgPolicy(d *draft.Draft, block tree.Node) {
	for _, n := range d.Members(block) {
		switch n.Key {
		case "default_mode":
			dcgMode(d, n)
		case "packs", "rules":
			for _, m := range d.Members(n) {
				d.Omit(draft.Actions, m, fmt.Sprintf("%s %q is %q there: rules have other names here (shimgen rules list)", strings.TrimSuffix(n.Key, "s"), m.Key, d.Text(m)))
			}
		default:
			loseUnknown(d, draft.Actions, n, block.Key)
		}
	}
}

// dcgMode translates the action for all rules, which are about destruction.
func dcgMode(d *draft.Draft, n tree.Node) {
	switch mode := d.Text(n); mode {
	case "deny":
		d.Comment(draft.Actions, "line %d, default_mode %q", n.Line, mode)
		d.Line(draft.Actions, "destructive = 'block'")
	case "ask":
		d.Comment(draft.Actions, "line %d: default_mode %q is what the profile does about what destroys.", n.Line, mode)
	default:
		d.Omit(draft.Actions, n, fmt.Sprintf("default_mode %q: no import lets run what is asked about here", mode))
	}
}

// dcgOverrides translates expressions. The guard searched for them in the whole line.
func dcgOverrides(d *draft.Draft, block tree.Node) {
	for _, n := range d.Members(block) {
		key := map[string]string{"allow": "allowed", "block": "blocked"}[n.Key]
		if key == "" {
			loseUnknown(d, draft.Commands, n, block.Key)
			continue
		}
		if n.Kind != tree.Array {
			d.WrongType(n, "a list")
		}
		for _, item := range n.Nodes() {
			if refused, ok := block.Member("block"); ok && key == "allowed" && len(refused.Nodes()) > 0 {
				d.Omit(draft.Commands, item, "allow: exceptions come first here, and an expression under block may be about the same command")
				continue
			}
			dcgOverride(d, item, n.Key, key)
		}
	}
}

// dcgOverride translates one expression: a string, or a table with a pattern.
func dcgOverride(d *draft.Draft, item tree.Node, name, key string) {
	pattern := item
	if item.Kind == tree.Object {
		var ok bool
		if pattern, ok = item.Member("pattern"); !ok {
			d.Omit(draft.Commands, item, name+": has no pattern")
			return
		}
		for _, m := range item.Nodes() {
			if m.Key != "pattern" && m.Key != "reason" && key == "allowed" {
				d.Omit(draft.Commands, item, fmt.Sprintf("%s %q: an exception here has no condition such as %q", name, d.Text(pattern), m.Key))
				return
			}
		}
	}
	text := d.Text(pattern)
	dcgExpression(d, item, text, key, fmt.Sprintf("%s %q", name, text))
}

// dcgExpression translates an expression, which here matches the words of one command.
func dcgExpression(d *draft.Draft, n tree.Node, text, key, from string) {
	expression, err := draft.Expression(text)
	if err != nil {
		d.Omit(draft.Commands, n, from+": "+err.Error())
		return
	}
	if key == "allowed" {
		from += " (it was looked for anywhere in a line, which it then excused whole; here it must be a whole command)"
	}
	d.Entry(draft.Commands, key, "re:"+expression, n, from)
}

// dcgAllow translates an entry of an allowlist.toml.
func dcgAllow(d *draft.Draft, c *commands, n tree.Node) {
	for _, m := range n.Nodes() {
		switch m.Key {
		case "rule", "exact_command", "command_prefix", "pattern", "reason", "added_by", "added_at", "risk_acknowledged":
		default:
			d.Omit(draft.Commands, m, fmt.Sprintf("an exception with %q: one here has no such condition, and would hold always", m.Key))
			return
		}
	}
	for _, m := range n.Nodes() {
		switch m.Key {
		case "rule":
			d.Omit(draft.Commands, m, fmt.Sprintf("rule %q: rules have other names here, and no import loosens them", d.Text(m)))
		case "exact_command", "command_prefix":
			dcgCommand(d, c, m)
		case "pattern":
			text := d.Text(m)
			from := fmt.Sprintf("pattern %q", text)
			if len(c.strict) > 0 {
				d.Omit(draft.Commands, m, from+": exceptions come first here, and an expression under [overrides] block may be about the same command")
				continue
			}
			dcgExpression(d, m, text, "allowed", from)
		}
	}
}

// dcgCommand records an exception for a command or for commands with that prefix.
func dcgCommand(d *draft.Draft, c *commands, n tree.Node) {
	p := ofText(strings.TrimSpace(d.Text(n)), n.Key == "command_prefix")
	p.at, p.from = n, fmt.Sprintf("%s %q", n.Key, p.text)
	switch {
	case p.text == "":
		d.Omit(draft.Commands, n, p.from+": would be an exception for every command")
	case strings.Contains(p.text, "*"):
		d.Omit(draft.Commands, n, p.from+": a * stands for files there, and an exception here names them, or has * at its end for any further words")
	default:
		c.allow(p)
	}
}
