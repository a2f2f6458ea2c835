package foreign

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/policy/draft"
	"github.com/agent-loop/shimgen/policy/tree"
	"github.com/agent-loop/shimgen/policy/uwsal"
)

// kind is a kind of configuration.
type kind struct {
	name    string // the value of --from
	what    string // a description
	formats []tree.Format
	marks   []string // dotted keys at the top, each of which identifies the kind
	carry   func(name string, root tree.Node) (draft.Result, error)
}

// kinds returns the supported kinds. A file with marks of two kinds is of neither.
func kinds() []kind {
	return []kind{
		{"uwsal", "the security block of a uwsal.json or coro.json", []tree.Format{tree.JSON, tree.TOML}, []string{"security"}, uwsal.Import},
		{"claude", "permissions and sandbox of Claude Code's settings.json", []tree.Format{tree.JSON}, []string{"permissions", "sandbox"}, asDraft(claude)},
		{"codex", "the sandbox of Codex' config.toml", []tree.Format{tree.TOML}, []string{"sandbox_mode", "sandbox_workspace_write", "approval_policy", "default_permissions"}, asDraft(codex)},
		{"codex-rules", "prefix rules of Codex", []tree.Format{tree.Calls}, nil, asDraft(codexRules)},
		{"dcg", "config.toml and allowlist.toml of destructive_command_guard", []tree.Format{tree.TOML}, []string{"packs", "overrides", "policy", "allow", "agents"}, asDraft(dcg)},
		{"safety-net", "custom rules of cc-safety-net", []tree.Format{tree.JSON}, []string{"rules"}, asDraft(safetyNet)},
		{"valis", "the sandbox block of Valis' config.yaml", []tree.Format{tree.YAML}, []string{"sandbox"}, asDraft(valis)},
	}
}

// asDraft adapts a function that only writes a draft.
func asDraft(carry func(d *draft.Draft, root tree.Node)) func(string, tree.Node) (draft.Result, error) {
	return func(name string, root tree.Node) (draft.Result, error) {
		d := &draft.Draft{}
		d.Line(draft.Top, "profile = 'cautious'")
		d.Carried = 0
		carry(d, root)
		return d.Finish(name)
	}
}

// Names returns the kinds that Import supports.
func Names() []string {
	var names []string
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return names
}

// Import translates a configuration to a policy. from is its kind; if it is "", the kind is
// guessed from the name and content. The error is one line that says why there is no policy.
func Import(name string, text []byte, from string) (draft.Result, error) {
	format := formatOf(name, text)
	var wanted *kind
	for _, k := range kinds() {
		if k.name == from {
			wanted = &k
			format = k.format(format)
		}
	}
	if from != "" && wanted == nil {
		return draft.Result{}, fmt.Errorf("there is no kind of configuration %q: use %s", from, strings.Join(Names(), ", "))
	}
	root, err := tree.Read(text, format)
	if err != nil {
		return draft.Result{}, fmt.Errorf("%s: %w", name, err)
	}
	if wanted == nil {
		if wanted = guess(root, format); wanted == nil {
			return draft.Result{}, fmt.Errorf("%s: whose configuration it is cannot be told from what is in it: say --from %s", name, strings.Join(Names(), "|"))
		}
	}
	return wanted.carry(name, root)
}

// format returns the format in which to read a file of the kind: the given one, if the kind has it.
func (k *kind) format(given tree.Format) tree.Format {
	for _, f := range k.formats {
		if f == given {
			return f
		}
	}
	return k.formats[0]
}

// formatOf guesses the format of a file by its name, or by its beginning.
func formatOf(name string, text []byte) tree.Format {
	switch path.Ext(name) {
	case ".json", ".jsonc":
		return tree.JSON
	case ".toml":
		return tree.TOML
	case ".yaml", ".yml":
		return tree.YAML
	case ".rules":
		return tree.Calls
	}
	text = bytes.TrimSpace(text)
	switch {
	case bytes.HasPrefix(text, []byte("{")):
		return tree.JSON
	case bytes.Contains(text, []byte("prefix_rule(")):
		return tree.Calls
	case bytes.HasPrefix(text, []byte("[")) || bytes.Contains(text, []byte(" = ")):
		return tree.TOML
	case bytes.Contains(text, []byte(":\n")):
		return tree.YAML
	}
	return tree.JSON
}

// guess returns the kind whose mark a file has, or nil.
func guess(root tree.Node, format tree.Format) *kind {
	var found *kind
	for _, k := range kinds() {
		for _, f := range k.formats {
			if f != format || !k.marked(root) {
				continue
			}
			if found != nil {
				return nil
			}
			found = &k
		}
	}
	return found
}

// marked reports whether a file has a mark of the kind.
func (k *kind) marked(root tree.Node) bool {
	if root.Kind == tree.Array {
		return k.marks == nil
	}
	for _, m := range k.marks {
		if _, ok := root.At(strings.Split(m, ".")...); ok {
			return true
		}
	}
	return false
}

// passOver writes a comment for each member at the top that is not about security.
func passOver(d *draft.Draft, root tree.Node, ours ...string) {
	for _, n := range root.Nodes() {
		ok := false
		for _, name := range ours {
			ok = ok || n.Key == name
		}
		if !ok {
			d.Comment(draft.Top, "line %d: %q is not about what commands may do, and stays where it is", n.Line, n.Key)
		}
	}
}

// loseUnknown records an unknown member.
func loseUnknown(d *draft.Draft, in draft.Section, n tree.Node, of string) {
	d.Omit(in, n, fmt.Sprintf("%q of %s is not known here", n.Key, of))
}
