package foreign

import (
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/policy/draft"
	"github.com/agent-loop/shimgen/policy/tree"
)

// sandbox translates the sandbox of Claude Code.
func (c *claudeSettings) sandbox(block tree.Node) {
	for _, n := range c.d.Members(block) {
		switch n.Key {
		case "enabled":
			c.enabled(n, block)
		case "failIfUnavailable":
			c.d.Bool(n)
		case "filesystem":
			c.filesystem(n)
		case "network":
			c.network(n)
		case "excludedCommands":
			for _, item := range c.d.Texts(n) {
				c.d.Omit(draft.Sandbox, item, fmt.Sprintf("excludedCommands %q: no command leaves the sandbox by its name; exec --sandbox none runs one outside", c.d.Text(item)))
			}
		case "autoAllowBashIfSandboxed":
			c.d.Comment(draft.Sandbox, "line %d: what a rule asks about is asked in a sandbox, too.", n.Line)
			c.d.Bool(n)
		case "allowUnsandboxedCommands":
			c.d.Comment(draft.Sandbox, "line %d: no command leaves the sandbox because the agent says so.", n.Line)
			c.d.Bool(n)
		default:
			loseUnknown(c.d, draft.Sandbox, n, "sandbox")
		}
	}
}

// enabled translates whether commands are confined.
func (c *claudeSettings) enabled(n, block tree.Node) {
	if !c.d.Bool(n) {
		c.d.Comment(draft.Sandbox, "line %d: the sandbox was off there; here the profile says whether there is one.", n.Line)
		return
	}
	c.confined = true
	must, ok := block.Member("failIfUnavailable")
	if ok && c.d.Bool(must) {
		c.d.Line(draft.Sandbox, "mode = 'required'")
		return
	}
	c.d.Comment(draft.Sandbox, "line %d: where none can be made, commands ran unconfined there; so they do here.", n.Line)
	c.d.Line(draft.Sandbox, "mode = 'auto'")
}

// filesystem translates the file access of a confined command.
func (c *claudeSettings) filesystem(block tree.Node) {
	for _, n := range c.d.Members(block) {
		switch n.Key {
		case "allowWrite":
			entries(c.d, n, draft.Sandbox, "write", n.Key)
		case "denyWrite":
			c.d.Comment(draft.Paths, "line %d: what is blocked here cannot be read either, and not outside a sandbox.", n.Line)
			if entries(c.d, n, draft.Paths, "blocked", n.Key) > 0 {
				c.commands.closed = append(c.commands.closed, n.Nodes()...)
			}
		case "denyRead":
			for _, item := range c.d.Texts(n) {
				text := c.d.Text(item)
				c.d.Entry(draft.Sandbox, "deny_read", strings.TrimSuffix(strings.TrimSuffix(text, "/**"), "/*"), item, fmt.Sprintf("%s %q", n.Key, text))
			}
		case "allowRead":
			entries(c.d, n, draft.Sandbox, "read", n.Key)
		default:
			loseUnknown(c.d, draft.Sandbox, n, "filesystem")
		}
	}
}

// network records the hosts, and translates the sockets.
func (c *claudeSettings) network(block tree.Node) {
	for _, n := range c.d.Members(block) {
		switch n.Key {
		case "allowedDomains":
			if c.listed = append(c.listed, c.d.Texts(n)...); c.listed == nil {
				c.listed = []tree.Node{} // which is a list, too
			}
		case "deniedDomains":
			c.denied = append(c.denied, c.d.Texts(n)...)
		case "allowUnixSockets":
			entries(c.d, n, draft.Sandbox, "sockets", n.Key)
		case "allowAllUnixSockets":
			if c.d.Bool(n) {
				c.d.Omit(draft.Sandbox, n, "allowAllUnixSockets: name the sockets under [sandbox] sockets")
			}
		case "allowLocalBinding":
			c.d.Bool(n)
			c.d.Comment(draft.Sandbox, "line %d: a sandbox has a loopback of its own, where anything may listen.", n.Line)
		default:
			loseUnknown(c.d, draft.Network, n, "network")
		}
	}
}

// domains writes the list of hosts, if commands were restricted to one.
func (c *claudeSettings) domains() {
	if c.listed == nil && !c.confined {
		for _, n := range append(c.fetched, c.denied...) {
			c.d.Omit(draft.Network, n, fmt.Sprintf("WebFetch %q: a list of hosts here holds for every command; without a sandbox there was none there", n.Data))
		}
		return
	}
	written := 0
	for _, n := range append(c.listed, c.fetched...) {
		name, _ := n.Data.(string)
		if i := c.covered(name); i >= 0 {
			c.d.Omit(draft.Network, n, fmt.Sprintf("host %q: a host that was denied, %q, is among them, and there is no list of denied hosts here", name, c.denied[i].Data))
		} else if c.d.Entry(draft.Network, "allowed_domains", name, n, fmt.Sprintf("host %q", name)) {
			written++
		}
	}
	if written == 0 {
		c.d.Comment(draft.Network, "No host was let through there without a question; here none is.")
		c.d.Line(draft.Network, "mode = 'localhost'")
	}
}

// covered returns the index of a denied host that a pattern of hosts would allow, or -1.
func (c *claudeSettings) covered(pattern string) int {
	below, isWild := strings.CutPrefix(strings.ToLower(pattern), "*.")
	for i, n := range c.denied {
		denied, _ := n.Data.(string)
		name := strings.TrimPrefix(strings.ToLower(denied), "*.")
		if name == "*" || name == below || isWild && strings.HasSuffix(name, "."+below) || name != strings.ToLower(denied) && strings.HasSuffix(below, "."+name) {
			return i
		}
	}
	return -1
}
