package foreign

import (
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/draft"
	"github.com/agent-loop/shimgen/policy/tree"
)

// safetyNet translates the rules of cc-safety-net: those in a config.json or .safety-net.json of
// version 1, and those in a rulebook.json of version 2.
func safetyNet(d *draft.Draft, root tree.Node) {
	passOver(d, root, "version", "schemaVersion", "name", "rules", "allowed_commands", "tests", "$schema")
	list := d.Member(root, "rules")
	if list.Kind == tree.Array && len(list.Nodes()) > 0 && list.Nodes()[0].Kind == tree.Scalar {
		d.Omit(draft.Rules, list, "this file only names rulebooks: import each one's rulebook.json")
		return
	}
	ids := map[string]bool{}
	for _, n := range d.Items(list) {
		safetyRule(d, ids, n)
	}
}

// safetyRule translates one rule. Options and operands among its arguments become a rule each,
// since a rule here requires both.
func safetyRule(d *draft.Draft, ids map[string]bool, n tree.Node) {
	var r custom
	name := ""
	for _, m := range n.Nodes() {
		switch m.Key {
		case "name":
			name = d.Text(m)
		case "command":
			r.program = d.Text(m)
		case "subcommand":
			r.sub = d.Text(m)
		case "reason":
			r.reason = d.Text(m)
		case "intent":
		case "block_args":
			for _, arg := range d.Texts(m) {
				text := d.Text(arg)
				if strings.HasPrefix(text, "-") && text != "-" && text != "--" {
					r.options = append(r.options, text)
				} else {
					r.operands = append(r.operands, text)
				}
			}
		default:
			loseUnknown(d, draft.Rules, m, "a rule")
		}
	}
	r.id = ruleID("safety-net", name)
	r.action = "block"
	from := fmt.Sprintf("rule %q", name)
	for _, part := range r.parts() {
		part.id = unique(ids, part.id)
		if err := part.write(d, n, from); err != nil {
			d.Omit(draft.Rules, n, fmt.Sprintf("%s: %s", from, err))
		}
	}
}

// parts returns the rule with its options only, and with its operands only.
func (r custom) parts() []custom {
	options, operands := r, r
	options.operands, operands.options = nil, nil
	operands.id += "-argument"
	switch {
	case len(r.operands) == 0:
		return []custom{options}
	case len(r.options) == 0:
		operands.id = r.id
		return []custom{operands}
	}
	return []custom{options, operands}
}

// custom is a rule of the user's under construction.
type custom struct {
	id, program, sub  string
	options, operands []string
	reason, action    string
}

// write writes the rule and its action. The error is the loader's, after alternative forms have
// been tried.
func (r custom) write(d *draft.Draft, n tree.Node, from string) error {
	text, err := r.text(d, r.sub)
	if first, second, two := strings.Cut(r.sub, " "); err != nil && two {
		text, err = r.text(d, first+"/"+second)
	}
	if err != nil {
		return err
	}
	d.Comment(draft.Rules, "line %d, %s", n.Line, from)
	d.Line(draft.Rules, "%s", text)
	d.Line(draft.Actions, "%q = '%s'", r.id, r.action)
	d.Carried--
	return nil
}

// text returns the rule as TOML that the loader accepts.
func (r custom) text(d *draft.Draft, sub string) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "[[rule]]\nid = %s\nprogram = %s\n", policy.Quote(r.id), policy.Quote(r.program))
	for _, words := range []struct {
		key  string
		list []string
	}{{"subcommand", strings.Fields(sub)}, {"any", r.options}, {"operand", r.operands}} {
		if len(words.list) > 0 {
			fmt.Fprintf(&b, "%s = [%s]\n", words.key, quoteAll(words.list))
		}
	}
	reason := "is against an imported rule"
	if r.reason != "" {
		reason += ": " + r.reason
	}
	fmt.Fprintf(&b, "class = 'destructive'\nreason = %s\n", policy.Quote(line(reason)))
	miss := "true"
	if r.program == miss {
		miss = "false"
	}
	var hits []string
	for _, arg := range append(r.options, r.operands...) {
		hits = append(hits, strings.Join(append(append([]string{r.program}, strings.FieldsFunc(sub, isApart)...), shellquote.Word(arg)), " "))
	}
	if len(hits) == 0 {
		hits = []string{strings.Join(append([]string{r.program}, strings.FieldsFunc(sub, isApart)...), " ")}
	}
	fmt.Fprintf(&b, "hits = [%s]\nmisses = ['%s']\n", quoteAll(hits), miss)
	return b.String(), d.Try(b.String())
}

// isApart reports whether a character separates the words of a subcommand.
func isApart(r rune) bool { return r == '/' || r == ' ' }

// quoteAll formats strings as TOML.
func quoteAll(list []string) string {
	words := make([]string, len(list))
	for i, w := range list {
		words[i] = policy.Quote(w)
	}
	return strings.Join(words, ", ")
}

// line returns a text on one line.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }

// ruleID makes the id of a rule: letters, digits and hyphens after a pack.
func ruleID(pack, name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	text := b.String()
	if text = strings.Trim(text[:min(len(text), 48)], "-"); text == "" {
		text = "rule"
	}
	return pack + "." + text
}

// unique appends a number to an id that exists already.
func unique(ids map[string]bool, id string) string {
	for n, name := 2, id; ; n++ {
		if !ids[name] {
			ids[name] = true
			return name
		}
		name = fmt.Sprintf("%s-%d", id, n)
	}
}
