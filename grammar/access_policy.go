package grammar

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/internal/yaml"
	"github.com/agent-loop/shimgen/parser"
)

// openPolicy is the name of the effect of a command that gives a service an access policy with a statement
// that admits everyone, or a binding that does, or rules that give rights to everything.
const openPolicy = "open-policy"

// unreadPolicy is its name if the policy replaces the one there is, and nothing of it can be read.
const unreadPolicy = "unread-policy"

// maxPolicyDepth bounds how often a policy is a string in another document: the attributes of a queue.
const maxPolicyDepth = 3

// principals are the options of aws and az that name who is admitted without a policy.
const principals = "--principal --aws-account-ids --aws-account-id --grantee-principal --source-address-prefixes --source-address-prefix"

// accessPolicy records that one of the words of a service's client is, or names a file that the source
// wrote with, an access policy that admits everyone. Sources: the AWS IAM user guide, JSON policy elements;
// the reference of Google Cloud, Policy.
func (r *reader) accessPolicy() {
	if r.syntax.Style&spec.Service == 0 {
		return
	}
	if slices.ContainsFunc(r.cmd.Args[1:], r.admitsEveryone) || slices.ContainsFunc(r.inv.Options, namesEveryone) {
		r.effect(Effect{Kind: Alters, Name: openPolicy, Word: parser.Text(r.inv.Sub)}, parser.Yes)
		return
	}
	rules := slices.ContainsFunc(catalogue.RuleCommands[:], r.isPolicyCommand)
	replaces := slices.ContainsFunc(catalogue.PolicyCommands[:], r.isPolicyCommand)
	if !rules && !replaces || r.given("--help -h -help --dry-run -output-curl-string") == parser.Yes {
		return
	}
	read := false
	for _, w := range r.cmd.Args[1:] {
		text, known := r.policyText(w)
		if rules && known && givesAll(text) {
			r.effect(Effect{Kind: Alters, Name: openPolicy, Word: parser.Text(r.inv.Sub)}, parser.Yes)
			return
		}
		read = read || known
	}
	if replaces && !read {
		r.effect(Effect{Kind: Alters, Name: unreadPolicy, Word: parser.Text(r.inv.Sub)}, parser.Yes)
	}
}

// isPolicyCommand reports whether the command is one of a row.
func (r *reader) isPolicyCommand(c catalogue.PolicyCommand) bool {
	if !wordlist.Among(r.inv.Name, c.Programs) || !spec.MatchSub(c.Subs, r.inv.Sub) || c.Except != "" && spec.MatchSub(c.Except, r.inv.Sub) {
		return false
	}
	if c.Operand != "" && !slices.ContainsFunc(r.operands, func(w parser.Word) bool { return spec.MatchSub(c.Operand, w.Prefix()) }) {
		return false
	}
	return c.Options == "" || r.given(c.Options) == parser.Yes
}

// policyText returns the text of a policy that a word is, or that it names a file with: JSON, the rules of Vault or
// Consul, @FILE, NAME=@FILE, file://FILE, and - for standard input.
func (r *reader) policyText(w parser.Word) (text string, known bool) {
	if text = strings.ReplaceAll(withPlaceholders(w), placeholder, "?"); strings.Contains(text, "{") || strings.Contains(text, "=") && strings.Contains(text, `"`) {
		return text, true
	}
	if i := strings.LastIndexAny(w.Prefix(), "=@"); i >= 0 {
		w = w.Tail(i + 1)
	}
	return r.fileText(pathOfDocument(w))
}

// givesAll reports whether the rules of a policy of Vault or Consul give rights to everything.
func givesAll(text string) bool {
	text = strings.NewReplacer(`\`, "", `"`, "", "'", "", " ", "", "\n", "", "\t", "").Replace(text)
	return slices.ContainsFunc(catalogue.OpenRules[:], func(part string) bool { return strings.Contains(text, part) })
}

// namesEveryone reports whether an option names everyone.
func namesEveryone(g OptionUse) bool {
	text, known := g.Value.Text()
	return known && text == "*" && wordlist.Among(g.Name, principals)
}

// admitsEveryone reports whether a word is such a policy, or such a file.
func (r *reader) admitsEveryone(w parser.Word) bool {
	text := strings.ReplaceAll(withPlaceholders(w), placeholder, "?")
	if saysEveryone(text) {
		return policyAdmits(text, maxPolicyDepth)
	}
	if text == "-" || !strings.HasPrefix(text, "-") || strings.Contains(text, "=") {
		written, _ := r.fileText(pathOfDocument(w))
		return saysEveryone(written) && policyAdmits(written, maxPolicyDepth)
	}
	return false
}

// pathOfDocument returns the path in a word that names a document: file://PATH, --policy=file://PATH.
func pathOfDocument(w parser.Word) parser.Word {
	prefix := w.Prefix()
	for _, scheme := range []string{"file://", "fileb://"} {
		if i := strings.Index(prefix, scheme); i >= 0 {
			return w.Tail(i + len(scheme))
		}
	}
	if i := strings.IndexByte(prefix, '='); i > 0 && strings.HasPrefix(prefix, "-") {
		return w.Tail(i + 1)
	}
	return w
}

// saysEveryone rejects nearly all texts at once.
func saysEveryone(text string) bool {
	return strings.Contains(text, "Principal") || strings.Contains(text, "allUsers") || strings.Contains(text, "allAuthenticatedUsers")
}

// policyAdmits reports whether a text is or contains such a policy: alone, after NAME= as in the shorthand
// of aws, or in a string of another document. One that cannot be read does if it looks like one.
func policyAdmits(text string, depth int) bool {
	if i := strings.IndexAny(text, "{["); i > 0 && strings.IndexByte(text[:i], '\n') < 0 && strings.HasSuffix(strings.TrimRight(text[:i], `"'`), "=") {
		text = text[i:]
	}
	docs, err := yaml.Documents(text)
	if err != nil {
		return looksOpen(text)
	}
	for m := range mappings(docs) {
		if statementAdmits(m) || bindingAdmits(m) {
			return true
		}
		_, values := m.Pairs()
		for _, v := range values {
			if inner := v.Value(); depth > 1 && saysEveryone(inner) && policyAdmits(inner, depth-1) {
				return true
			}
		}
	}
	return false
}

// looksOpen reports whether a text that cannot be read has a principal that is everyone and no condition.
func looksOpen(text string) bool {
	text = strings.NewReplacer(`\`, "", `"`, "", "'", "", " ", "", "\n", "", "\t", "").Replace(text)
	if strings.Contains(text, "Condition") {
		return false
	}
	for _, open := range []string{"Principal:*", "Principal:{AWS:*", "Principal:{AWS:[*"} {
		if strings.Contains(text, open) {
			return true
		}
	}
	return false
}

// statementAdmits reports whether a statement allows everyone something, with no condition on who it is.
func statementAdmits(m *yaml.Node) bool {
	if m.Get("Effect").Value() != "Allow" {
		return false
	}
	if m.Get("NotPrincipal") == nil && !hasEveryone(m.Get("Principal")) {
		return false
	}
	condition := m.Get("Condition")
	if condition == nil {
		return true
	}
	for c := range mappings([]*yaml.Node{condition}) {
		if keys, values := c.Pairs(); slices.ContainsFunc(keys, limitsWho) && !slices.ContainsFunc(values, hasEveryone) {
			return false
		}
	}
	return true
}

// bindingAdmits reports whether a binding of a role has everyone as a member.
func bindingAdmits(m *yaml.Node) bool {
	return slices.ContainsFunc(listOf(m.Get("members")), func(name string) bool { return name == "allUsers" || name == "allAuthenticatedUsers" })
}

// hasEveryone reports whether a value, or one inside it, is everyone or every address.
func hasEveryone(n *yaml.Node) bool {
	if n == nil {
		return false
	}
	if n.IsScalar() {
		return wordlist.Among(n.Value(), "* 0.0.0.0/0 ::/0")
	}
	return slices.ContainsFunc(n.Items, hasEveryone)
}

// limitsWho reports whether a key of a condition is about who asks, or from where: aws:SourceArn,
// aws:PrincipalOrgID, kms:CallerAccount.
func limitsWho(key *yaml.Node) bool {
	name := strings.ToLower(key.Value())
	for _, part := range []string{":source", ":principal", ":calleraccount", ":viaservice", ":userid", ":username", ":dataaccesspoint", ":sub", ":aud"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}
