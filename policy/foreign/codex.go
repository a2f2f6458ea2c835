package foreign

import (
	"fmt"
	"slices"

	"github.com/agent-loop/shimgen/policy/draft"
	"github.com/agent-loop/shimgen/policy/tree"
)

// codex translates the sandbox in Codex's config.toml.
func codex(d *draft.Draft, root tree.Node) {
	nodes := codexNodes(d, root)
	if !slices.ContainsFunc(nodes, func(n tree.Node) bool { return n.Key == "sandbox_mode" }) {
		d.Comment(draft.Sandbox, "sandbox_mode is not set: Codex then confines commands, at most to the workspace and without a network.")
		codexWorkspace(d, root, "sandbox_mode is not set")
	}
	for _, n := range nodes {
		switch n.Key {
		case "sandbox_mode":
			codexMode(d, root, n)
		case "profile": // codexNodes has read it
		case "sandbox_workspace_write":
			codexWrite(d, n)
		case "approval_policy":
			codexApproval(d, n)
		case "default_permissions", "permissions":
			d.Omit(draft.Sandbox, n, n.Key+": permission profiles are not read; say what they let in under [sandbox] write, read and deny_read")
		case "profiles":
			for _, p := range d.Members(n) {
				if _, ok := p.Member("sandbox_mode"); ok && p.Key != chosenProfile(root) {
					d.Omit(draft.Top, p, fmt.Sprintf("profile %q: only what holds without --profile is read", p.Key))
				}
			}
		case "shell_environment_policy":
			d.Omit(draft.Sandbox, n, n.Key+": guarded and paranoid leave credentials out of the environment; [sandbox] env lets some in")
		default:
			d.Comment(draft.Top, "line %d: %q is not about what commands may do, and stays where it is", n.Line, n.Key)
		}
	}
}

// chosenProfile returns the name of the profile that applies without --profile; "" if there is none.
func chosenProfile(root tree.Node) string {
	n, _ := root.Member("profile")
	name, _ := n.Data.(string)
	return name
}

// codexNodes returns the settings that apply without --profile: those at the top, some replaced
// by those of the profile named there.
func codexNodes(d *draft.Draft, root tree.Node) []tree.Node {
	nodes := slices.Clone(root.Nodes())
	named, ok := root.Member("profile")
	if !ok {
		return nodes
	}
	chosen, ok := root.At("profiles", chosenProfile(root))
	if !ok {
		d.Omit(draft.Top, named, "profile: there is no [profiles] table of that name")
		return nodes
	}
	for _, n := range chosen.Nodes() {
		nodes = append(slices.DeleteFunc(nodes, func(top tree.Node) bool { return top.Key == n.Key }), n)
	}
	return nodes
}

// codexMode translates the mode of the sandbox. The policy begins with a profile, so that a
// stricter one replaces that line.
func codexMode(d *draft.Draft, root, n tree.Node) {
	switch mode := d.Text(n); mode {
	case "read-only":
		d.Comment(draft.Top, "line %d: in a sandbox here the work directory can be written, so that read-only is the profile paranoid, which refuses what is not known to be read-only.", n.Line)
		d.Replace(draft.Top, "profile = 'cautious'", "profile = 'paranoid'")
		d.Line(draft.Sandbox, "mode = 'required'")
	case "workspace-write":
		d.Comment(draft.Sandbox, "line %d, sandbox_mode %q: the work directory and temporary files can be written.", n.Line, mode)
		codexWorkspace(d, root, fmt.Sprintf("line %d, sandbox_mode %q", n.Line, mode))
	case "danger-full-access":
		d.Omit(draft.Sandbox, n, fmt.Sprintf("sandbox_mode %q: no import switches the sandbox off; [sandbox] mode = \"none\" would", mode))
	default:
		d.Omit(draft.Sandbox, n, fmt.Sprintf("sandbox_mode %q is not known here", mode))
	}
}

// codexWorkspace confines commands to the work directory, and disables the network unless
// network_access is set. from is the setting that requires it.
func codexWorkspace(d *draft.Draft, root tree.Node, from string) {
	d.Line(draft.Sandbox, "mode = 'required'")
	if _, ok := root.At("sandbox_workspace_write", "network_access"); !ok {
		d.Comment(draft.Network, "%s: no network, as long as network_access is not set.", from)
		d.Line(draft.Network, "mode = 'none'")
	}
}

// codexWrite translates the sandbox's writable directories outside the workspace.
func codexWrite(d *draft.Draft, block tree.Node) {
	for _, n := range d.Members(block) {
		switch n.Key {
		case "writable_roots":
			entries(d, n, draft.Sandbox, "write", n.Key)
		case "network_access":
			if d.Bool(n) {
				d.Comment(draft.Network, "line %d: network_access is on, and the profile says which hosts there are.", n.Line)
				continue
			}
			d.Comment(draft.Network, "line %d, network_access", n.Line)
			d.Line(draft.Network, "mode = 'none'")
		case "exclude_slash_tmp", "exclude_tmpdir_env_var":
			if d.Bool(n) {
				d.Omit(draft.Sandbox, n, n.Key+": a command has temporary files of its own in every sandbox here")
			}
		default:
			loseUnknown(d, draft.Sandbox, n, block.Key)
		}
	}
}

// codexApproval records what becomes of the agent's questions.
func codexApproval(d *draft.Draft, n tree.Node) {
	if n.Kind != tree.Scalar {
		d.Omit(draft.Top, n, "approval_policy: which questions Codex asks is its own business; what a rule asks about is asked here in every profile")
		return
	}
	switch said := d.Text(n); said {
	case "never":
		d.Omit(draft.Top, n, `approval_policy "never": what a rule asks about is asked here, and refused where nobody can answer`)
	default:
		d.Comment(draft.Top, "line %d: approval_policy %q is about the agent's own questions, and stays where it is.", n.Line, said)
	}
}

// codexRules translates Codex's rules for commands with a prefix.
func codexRules(d *draft.Draft, root tree.Node) {
	c := commands{pack: "codex"}
	for _, n := range root.Nodes() {
		switch n.Key {
		case "prefix_rule":
			codexRule(d, &c, n)
		case "network_rule":
			d.Omit(draft.Network, n, "network_rule: a list of hosts here holds for every command: [network] allowed_domains")
		case "host_executable":
			d.Comment(draft.Commands, "line %d: a program is known by its name and by its path here, and host_executable has nothing to say.", n.Line)
		default:
			d.Omit(draft.Commands, n, fmt.Sprintf("%s is not known here", n.Key))
		}
	}
	c.finish(d)
}

// maxSpellings bounds the prefixes that one rule expands to.
const maxSpellings = 64

// codexRule translates one rule, for each of its prefixes.
func codexRule(d *draft.Draft, c *commands, n tree.Node) {
	decision, reason := "allow", ""
	var spellings [][]string
	for _, m := range n.Nodes() {
		switch m.Key {
		case "pattern":
			spellings = codexPattern(d, m)
		case "decision":
			decision = d.Text(m)
		case "justification":
			reason = d.Text(m)
		case "match", "not_match":
		default:
			loseUnknown(d, draft.Commands, m, "prefix_rule")
		}
	}
	if len(spellings) == 0 || len(spellings) > maxSpellings {
		d.Omit(draft.Commands, n, fmt.Sprintf("prefix_rule: stands for no prefix, or for more than %d", maxSpellings))
		c.strict = append(c.strict, prefix{from: "prefix_rule", at: n}) // as it may be stricter than any
		return
	}
	for _, words := range spellings {
		p := ofWords(words, true)
		p.at, p.reason, p.from = n, reason, fmt.Sprintf("prefix_rule %q %s", p.text, decision)
		switch decision {
		case "allow":
			c.allow(p)
		case "prompt":
			c.ask(d, p)
		case "forbidden":
			c.block(d, p)
		default:
			d.Omit(draft.Commands, n, fmt.Sprintf("decision %q is not known here", decision))
			c.strict = append(c.strict, p)
		}
	}
}

// codexPattern returns the prefixes that a pattern expands to: each item is a word, or a list of
// alternatives.
func codexPattern(d *draft.Draft, n tree.Node) [][]string {
	if n.Kind != tree.Array {
		d.WrongType(n, "a list")
		return nil
	}
	all := [][]string{nil}
	for _, item := range n.Nodes() {
		words := []tree.Node{item}
		if item.Kind == tree.Array {
			words = item.Nodes()
		}
		var longer [][]string
		for _, w := range words {
			text, ok := w.Data.(string)
			if !ok {
				d.WrongType(n, "a list of words")
				return nil
			}
			for _, begun := range all {
				longer = append(longer, append(append([]string{}, begun...), text))
			}
		}
		if all = longer; len(all) > maxSpellings {
			return all
		}
	}
	if len(n.Nodes()) == 0 {
		return nil
	}
	return all
}
