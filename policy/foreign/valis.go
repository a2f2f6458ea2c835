package foreign

import (
	"fmt"

	"github.com/agent-loop/shimgen/policy/draft"
	"github.com/agent-loop/shimgen/policy/tree"
)

// valis translates the sandbox block of Valis.
func valis(d *draft.Draft, root tree.Node) {
	passOver(d, root, "sandbox")
	block := d.Member(root, "sandbox")
	requireSandbox(d, block)
	localhost, isSaid := block.Member("allow_network_localhost")
	for _, n := range d.Members(block) {
		switch n.Key {
		case "enabled":
			if !d.Bool(n) {
				d.Comment(draft.Sandbox, "line %d: the sandbox was off there, so that what follows held for nothing; here it holds.", n.Line)
			}
		case "allow_network_localhost", "allowed_domains":
		case "additional_write_paths":
			entries(d, n, draft.Sandbox, "write", "additional_write_paths")
		case "additional_deny_read_paths":
			entries(d, n, draft.Sandbox, "deny_read", "additional_deny_read_paths")
		default:
			loseUnknown(d, draft.Sandbox, n, "sandbox")
		}
	}
	domains, listed := block.Member("allowed_domains")
	if listed && len(d.Texts(domains)) > 0 {
		d.Comment(draft.Network, "line %d: other hosts are refused. In a sandbox this machine's own ports are reached only if they are listed.", domains.Line)
		if entries(d, domains, draft.Network, "allowed_domains", "allowed_domains") > 0 {
			return
		}
	}
	mode := "none"
	if !isSaid || d.Bool(localhost) {
		mode = "localhost"
	}
	d.Comment(draft.Network, "No host was listed there, and none is reached but this machine, if that was allowed.")
	d.Line(draft.Network, "mode = '%s'", mode)
}

// requireSandbox writes that commands are confined.
func requireSandbox(d *draft.Draft, block tree.Node) {
	d.Comment(draft.Sandbox, "line %d: without a sandbox a command ran all the same there; here it does not.", block.Line)
	d.Line(draft.Sandbox, "mode = 'required'")
}

// entries translates a list of strings to a list of the policy's, and returns the number of
// translated entries.
func entries(d *draft.Draft, n tree.Node, in draft.Section, key, name string) int {
	done := 0
	for _, item := range d.Texts(n) {
		text := d.Text(item)
		if d.Entry(in, key, text, item, fmt.Sprintf("%s %q", name, text)) {
			done++
		}
	}
	return done
}
