package uwsal

import (
	"fmt"
	"slices"

	"github.com/agent-loop/shimgen/policy/draft"
	"github.com/agent-loop/shimgen/policy/tree"
)

// carrier translates one setting. It writes comments and lines, or records a loss.
type carrier func(c *conversion, k *key, n tree.Node)

// key is a key of the security block.
type key struct {
	name  string
	carry carrier
	in    draft.Section
	to    string // its name in the policy
	note  string // a difference in meaning, or where it is done here
	item  func(text string) (entry, note string, err error)
}

// keys are the keys of the security block. A key without a row is recorded as lost.
var keys = []key{
	{name: "profile", carry: profile, in: draft.Top, to: "profile"},
	{name: "profiles", carry: ownProfiles, in: draft.Profiles},
	{name: "blocked_paths", carry: list, in: draft.Paths, to: "blocked", item: place},
	{name: "blocked_path_prefixes", carry: list, in: draft.Paths, to: "blocked_path_prefixes", item: same},
	{name: "blocked_home_patterns", carry: list, in: draft.Paths, to: "blocked_home_patterns", item: same},
	{
		name: "allowed_paths", carry: list, in: draft.Paths, to: "allowed", item: place,
		note: "an allowed path was an exception for a link in it too, wherever that led; here it is where the path leads, and credentials stay blocked",
	},
	{
		name: "blocked_commands", carry: list, in: draft.Commands, to: "blocked", item: expression,
		note: "these ignored case and were looked for in the whole line, quoted text and all; here in the words of each command that would run, and (?i) keeps them from telling cases apart",
	},
	{
		name: "allowed_commands", carry: list, in: draft.Commands, to: "allowed", item: expression,
		note: "one of these anywhere in a line let the whole line pass (under paranoid it was the list of what may run); here one must match a whole command, and excuses that one alone",
	},
	{name: "path_proxying", carry: elsewhere, note: `shims are made by "shimgen install"`},
	{name: "proot_sandbox", carry: confined, in: draft.Sandbox, to: "mode", note: "which sandbox it is, exec's --sandbox says"},
	{name: "proot_isolation", carry: confined, in: draft.Sandbox, to: "mode", note: "which sandbox it is, exec's --sandbox says"},
	{name: "proot_allowed_dirs", carry: elsewhere, note: "exec takes --proot-allow-dir for each"},
	{name: "audit_log_dir", carry: elsewhere, note: "the trail lies in the installation; AGENT_LOOP_AUDIT_LOG adds a copy of it"},
}

// conversion is one configuration being translated.
type conversion struct {
	draft.Draft
	called map[string]string // the names of profiles here
}

// Import translates the security block of a configuration to a policy. It returns an error if
// there is no such block, or if a setting has the wrong type.
func Import(name string, root tree.Node) (draft.Result, error) {
	block, ok := root.Member("security")
	if !ok || block.Kind != tree.Object {
		return draft.Result{}, fmt.Errorf("%s: there is no object \"security\" in it", name)
	}
	c := &conversion{called: map[string]string{}}
	for _, n := range root.Nodes() {
		if n.Key != "security" {
			c.Comment(draft.Top, "line %d: %q is not about security, and stays where it is", n.Line, n.Key)
		}
	}
	c.carry(block)
	return c.Finish(name)
}

// carry translates the settings in the order of the rows, then those without a row in their own order.
func (c *conversion) carry(block tree.Node) {
	if own, ok := block.Member("profiles"); ok {
		for _, n := range own.Nodes() {
			c.called[n.Key] = called(n.Key)
		}
	}
	if _, ok := block.Member("profile"); !ok {
		c.Comment(draft.Top, "No profile is named, which was taken for cautious.")
		c.Line(draft.Top, "profile = 'cautious'")
		c.Carried = 0
	}
	for i := range keys {
		if n, ok := block.Member(keys[i].name); ok {
			keys[i].carry(c, &keys[i], n)
		}
	}
	for _, n := range block.Nodes() {
		if !slices.ContainsFunc(keys, func(k key) bool { return k.name == n.Key }) {
			c.Omit(draft.Top, n, fmt.Sprintf("%q is no setting of a policy", n.Key))
		}
	}
}
