package prompt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Loop describes what runs a model's commands.
type Loop struct {
	Policy *policy.Policy

	// Judge decides about shell source that would start in Work, in the same way as
	// before a real run.
	Judge func(source string) rules.Action

	Work     string   // the work directory, absolute
	Writable []string // directories that may be writable, absolute; Describe asks Judge about each
	Phone    bool     // the machine is a phone with Termux' functions

	// Again says that shims judge rm, git, curl and others once more when they start.
	Again bool

	// Served says that shimgen itself runs the command, with no standard input, and ends
	// its background processes.
	Served bool

	// Sandboxes are the names of the sandboxes that the model may choose. Default is the
	// one used without a choice; if it is not among them, the model must choose.
	Sandboxes []string

	// Confined says that the kernel restricts writes to Work, Writable, caches and what
	// the policy adds, whatever Judge says.
	Confined bool

	Default string

	Timeout time.Duration // if the model sets none
	Longest time.Duration // that the model may set
}

// The length limits of a description, in bytes. Short is the limit that the interface of
// the openai format long had, and that MCP clients pass on to such interfaces.
const (
	Short = 1024
	Long  = 4096
)

// example is part of the file names in questions to Judge: none of the user's files has
// it.
const example = "shimgen-example"

// Describe describes the tool in at most limit bytes of ASCII; limit must be at least
// Short.
func (l Loop) Describe(limit int) string {
	ps := []paragraph{l.purpose(), l.confinement(), l.files(), l.reading(), l.network(), l.requests(), l.credentials()}
	ps = append(ps, l.verdicts()...)
	ps = append(ps, l.exceptions(), l.additions(), l.refusal())
	return fit(ps, limit)
}

// runs reports whether a command may run. An ask counts as no: the model cannot answer
// it.
func (l Loop) runs(source string) bool {
	a := l.Judge(source)
	return a == rules.Allow || a == rules.Warn
}

// purpose says what the tool does.
func (l Loop) purpose() paragraph {
	profile := " (profile " + shown(l.Policy.Profile) + ")"
	text := "Runs shell source with bash and returns its output and exit status. shimgen judges all of it before it runs, under the user's policy" + profile
	brief := "Runs shell source with bash, judged first by shimgen" + profile
	if l.Again {
		text += ", and judges programs such as rm, git and curl again as they are started"
		brief += ", which judges programs such as rm and git again"
	}
	text, brief = text+".", brief+"."
	if l.Served {
		text += " Standard input is empty, and what is left in the background ends with the command."
		brief += " Standard input is empty; what is left in the background ends."
	}
	return paragraph{lead: text, brief: brief, keep: true}
}

// confinement says what the policy demands of every command.
func (l Loop) confinement() paragraph {
	var text []string
	if l.Policy.SafeOnly {
		text = append(text, "Only commands that are known to do nothing but read are run.")
	}
	if l.Confined {
		text = append(text, "A sandbox confines each command, and all that it starts ends with it.")
	}
	if l.named() {
		text = append(text, "The policy wants every command in a sandbox: give sandbox "+strings.Join(l.Sandboxes, " or ")+", or nothing runs.")
	}
	return paragraph{lead: strings.Join(text, " "), keep: true}
}

// named reports whether the model must name a sandbox.
func (l Loop) named() bool {
	for _, s := range l.Sandboxes {
		if s == l.Default {
			return false
		}
	}
	return len(l.Sandboxes) > 0
}

// files says where files may be written.
func (l Loop) files() paragraph {
	var may []string
	dirs, more := some(append([]string{l.Work}, l.Writable...))
	for _, dir := range dirs {
		file := shellquote.Word(strings.TrimSuffix(dir, "/") + "/" + example + ".txt")
		if l.runs("echo x > "+file) && l.runs("rm "+file) && len(dir) <= maxPath {
			may = appendNew(may, shown(dir))
		}
	}
	outside := "~/" + example + "/x.txt"
	elsewhere, removing := l.Judge("echo x > "+outside), l.Judge("rm "+outside)
	if removing < elsewhere {
		elsewhere = removing
	}
	if elsewhere == rules.Allow || len(may) == 0 {
		return paragraph{lead: "Files of the user: writing and deleting is " + phrase(elsewhere) + ".", keep: true}
	}
	others := "; other files of the user: " + phrase(elsewhere) + "."
	if l.Confined {
		others = "; other files of the user can only be read."
	}
	return paragraph{
		lead: "Files may be written and deleted below ", brief: "Files may be changed below ", items: may, joint: ", ",
		tail: others, more: more, keep: true,
	}
}

// phrase says what happens to a command.
func phrase(a rules.Action) string {
	switch a {
	case rules.Allow:
		return "allowed"
	case rules.Warn:
		return "allowed, with a warning"
	case rules.Ask:
		return "only with the user's yes"
	}
	return "refused"
}

// reading says whether other files may be read.
func (l Loop) reading() paragraph {
	if !l.runs("cat ~/"+example+"/x.txt") || !l.runs("cat /etc/hosts") {
		return paragraph{}
	}
	text := "Files that hold no credentials may be read wherever the user may"
	if len(l.Policy.BlockedPaths()) > 0 {
		text += " and the policy does not block it"
	}
	return paragraph{lead: text + "."}
}

// network says which hosts commands may reach.
func (l Loop) network() paragraph {
	others := l.Judge("curl https://" + example + ".invalid/")
	if others == rules.Allow || others == rules.Warn {
		return paragraph{lead: "Network: not limited to certain hosts.", keep: true}
	}
	var may []string
	if l.runs("curl http://localhost:8080/") {
		may = append(may, "this machine")
	}
	domains, more := some(l.Policy.AllowedDomains())
	for _, domain := range domains {
		if l.runs("curl https://" + strings.Replace(domain, "*", example, 1) + "/") {
			may = appendNew(may, shown(domain))
		}
	}
	if len(may) == 0 {
		return paragraph{lead: "Network: no host may be reached.", keep: true}
	}
	return paragraph{
		lead: "Network: commands may reach ", items: may, joint: ", ", tail: "; other hosts: " + phrase(others) + ".",
		more: more, keep: true,
	}
}

// requests says what hosts may be asked for, where the policy says so.
func (l Loop) requests() paragraph {
	var may []string
	for _, list := range l.Policy.Requests {
		for _, r := range list {
			if !r.Project {
				may = appendNew(may, shown(r.Text))
			}
		}
	}
	if len(may) == 0 {
		return paragraph{}
	}
	may, more := some(may)
	return paragraph{lead: "Of these hosts, programs may request: ", items: may, joint: "; ", tail: "; nothing else of them.", more: more}
}

// credentials says which secrets are stand-ins, so that nobody takes them for wrong ones.
func (l Loop) credentials() paragraph {
	var names []string
	all, more := some(l.Policy.Credentials)
	for _, c := range all {
		where := strings.Join(slices.Concat(c.Env, c.Files), " ")
		var hosts []string
		for _, o := range c.Origins {
			hosts = append(hosts, o.String())
		}
		if len(hosts) > 0 {
			where += " for " + strings.Join(hosts, " ")
		}
		names = append(names, shown(c.Name)+" ("+shown(where)+")")
	}
	if len(names) == 0 {
		return paragraph{}
	}
	return paragraph{
		lead: "Credentials are stand-ins, which work for requests to their own hosts and nowhere else: ", items: names, details: true, joint: ", ",
		tail: ". Use them as they are.", more: more,
	}
}

// exceptions names the user's own exceptions that apply as written.
func (l Loop) exceptions() paragraph {
	var may []string
	entries, more := some(l.Policy.AllAllowedCommands())
	for _, e := range entries {
		if !strings.HasPrefix(e.Text, "re:") && len(e.Text) <= maxPath && l.runs(e.Text) {
			may = appendNew(may, shown(e.Text))
		}
	}
	if len(may) == 0 {
		return paragraph{}
	}
	return paragraph{lead: "The user allows, by themselves and in that directory: ", items: may, joint: "; ", tail: ".", more: more}
}

// additions counts what the user has blocked besides the profile. It does not repeat the
// entries, since an untrusted file may have written them.
func (l Loop) additions() paragraph {
	var counts []string
	for _, c := range []struct {
		n    int
		what string
	}{{len(l.Policy.AllBlockedCommands()), "command"}, {len(l.Policy.BlockedPaths()), "path"}} {
		if c.n == 1 {
			counts = append(counts, "1 "+c.what)
		} else if c.n > 1 {
			counts = append(counts, strconv.Itoa(c.n)+" "+c.what+"s")
		}
	}
	if len(counts) == 0 {
		return paragraph{}
	}
	return paragraph{lead: fmt.Sprintf("The policy blocks %s more; a refusal says which.", strings.Join(counts, " and ")), keep: true}
}

// refusal says what a refusal looks like, and what to do about it.
func (l Loop) refusal() paragraph {
	text := `A refusal begins with "shimgen: blocked:" or "shimgen: ask:", says why, and may add "shimgen: hint:"; nothing of the command was run.`
	brief := `A refusal begins with "shimgen:" and says why; nothing was run`
	if l.Again {
		text += " A program that is refused as the command runs ends with status 126."
		brief += ", or that program ended with 126"
	}
	text += " Follow the hint, or tell the user what you need and why; another spelling of the same does not help."
	brief += ". Follow its hint, or tell the user."
	if !l.runs("cat ~/.ssh/id_ed25519") {
		text += " Never ask for credentials to be allowed."
		brief += " Never ask for credentials."
	}
	return paragraph{lead: text, brief: brief, keep: true}
}

// most limits how many of a user's entries are passed to Judge, so that a long policy
// does not slow the start.
const most = 16

// some returns the first entries of a list, and whether there are more.
func some[T any](list []T) (first []T, more bool) {
	return list[:min(most, len(list))], len(list) > most
}

// appendNew appends s unless the list has it.
func appendNew(list []string, s string) []string {
	for _, old := range list {
		if old == s {
			return list
		}
	}
	return append(list, s)
}
